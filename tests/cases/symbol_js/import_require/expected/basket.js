'use strict';

const fs = require('fs');
const path = require('path');
const util = require('util');

module.exports = fs;
