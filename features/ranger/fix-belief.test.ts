import { haversineMetres } from '@lookout/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fix, type FixBelief, judgeFixes, NO_BELIEF, PAST_FIX_MS } from './fix-belief.ts';

const NOW = Date.UTC(2026, 10, 21, 5, 30);
const METRES_PER_DEGREE = 111_195;
/** A fix a number of seconds after the first one, and a number of metres north of it. */
const fix = (seconds: number, metres: number, accuracyMetres: number | null = null): Fix => ({
  at: new Date(NOW + seconds * 1000),
  position: { lng: 103.5, lat: 31.4 + metres / METRES_PER_DEGREE },
  accuracyMetres,
});
/** Each fix arrives at its own time, unless `receivedAt` is given. */
function sent(fixes: readonly (Fix & { readonly receivedAt?: Date })[], before: FixBelief = NO_BELIEF) {
  let belief = before;
  const verdicts = fixes.map((one) => {
    const judged = judgeFixes(belief, [one], one.receivedAt ?? one.at);
    belief = judged.belief;
    return judged.verdicts[0];
  });
  return { verdicts, belief };
}

describe('the belief about a phone’s position', () => {
  it.each<[string, Fix[], string[]]>([
    ['a walk', [fix(0, 0), fix(15, 25), fix(30, 50)], ['moved', 'moved', 'moved']],
    ['a drive', [fix(0, 0), fix(15, 500), fix(30, 1_000)], ['moved', 'moved', 'moved']],
    ['the scatter of a gorge', [fix(0, 0), fix(1, 150), fix(2, 0)], ['moved', 'moved', 'moved']],
    ['a jump and back', [fix(0, 0), fix(15, 50_000), fix(30, 20)], ['moved', 'doubtful', 'moved']],
    [
      'jumps to other places each',
      [fix(0, 0), fix(15, 50_000), fix(30, 9_000), fix(45, 90_000)],
      ['moved', 'doubtful', 'doubtful', 'doubtful'],
    ],
    [
      'a new place that three agree on',
      [fix(0, 0), fix(15, 50_000), fix(30, 50_020), fix(45, 50_040)],
      ['moved', 'doubtful', 'doubtful', 'moved'],
    ],
    ['three of one instant', [fix(0, 0), fix(15, 50_000), fix(16, 50_000), fix(17, 50_000)], ['moved', 'doubtful', 'doubtful', 'doubtful']],
    [
      'the same doubtful fix again',
      [fix(0, 0), fix(15, 50_000), fix(15, 50_000), fix(30, 50_000)],
      ['moved', 'doubtful', 'doubtful', 'doubtful'],
    ],
    ['a mobile cell', [fix(0, 0), fix(15, 400, 3_000), fix(900, 400, 3_000)], ['moved', 'doubtful', 'moved']],
    ['hours later elsewhere', [fix(0, 0), fix(7_200, 90_000)], ['moved', 'moved']],
  ])('%s', (_, fixes, verdicts) => {
    expect(sent(fixes).verdicts).toEqual(verdicts);
  });

  it('follows a helicopter once it is recognised as one', () => {
    const flight = Array.from({ length: 8 }, (_, n) => fix(15 * n, n === 0 ? 0 : 1_000 * n));
    expect(sent(flight).verdicts).toEqual(['moved', 'doubtful', 'doubtful', 'moved', 'moved', 'moved', 'moved', 'moved']);
  });

  it('late fixes and fixes older than a day do not move a person', () => {
    const { belief } = sent([fix(0, 0)]);
    const late = { ...fix(-60, 3_000), receivedAt: new Date(NOW + 30_000) };
    const past = { ...fix(-PAST_FIX_MS / 1000 - 1, 0), receivedAt: new Date(NOW) };
    expect(sent([late], belief)).toEqual({ verdicts: ['late'], belief });
    expect(sent([past])).toEqual({ verdicts: ['past'], belief: NO_BELIEF });
  });

  it('uses the time of receipt where a phone’s clock is ahead, so that later fixes count after the clock is corrected', () => {
    const receivedAt = new Date(NOW);
    const { belief } = sent([{ ...fix(540, 0), receivedAt }]);
    expect(belief.last?.at).toEqual(receivedAt);
    expect(sent([fix(15, 20)], belief).verdicts).toEqual(['moved']);
  });

  it('sorts fixes that arrive together', () => {
    const { verdicts, belief } = judgeFixes(NO_BELIEF, [fix(30, 40), fix(0, 0), fix(15, 80_000)], new Date(NOW + 31_000));
    expect(verdicts).toEqual(['moved', 'moved', 'doubtful']);
    expect(belief.last).toEqual({ position: fix(30, 40).position, at: fix(30, 40).at });
  });

  /** Steps of a person on foot, each fix distorted in one of the ways typical of phones, or not at all. */
  const SPOILS = ['none', 'noise', 'jump', 'late', 'ahead', 'past', 'cell'] as const;
  const steps = fc.array(
    fc.record({
      spoil: fc.constantFrom(...SPOILS),
      metres: fc.double({ min: -400_000, max: 400_000, noNaN: true }),
      seconds: fc.integer({ min: 8, max: 60 }),
    }),
    { minLength: 1, maxLength: 40 },
  );

  it('never moves a person farther than he can have travelled, whatever phones send', () => {
    fc.assert(
      fc.property(steps, (walk) => {
        let [seconds, belief] = [0, sent([fix(0, 0)]).belief];
        for (const { spoil, metres, seconds: pause } of walk) {
          seconds += pause;
          const receivedAt = new Date(NOW + seconds * 1000);
          const here = 1.2 * seconds;
          const spoilt: Readonly<Record<(typeof SPOILS)[number], Fix>> = {
            none: fix(seconds, here),
            noise: fix(seconds, here + (metres % 100)),
            jump: fix(seconds, metres),
            late: fix(seconds - 3_600, metres),
            ahead: fix(seconds + 590, metres),
            past: fix(seconds - 90_000, metres),
            cell: fix(seconds, here + (metres % 5_000), 6_000),
          };
          const before = belief;
          belief = judgeFixes(before, [spoilt[spoil]], receivedAt).belief;
          const [from, to] = [before.last, belief.last];
          if (from === null || to === null || from === to) continue;
          // By the server's own clock; three fixes that agree are believed at any distance.
          const agreed = before.doubt !== null && before.doubt.count >= 2;
          const mostMetres = (90 * (receivedAt.getTime() - from.at.getTime())) / 1000 + 650;
          expect(agreed || haversineMetres(from.position, to.position) <= mostMetres).toBe(true);
          expect(to.at.getTime()).toBeGreaterThan(from.at.getTime());
          expect(to.at.getTime()).toBeLessThanOrEqual(receivedAt.getTime());
        }
      }),
      { numRuns: 60 },
    );
  });
});
