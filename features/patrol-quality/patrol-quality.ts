// The quality of patrols (巡护质量): what rangers saw of the forest, which dangerous forest nobody saw for how long, and days that raise a
// question. Days and months are in Beijing time. What a person sees, and what does not look like a walk, is computed in geo (patrol-seen/,
// track/track-doubts.ts).
import type { GridNo, Position } from '@lookout/domain';

/** Stored days are computed anew when this changes. */
export const PATROL_SEEN_VERSION = '1';

/** Dangerous forest is listed by how many days it was not seen. */
export const UNSEEN_DAYS = [7, 14, 30, 90] as const;
/** How far back it is looked for when a cell was last seen. */
export const MOST_UNSEEN_DAYS = 90;

/**
 * Forest is dangerous whose weight in coverage is at least this: the level of danger, 1 to 5, times the class of the head fire's intensity in
 * its fuel, 1 to 6. Without weather all forest counts.
 * Our own limit, 待核对.
 */
export const DANGEROUS_WEIGHT = 6;

export const GAP_CELLS = ['dangerous', 'forest'] as const;
/** Which forest a picture of the gaps shows. */
export type GapCells = (typeof GAP_CELLS)[number];

interface Span {
  readonly begin: Date;
  readonly end: Date;
}

/** What a day's track leaves open. Each is a question to the ranger (疑问) with its evidence, and never a verdict. */
export type PatrolQuestion = Span &
  (
    | { readonly kind: 'ride'; readonly metres: number; readonly kilometresPerHour: number }
    | {
        readonly kind: 'jump';
        readonly metres: number;
        readonly kilometresPerHour: number;
        readonly from: Position;
        readonly to: Position;
      }
    /** Many positions could not be reached from the ones before (fix-belief.ts, patrol.ts). */
    | { readonly kind: 'scatter'; readonly leftOut: number; readonly positions: number }
    /** Moved all day beside another ranger. `fullName` is null where that ranger belongs to a grid that the reader does not see. */
    | {
        readonly kind: 'together';
        readonly userId: string;
        readonly fullName: string | null;
        readonly minutes: number;
        readonly metres: number;
        readonly apartMetres: number;
      }
    /** Was at the same places at the same times as on an earlier day. */
    | {
        readonly kind: 'repeated';
        readonly earlierDay: string;
        readonly minutes: number;
        readonly metres: number;
        readonly apartMetres: number;
      }
  );
export type PatrolQuestionKind = PatrolQuestion['kind'];

/** Five minutes or more within 50 m. */
export interface PatrolStay extends Span {
  readonly position: Position;
}

export const MOST_LISTED_STAYS = 10;

/** One ranger's month. */
export interface PatrolQuality {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  /** The month's first day and its last one so far: `YYYY-MM-DD`. */
  readonly beginDay: string;
  readonly endDay: string;
  readonly daysOnDuty: number;
  /** Of these, days whose sight is not computed yet; they are missing in what follows. */
  readonly pendingDays: number;
  readonly dutySeconds: number;
  readonly movingSeconds: number;
  readonly distanceMetres: number;
  readonly climbMetres: number;
  readonly stayCount: number;
  readonly staySeconds: number;
  /** The longest, longest first; at most `MOST_LISTED_STAYS`. */
  readonly stays: readonly PatrolStay[];
  /** Land seen in the month; what was seen on several days counts once. */
  readonly seenHectares: number;
  readonly seenForestHectares: number;
  /** null: the danger of one of the counties is still being computed, or its boundary is not known. */
  readonly seenDangerousHectares: number | null;
  /** The part of the track below which no elevation is known, 0–1: there only its surroundings count as seen. */
  readonly withoutElevationShare: number;
  readonly questions: readonly PatrolQuestion[];
}

/** Dangerous forest that no patrol saw for more than a number of days. */
export interface UnseenForest {
  readonly days: number;
  readonly hectares: number;
}

/** A grid's forest by what its patrols, and those of its neighbours, saw up to a day. */
export interface PatrolGaps {
  readonly gridNo: GridNo;
  readonly forestHectares: number;
  readonly dangerousHectares: number;
  /** The day whose weather tells what is dangerous; null: no weather is stored, and all forest counts. */
  readonly dangerDay: string | null;
  /** Land without elevation or land cover, which counts as nothing. */
  readonly unknownHectares: number;
  /** One for each of `UNSEEN_DAYS`. */
  readonly unseen: readonly UnseenForest[];
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string): boolean => MONTH.test(text);

/** The first and the last day of a month, `YYYY-MM-DD`. @param month `YYYY-MM` */
export function daysOfMonth(month: string): { readonly first: string; readonly last: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { first: `${month}-01`, last: `${month}-${days}` };
}
