/** Hash routes: `#/play/ID?flip=1` is the view `play`, its arguments `['ID']` and its parameters. */

/** @typedef {{view: string, args: string[], params: URLSearchParams}} Route */

/** @returns {Route} */
export function route() {
  const [path, search = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...args] = path.split('/').map(decodeURIComponent);
  return { view: view || 'home', args, params: new URLSearchParams(search) };
}

/**
 * @param {string} view
 * @param {string[]} [args]
 * @param {Record<string, string|null|undefined>} [params]
 */
export function link(view, args = [], params = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  const path = [view === 'home' ? '' : view, ...args].map(encodeURIComponent).join('/');
  const text = search.toString();
  return `#/${path}${text ? `?${text}` : ''}`;
}

/** @param {string} address */
export function go(address) {
  location.hash = address;
}

/** Changes the address without a new view, for what a view itself has just done. @param {string} address */
export function note(address) {
  history.replaceState(null, '', address);
}
