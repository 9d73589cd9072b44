// What the map needs to know of an alarm: a plain record, made by the web from its alarm store.
import type { AlarmKind, GridNo, Verdict } from '@lookout/domain';

/** Size of a satellite's pixel on the ground. */
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
  /** Judged real and not closed: drawn as a flame, in a layer of its own. */
  readonly inProgress: boolean;
  /** Just came in: one ring grows once. */
  readonly isNew: boolean;
}

/** What changed. A handled alarm is a removal (or an upsert with `inProgress`); an unknown id in `removals` is no fault. */
export interface MarkChange {
  readonly upserts: readonly AlarmMark[];
  readonly removals: readonly string[];
}
