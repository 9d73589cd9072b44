// Whether the alarm sounds. Silence always has an end that can be read, or was chosen to have none.

export type Mute = { readonly kind: 'on' } | { readonly kind: 'until'; readonly at: number } | { readonly kind: 'off' };
export type MuteChoice = 'quarter' | 'hour' | 'shift' | 'off';

const MINUTE_MS = 60_000;
/** In the order they are offered. */
export const MUTE_CHOICES = [
  { id: 'quarter', milliseconds: 15 * MINUTE_MS },
  { id: 'hour', milliseconds: 60 * MINUTE_MS },
  { id: 'shift', milliseconds: 480 * MINUTE_MS },
  { id: 'off', milliseconds: null },
] as const satisfies readonly { id: MuteChoice; milliseconds: number | null }[];

export const SOUND_ON: Mute = { kind: 'on' };

export function muteFor(choice: MuteChoice, now: number): Mute {
  const milliseconds = MUTE_CHOICES.find(({ id }) => id === choice)?.milliseconds ?? null;
  return milliseconds === null ? { kind: 'off' } : { kind: 'until', at: now + milliseconds };
}

export const isMuted = (mute: Mute, now: number): boolean => mute.kind === 'off' || (mute.kind === 'until' && now < mute.at);

/** The key m: sound back on, or a quarter of an hour of silence: the shortest, so that a slip costs least. */
export const toggled = (mute: Mute, now: number): Mute => (isMuted(mute, now) ? SOUND_ON : muteFor('quarter', now));

export const writeMute = (mute: Mute): string => JSON.stringify(mute);

/** What cannot be read sounds: silence must have been chosen. */
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
