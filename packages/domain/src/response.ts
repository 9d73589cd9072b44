// How duty answers an alarm: the states of one alarm and the only ways from one to the next. Each act is recorded; none is undone, only
// followed by another (contract.md, "Undo").
import { ok, type Result, refuse } from './result.ts';

export type Verdict = 'unjudged' | 'false' | 'real';

/** The eight kinds of a real fire, in the order of the specification's numbers 1–8 (§4). */
export const REAL_FIRE_TYPES = ['farm', 'domestic', 'garbage', 'folk-custom', 'construction', 'smoking', 'forest', 'grassland'] as const;
export type RealFireType = (typeof REAL_FIRE_TYPES)[number];

/** How a fire in progress came to its end: 已扑灭, 自行熄灭, 核实非火情, 已移交, 其他 (the note says what). */
export const CLOSE_OUTCOMES = ['extinguished', 'burnt-out', 'no-fire', 'handed-over', 'other'] as const;
export type CloseOutcome = (typeof CLOSE_OUTCOMES)[number];

/** What duty has done about an alarm. A fire judged real lives on as a fire in progress until it is closed. Names are full names. */
export interface AlarmResponse {
  readonly verdict: Verdict;
  readonly judgedAt: Date | null;
  readonly judgedBy: string | null;
  readonly verdictNote: string | null;
  readonly realFireType: RealFireType | null;
  /** Judged, dispatched or closed: the marker is gone from every desk. */
  readonly handled: boolean;
  readonly pushed: boolean;
  readonly pushedAt: Date | null;
  readonly pushNote: string | null;
  /** Who said "I have it", and the account behind the name. */
  readonly acknowledgedBy: string | null;
  readonly acknowledgedById: string | null;
  readonly acknowledgedAt: Date | null;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  readonly outcome: CloseOutcome | null;
  readonly closeNote: string | null;
}

export const UNANSWERED: AlarmResponse = {
  verdict: 'unjudged',
  judgedAt: null,
  judgedBy: null,
  verdictNote: null,
  realFireType: null,
  handled: false,
  pushed: false,
  pushedAt: null,
  pushNote: null,
  acknowledgedBy: null,
  acknowledgedById: null,
  acknowledgedAt: null,
  closedAt: null,
  closedBy: null,
  outcome: null,
  closeNote: null,
};

/** Who acts, and when. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly at: Date;
}

/** Why an act is refused: somebody was first, or the alarm is not in the state for it. */
export type ActRefusal =
  | 'closed'
  | 'already-acknowledged'
  | 'already-judged'
  | 'not-judged'
  | 'already-pushed'
  | 'not-pushed'
  | 'already-handled'
  | 'not-handled'
  | 'not-in-progress'
  | 'nothing-changes';

type Answered = Result<AlarmResponse, ActRefusal>;

export interface Judgement {
  readonly verdict: 'false' | 'real';
  readonly note: string | null;
  readonly realFireType: RealFireType | null;
}

/** A fire in progress: judged real and not closed yet. */
export const isInProgress = (response: Pick<AlarmResponse, 'verdict' | 'closedAt'>): boolean =>
  response.verdict === 'real' && response.closedAt === null;

/**
 * "I have it". Saying it twice changes nothing; what a colleague has is his until it is taken over expressly.
 * @param takesOver from the colleague who has it
 */
export function acknowledge(response: AlarmResponse, actor: Actor, takesOver: boolean): Answered {
  if (response.closedAt) return refuse('closed');
  if (response.verdict === 'false') return refuse('already-judged');
  if (response.acknowledgedById === actor.id) return refuse('nothing-changes');
  if (response.acknowledgedById !== null && !takesOver) return refuse('already-acknowledged');
  return ok({ ...response, acknowledgedBy: actor.name, acknowledgedById: actor.id, acknowledgedAt: actor.at });
}

/** First judgement wins: a judged alarm cannot be judged again, only corrected. */
export function judge(response: AlarmResponse, judgement: Judgement, actor: Actor): Answered {
  if (response.closedAt) return refuse('closed');
  if (response.verdict !== 'unjudged') return refuse('already-judged');
  return ok(withJudgement(response, judgement, actor));
}

/** A further judgement upon the one that stands. */
export function correct(response: AlarmResponse, judgement: Judgement, actor: Actor): Answered {
  if (response.closedAt) return refuse('closed');
  if (response.verdict === 'unjudged') return refuse('not-judged');
  const next = withJudgement(response, judgement, actor);
  const isSame =
    next.verdict === response.verdict && next.verdictNote === response.verdictNote && next.realFireType === response.realFireType;
  return isSame ? refuse('nothing-changes') : ok(next);
}

function withJudgement(response: AlarmResponse, { verdict, note, realFireType }: Judgement, actor: Actor): AlarmResponse {
  return {
    ...response,
    verdict,
    judgedAt: actor.at,
    judgedBy: actor.name,
    verdictNote: note,
    realFireType: verdict === 'real' ? realFireType : null,
    handled: true,
  };
}

/** Upwards, to the superior's desk. */
export function push(response: AlarmResponse, note: string | null, actor: Actor): Answered {
  if (response.closedAt) return refuse('closed');
  if (response.pushed) return refuse('already-pushed');
  return ok({ ...response, pushed: true, pushedAt: actor.at, pushNote: note });
}

export function withdrawPush(response: AlarmResponse): Answered {
  if (response.closedAt) return refuse('closed');
  if (!response.pushed) return refuse('not-pushed');
  return ok({ ...response, pushed: false, pushedAt: null, pushNote: null });
}

/** Seen to without a judgement: dispatched, put right, passed on as another alarm. */
export function handle(response: AlarmResponse): Answered {
  if (response.closedAt) return refuse('closed');
  if (response.handled) return refuse('already-handled');
  return ok({ ...response, handled: true });
}

/** Back into the queue, as long as nobody has judged it. */
export function reopen(response: AlarmResponse): Answered {
  if (response.closedAt) return refuse('closed');
  if (!response.handled) return refuse('not-handled');
  if (response.verdict !== 'unjudged') return refuse('already-judged');
  return ok({ ...response, handled: false });
}

/** A dispatch handles the alarm; more people may be sent to one that is handled, or to a fire in progress. */
export function dispatch(response: AlarmResponse): Answered {
  if (response.closedAt) return refuse('closed');
  return ok(response.handled ? response : { ...response, handled: true });
}

/** The end of a fire in progress. */
export function close(
  response: AlarmResponse,
  end: { readonly outcome: CloseOutcome; readonly note: string | null },
  actor: Actor,
): Answered {
  if (response.closedAt) return refuse('closed');
  if (!isInProgress(response)) return refuse('not-in-progress');
  return ok({ ...response, handled: true, closedAt: actor.at, closedBy: actor.name, outcome: end.outcome, closeNote: end.note });
}
