import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { type VerifiedDay, type VerifiedLevel, verifyDanger } from './danger-verification.ts';

const dayOf = (gridNo: string, day: string, level: VerifiedLevel | null): VerifiedDay => ({ gridNo: gridNo as GridNo, day, level });
const alarmOf = (fireId: string, gridNo: string, day: string) => ({ fireId, gridNo: gridNo as GridNo, day });

const DAYS = [
  dayOf('513221', '2026-03-01', 5),
  dayOf('513221', '2026-03-02', 1),
  dayOf('513222', '2026-03-01', 2),
  dayOf('513222', '2026-03-02', 1),
  dayOf('510100', '2026-03-01', null),
];

it('counts days and fires by level: a fire counts once, its alarms count individually', () => {
  const { classes, firesWithout } = verifyDanger(DAYS, [
    alarmOf('a', '513221', '2026-03-01'),
    alarmOf('a', '513221', '2026-03-01'),
    alarmOf('b', '513221101', '2026-03-01'),
    alarmOf('c', '513222', '2026-03-02'),
  ]);
  expect(classes.map(({ level, gridDays, alarms, fires }) => [level, gridDays, alarms, fires])).toEqual([
    [1, 2, 1, 1],
    [2, 1, 0, 0],
    [3, 0, 0, 0],
    [4, 0, 0, 0],
    [5, 1, 3, 2],
  ]);
  expect(classes[4]).toMatchObject({ shareOfGridDays: 0.25, firesPerThousandGridDays: 2_000 });
  expect(classes[4]?.shareOfFires).toBeCloseTo(2 / 3, 12);
  expect([classes[2]?.firesPerThousandGridDays, firesWithout]).toEqual([null, 0]);
});

it('a fire on a day without a level is in no class and is reported separately', () => {
  const { classes, firesWithout } = verifyDanger(DAYS, [alarmOf('a', '510107', '2026-03-01'), alarmOf('b', '513221', '2026-03-09')]);
  expect(firesWithout).toBe(2);
  expect(classes.every(({ fires, shareOfFires }) => fires === 0 && shareOfFires === 0)).toBe(true);
});
