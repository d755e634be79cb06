/** The API, for what a test must know or prepare beside the page. */

const ROOT = `${process.env.MOSSA_URL}/api/v1`;

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, token?: string|null}} [options]
 */
export async function call(method, path, { body, token } = {}) {
  const headers = { 'Content-Type': 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  for (;;) {
    const response = await fetch(ROOT + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    if (response.status === 429) {
      // Tests are faster than people; the server says how long to wait.
      await new Promise((resolve) => { setTimeout(resolve, 1000 * Number(response.headers.get('Retry-After') ?? 1)); });
      continue;
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }
}

export const get = (path, options) => call('GET', path, options);
export const post = (path, body, options) => call('POST', path, { ...options, body });

/** A table as a spectator sees it. @param {string} id */
export const tableOf = (id) => get(`/tables/${id}`);
