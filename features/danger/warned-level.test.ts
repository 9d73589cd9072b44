import { describe, expect, it } from 'vitest';
import { type DangerRaising, HOLIDAYS, NO_RAISING } from './danger-rules.ts';
import { dangerRaisesOf, warnedLevelOf } from './warned-level.ts';

const raising = (more: {
  holiday?: Partial<DangerRaising['holiday']>;
  lightning?: Partial<DangerRaising['lightning']>;
}): DangerRaising => ({
  ...NO_RAISING,
  holiday: { ...NO_RAISING.holiday, ...more.holiday },
  lightning: { ...NO_RAISING.lightning, ...more.lightning },
});
const causesOn = (day: string, strokes: number | null, more: Parameters<typeof raising>[0]) =>
  dangerRaisesOf(day, strokes, { holidays: HOLIDAYS, raising: raising(more) }).map(({ cause }) => cause);

describe('what raises a day', () => {
  it('is nothing until a deployment says so', () => {
    expect(dangerRaisesOf('2026-04-04', 5_000, { holidays: HOLIDAYS, raising: NO_RAISING })).toEqual([]);
  });

  it('is a holiday on its days, and on as many days around it as the rules set', () => {
    const near = (day: string) => causesOn(day, null, { holiday: { levels: 1, daysBefore: 2, daysAfter: 1 } });
    expect(['2026-03-31', '2026-04-08'].flatMap(near)).toEqual([]);
    expect(['2026-04-01', '2026-04-02', '2026-04-03', '2026-04-06', '2026-04-07'].flatMap(near)).toEqual(
      [-2, -1, 0, 0, 1].map((days) => ({ kind: 'holiday', name: '清明节', days })),
    );
    // Across the end of the year: 元旦 recurs every year.
    expect(near('2026-12-31')).toEqual([{ kind: 'holiday', name: '元旦', days: -1 }]);
    expect(causesOn('2026-04-02', null, { holiday: { levels: 1 } })).toEqual([]);
  });

  it('is lightning from the set number of strokes on; unknown strokes raise nothing', () => {
    const struck = (strokes: number | null) => causesOn('2026-07-01', strokes, { lightning: { levels: 1, strokes: 10 } });
    expect([struck(null), struck(0), struck(9)]).toEqual([[], [], []]);
    expect(struck(10)).toEqual([{ kind: 'lightning', strokes: 10 }]);
  });
});

describe('the warned level', () => {
  const raises = (holiday: 0 | 1 | 2, lightning: 0 | 1 | 2) =>
    dangerRaisesOf('2026-04-04', 12, {
      holidays: HOLIDAYS,
      raising: raising({ holiday: { levels: holiday }, lightning: { levels: lightning, strokes: 10 } }),
    });

  it("is the index's own level, without a reason, if nothing raises it or it is at the top", () => {
    expect(warnedLevelOf(3, [])).toEqual({ level: 3, raisedBy: [] });
    expect(warnedLevelOf(5, raises(2, 2))).toEqual({ level: 5, raisedBy: [] });
  });

  it('is raised by the strongest cause, not by the sum, to the top at most, and lists all causes', () => {
    const both = [
      { kind: 'holiday', name: '清明节', days: 0 },
      { kind: 'lightning', strokes: 12 },
    ];
    expect(warnedLevelOf(3, raises(1, 1))).toEqual({ level: 4, raisedBy: both });
    expect(warnedLevelOf(2, raises(1, 2))).toEqual({ level: 4, raisedBy: both });
    expect(warnedLevelOf(4, raises(2, 0))).toEqual({ level: 5, raisedBy: both.slice(0, 1) });
    expect(warnedLevelOf(1, raises(0, 1))).toEqual({ level: 2, raisedBy: both.slice(1) });
  });
});
