// The wall (大屏) `/wall`: what it shows of a grid, its fires and its last alarms. It contains the names of the officers on duty and in
// charge, but no telephone numbers, reporters or descriptions.

import type { GridNo, Position } from '@lookout/domain';
import type { AlarmKind, RealFireType } from '../alarm/alarm.ts';
import type { DutySums } from '../shift/duty-sums.ts';

/** The newest picture of an alarm or of a fire's alarms, and when that alarm was observed. */
export interface WallPicture {
  readonly url: string;
  readonly observedAt: Date;
}

interface Placed {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly position: Position;
  readonly formattedAddress: string;
  readonly picture: WallPicture | null;
}

/**
 * `waiting`: to be judged. `of-burning`: it has joined a fire in progress and needs no judgement. `handled`: handled without a judgement.
 */
export const WALL_ALARM_STATES = ['waiting', 'of-burning', 'handled', 'real', 'false'] as const;
export type WallAlarmState = (typeof WALL_ALARM_STATES)[number];

export interface WallAlarm extends Placed {
  readonly kind: AlarmKind;
  readonly observedAt: Date;
  readonly arrivedAt: Date;
  readonly state: WallAlarmState;
}

/** A fire in progress. Its grid and position are those of the alarm that was judged real first. */
export interface WallFire extends Placed {
  /** The kinds of alarms that detected it, in the order of the sources. */
  readonly kinds: readonly AlarmKind[];
  readonly alarms: number;
  readonly realFireType: RealFireType | null;
  readonly firstSeenAt: Date;
  readonly judgedAt: Date;
  /** The officer who acknowledged it; null: not acknowledged. */
  readonly inCharge: string | null;
  /** Members of its open tasks: ordered and not yet received, on the way, arrived. */
  readonly people: { readonly sent: number; readonly underWay: number; readonly there: number };
  /** Vehicles of its open tasks. */
  readonly vehicles: number;
  /** The earliest expected arrival, a model estimate. null: unknown. */
  readonly nextArrivalAt: Date | null;
  /** Observed or from its forecast. null: not known. */
  readonly area: { readonly hectares: number; readonly basis: 'observed' | 'forecast' } | null;
  /** The newest forecast whose period has not ended, a model estimate. `hours` counts from its beginning. */
  readonly forecast: {
    readonly runId: string;
    readonly beginsAt: Date;
    readonly areas: readonly { readonly hours: number; readonly hectares: number }[];
  } | null;
}

export interface Wall {
  readonly gridNo: GridNo;
  readonly gridName: string;
  /** Name of the link; null: an officer's own session. */
  readonly name: string | null;
  readonly centre: Position | null;
  /** Whether the demo world is running, so that the wall shows invented data. */
  readonly isDemo: boolean;
  readonly sums: DutySums;
  /** Newest first, at most `MOST_WALL_FIRES`. `sums.burning` counts all. */
  readonly fires: readonly WallFire[];
  /** Newest arrivals first. */
  readonly alarms: readonly WallAlarm[];
  /** The officer on duty for this grid; null: none. */
  readonly onDuty: { readonly fullName: string; readonly beganAt: Date } | null;
}

/** The newest forecast of a fire. */
export interface WallForecast {
  readonly runId: string;
  readonly beginsAt: Date;
  /** Coordinates of a GeoJSON MultiPolygon, the earliest first. */
  readonly outlines: readonly {
    readonly hours: number;
    readonly hectares: number;
    readonly coordinates: readonly (readonly (readonly (readonly [lng: number, lat: number])[])[])[];
  }[];
}

/** With turns of 18 s each, these take a quarter of an hour. */
export const MOST_WALL_FIRES = 50;
export const MOST_WALL_ALARMS = 12;
