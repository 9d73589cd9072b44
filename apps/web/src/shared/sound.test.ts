import { expect, it } from 'vitest';
import { createChime, isMuted, muteFor, readMute, SOUND_ON, toggled, writeMute } from './sound.ts';
import { OWN_TURN } from './sound-turn.ts';
import { aSoundContext, aSoundPage, settled } from './testing/sound-page.ts';

function aBrowser(allowed: boolean, turn = OWN_TURN) {
  const { page, listeners, gesture } = aSoundPage(allowed);
  let contexts = 0;
  let sirens = 0;
  /** The first tone of the last siren. */
  let hertz = 0;
  const parameter = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
  const makeContext = () => {
    contexts++;
    return Object.assign(aSoundContext(), {
      currentTime: 0,
      destination: {},
      createGain: () => ({ gain: parameter, connect: (next: unknown) => next }),
      createOscillator: () => ({
        type: '',
        frequency: {
          setValueAtTime: (value: number, at: number) => {
            if (at < 0.1) hertz = value;
          },
        },
        connect: (next: unknown) => next,
        start: () => void sirens++,
        stop: () => undefined,
      }),
    }) as unknown as AudioContext;
  };
  let now = 0;
  const timers = new Map<() => void, number>();
  const chime = createChime(page, makeContext, () => now, {
    turn,
    after: (run, milliseconds) => {
      timers.set(run, now + milliseconds);
      return () => void timers.delete(run);
    },
  });
  return {
    chime,
    listeners,
    gesture,
    contexts: () => contexts,
    sirens: () => sirens,
    pass: (ms: number) => {
      now += ms;
      for (const [run, at] of [...timers]) {
        if (at > now) continue;
        timers.delete(run);
        run();
      }
    },
    hertz: () => hertz,
  };
}

it('before a gesture no audio context is created and the page shows a hint; a blocked alarm sounds with the first gesture', async () => {
  const browser = aBrowser(false);
  browser.chime.play(HIGH);
  expect([browser.chime.blocked(), browser.contexts(), browser.sirens()]).toEqual([true, 0, 0]);
  await browser.gesture();
  expect([browser.chime.blocked(), browser.sirens(), browser.listeners.size]).toEqual([false, 1, 0]);
});

const HIGH = { priority: 'high' } as const;

it('sounds at most once in ten seconds, then once for all alarms that arrived meanwhile, by the highest priority', async () => {
  const browser = aBrowser(true);
  await settled();
  browser.chime.play({ priority: 'low' });
  expect([browser.sirens(), browser.hertz()]).toEqual([1, 659]);
  for (let i = 0; i < 100; i++) browser.chime.play(i === 50 ? HIGH : { priority: 'medium' });
  browser.pass(9_999);
  expect(browser.sirens()).toBe(1);
  browser.pass(1);
  expect([browser.sirens(), browser.hertz()]).toEqual([2, 880]);
  browser.pass(60_000);
  expect(browser.sirens()).toBe(2);
});

it('an alarm that has been answered before its turn does not sound', async () => {
  const browser = aBrowser(true);
  await settled();
  let isOpen = true;
  browser.chime.play(HIGH);
  browser.chime.play({ ...HIGH, isWanted: () => isOpen });
  isOpen = false;
  browser.pass(10_000);
  expect(browser.sirens()).toBe(1);
});

const now = Date.parse('2026-11-21T15:00:00+08:00');
const minute = 60_000;

it('muting ends automatically at its time', () => {
  const mute = muteFor('hour', now);
  expect([isMuted(mute, now), isMuted(mute, now + 60 * minute - 1), isMuted(mute, now + 60 * minute)]).toEqual([true, true, false]);
  expect(muteFor('shift', now)).toEqual({ kind: 'until', at: now + 480 * minute });
});

it('muting has no end only if the user chose that', () => {
  expect(isMuted(muteFor('off', now), now + 1e12)).toBe(true);
});

it('the key m mutes for a quarter of an hour, and ends any muting', () => {
  expect(toggled(SOUND_ON, now)).toEqual({ kind: 'until', at: now + 15 * minute });
  expect(toggled(muteFor('off', now), now)).toEqual(SOUND_ON);
  expect(toggled({ kind: 'until', at: now - 1 }, now)).toEqual({ kind: 'until', at: now + 15 * minute });
});

it('muting survives a reload; an unreadable value does not mute', () => {
  for (const mute of [SOUND_ON, muteFor('quarter', now), muteFor('off', now)]) expect(readMute(writeMute(mute))).toEqual(mute);
  expect([null, '', '{"kind":"until"}', '7'].map(readMute)).toEqual(Array(4).fill(SOUND_ON));
});

it('an alarm for which another window has sounded does not sound here, nor does one arriving within a second', async () => {
  const ended: (() => void)[] = [];
  const browser = aBrowser(true, { take: () => undefined, onOther: (listener) => void ended.push(listener), stop: () => undefined });
  await settled();
  browser.chime.play(HIGH);
  ended[0]?.();
  browser.pass(999);
  browser.chime.play(HIGH);
  browser.pass(60_000);
  expect(browser.sirens()).toBe(0);
});
