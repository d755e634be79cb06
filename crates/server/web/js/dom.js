/** Elements without HTML strings: nothing that a player or a server writes can become markup. */

/** @typedef {Node|string|number|null|undefined|false} Child */
/** @typedef {Record<string, any>} Props `on` holds listeners, `css` custom properties, the rest are attributes. */

/**
 * @param {Element} element
 * @param {Props} props
 */
function equip(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    } else if (name === 'css') {
      for (const [key, text] of Object.entries(value)) {
        /** @type {HTMLElement} */ (element).style.setProperty(key, String(text));
      }
    } else if (name === 'value') {
      /** @type {any} */ (element).value = value;
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Child|Child[])[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, children);
  // After the children, so that the value of a select finds its option.
  equip(element, props);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  equip(element, props);
  fill(element, children);
  return element;
}

/**
 * Puts new children in the place of the old.
 * @param {Element} element
 * @param {...(Child|Child[])} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * An icon drawn with strokes, 24 by 24.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));
}

const ICONS = {
  first: 'M18 6l-6 6 6 6M8 6v12',
  back: 'M15 6l-6 6 6 6',
  forward: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M16 6v12',
  flip: 'M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  flag: 'M6 21V4m0 1h11l-2.5 4L17 13H6',
  draw: 'M5 9h14M5 15h14',
  why: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  share: 'M12 15V4m0 0L8 8m4-4l4 4M5 13v6h14v-6',
  sound: 'M4 10v4h4l5 4V6l-5 4H4zM17 9a4.5 4.5 0 0 1 0 6',
  silent: 'M4 10v4h4l5 4V6l-5 4H4zM17 10l4 4m0-4l-4 4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  home: 'M4 11l8-7 8 7M6 10v9h12v-9',
  plus: 'M12 5v14M5 12h14',
  lens: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.5 15.5L20 20',
  cup: 'M8 4h8v5a4 4 0 0 1-8 0V4zM8 6H5a3 3 0 0 0 3 4M16 6h3a3 3 0 0 1-3 4M12 13v4M8 20h8M10 17h4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
  chart: 'M4 19h16M6 15l4-5 4 3 5-7',
  download: 'M12 4v11m0 0l-4-4m4 4l4-4M5 19h14',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  setup: 'M5 5h6v6H5zM13 13h6v6h-6zM16 4v6M13 7h6',
  keys: 'M3 7h18v10H3zM7 11h.1M11 11h.1M15 11h.1M8 14h8',
  stop: 'M7 7h10v10H7z',
  play: 'M8 5l11 7-11 7z',
};

/**
 * A button with an icon and, unless it is bare, words.
 * @param {keyof typeof ICONS} image
 * @param {string} words
 * @param {(event: Event) => void} act
 * @param {Props & {bare?: boolean}} [props]
 */
export function iconButton(image, words, act, props = {}) {
  const { bare, ...rest } = props;
  const all = { type: 'button', class: bare ? 'bare' : 'quiet', on: { click: act }, ...rest };
  return bare
    ? h('button', { ...all, title: words, 'aria-label': words }, icon(image))
    : h('button', all, icon(image), h('span', {}, words));
}
