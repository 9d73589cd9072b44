import { expect, it } from 'vitest';
import { honestWalk, scattered } from '../testing/walks.ts';
import { soundFixes, type TrackFix } from './patrol.ts';
import { daySlotsOf, isScattered, jumpsOf, mayShareTrack, ridesOf, wayRepeated, wayTogether } from './track-doubts.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-11-10T00:00:00Z');
const WALKS = 300;

const walkOf = (seed: number, day = 0): TrackFix[] => honestWalk({ seed, beginMs: BEGIN + day * DAY_MS });
const fast = (fixes: readonly TrackFix[], from: number, count: number, metresPerSecond: number): TrackFix[] =>
  fixes.map((fix, index) => {
    const steps = Math.min(Math.max(0, index - from), count);
    return { ...fix, lat: fix.lat + (steps * 15 * metresPerSecond) / 111_195 };
  });

it('honest walks with the errors of phones raise no question', () => {
  let raised = 0;
  for (let seed = 1; seed <= WALKS; seed++) {
    // Another day of the same person from the same gate, and a colleague who starts there too.
    const from = { lng: 103.2, lat: 31.3 };
    const all = honestWalk({ seed, beginMs: BEGIN, from });
    const fixes = soundFixes(all);
    const earlier = soundFixes(honestWalk({ seed: seed + 10_000, beginMs: BEGIN - DAY_MS, from }));
    const colleague = soundFixes(honestWalk({ seed: seed + 20_000, beginMs: BEGIN, from }));
    const doubts = [
      ridesOf(fixes).length,
      jumpsOf(fixes).length,
      Number(isScattered(all.length - fixes.length, all.length)),
      Number(wayRepeated(fixes, earlier, DAY_MS) !== null),
      Number(wayTogether(fixes, colleague) !== null),
    ];
    if (doubts.some((count) => count > 0)) raised++;
  }
  expect(raised).toBeLessThanOrEqual(WALKS / 100);
});

it('a ranger who walks the same path every day a minute later or faster repeats nothing', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const earlier = walkOf(seed);
    const later = scattered(earlier, seed + 1, 10, DAY_MS + 60_000);
    expect(wayRepeated(later, earlier, DAY_MS)).toBeNull();
    const faster = earlier.map((fix) => ({ ...fix, ms: BEGIN + DAY_MS + (fix.ms - BEGIN) * 0.97 }));
    expect(wayRepeated(faster, earlier, DAY_MS)).toBeNull();
  }
});

it('every ride is found with its times and its speed', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const fixes = soundFixes(fast(walkOf(seed).slice(0, 400), 100, 40, 11));
    const [ride, ...others] = ridesOf(fixes);
    expect(others).toEqual([]);
    expect(ride?.metres).toBeGreaterThan(5_500);
    expect(((ride?.metres ?? 0) * 3_600) / ((ride?.endMs ?? 1) - (ride?.beginMs ?? 0))).toBeGreaterThan(28);
  }
  // Two minutes of running downhill are no ride.
  expect(ridesOf(fast(walkOf(7).slice(0, 300), 100, 8, 6))).toEqual([]);
});

it('every jump to another place is found, and a fix that returns is none', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const walk = honestWalk({ seed, beginMs: BEGIN, wrongShare: 0 });
    const moved = walk.map((fix, index) => (index < 800 ? fix : { ...fix, lng: fix.lng + 0.5 }));
    const [jump, ...others] = jumpsOf(soundFixes(moved));
    expect(others).toEqual([]);
    expect(jump?.metres).toBeGreaterThan(40_000);
    expect(jumpsOf(soundFixes(walk.map((fix, index) => (index === 800 ? { ...fix, lng: fix.lng + 0.5 } : fix))))).toEqual([]);
  }
  expect([isScattered(19, 100), isScattered(20, 200), isScattered(20, 201)]).toEqual([false, true, false]);
});

it('every track of a phone handed on is found, also among days that only may share a track', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const one = walkOf(seed);
    const other = scattered(one, seed + 500, 15, 4_000);
    const way = wayTogether(soundFixes(one), soundFixes(other));
    expect(way?.sharedMinutes).toBeGreaterThan(120);
    expect(way?.meanApartMetres).toBeLessThan(25);
    expect(mayShareTrack(daySlotsOf(one, BEGIN), daySlotsOf(other, BEGIN))).toBe(true);
    expect(mayShareTrack(daySlotsOf(one, BEGIN), daySlotsOf(walkOf(seed + 1_000), BEGIN))).toBe(false);
  }
});

it('every track of an earlier day is found, exact or with noise', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const earlier = walkOf(seed);
    for (const metres of [0, 8]) {
      const again = scattered(earlier, seed, metres, 7 * DAY_MS);
      expect(wayRepeated(soundFixes(again), soundFixes(earlier), 7 * DAY_MS)).not.toBeNull();
      expect(mayShareTrack(daySlotsOf(again, BEGIN + 7 * DAY_MS), daySlotsOf(earlier, BEGIN))).toBe(true);
    }
  }
});

it('tracks of no and of one position have nothing to ask', () => {
  const one = walkOf(1).slice(0, 1);
  for (const fixes of [[], one]) {
    expect([ridesOf(fixes), jumpsOf(fixes), wayTogether(fixes, one), wayRepeated(fixes, one, DAY_MS)]).toEqual([[], [], null, null]);
    expect(mayShareTrack(daySlotsOf(fixes, BEGIN), daySlotsOf(one, BEGIN))).toBe(false);
  }
});
