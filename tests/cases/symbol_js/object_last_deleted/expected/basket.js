'use strict';
import a from "./a.js";
import { c, d } from "./c.js";

/**
 * Adds.
 */
export function add(a, b) {
  return a + b; // `}`
}

export const sub = async (a, b) => {
  return a - b;
};

const twice = x => 2 * x

export default class Basket extends Base {
  #items = [];

  /** How many. */
  get total() { return this.#items.length; }
  set total(n) { this.#items.length = n; }

  // Bound.
  onClick = (event) => {
    this.total = `${event ? `a ${"}"}` : '}'} // no comment`;
  };

  static of(...items) { return new Basket(items); }
}

const api = {
  /** Gets. */
  get(url) { return fetch(url); }, // soon

  post: async (url) => {
    return /[/"]}/.test(url);
  }
};

module.exports = { add, sub };
exports.run = function () {};
