function walk() {}

module.exports = { walk };
