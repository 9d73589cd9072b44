import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  applyToPlan,
  applyToPlanRun,
  changeLevel,
  isOverdue,
  isRequired,
  mayReviewPlan,
  missingParts,
  type Plan,
  type PlanContent,
  type PlanItem,
  plansFor,
  RESPONSE_LEVELS,
  startPlan,
  tickItem,
} from './plan.ts';

const AT = new Date('2026-11-21T08:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const grid = (no: string) => no as GridNo;

const item = (id: string, level: PlanItem['level'], withinMinutes = 10): PlanItem => ({
  id,
  level,
  text: id,
  who: '值班员',
  withinMinutes,
});
const content: PlanContent = {
  title: '预案',
  conditions: RESPONSE_LEVELS.map((level) => ({ level, text: '条件' })),
  duties: [{ post: '指挥长', person: null, phone: '000-0000-1234', duty: '总指挥' }],
  contacts: [],
  items: [item('report', 4), item('call', 3, 20), item('army', 1, 60)],
  files: [],
};
const plan: Plan = {
  id: 'v1',
  planId: 'p',
  version: 1,
  gridNo: grid('513200'),
  state: 'draft',
  revision: 1,
  content,
  createdBy: '甲',
  createdAt: AT,
  changedBy: '甲',
  changedById: 'a',
  changedAt: AT,
  submittedBy: null,
  submittedById: null,
  submittedAt: null,
  reviewedBy: null,
  reviewedAt: null,
  reviewNote: null,
};
const fire = { id: 'f', gridNo: grid('513221'), name: '汶川县' };
const run = startPlan({ id: 'r', plan, fire, level: 3, reason: '蔓延', by: '甲', at: AT });
const WHO = { name: '乙', accountId: 'b' };

describe('a version', () => {
  it('needs a condition for every level, a duty and an item before it can be submitted', () => {
    expect(missingParts(content)).toEqual([]);
    expect(missingParts({ ...content, conditions: content.conditions.slice(1) })).toEqual(['conditions']);
    expect(missingParts({ ...content, conditions: [], duties: [], items: [] })).toEqual(['conditions', 'duties', 'items']);
  });

  it('is reviewed by a second person: neither its writer nor its submitter', () => {
    const submitted = { ...plan, state: 'submitted', changedById: 'a', submittedById: 'b' } as const;
    expect(mayReviewPlan(submitted, 'a')).toEqual({ ok: false, error: 'own-plan' });
    expect(mayReviewPlan(submitted, 'b')).toEqual({ ok: false, error: 'own-plan' });
    expect(mayReviewPlan(submitted, 'c').ok).toBe(true);
    expect(mayReviewPlan(plan, 'c')).toEqual({ ok: false, error: 'not-submitted' });
  });

  it('that was refused is a draft again once it is revised, and its refusal is cleared when it is submitted', () => {
    const refused = applyToPlan(
      { ...plan, state: 'submitted' },
      { kind: 'plan.refused', payload: { note: '缺电话' }, happenedAt: AT },
      WHO,
    );
    expect(refused).toMatchObject({ state: 'refused', reviewedBy: '乙', reviewNote: '缺电话' });
    const revised = applyToPlan(refused, { kind: 'plan.revised', payload: { content, revision: 2 }, happenedAt: AT }, WHO);
    expect(revised).toMatchObject({ state: 'draft', revision: 2, changedById: 'b' });
    const again = applyToPlan(revised, { kind: 'plan.submitted', payload: {}, happenedAt: AT }, WHO);
    expect(again).toMatchObject({ state: 'submitted', reviewNote: null, submittedById: 'b' });
  });
});

describe('the plans of a grid', () => {
  const at = (no: string) => ({ gridNo: grid(no) });
  it('are its own, otherwise those of the nearest superior', () => {
    const all = [at('510000'), at('513200'), at('513222')];
    expect(plansFor(grid('513221'), all)).toEqual([at('513200')]);
    expect(plansFor(grid('513222'), all)).toEqual([at('513222')]);
    expect(plansFor(grid('510100'), all)).toEqual([at('510000')]);
    expect(plansFor(grid('410781'), all)).toEqual([]);
  });
});

describe('a run', () => {
  const due = (of: typeof run) => Object.fromEntries(of.items.map(({ id, dueAt }) => [id, dueAt]));

  it('starts the items of its level and of those below it', () => {
    expect(due(run)).toEqual({ report: later(10), call: later(20), army: null });
    expect(run.steps).toEqual([{ at: AT, by: '甲', from: null, to: 3, reason: '蔓延' }]);
  });

  it('starts the new items when it is raised and leaves the other times unchanged; when lowered, no longer requires them', () => {
    const change = { from: 3, to: 1, reason: '失控' } as const;
    const raised = applyToPlanRun(run, { kind: 'plan-run.level-changed', payload: change, happenedAt: later(30) }, WHO);
    expect(raised && due(raised)).toEqual({ report: later(10), call: later(20), army: later(90) });
    const lowering = { from: 1, to: 4, reason: '控制' } as const;
    const lowered = raised && applyToPlanRun(raised, { kind: 'plan-run.level-changed', payload: lowering, happenedAt: later(40) }, WHO);
    expect(lowered?.items.map((one) => isRequired(lowered, one))).toEqual([true, false, false]);
    expect(lowered?.items.map((one) => isOverdue(lowered, one, later(200)))).toEqual([true, false, false]);
  });

  it('marks an overdue item: past its time, not done, while the run is active', () => {
    const overdue = (of: typeof run, minutes: number) => of.items.filter((one) => isOverdue(of, one, later(minutes))).map(({ id }) => id);
    expect(overdue(run, 10)).toEqual([]);
    expect(overdue(run, 11)).toEqual(['report']);
    const done = applyToPlanRun(run, { kind: 'plan-run.item-done', payload: { itemId: 'report', note: null }, happenedAt: later(5) }, WHO);
    expect(done?.items[0]?.done).toEqual({ at: later(5), by: '乙', note: null });
    expect(done && overdue(done, 30)).toEqual(['call']);
    const ended = done && applyToPlanRun(done, { kind: 'plan-run.ended', payload: { reason: '已扑灭' }, happenedAt: later(25) }, WHO);
    expect(ended && overdue(ended, 60)).toEqual([]);
    expect(ended?.steps.at(-1)).toEqual({ at: later(25), by: '乙', from: 3, to: null, reason: '已扑灭' });
  });

  it('changes its level only from the level that the officer saw', () => {
    expect(changeLevel(run, 3, 2)).toEqual({ ok: true, value: 2 });
    expect(changeLevel(run, 4, 2)).toEqual({ ok: false, error: 'moved' });
    expect(changeLevel(run, 3, 3)).toEqual({ ok: false, error: 'same' });
    expect(changeLevel({ ...run, endedAt: AT }, 3, 2)).toEqual({ ok: false, error: 'ended' });
  });

  it('an item can be ticked once, and only after its level was reached', () => {
    expect(tickItem(run, 'report', true).ok).toBe(true);
    expect(tickItem(run, 'army', true)).toEqual({ ok: false, error: 'not-begun' });
    expect(tickItem(run, 'none', true)).toEqual({ ok: false, error: 'no-item' });
    expect(tickItem(run, 'report', false)).toEqual({ ok: false, error: 'open-before' });
    const done = { ...run, items: run.items.map((one) => ({ ...one, done: { at: AT, by: '乙', note: null } })) };
    expect(tickItem(done, 'report', true)).toEqual({ ok: false, error: 'done-before' });
  });
});
