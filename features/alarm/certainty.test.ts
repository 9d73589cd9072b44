import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FireLevel } from '../danger/fire-level.ts';
import { believedByHistory, CALMING_REASONS, type CalmingReason, certaintyOf, type Evidence } from './certainty.ts';

const UNKNOWN = { fireLevel: null, forestShare: null } as const;
const says = (look: string, probability: number, ...calmedBy: CalmingReason[]): Evidence => ({ look, probability, calmedBy });
const sure = (...evidence: Evidence[]) => certaintyOf(evidence, UNKNOWN).probability;

describe('certainty that a fire is burning', () => {
  it('combines two independent looks as the chance that not both are wrong', () => {
    expect(sure(says('camera', 0.7), says('satellite', 0.6))).toBeCloseTo(0.88, 9);
  });

  it('counts several looks of one camera as one, the strongest', () => {
    expect(sure(says('camera', 0.5), says('camera', 0.7), says('camera', 0.6))).toBeCloseTo(0.7, 9);
  });

  it('is lower in a mask, at a known heat source and in an approved burning, but never zero', () => {
    for (const reason of CALMING_REASONS) expect(sure(says('camera', 0.7, reason))).toBeLessThan(0.35);
    const least = sure(says('camera', 0.05, ...CALMING_REASONS));
    expect(least).toBe(0.01);
  });

  it('is high when a second look without calming reasons confirms a calmed one', () => {
    expect(sure(says('satellite', 0.6, 'known-heat'), says('person', 0.9))).toBeGreaterThan(0.9);
  });

  it('is raised by the danger level and by forest, and lists both factors', () => {
    const at = (fireLevel: FireLevel | null, forestShare: number | null) => certaintyOf([says('camera', 0.5)], { fireLevel, forestShare });
    expect(at(5, null).probability).toBeGreaterThan(at(3, null).probability);
    expect(at(3, null).probability).toBeCloseTo(0.5, 9);
    expect(at(null, 1).probability).toBeGreaterThan(at(null, 0).probability);
    expect(at(5, 1).factors).toEqual([
      { kind: 'fire-level', odds: 2 },
      { kind: 'forest', odds: 2 },
    ]);
  });

  it('never reaches 0 or 1, does not fall with a further look, and does not depend on their order', () => {
    const evidence = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.subarray([...CALMING_REASONS]))
        .map(([look, probability, reasons]) => says(`${look}`, probability, ...reasons)),
      { minLength: 1, maxLength: 10 },
    );
    fc.assert(
      fc.property(evidence, (list) => {
        const all = sure(...list);
        expect(all).toBeGreaterThanOrEqual(0.01);
        expect(all).toBeLessThanOrEqual(0.99);
        expect(sure(...list.toReversed())).toBeCloseTo(all, 9);
        if (list.length > 1) expect(sure(...list.slice(1))).toBeLessThanOrEqual(all + 1e-9);
      }),
    );
  });
});

describe('the history of a source', () => {
  it('moves the initial belief towards the share of its alarms that were real', () => {
    expect(believedByHistory(0.7, { real: 0, false: 0 })).toBeCloseTo(0.7, 9);
    expect(believedByHistory(0.7, { real: 0, false: 90 })).toBeCloseTo(0.07, 9);
    expect(believedByHistory(0.6, { real: 90, false: 0 })).toBeCloseTo(0.96, 9);
  });
});
