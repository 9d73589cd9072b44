// The alarm sound: a two-tone siren from the Web Audio API, no file.
import { MINUTE_MS } from '@lookout/domain';
import { ALARM_PRIORITIES, type AlarmPriority } from '@lookout/features/incident/fire-danger.ts';
import { type After, byTimer, createSoundGate, type SoundGate, type SoundPage } from './sound-gate.ts';
import { OWN_TURN, type SoundTurn } from './sound-turn.ts';

/** A request for the siren. */
export interface Call {
  readonly priority: AlarmPriority;
  /** Called at the alarm's turn; false once someone has answered it. */
  readonly isWanted?: () => boolean;
}

export interface Chime extends Pick<SoundGate, 'blocked' | 'subscribe' | 'stop'> {
  /**
   * Sounds now, or once the last sound is long enough ago and the browser allows it: then once for all alarms still wanted, by the highest
   * priority.
   */
  readonly play: (call: Call) => void;
}

/** For a desk that shows a past moment. */
export const NO_CHIME: Chime = { play: () => undefined, blocked: () => false, subscribe: () => () => undefined, stop: () => undefined };

/**
 * Two tones a fourth apart, audible across a room and unlike a ring tone. The more urgent the alarm, the higher the tones and the more
 * repetitions.
 */
const SIRENS: Readonly<Record<AlarmPriority, { readonly tonesHertz: readonly [number, number]; readonly rounds: number }>> = {
  high: { tonesHertz: [880, 659], rounds: 3 },
  medium: { tonesHertz: [784, 587], rounds: 2 },
  low: { tonesHertz: [659, 494], rounds: 1 },
};
const TONE_SECONDS = 0.22;
const LOUDNESS = 0.22;
/** Minimum interval between sounds, however many alarms arrive. */
const QUIET_BETWEEN_MS = 10_000;
/**
 * An alarm does not reach all windows at the same time: an alarm that arrives here within this time after another window has sounded is
 * taken as the same one.
 */
const COVERED_MS = 1_000;

/**
 * @param makeContext called only after a user gesture: earlier the browser would log a warning
 * @param turn the coordination among the windows of the session
 */
export function createChime(
  page: SoundPage,
  makeContext: () => AudioContext,
  clock: () => number,
  { turn = OWN_TURN, after = byTimer }: { readonly turn?: SoundTurn; readonly after?: After } = {},
): Chime {
  let playedAt = Number.NEGATIVE_INFINITY;
  let otherAt = Number.NEGATIVE_INFINITY;
  let waiting: readonly Call[] = [];
  let stopWaiting: (() => void) | null = null;

  // A blocked alarm sounds as soon as sound is allowed.
  const gate = createSoundGate(page, makeContext, () => sound(), after);
  const sound = () => {
    waiting = waiting.filter(({ isWanted }) => isWanted?.() !== false);
    if (waiting.length === 0 || gate.blocked() || stopWaiting !== null) return;
    const rest = playedAt + QUIET_BETWEEN_MS - clock();
    if (rest > 0) {
      stopWaiting = after(() => {
        stopWaiting = null;
        sound();
      }, rest);
      return;
    }
    turn.take(() => {
      playedAt = clock();
      const highest = ALARM_PRIORITIES.findLast((priority) => waiting.some((call) => call.priority === priority)) ?? 'high';
      gate.play((context) => siren(context, highest));
      waiting = [];
    });
  };
  turn.onOther(() => {
    playedAt = clock();
    otherAt = playedAt;
    waiting = [];
  });

  return {
    play: (call) => {
      if (clock() - otherAt < COVERED_MS) return;
      waiting = [...waiting, call];
      sound();
    },
    blocked: gate.blocked,
    subscribe: gate.subscribe,
    stop: () => {
      stopWaiting?.();
      waiting = [];
      turn.stop();
      gate.stop();
    },
  };
}

function siren(context: AudioContext, priority: AlarmPriority): void {
  const { tonesHertz, rounds } = SIRENS[priority];
  const begin = context.currentTime + 0.02;
  const end = begin + rounds * tonesHertz.length * TONE_SECONDS;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  for (let step = 0; step < rounds * tonesHertz.length; step++)
    oscillator.frequency.setValueAtTime(tonesHertz[step % 2 === 0 ? 0 : 1], begin + step * TONE_SECONDS);
  // Ramps at both ends avoid clicks.
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
  gain.gain.setValueAtTime(LOUDNESS, end - 0.05);
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(end);
}

// Muting: until a visible time, or without end if chosen so.
export type Mute = { readonly kind: 'on' } | { readonly kind: 'until'; readonly at: number } | { readonly kind: 'off' };
export type MuteChoice = 'quarter' | 'hour' | 'shift' | 'off';

/** In the order they are offered. */
export const MUTE_CHOICES = [
  { id: 'quarter', milliseconds: 15 * MINUTE_MS },
  { id: 'hour', milliseconds: 60 * MINUTE_MS },
  { id: 'shift', milliseconds: 480 * MINUTE_MS },
  { id: 'off', milliseconds: null },
] as const satisfies readonly { id: MuteChoice; milliseconds: number | null }[];

/** The storage key of the choice, for every page of this browser. */
export const MUTE_STORAGE_KEY = 'monitor.mute';

export const SOUND_ON: Mute = { kind: 'on' };

export function muteFor(choice: MuteChoice, now: number): Mute {
  const milliseconds = MUTE_CHOICES.find(({ id }) => id === choice)?.milliseconds ?? null;
  return milliseconds === null ? { kind: 'off' } : { kind: 'until', at: now + milliseconds };
}

export const isMuted = (mute: Mute, now: number): boolean => mute.kind === 'off' || (mute.kind === 'until' && now < mute.at);

/** The key m: unmutes, or mutes for the shortest time, a quarter of an hour. */
export const toggled = (mute: Mute, now: number): Mute => (isMuted(mute, now) ? SOUND_ON : muteFor('quarter', now));

export const writeMute = (mute: Mute): string => JSON.stringify(mute);

/** An unreadable value means not muted: muting must have been chosen. */
export function readMute(text: string | null): Mute {
  if (text === null) return SOUND_ON;
  try {
    const { kind, at } = JSON.parse(text) as { kind?: unknown; at?: unknown };
    if (kind === 'off') return { kind };
    return kind === 'until' && typeof at === 'number' ? { kind, at } : SOUND_ON;
  } catch {
    return SOUND_ON;
  }
}
