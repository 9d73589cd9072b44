import { expect, it } from 'vitest';
import { isMuted, muteFor, readMute, SOUND_ON, toggled, writeMute } from './mute.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const minute = 60_000;

it('a silence ends by itself at its time', () => {
  const mute = muteFor('hour', now);
  expect([isMuted(mute, now), isMuted(mute, now + 60 * minute - 1), isMuted(mute, now + 60 * minute)]).toEqual([true, true, false]);
  expect(muteFor('shift', now)).toEqual({ kind: 'until', at: now + 480 * minute });
});

it('only who chose it so is silent until it is switched on', () => {
  expect(isMuted(muteFor('off', now), now + 1e12)).toBe(true);
});

it('the key m silences for a quarter of an hour, and opens a silence of any kind', () => {
  expect(toggled(SOUND_ON, now)).toEqual({ kind: 'until', at: now + 15 * minute });
  expect(toggled(muteFor('off', now), now)).toEqual(SOUND_ON);
  expect(toggled({ kind: 'until', at: now - 1 }, now)).toEqual({ kind: 'until', at: now + 15 * minute });
});

it('a silence survives a reload; what cannot be read sounds', () => {
  for (const mute of [SOUND_ON, muteFor('quarter', now), muteFor('off', now)]) expect(readMute(writeMute(mute))).toEqual(mute);
  expect([null, '', '{"kind":"until"}', '7'].map(readMute)).toEqual(Array(4).fill(SOUND_ON));
});
