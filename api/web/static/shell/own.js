// @ts-check
/** Modules of the ruleset's own client: each comes when it is first used. */

import { ownModule } from "./manifest.js";

/** @type {Map<string, any>} */
const here = new Map();

/**
 * What a module makes; null as long as it is on its way.
 * @template T
 * @param {string} name of the module @param {(module: any) => T} make
 * @param {() => void} came is called when it is there @param {(error: unknown) => void} failed
 * @returns {T | null}
 */
export function own(name, make, came, failed) {
  if (here.has(name)) return here.get(name) ? make(here.get(name)) : null;
  here.set(name, null);
  ownModule(name).then((module) => {
    here.set(name, module);
    came();
  }, (error) => {
    here.delete(name);
    failed(error);
  });
  return null;
}
