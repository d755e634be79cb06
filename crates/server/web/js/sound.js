import { recall, remember } from './store.js';

let on = recall('sound', false);
/** @type {AudioContext|null} */
let context = null;

export const soundOn = () => on;

export function switchSound() {
  on = !on;
  remember('sound', on);
  click();
}

/** A short knock, made on the spot: no file to load. @param {boolean} [capture] */
export function click(capture = false) {
  if (!on) return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(capture ? 340 : 520, now);
  tone.frequency.exponentialRampToValueAtTime(120, now + 0.07);
  volume.gain.setValueAtTime(0.22, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
