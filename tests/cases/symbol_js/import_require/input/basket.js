'use strict';

const fs = require('fs');
const util = require('util');

module.exports = fs;
