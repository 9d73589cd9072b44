// An alarm as the map needs it: a plain record that the web creates from its alarm store; and its colour by age.

import type { GridNo } from '@lookout/domain';
import type { AlarmKind, Verdict } from '../alarm.ts';

/** Size of a satellite pixel on the terrain. */
export interface Footprint {
  readonly scanKilometres: number;
  readonly trackKilometres: number;
}

export interface AlarmMark {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly lng: number;
  readonly lat: number;
  readonly gridNo: GridNo;
  /** Satellite alarms only. */
  readonly footprint?: Footprint;
  readonly observedAt: Date;
  readonly arrivedAt: Date;
  readonly verdict: Verdict;
  /** Judged real and not closed: drawn as a flame, in a separate layer. */
  readonly inProgress: boolean;
  /** Belongs to an exercise: striped in every state. Absent: real. */
  readonly isDrill?: boolean;
  /** Just arrived: a ring grows around it once. */
  readonly isNew: boolean;
}

/** What changed. A handled alarm is a removal (or an upsert with `inProgress`); unknown ids in `removals` are ignored. */
export interface MarkChange {
  readonly upserts: readonly AlarmMark[];
  readonly removals: readonly string[];
}

// Colour by age: the legend of marks and footprints. The limits are those of the time filter (specification §9 "Time filters").

export interface AgeClass {
  /** Time filter id of the specification; `older` beyond the last. */
  readonly id: 'onehour' | 'threehour' | 'halfDay' | 'oneDay' | 'threeDays' | 'fiveDays' | 'older';
  /** Greatest age in hours, included. */
  readonly toHours: number;
  readonly colour: string;
}

/** From bright to dull around the colour of an unjudged alarm (#ff7a1a), so that new alarms stand out. */
export const AGE_LEGEND = [
  { id: 'onehour', toHours: 1, colour: '#ffc247' },
  { id: 'threehour', toHours: 3, colour: '#ff9a2e' },
  { id: 'halfDay', toHours: 12, colour: '#ff7a1a' },
  { id: 'oneDay', toHours: 24, colour: '#e0573a' },
  { id: 'threeDays', toHours: 72, colour: '#b8484a' },
  { id: 'fiveDays', toHours: 120, colour: '#8f4a55' },
  { id: 'older', toHours: Number.POSITIVE_INFINITY, colour: '#6c5763' },
] as const satisfies readonly AgeClass[];

const MILLISECONDS_PER_HOUR = 3_600_000;

/** @returns index into AGE_LEGEND; a time in the future (due to a wrong clock) counts as just now */
export function ageClassOf(observedAt: Date, now: Date): number {
  const hours = (now.getTime() - observedAt.getTime()) / MILLISECONDS_PER_HOUR;
  const index = AGE_LEGEND.findIndex(({ toHours }) => hours <= toHours);
  return index < 0 ? AGE_LEGEND.length - 1 : index;
}

/** Colours of verdicts. An unjudged alarm is coloured by age. */
export const STATE_COLOURS = { real: '#ff3b30', false: '#8e9bb3' } as const;
