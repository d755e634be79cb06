import { h } from '../dom.js';

let groups = 0;

/**
 * A row of choices of which one is taken.
 * @template T
 * @param {string} legend
 * @param {{value: T, text: string|Node, disabled?: boolean, title?: string}[]} choices
 * @param {T} chosen
 * @param {(value: T) => void} onChange
 */
export function chips(legend, choices, chosen, onChange) {
  groups += 1;
  const name = `group-${groups}`;
  const chip = (/** @type {typeof choices[0]} */ { value, text, disabled, title }) => h('label', { class: 'chip', title },
    h('input', { type: 'radio', name, checked: value === chosen, disabled, on: { change: () => onChange(value) } }),
    h('span', {}, text));
  return h('fieldset', {}, legend && h('legend', {}, legend), h('div', { class: 'choice-row' }, choices.map(chip)));
}

/** @param {string} label @param {HTMLElement} input @param {string} [help] */
export function field(label, input, help = '') {
  return h('label', { class: 'field' }, h('span', {}, label), input, help && h('small', { class: 'muted' }, help));
}

/** A table that scrolls sideways where it must, also by keys. @param {string} label @param {...(Node|false|null)} rows */
export function wideTable(label, ...rows) {
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, h('table', {}, rows));
}

/**
 * @param {[string, string][]} options Values and their texts.
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 * @param {Record<string, any>} [props]
 */
export function select(options, chosen, onChange, props = {}) {
  const element = h('select', {
    ...props, on: { change: () => onChange(element.value) },
  }, options.map(([value, text]) => h('option', { value }, text)));
  element.value = chosen;
  return element;
}
