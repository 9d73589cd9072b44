// Emergency plans (预案): a grid's actions at each response level, in versions that a second person approves; and the run of a plan for a
// fire, with its level and its checklist. Levels are those of the State Council's plan for forest and grassland fires (国家森林草原火灾应急预案): Ⅳ the
// lowest, Ⅰ the highest.
import { eventObject, type GridNo, lineage, MINUTE_MS, type Named, ok, type Result, refuse, whoActed, withGridName } from '@lookout/domain';

/** Ⅳ to Ⅰ, rising. The number equals the level's numeral: 1 is the highest. */
export const RESPONSE_LEVELS = [4, 3, 2, 1] as const;
export type ResponseLevel = (typeof RESPONSE_LEVELS)[number];

/** 草稿、待审批、已退回、已生效、已被新版取代. */
export const PLAN_STATES = ['draft', 'submitted', 'refused', 'approved', 'superseded'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** The condition under which a level applies. */
export interface PlanCondition {
  readonly level: ResponseLevel;
  readonly text: string;
}

/** A responsibility: the post 岗位, and a person if one is named. Short messages are sent to the phones. */
export interface PlanDuty {
  readonly post: string;
  readonly person: string | null;
  readonly phone: string | null;
  readonly duty: string;
}

export interface PlanContact {
  readonly name: string;
  readonly unit: string | null;
  readonly phone: string;
}

/** One item of the checklist. */
export interface PlanItem {
  readonly id: string;
  /** The lowest level that requires the item: an item of level Ⅳ also belongs to Ⅲ, Ⅱ and Ⅰ. */
  readonly level: ResponseLevel;
  readonly text: string;
  readonly who: string;
  /** Minutes after the item's level was reached. */
  readonly withinMinutes: number;
}

export interface PlanFile {
  /** The id of the upload. */
  readonly id: string;
  readonly name: string;
  readonly mime: string;
}

export interface PlanContent {
  readonly title: string;
  readonly conditions: readonly PlanCondition[];
  readonly duties: readonly PlanDuty[];
  readonly contacts: readonly PlanContact[];
  readonly items: readonly PlanItem[];
  readonly files: readonly PlanFile[];
}

/** One version of a plan. */
export interface Plan {
  readonly id: string;
  /** The same for all versions of a plan. */
  readonly planId: string;
  readonly version: number;
  readonly gridNo: GridNo;
  readonly state: PlanState;
  /** Incremented by each change; a change based on an older revision is refused. */
  readonly revision: number;
  readonly content: PlanContent;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedById: string | null;
  readonly changedAt: Date;
  readonly submittedBy: string | null;
  readonly submittedById: string | null;
  readonly submittedAt: Date | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
  readonly reviewNote: string | null;
}

/** The actor as recorded in events; the id is null for the product itself. */
export interface PlanActor {
  readonly name: string;
  readonly accountId: string | null;
}

export interface PlanPayloads {
  'plan.drafted': { readonly plan: Plan };
  'plan.revised': { readonly content: PlanContent; readonly revision: number };
  'plan.submitted': Readonly<Record<never, never>>;
  'plan.approved': { readonly note: string | null };
  'plan.refused': { readonly note: string };
  /** A newer version was approved; this one remains readable. */
  'plan.superseded': { readonly byVersion: number };
  'plan.discarded': { readonly title: string; readonly version: number };
}
type Change<P> = { readonly [K in keyof P & string]: { readonly kind: K; readonly payload: P[K]; readonly happenedAt: Date } }[keyof P &
  string];

/** @returns the version after the event; null: it was discarded */
export function applyToPlan(plan: Plan | null, event: Change<PlanPayloads>, by: PlanActor): Plan | null {
  if (event.kind === 'plan.drafted') return event.payload.plan;
  if (plan === null || event.kind === 'plan.discarded') return null;
  const at = event.happenedAt;
  switch (event.kind) {
    case 'plan.revised':
      return { ...plan, ...event.payload, state: 'draft', changedBy: by.name, changedById: by.accountId, changedAt: at };
    case 'plan.submitted': {
      const undecided = { reviewedBy: null, reviewedAt: null, reviewNote: null };
      return { ...plan, ...undecided, state: 'submitted', submittedBy: by.name, submittedById: by.accountId, submittedAt: at };
    }
    case 'plan.approved':
      return { ...plan, state: 'approved', reviewedBy: by.name, reviewedAt: at, reviewNote: event.payload.note };
    case 'plan.refused':
      return { ...plan, state: 'refused', reviewedBy: by.name, reviewedAt: at, reviewNote: event.payload.note };
    case 'plan.superseded':
      return { ...plan, state: 'superseded' };
  }
}

/** A draft may be changed or discarded; a version that is submitted or approved may not. */
export const isPlanOpen = ({ state }: Pick<Plan, 'state'>): boolean => state === 'draft' || state === 'refused';

/** The parts required before a plan can be submitted for approval. */
export const PLAN_PARTS = ['conditions', 'duties', 'items'] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

/** The missing parts: a condition for each level, a person with a duty, an item. */
export const missingParts = ({ conditions, duties, items }: PlanContent): PlanPart[] => {
  const hasConditions = RESPONSE_LEVELS.every((level) => conditions.some((one) => one.level === level && one.text.trim() !== ''));
  const isThere = { conditions: hasConditions, duties: duties.length > 0, items: items.length > 0 };
  return PLAN_PARTS.filter((part) => !isThere[part]);
};

/** A second person reviews: neither the writer of the last change nor the submitter. */
export function mayReviewPlan(
  { state, submittedById, changedById }: Pick<Plan, 'state' | 'submittedById' | 'changedById'>,
  accountId: string,
): Result<null, 'not-submitted' | 'own-plan'> {
  if (state !== 'submitted') return refuse('not-submitted');
  return accountId === submittedById || accountId === changedById ? refuse('own-plan') : ok(null);
}

/**
 * The plans that apply to a grid: its own approved plans; if it has none, those of the nearest superior that has any.
 * @param approved in any order
 */
export function plansFor<P extends Pick<Plan, 'gridNo'>>(gridNo: GridNo, approved: readonly P[]): P[] {
  const nearest = lineage(gridNo).find((no) => approved.some((plan) => plan.gridNo === no));
  return approved.filter((plan) => plan.gridNo === nearest);
}

// The run of a plan for a fire.

export interface RunItem extends PlanItem {
  /** null: its level has not been reached. */
  readonly dueAt: Date | null;
  readonly done: { readonly at: Date; readonly by: string; readonly note: string | null } | null;
}

/** A step of the response. `from` null: the start; `to` null: the end. */
export interface RunStep {
  readonly at: Date;
  readonly by: string;
  readonly from: ResponseLevel | null;
  readonly to: ResponseLevel | null;
  readonly reason: string;
}

export interface PlanRun {
  readonly id: string;
  /** The grid of the fire. */
  readonly gridNo: GridNo;
  readonly fireId: string;
  /** The fire's place as text. */
  readonly fireName: string;
  /** The version that the run started with; a later version does not change the run. */
  readonly planVersionId: string;
  readonly planTitle: string;
  readonly planVersion: number;
  readonly planGridNo: GridNo;
  readonly level: ResponseLevel;
  readonly duties: readonly PlanDuty[];
  readonly items: readonly RunItem[];
  readonly steps: readonly RunStep[];
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** A run with the names of the fire's grid and of the plan's grid. */
export type NamedPlanRun = Named<PlanRun> & { readonly planGridName: string };

/** @param nameOf returns null for an unknown number */
export const namedPlanRun = (run: PlanRun, nameOf: (no: GridNo) => string | null): NamedPlanRun => ({
  ...withGridName(run, nameOf),
  planGridName: nameOf(run.planGridNo) ?? run.planGridNo,
});

export interface PlanRunPayloads {
  'plan-run.started': { readonly run: PlanRun };
  'plan-run.level-changed': { readonly from: ResponseLevel; readonly to: ResponseLevel; readonly reason: string };
  'plan-run.item-done': { readonly itemId: string; readonly note: string | null };
  /** The item was ticked by mistake. */
  'plan-run.item-reopened': { readonly itemId: string; readonly reason: string };
  'plan-run.ended': { readonly reason: string };
}

/** @returns the run after the event */
export function applyToPlanRun(run: PlanRun | null, event: Change<PlanRunPayloads>, { name: by }: PlanActor): PlanRun | null {
  if (event.kind === 'plan-run.started') return event.payload.run;
  if (run === null) return null;
  const at = event.happenedAt;
  switch (event.kind) {
    case 'plan-run.level-changed': {
      const { from, to, reason } = event.payload;
      return { ...run, level: to, items: dueFrom(run.items, to, at), steps: [...run.steps, { at, by, from, to, reason }] };
    }
    case 'plan-run.item-done': {
      const { itemId, note } = event.payload;
      return withItem(run, itemId, { at, by, note });
    }
    case 'plan-run.item-reopened':
      return withItem(run, event.payload.itemId, null);
    case 'plan-run.ended':
      return { ...run, endedAt: at, steps: [...run.steps, { at, by, from: run.level, to: null, reason: event.payload.reason }] };
  }
}

const withItem = (run: PlanRun, itemId: string, done: RunItem['done']): PlanRun => ({
  ...run,
  items: run.items.map((item) => (item.id === itemId ? { ...item, done } : item)),
});

/** The items of a level and those below it start now; items already started keep their due time. */
const dueFrom = (items: readonly RunItem[], level: ResponseLevel, at: Date): RunItem[] =>
  items.map((item) =>
    item.level < level || item.dueAt !== null ? item : { ...item, dueAt: new Date(at.getTime() + item.withinMinutes * MINUTE_MS) },
  );

interface Start {
  readonly id: string;
  readonly plan: Plan;
  readonly fire: { readonly id: string; readonly gridNo: GridNo; readonly name: string };
  readonly level: ResponseLevel;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

/** A run at its start. */
export const startPlan = ({ id, plan, fire, level, reason, by, at }: Start): PlanRun => ({
  id,
  gridNo: fire.gridNo,
  fireId: fire.id,
  fireName: fire.name,
  planVersionId: plan.id,
  planTitle: plan.content.title,
  planVersion: plan.version,
  planGridNo: plan.gridNo,
  level,
  duties: plan.content.duties,
  items: dueFrom(
    plan.content.items.map((item) => ({ ...item, dueAt: null, done: null })),
    level,
    at,
  ),
  steps: [{ at, by, from: null, to: level, reason }],
  startedAt: at,
  endedAt: null,
});

/** Whether the current level requires the item. After the level is lowered, items of the higher level alone remain visible. */
export const isRequired = ({ level }: Pick<PlanRun, 'level'>, item: Pick<PlanItem, 'level'>): boolean => item.level >= level;

/** Whether an item was not done by its due time while the run was active. */
export const isOverdue = (run: Pick<PlanRun, 'level' | 'endedAt'>, item: RunItem, now: Date): boolean =>
  run.endedAt === null && item.done === null && item.dueAt !== null && isRequired(run, item) && now > item.dueAt;

/** @param from the level that the officer saw */
export function changeLevel(
  run: Pick<PlanRun, 'level' | 'endedAt'>,
  from: ResponseLevel,
  to: ResponseLevel,
): Result<ResponseLevel, 'ended' | 'moved' | 'same'> {
  if (run.endedAt !== null) return refuse('ended');
  if (run.level !== from) return refuse('moved');
  return from === to ? refuse('same') : ok(to);
}

/** @param done the new state of the item */
export function tickItem(
  run: Pick<PlanRun, 'items' | 'endedAt'>,
  itemId: string,
  done: boolean,
): Result<RunItem, 'no-item' | 'ended' | 'not-begun' | 'done-before' | 'open-before'> {
  const item = run.items.find(({ id }) => id === itemId);
  if (item === undefined) return refuse('no-item');
  if (run.endedAt !== null) return refuse('ended');
  if (item.dueAt === null) return refuse('not-begun');
  if (done && item.done !== null) return refuse('done-before');
  return !done && item.done === null ? refuse('open-before') : ok(item);
}

export const planObject = eventObject<PlanPayloads, Plan>()({
  apply: (plan, event) => applyToPlan(plan, event, whoActed(event.actor)),
  keeping: {
    'plan.drafted': 'always',
    'plan.revised': 'always',
    'plan.submitted': 'always',
    'plan.approved': 'always',
    'plan.refused': 'always',
    'plan.superseded': 'always',
    'plan.discarded': 'always',
  },
  summaries: {
    'plan.drafted': ({ plan: { content, version } }) => ({ title: content.title, version }),
    'plan.revised': ({ content, revision }) => ({ title: content.title, revision }),
  },
});

export const planRunObject = eventObject<PlanRunPayloads, PlanRun>()({
  apply: (run, event) => applyToPlanRun(run, event, whoActed(event.actor)),
  keeping: {
    'plan-run.started': 'while-open',
    'plan-run.level-changed': 'while-open',
    'plan-run.item-done': 'while-open',
    'plan-run.item-reopened': 'while-open',
    'plan-run.ended': 'while-open',
  },
  isOpen: ({ endedAt }) => endedAt === null,
  summaries: {
    'plan-run.started': ({ run: { fireId, planTitle, planVersion, level, steps } }) => ({
      fireId,
      planTitle,
      planVersion,
      level,
      reason: steps[0]?.reason ?? '',
    }),
  },
});
