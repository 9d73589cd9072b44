// Verifies how well the danger levels predicted where and when fires burned: each level's share of the days and of the fires. This is pure
// counting. Levels are good if the high ones have many fires in few days.
import { type GridNo, lineage } from '@lookout/domain';

export const VERIFIED_LEVELS = [1, 2, 3, 4, 5] as const;
export type VerifiedLevel = (typeof VERIFIED_LEVELS)[number];

/** A grid's day and its level; null: no level by this scheme. */
export interface VerifiedDay {
  readonly gridNo: GridNo;
  /** `YYYY-MM-DD`, Beijing time. */
  readonly day: string;
  readonly level: VerifiedLevel | null;
}

/** An alarm that was judged real. */
export interface VerifiedAlarm {
  readonly fireId: string;
  readonly gridNo: GridNo;
  /** The day on which it was observed. */
  readonly day: string;
}

export interface VerifiedClass {
  readonly level: VerifiedLevel;
  readonly gridDays: number;
  readonly shareOfGridDays: number;
  readonly alarms: number;
  readonly fires: number;
  readonly shareOfFires: number;
  readonly firesPerThousandGridDays: number | null;
}

export interface DangerVerification {
  readonly classes: readonly VerifiedClass[];
  /** Fires at a place and on a day without a level. */
  readonly firesWithout: number;
}

/**
 * @param days of grids of which none covers another; otherwise a place would count twice
 * @param alarms each belongs to the nearest grid that has the day; the first alarm of a fire in the list decides for the fire
 */
export function verifyDanger(days: readonly VerifiedDay[], alarms: readonly VerifiedAlarm[]): DangerVerification {
  const levels = new Map<string, VerifiedLevel>();
  const gridDays = new Map<VerifiedLevel, number>();
  for (const { gridNo, day, level } of days) {
    if (level === null) continue;
    levels.set(`${gridNo} ${day}`, level);
    gridDays.set(level, (gridDays.get(level) ?? 0) + 1);
  }
  const levelOfAlarm = ({ gridNo, day }: VerifiedAlarm): VerifiedLevel | null => {
    const known = lineage(gridNo).find((no) => levels.has(`${no} ${day}`));
    return known === undefined ? null : (levels.get(`${known} ${day}`) ?? null);
  };
  const alarmsOf = new Map<VerifiedLevel | null, number>();
  const firesOf = new Map<VerifiedLevel | null, number>();
  const counted = new Set<string>();
  for (const alarm of alarms) {
    const level = levelOfAlarm(alarm);
    alarmsOf.set(level, (alarmsOf.get(level) ?? 0) + 1);
    if (counted.has(alarm.fireId)) continue;
    counted.add(alarm.fireId);
    firesOf.set(level, (firesOf.get(level) ?? 0) + 1);
  }
  const allDays = [...gridDays.values()].reduce((sum, count) => sum + count, 0);
  const firesWithout = firesOf.get(null) ?? 0;
  const allFires = counted.size - firesWithout;
  const classes = VERIFIED_LEVELS.map((level) => {
    const [own, fires] = [gridDays.get(level) ?? 0, firesOf.get(level) ?? 0];
    return {
      level,
      gridDays: own,
      shareOfGridDays: allDays === 0 ? 0 : own / allDays,
      alarms: alarmsOf.get(level) ?? 0,
      fires,
      shareOfFires: allFires === 0 ? 0 : fires / allFires,
      firesPerThousandGridDays: own === 0 ? null : (1_000 * fires) / own,
    };
  });
  return { classes, firesWithout };
}
