// The sound for a person near a fire: three rising tones, played twice. It differs from the Morse code of an SOS and from the siren of
// alarms.

const TONES_HERTZ = [587, 784, 1047] as const;
const TONE_SECONDS = 0.2;
const ROUNDS = 2;
const PAUSE_SECONDS = 0.4;
const LOUDNESS = 0.3;

export function playRisingTones(context: AudioContext): void {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'square';
  gain.gain.value = 0;
  let at = context.currentTime + 0.02;
  const begin = at;
  for (let round = 0; round < ROUNDS; round++) {
    for (const hertz of TONES_HERTZ) {
      oscillator.frequency.setValueAtTime(hertz, at);
      gain.gain.setValueAtTime(LOUDNESS, at);
      at += TONE_SECONDS;
    }
    gain.gain.setValueAtTime(0, at);
    at += PAUSE_SECONDS;
  }
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(at);
}
