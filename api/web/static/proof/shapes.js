// @ts-check
/** Reading plain data strictly: a reader takes a value and gives it back, or throws Misshapen. */

import { isText } from "./bytes.js";

/** What has not the shape that it should have. */
export class Misshapen extends Error {}

/** @template T @typedef {(value: any) => T} Reader */

/** @param {boolean} test @param {string} what @returns {asserts test} */
function need(test, what) {
  if (!test) throw new Misshapen(`it should be ${what}`);
}

/** @type {Reader<string>} */
export const string = (value) => {
  need(typeof value === "string" && isText(value), "a text");
  return value;
};

/** A whole number that JavaScript keeps exact. @type {Reader<number>} */
export const integer = (value) => {
  need(Number.isSafeInteger(value), "a whole number up to 2^53 - 1");
  return value;
};

/** @type {Reader<number>} */
export const count = (value) => {
  need(Number.isSafeInteger(value) && value >= 0, "a number from 0 to 2^53 - 1");
  return value;
};

/** @type {Reader<boolean>} */
export const boolean = (value) => {
  need(typeof value === "boolean", "true or false");
  return value;
};

/** @type {Reader<Record<string, any>>} */
export const object = (value) => {
  need(typeof value === "object" && value !== null && !Array.isArray(value), "an object");
  return value;
};

/** @template T @param {Reader<T>} each @returns {Reader<T[]>} */
export const listOf = (each) => (value) => {
  need(Array.isArray(value), "a list");
  return value.map(each);
};

/** @template T @param {Reader<T>} some @returns {Reader<T | null>} */
export const orNull = (some) => (value) => (value === null ? null : some(value));

/** A field that may be absent. @template T @param {Reader<T>} some @param {any} value @returns {Reader<T>} */
export function otherwise(some, value) {
  /** @param {any} given */
  const read = (given) => (given === undefined ? value : some(given));
  return read;
}

/**
 * An object with these fields; others are passed over.
 * @param {Record<string, Reader<any>>} fields
 * @returns {Reader<any>}
 */
export function struct(fields) {
  const readers = Object.entries(fields);
  return (value) => {
    const given = object(value);
    /** @type {Record<string, any>} */
    const found = {};
    for (const [name, read] of readers) {
      try {
        found[name] = read(Object.hasOwn(given, name) ? given[name] : undefined);
      } catch (wrong) {
        if (!(wrong instanceof Misshapen)) throw wrong;
        throw new Misshapen(`${name}: ${wrong.message}`);
      }
    }
    return found;
  };
}

/**
 * An object with these fields and no others.
 * @param {Record<string, Reader<any>>} fields
 * @returns {Reader<any>}
 */
export function closed(fields) {
  const read = struct(fields);
  return (value) => {
    const given = object(value);
    need(
      Object.keys(given).every((name) => Object.hasOwn(fields, name)),
      `an object with just ${Object.keys(fields).join(", ")}`,
    );
    return read(given);
  };
}
