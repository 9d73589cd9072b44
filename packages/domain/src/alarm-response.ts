// How duty has answered an alarm: the stage it has reached, who has acknowledged it, and whether it was pushed to the superior.
import type { GridNo } from './grid.ts';

export type Verdict = 'unjudged' | 'false' | 'real';

/** The eight kinds of a real fire, in the order of the specification's numbers 1–8 (§4). */
export const REAL_FIRE_TYPES = ['farm', 'domestic', 'garbage', 'folk-custom', 'construction', 'smoking', 'forest', 'grassland'] as const;
export type RealFireType = (typeof REAL_FIRE_TYPES)[number];

/** How a fire in progress came to its end: 已扑灭, 自行熄灭, 核实非火情, 已移交, 其他 (the note says what). */
export const CLOSE_OUTCOMES = ['extinguished', 'burnt-out', 'no-fire', 'handed-over', 'other'] as const;
export type CloseOutcome = (typeof CLOSE_OUTCOMES)[number];

/** What somebody may judge. */
export type JudgedVerdict = Exclude<Verdict, 'unjudged'>;

export interface Judgement {
  readonly verdict: JudgedVerdict;
  readonly note: string | null;
  /** Only of a real fire. */
  readonly realFireType: RealFireType | null;
}

/** The judgement that stands. `by` is a full name, here and below. */
export interface StandingJudgement extends Judgement {
  readonly at: Date;
  readonly by: string;
}

export interface Closure {
  readonly at: Date;
  readonly by: string;
  readonly outcome: CloseOutcome;
  readonly note: string | null;
}

/** Who said "I have it". */
export interface Acknowledgement {
  readonly at: Date;
  readonly by: string;
  readonly accountId: string;
}

/** The push that stands: to the superior of `fromGridNo`. */
export interface Push {
  readonly at: Date;
  readonly note: string | null;
  readonly fromGridNo: GridNo;
}

/**
 * How far duty has come.
 * `open`: in the queue. `handled`: out of the queue without a judgement (people were sent, a danger was put right, a smoke alarm pushed on).
 * `dismissed`: judged false. `in-progress`: judged real and still burning. `closed`: the fire is over.
 */
export type AlarmStage =
  | { readonly stage: 'open' }
  | { readonly stage: 'handled' }
  | { readonly stage: 'dismissed'; readonly judgement: StandingJudgement }
  | { readonly stage: 'in-progress'; readonly judgement: StandingJudgement }
  | { readonly stage: 'closed'; readonly judgement: StandingJudgement; readonly closure: Closure };
export const ALARM_STAGES = ['open', 'handled', 'dismissed', 'in-progress', 'closed'] as const satisfies readonly AlarmStage['stage'][];

export type AlarmResponse = AlarmStage & {
  readonly acknowledgement: Acknowledgement | null;
  readonly push: Push | null;
};

export const UNANSWERED: AlarmResponse = { stage: 'open', acknowledgement: null, push: null };

export const judgementOf = (stage: AlarmStage): StandingJudgement | null => ('judgement' in stage ? stage.judgement : null);

export const verdictOf = (stage: AlarmStage): Verdict => judgementOf(stage)?.verdict ?? 'unjudged';

export const closureOf = (stage: AlarmStage): Closure | null => (stage.stage === 'closed' ? stage.closure : null);

/** Out of the queue: the marker is gone from every desk. */
export const isHandled = ({ stage }: AlarmStage): boolean => stage !== 'open';

/** A fire in progress: judged real and not closed yet. */
export const isInProgress = ({ stage }: AlarmStage): boolean => stage === 'in-progress';
