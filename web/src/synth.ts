/* SPDX-License-Identifier: MIT
 * synth.ts -- the sounds, made in the page: tones that glide, and noise through a filter.
 */
import type { Sound } from "./sound";

/* A tone from one frequency to another, in hertz; "noise" is noise through a filter at these frequencies. Times in seconds. */
type Note = readonly [wave: OscillatorType | "noise", at: number, length: number, from: number, to: number, loudness: number];

const chime = (at: number, hertz: number, loudness = 0.3): readonly Note[] => [["sine", at, 0.7, hertz, hertz, loudness], ["triangle", at, 0.35, hertz * 2, hertz * 2, loudness / 4]];

const recipes: Record<Sound, readonly Note[]> = {
  tile: [["noise", 0, 0.06, 1800, 900, 0.5], ["sine", 0, 0.08, 320, 180, 0.4]],
  gong: [["sine", 0, 1.6, 110, 104, 0.6], ["triangle", 0, 1.2, 166, 160, 0.25], ["noise", 0, 0.25, 700, 300, 0.25]],
  bid: [["triangle", 0, 0.16, 660, 660, 0.35], ["triangle", 0.07, 0.25, 880, 880, 0.3]],
  pass: [["sine", 0, 0.18, 260, 200, 0.3]],
  lot: [["noise", 0, 0.3, 600, 2600, 0.25], ...chime(0.18, 523), ...chime(0.28, 784)],
  disaster: [["noise", 0, 0.9, 240, 70, 0.9], ["sawtooth", 0, 0.7, 90, 45, 0.3]],
  sunset: [["sine", 0, 2.2, 330, 165, 0.35], ["sine", 0.25, 2, 262, 131, 0.3], ["triangle", 0.5, 1.8, 196, 98, 0.25]],
  build: [["noise", 0, 0.05, 900, 400, 0.7], ["noise", 0.14, 0.05, 1100, 500, 0.6]],
  gold: [["triangle", 0, 0.12, 1568, 1568, 0.2], ["triangle", 0.06, 0.12, 2093, 2093, 0.18], ["triangle", 0.13, 0.2, 1760, 1760, 0.18]],
  reveal: [["noise", 0, 0.2, 500, 3000, 0.3], ["sawtooth", 0.12, 0.5, 196, 196, 0.14], ["sawtooth", 0.12, 0.5, 294, 294, 0.12]],
  score: [...chime(0, 392), ...chime(0.14, 494), ...chime(0.28, 587)],
  turn: [...chime(0, 659, 0.25), ...chime(0.12, 988, 0.2)],
  victory: [...chime(0, 523), ...chime(0.18, 659), ...chime(0.36, 784), ...chime(0.54, 1047, 0.4), ["sawtooth", 0.54, 1, 262, 262, 0.1]],
};

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/* One second of noise, the same each time. */
function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;

  for (let i = 0; i < samples.length; i++) {
    state = (state * 16807) % 2147483647;
    samples[i] = state / 1073741823.5 - 1;
  }
  return buffer;
}

function sourceOf(context: AudioContext, wave: Note[0], begin: number, end: number, from: number, to: number): { source: AudioScheduledSourceNode; last: AudioNode } {
  if (wave === "noise") {
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();

    source.buffer = hiss ??= noiseOf(context);
    source.loop = true;
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(from, begin);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(filter);
    return { source, last: filter };
  }
  const source = context.createOscillator();

  source.type = wave;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, end);
  return { source, last: source };
}

export function make(name: Sound, loudness: number): void {
  const context = (audio ??= new AudioContext());

  void context.resume();
  for (const [wave, at, length, from, to, loud] of recipes[name]) {
    const begin = context.currentTime + at;
    const end = begin + length;
    const { source, last } = sourceOf(context, wave, begin, end, from, to);
    const gain = context.createGain();

    gain.gain.setValueAtTime(0.0001, begin);
    gain.gain.exponentialRampToValueAtTime(loud * loudness, begin + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    last.connect(gain).connect(context.destination);
    source.start(begin);
    source.stop(end);
  }
}
