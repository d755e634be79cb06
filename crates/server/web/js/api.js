import { language, t } from './i18n.js';

/** What went wrong, in words for people: the server's detail and hint. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} title
   * @param {string} detail
   * @param {string} hint
   */
  constructor(status, title, detail, hint) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.hint = hint;
  }
}

/** The server cannot be reached at all. */
export class Unreachable extends Error {}

export const ROOT = '/api/v1';

/**
 * @param {string|null|undefined} token
 * @param {boolean} [hasBody]
 */
export function headers(token, hasBody = false) {
  /** @type {Record<string, string>} */
  const all = { 'Accept-Language': language() };
  if (token) all.Authorization = `Bearer ${token}`;
  if (hasBody) all['Content-Type'] = 'application/json';
  return all;
}

/** @param {Response} response */
export async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  return new Problem(response.status, body.title ?? response.statusText, body.detail ?? '', body.hint ?? '');
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, token?: string|null, signal?: AbortSignal, text?: boolean}} [options]
 * @returns {Promise<any>}
 */
export async function call(method, path, options = {}) {
  const { body, token, signal, text } = options;
  const request = {
    method,
    signal,
    headers: headers(token, body !== undefined),
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const response = await fetch(ROOT + path, request).catch((error) => {
    if (error.name === 'AbortError') throw error;
    throw new Unreachable(String(error.message));
  });
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return null;
  return text ? response.text() : response.json();
}

/** @param {string} path @param {{token?: string|null, signal?: AbortSignal, text?: boolean}} [options] */
export const get = (path, options) => call('GET', path, options);

/** @param {string} path @param {unknown} body @param {{token?: string|null, signal?: AbortSignal}} [options] */
export const post = (path, body, options) => call('POST', path, { ...options, body });

/** @param {Record<string, string|number|null|undefined>} parameters */
export function query(parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** Answers that stay the same while the page is open, by language and path. @type {Map<string, Promise<any>>} */
const kept = new Map();

/** @param {string} path */
export function getOnce(path) {
  const key = `${language()} ${path}`;
  const known = kept.get(key);
  if (known) return known;
  const answer = get(path);
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  return answer;
}

/** The first letter large. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {import('./types.js').Game} game @returns {import('./types.js').Game} */
function dressed(game) {
  const own = t(`title.${game.name}`);
  return {
    ...game,
    title: own.startsWith('title.') ? sentence(game.title) : own,
    // As names that the server takes.
    presets: game.presets.map(([name, options]) => [name, `${game.name}:${options}`]),
  };
}

/** The games in the order of the shelf. @returns {Promise<import('./types.js').Game[]>} */
export async function games() {
  /** @type {import('./types.js').Game[]} */
  const all = await getOnce('/games');
  return all.map(dressed);
}

/** In which text people who know a game exchange it. @param {string} family @returns {Promise<import('./types.js').Format>} */
export async function exportFormat(family) {
  const game = (await games()).find(({ name }) => name === family);
  return game?.formats.export[0] ?? { name: 'record', ending: 'txt' };
}

/** @param {string} game @returns {Promise<import('./types.js').BoardWithPosition>} */
export const boardOf = (game) => getOnce(`/board${query({ game })}`);

/** @param {import('./types.js').Place} place @param {AbortSignal} [signal] @returns {Promise<import('./types.js').Position>} */
export const positionOf = (place, signal) => post('/position', place, { signal });
