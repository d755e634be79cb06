import { h, icon, iconButton, put } from './dom.js';
import { LANGUAGES, language, speak, t } from './i18n.js';
import { link, route } from './router.js';
import { recallWord, rememberWord } from './store.js';
import { soundOn, switchSound } from './sound.js';
import { broken, connectionLost, waiting } from './ui/notice.js';

/**
 * @typedef {(root: HTMLElement, route: import('./router.js').Route, signal: AbortSignal) => void|Promise<void>} View
 * A view fills its root; the signal says when the visitor has left it.
 */

/** Views come when they are asked for: the first paint waits for none but its own. @type {Record<string, () => Promise<View>>} */
const VIEWS = {
  home: async () => (await import('./views/home.js')).home,
  new: async () => (await import('./views/new.js')).newGame,
  play: async () => (await import('./views/play.js')).play,
  analyse: async () => (await import('./views/analyse.js')).analyse,
  report: async () => (await import('./views/report.js')).report,
  you: async () => (await import('./views/you.js')).you,
  arena: async () => (await import('./views/arena.js')).arena,
};

const WAYS = /** @type {const} */ ([['home', 'home'], ['new', 'plus'], ['analyse', 'lens'], ['arena', 'cup'], ['you', 'person']]);

const header = /** @type {HTMLElement} */ (document.getElementById('header'));
const wordmark = /** @type {HTMLElement} */ (header.firstElementChild);
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const skip = /** @type {HTMLElement} */ (document.getElementById('skip'));

/** Ends the view that is shown. */
let leave = new AbortController();

function isDark() {
  return (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
}

function switchTheme() {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  rememberWord('theme', theme);
  drawHeader();
}

function switchLanguage() {
  speak(LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length]);
  show();
}

function drawHeader() {
  const { view } = route();
  const way = (/** @type {typeof WAYS[number]} */ [name, image]) => h('a', {
    href: link(name), 'aria-current': view === name ? 'page' : null,
  }, icon(image), t(`way.${name}`));
  const other = LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length];
  put(header,
    wordmark,
    h('nav', { class: 'ways', 'aria-label': t('way.label') }, WAYS.map(way)),
    h('div', { class: 'switches' },
      iconButton(soundOn() ? 'sound' : 'silent', soundOn() ? t('sound.off') : t('sound.on'), () => { switchSound(); drawHeader(); }, { bare: true }),
      iconButton(isDark() ? 'sun' : 'moon', isDark() ? t('theme.light') : t('theme.dark'), switchTheme, { bare: true }),
      h('button', { type: 'button', class: 'bare lang', lang: other, title: t('language'), 'aria-label': `${t('language')}: ${other}`, on: { click: switchLanguage } },
        other.toUpperCase())));
  skip.textContent = t('skip');
}

/** When all style sheets are there, or known to be missing. */
function styled() {
  const loaded = (/** @type {HTMLLinkElement} */ link) => link.sheet ?? new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  return Promise.all([...document.querySelectorAll('link')].filter((link) => link.rel === 'stylesheet').map(loaded));
}

async function show() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const here = route();
  drawHeader();
  connectionLost(false);
  const root = h('div', { class: `view view-${here.view}` });
  put(main, waiting());
  document.title = `${t(`way.${here.view}`)} · mossa`;
  try {
    const view = await (VIEWS[here.view] ?? VIEWS.home)();
    if (signal.aborted) return;
    const ready = view(root, here, signal);
    await ready;
    if (!signal.aborted) put(main, root);
  } catch (error) {
    if (!signal.aborted) put(main, broken(error, show));
  }
}

skip.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener('hashchange', () => {
  window.scrollTo(0, 0);
  show().then(() => main.focus({ preventScroll: true }));
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawHeader);
document.documentElement.lang = recallWord('lang') ?? language();
await styled();
show();
