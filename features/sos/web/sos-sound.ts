// The sound of an SOS: Morse, three short, three long, three short.

/** Seconds of one Morse unit. */
const UNIT = 0.12;
const SIGNS = [1, 1, 1, 3, 3, 3, 1, 1, 1] as const;
const HERTZ = 1046;
const LOUDNESS = 0.3;

export function playMorse(context: AudioContext): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'square';
  oscillator.frequency.value = HERTZ;
  gain.gain.value = 0;
  let at = context.currentTime + 0.02;
  for (const [index, units] of SIGNS.entries()) {
    gain.gain.setValueAtTime(LOUDNESS, at);
    at += units * UNIT;
    gain.gain.setValueAtTime(0, at);
    // A letter ends after every third sign.
    at += (index % 3 === 2 ? 3 : 1) * UNIT;
  }
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(at);
}
