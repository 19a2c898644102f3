#!/usr/bin/env node
'use strict';

import a from "a";

function a() {}
