/**
 * A game with its variations: every node is a move, its first child the main line.
 *
 * @typedef {{text: string, people: string, children: Branch[], parent: Branch|null}} Branch
 */

/** @returns {Branch} */
export function newTree() {
  return { text: '', people: '', children: [], parent: null };
}

/** The moves from the beginning to a node. @param {Branch} node @returns {Branch[]} */
export function pathTo(node) {
  /** @type {Branch[]} */
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** Goes on with a move; one that is already there is taken. @param {Branch} node @param {string} text @param {string} people */
export function grow(node, text, people) {
  const known = node.children.find((child) => child.text === text);
  if (known) return known;
  /** @type {Branch} */
  const child = { text, people, children: [], parent: node };
  node.children.push(child);
  return child;
}

/** Cuts a node with all behind it. @param {Branch} node @returns {Branch} where one is then */
export function cut(node) {
  if (!node.parent) return node;
  node.parent.children = node.parent.children.filter((child) => child !== node);
  return node.parent;
}

/** The end of the main line behind a node. @param {Branch} node */
export function endOf(node) {
  let at = node;
  while (at.children.length > 0) [at] = at.children;
  return at;
}
