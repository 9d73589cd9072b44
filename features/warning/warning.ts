// Forest-fire danger warnings (森林火险预警): issued for grids in four colours, raised, lowered, lifted, and read by their officers.
// 国家森林草原火灾应急预案 (国办函〔2020〕99号) has the four colours, red the highest.
import { actorName, covers, eventObject, type GridNo, type Named, ok, type Result, refuse, withGridName } from '@lookout/domain';

/** Rising: 蓝色, 黄色, 橙色, 红色. */
export const WARNING_LEVELS = ['blue', 'yellow', 'orange', 'red'] as const;
export type WarningLevel = (typeof WARNING_LEVELS)[number];

/** The longest validity. */
export const MOST_WARNING_DAYS = 30;

/** A step of a warning; `level` null: the warning was lifted. */
export interface WarningStep {
  readonly at: Date;
  readonly by: string;
  readonly level: WarningLevel | null;
  /** The text as issued, or the reason for lifting. */
  readonly text: string;
}

export interface Warning {
  readonly id: string;
  /** The smallest grid that covers all areas. */
  readonly gridNo: GridNo;
  readonly areas: readonly GridNo[];
  /** The grids whose desks are notified: the areas, each down to its counties. */
  readonly reaches: readonly GridNo[];
  readonly level: WarningLevel;
  readonly text: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Incremented by each change; a receipt for an older revision does not count for this one. */
  readonly revision: number;
  readonly steps: readonly WarningStep[];
  readonly issuedAt: Date;
  readonly liftedAt: Date | null;
}

/** A warning with the names of its areas, without the grids that are notified. */
export type NamedWarning = Named<Omit<Warning, 'areas' | 'reaches'>> & { readonly areas: readonly Named<{ readonly gridNo: GridNo }>[] };

/** Includes the time when the requesting officer read the current revision; null: not yet. */
export type ListedWarning = NamedWarning & { readonly readAt: Date | null };

/** @param nameOf returns null for an unknown number */
export const withAreaNames = ({ areas, reaches: _, ...warning }: Warning, nameOf: (no: GridNo) => string | null): NamedWarning => ({
  ...withGridName(warning, nameOf),
  areas: areas.map((gridNo) => withGridName({ gridNo }, nameOf)),
});

/** An officer in the areas of a warning. */
export interface WarningReader {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  /** When the current revision was read; null: not yet. */
  readonly readAt: Date | null;
}

export interface WarningPayloads {
  'warning.issued': { readonly warning: Warning };
  'warning.changed': {
    readonly from: WarningLevel;
    readonly to: WarningLevel;
    readonly text: string;
    readonly untilAt: Date;
    readonly revision: number;
  };
  'warning.lifted': { readonly reason: string };
  'warning.read': { readonly revision: number };
}
type Change = {
  readonly [K in keyof WarningPayloads]: { readonly kind: K; readonly payload: WarningPayloads[K]; readonly happenedAt: Date };
}[keyof WarningPayloads];

/** @param by the name of the actor. @returns the warning after the event */
export function applyToWarning(warning: Warning | null, event: Change, by: string): Warning | null {
  if (event.kind === 'warning.issued') return event.payload.warning;
  if (warning === null || event.kind === 'warning.read') return warning;
  const at = event.happenedAt;
  if (event.kind === 'warning.lifted') {
    const step = { at, by, level: null, text: event.payload.reason };
    return { ...warning, liftedAt: at, steps: [...warning.steps, step] };
  }
  const { to: level, text, untilAt: endsAt, revision } = event.payload;
  return { ...warning, level, text, endsAt, revision, steps: [...warning.steps, { at, by, level, text }] };
}

/** 未生效、生效中、已过期、已解除. */
export const WARNING_STATES = ['coming', 'current', 'expired', 'lifted'] as const;
export type WarningState = (typeof WARNING_STATES)[number];

export function warningState({ startsAt, endsAt, liftedAt }: Pick<Warning, 'startsAt' | 'endsAt' | 'liftedAt'>, at: Date): WarningState {
  if (liftedAt !== null) return 'lifted';
  if (at < startsAt) return 'coming';
  return at <= endsAt ? 'current' : 'expired';
}

/** A warning may be changed or lifted only while it is neither lifted nor expired, and from the revision that the officer saw. */
export function mayChangeWarning(
  warning: Pick<Warning, 'startsAt' | 'endsAt' | 'liftedAt' | 'revision'>,
  revision: number,
  at: Date,
): Result<null, 'over' | 'revised'> {
  const state = warningState(warning, at);
  if (state === 'lifted' || state === 'expired') return refuse('over');
  return warning.revision === revision ? ok(null) : refuse('revised');
}

/** Whether the warning concerns this grid: an area lies in the grid, or the grid lies in an area. */
export const concerns = ({ areas }: Pick<Warning, 'areas'>, gridNo: GridNo): boolean =>
  areas.some((area) => covers(area, gridNo) || covers(gridNo, area));

export const warningObject = eventObject<WarningPayloads, Warning>()({
  apply: (warning, event) => applyToWarning(warning, event, actorName(event.actor)),
  keeping: {
    'warning.issued': 'always',
    'warning.changed': 'always',
    'warning.lifted': 'always',
    'warning.read': 'while-open',
  },
  isOpen: (warning, now) => !['lifted', 'expired'].includes(warningState(warning, now)),
  summaries: {
    'warning.issued': ({ warning: { areas, level, text } }) => ({ areas, level, text }),
  },
});
