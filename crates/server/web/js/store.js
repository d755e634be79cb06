/** What this browser remembers. Storage may be full or forbidden: then the page works and forgets. */

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(`mossa.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(`mossa.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is lost but the memory.
  }
}

/** A word that is kept as it is, for `appearance.js` reads it before any module.
 * @param {string} key
 * @param {string|null} value */
export function rememberWord(key, value) {
  try {
    if (value === null) localStorage.removeItem(`mossa.${key}`);
    else localStorage.setItem(`mossa.${key}`, value);
  } catch {
    // As above.
  }
}

/** @param {string} key @returns {string|null} */
export function recallWord(key) {
  try {
    return localStorage.getItem(`mossa.${key}`);
  } catch {
    return null;
  }
}

/** @typedef {{id: string, token: string|null, seats: number[], game: string, title: string, at: number}} Mine */

/** The tables where this browser sat down, the latest first. @returns {Mine[]} */
export function myTables() {
  return recall('tables', /** @type {Mine[]} */ ([]));
}

/** @param {string} id */
export function myTable(id) {
  return myTables().find((table) => table.id === id) ?? null;
}

/** How many tables are remembered; a token is small, but not for ever. */
const MOST = 60;

/** @param {Mine} table */
export function sitDown(table) {
  const others = myTables().filter((other) => other.id !== table.id);
  remember('tables', [table, ...others].slice(0, MOST));
}

/** @param {string} id */
export function leaveTable(id) {
  remember('tables', myTables().filter((table) => table.id !== id));
}

/** The name under which games are counted. */
export function myName() {
  return recall('name', '');
}
