// An officer's unsaved changes to the rules of a grid. Pure functions.

import { type RatingTable, ratingFault } from '../../danger-rating.ts';
import { type DangerRaising, type GridDangerRules, type Holiday, wrongHoliday } from '../../danger-rules.ts';

/** The rules set for exactly this grid; null: inherited from the nearest grid above. */
export interface Draft {
  readonly rating: RatingTable | null;
  readonly holidays: readonly Holiday[] | null;
  readonly raising: DangerRaising | null;
}

export const draftOf = ({ gridNo, rating, ratingFrom, holidays, holidaysFrom, raising, raisingFrom }: GridDangerRules): Draft => ({
  rating: ratingFrom === gridNo ? rating : null,
  holidays: holidaysFrom === gridNo ? holidays : null,
  raising: raisingFrom === gridNo ? raising : null,
});

export const isChanged = (draft: Draft, rules: GridDangerRules): boolean => JSON.stringify(draft) !== JSON.stringify(draftOf(rules));

export type PartName = keyof RatingTable;
export const PARTS = ['temperature', 'humidity', 'dryDays', 'wind', 'season', 'levels'] as const satisfies readonly PartName[];
/** The parts whose points are defined by steps. */
export const STEPPED = ['temperature', 'humidity', 'dryDays', 'wind'] as const satisfies readonly PartName[];
export type SteppedName = (typeof STEPPED)[number];

/** Faults by position; empty: the draft can be saved. */
export interface Faults {
  readonly parts: Readonly<Partial<Record<PartName, 'order' | 'count' | 'source'>>>;
  /** The faulty field of a holiday, by the holiday's index in the list. */
  readonly holidays: Readonly<Record<number, 'days' | 'name' | 'source'>>;
  readonly raising: 'source' | null;
}

export function faultsOf({ rating, holidays, raising }: Draft): Faults {
  const fault = rating && ratingFault(rating);
  const noSource = rating === null ? [] : PARTS.filter((part) => rating[part].source.trim() === '');
  const wrong = holidays && wrongHoliday(holidays);
  const missing = (holidays ?? []).flatMap(({ name, source }, at): (readonly [number, 'name' | 'source'])[] =>
    name.trim() === '' ? [[at, 'name']] : source.trim() === '' ? [[at, 'source']] : [],
  );
  return {
    parts: {
      ...Object.fromEntries(noSource.map((part) => [part, 'source' as const])),
      ...(fault && { [fault.part]: fault.why === 'wrong-count' ? 'count' : 'order' }),
    },
    holidays: { ...Object.fromEntries(missing), ...(wrong !== null && { [wrong]: 'days' as const }) },
    raising: raising !== null && raising.source.trim() === '' ? 'source' : null,
  };
}

export const hasFaults = ({ parts, holidays, raising }: Faults): boolean =>
  Object.keys(parts).length + Object.keys(holidays).length > 0 || raising !== null;

const replaced = <T>(list: readonly T[], at: number, value: T): T[] => list.map((one, index) => (index === at ? value : one));
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

export const withLimit = (table: RatingTable, part: SteppedName | 'levels', at: number, value: number): RatingTable => ({
  ...table,
  [part]: { ...table[part], upTo: replaced(table[part].upTo, at, value) },
});

export const withPoints = (table: RatingTable, part: SteppedName | 'season', at: number, value: number): RatingTable => ({
  ...table,
  [part]: { ...table[part], points: replaced(table[part].points, at, value) },
});

/** Adds a step above the last one: it begins where the last step ends, with the last step's points. */
export function withStep(table: RatingTable, part: SteppedName): RatingTable {
  const { upTo, points } = table[part];
  return { ...table, [part]: { ...table[part], upTo: [...upTo, (upTo.at(-1) ?? 0) + 1], points: [...points, points.at(-1) ?? 0] } };
}

/** Removes a step and its points. */
export const withoutStep = (table: RatingTable, part: SteppedName, at: number): RatingTable => ({
  ...table,
  [part]: { ...table[part], upTo: without(table[part].upTo, at), points: without(table[part].points, at) },
});

export const withSource = (table: RatingTable, part: PartName, change: { source?: string; toConfirm?: boolean }): RatingTable => ({
  ...table,
  [part]: { ...table[part], ...change },
});

export const withHoliday = (holidays: readonly Holiday[], at: number, change: Partial<Holiday>): Holiday[] =>
  holidays.map((one, index) => (index === at ? { ...one, ...change } : one));

export const withoutHoliday = without as (holidays: readonly Holiday[], at: number) => Holiday[];

/** The numbers of a raising, by cause. */
export const RAISING_FIELDS = [
  ['holiday', 'levels'],
  ['holiday', 'daysBefore'],
  ['holiday', 'daysAfter'],
  ['lightning', 'levels'],
  ['lightning', 'strokes'],
] as const;
export type RaisingField = (typeof RAISING_FIELDS)[number];

export const raisingValueOf = (raising: DangerRaising, [cause, field]: RaisingField): number =>
  (raising[cause] as Readonly<Record<string, number>>)[field] as number;

export const withRaising = (raising: DangerRaising, [cause, field]: RaisingField, value: number): DangerRaising => ({
  ...raising,
  [cause]: { ...raising[cause], [field]: value },
});
