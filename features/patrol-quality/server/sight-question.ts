// What the worker that computes what patrols saw is asked.
import type { PatrolGround, PostBox, SeenDay, TrackFix } from '@lookout/geo';
import type { PatrolQuestion, PatrolStay } from '../patrol-quality.ts';
import type { CellBox } from '../patrol-seen.store.ts';

export interface DayOfSight {
  readonly kind: 'day';
  /** Sound positions, in order of time. */
  readonly fixes: readonly TrackFix[];
  readonly dayBeginMs: number;
  /** All positions of the day, and those left out as not reachable. */
  readonly positions: number;
  readonly leftOut: number;
  readonly pieces: readonly { readonly fixes: readonly TrackFix[]; readonly ground: PatrolGround }[];
  /** The thread pauses while it is not 0 (`RightOfWay`). */
  readonly rightOfWay: Int32Array;
}

/** A grid's forest, and the days on which cells of it were seen. */
export interface GapsOfLand {
  readonly kind: 'gaps';
  readonly box: PostBox;
  /** The weight of each post's forest; 0: no forest. */
  readonly weights: Float32Array;
  /** The area of a post by its row. */
  readonly hectares: Float64Array;
  readonly leastWeight: number;
  /** Numbered so that the last day is `lastDay`. */
  readonly days: readonly SeenDay[];
  readonly lastDay: number;
}

export type SightQuestion = DayOfSight | GapsOfLand;

export interface SightOfDay {
  readonly cells: Uint8Array;
  readonly forest: Uint8Array;
  /** null: no cell. */
  readonly box: CellBox | null;
  readonly climbMetres: number;
  readonly stays: readonly PatrolStay[];
  readonly points: number;
  readonly withoutElevation: number;
  readonly slots: Int32Array;
  readonly questions: readonly PatrolQuestion[];
}

export interface LandGaps {
  /** Days since each post was last seen; `NEVER_SEEN`: not within the days. */
  readonly since: Int16Array;
  readonly forestHectares: number;
  readonly dangerousHectares: number;
  /** Dangerous forest by the days since it was last seen, one more than there are days: the last is never. */
  readonly dangerousBySince: Float64Array;
}

export type SightAnswer = SightOfDay | LandGaps;
