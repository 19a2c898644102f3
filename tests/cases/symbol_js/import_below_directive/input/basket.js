#!/usr/bin/env node
'use strict';

function a() {}
