// @ts-check
/** Texts that this browser keeps. */

/**
 * A text that is kept for the tab (`session`) or for longer (`local`); in memory where the browser keeps nothing.
 * @param {string} key @param {"session" | "local"} where
 */
export function kept(key, where) {
  let memory = "";
  const storage = () => (where === "session" ? sessionStorage : localStorage);
  return {
    get() {
      try {
        return storage().getItem(key) ?? memory;
      } catch {
        return memory;
      }
    },
    /** Keep it; an empty text takes it away. Whether the browser did. @param {string} text */
    set(text) {
      memory = text;
      try {
        if (text) storage().setItem(key, text);
        else storage().removeItem(key);
        return true;
      } catch {
        return false;
      }
    },
  };
}
