#!/usr/bin/env node
// Runs the program of this platform, which comes as an optional dependency.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const name = `@chunk-edit/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/chunk`);
} catch {
  console.error(`chunk: the package ${name} is not installed; install without --omit=optional, or build the program with cargo`);
  process.exit(3);
}
const ended = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (ended.error) {
  console.error(`chunk: ${ended.error.message}`);
  process.exit(3);
}
process.exit(ended.signal ? 128 + constants.signals[ended.signal] : ended.status);
