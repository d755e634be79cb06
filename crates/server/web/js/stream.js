import { ROOT, Problem, headers, problemOf } from './api.js';

/**
 * Server-sent events that heal themselves. The browser's own EventSource cannot send a token, so the stream is read
 * by hand: it comes back with `Last-Event-ID` after a loss, waits longer after each failure, and tries at once when the
 * network returns.
 *
 * @param {string} path
 * @param {{
 *   token?: string|null,
 *   on: Record<string, (data: any, id: string|null) => void>,
 *   lost?: () => void,
 *   found?: () => void,
 *   refused?: (problem: Problem) => void,
 *   ends?: string[],
 * }} options `ends`: events after which the stream is over.
 * @returns {{close: () => void}}
 */
export function listen(path, options) {
  let closed = false;
  /** @type {string|null} */
  let last = null;
  let failures = 0;
  /** @type {AbortController} */
  let abort = new AbortController();
  /** @type {() => void} */
  let wake = () => {};

  /** @param {string} block One event as it comes over the wire. */
  function deliver(block) {
    let type = 'message';
    let data = '';
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') type = value;
      else if (field === 'data') data += (data ? '\n' : '') + value;
      else if (field === 'id') last = value;
    }
    if (!data) return;
    options.on[type]?.(JSON.parse(data), last);
    if (options.ends?.includes(type)) close();
  }

  /** @param {ReadableStream<Uint8Array>} body */
  async function read(body) {
    const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done || closed) return;
      rest = (rest + value).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(deliver);
    }
  }

  async function connect() {
    abort = new AbortController();
    /** @type {Record<string, string>} */
    const all = { ...headers(options.token), Accept: 'text/event-stream' };
    if (last !== null) all['Last-Event-ID'] = last;
    const url = path.startsWith('/api/') ? path : ROOT + path;
    const response = await fetch(url, { headers: all, signal: abort.signal, cache: 'no-store' });
    if (!response.ok || !response.body) throw await problemOf(response);
    failures = 0;
    options.found?.();
    await read(response.body);
  }

  /** @param {number} ms */
  const pause = (ms) => new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => { clearTimeout(timer); resolve(undefined); };
  });

  async function run() {
    while (!closed) {
      try {
        await connect();
      } catch (error) {
        if (closed) return;
        // What the server refuses once it refuses again; only a crowd or a fault passes.
        if (error instanceof Problem && error.status < 500 && error.status !== 429) {
          // It was reached, after all.
          options.found?.();
          options.refused?.(error);
          return close();
        }
      }
      if (closed) return;
      failures += 1;
      if (failures > 1) options.lost?.();
      await pause(Math.min(8000, 250 * 2 ** failures));
    }
  }

  function online() {
    wake();
  }

  function close() {
    closed = true;
    window.removeEventListener('online', online);
    abort.abort();
    wake();
  }

  window.addEventListener('online', online);
  run();
  return { close };
}
