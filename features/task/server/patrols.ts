// Recurring patrols (定期巡护), created, changed, paused, resumed and ended by officers. `patrol-schedule.ts` sends their tasks.

import { randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { type GridNo, MINUTE_MS, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { locatePosition } from '../../grid/service/gazetteer.ts';
import type { Repositories } from '../../store.ts';
import {
  applyToPatrol,
  changePatrolState,
  type ListedPatrolRule,
  listedPatrolRule,
  ON_TIME_MS,
  occurrencesBetween,
  type PatrolChange,
  type PatrolContent,
  type PatrolOccurrence,
  type PatrolRule,
  type PatrolState,
  type PlannedPatrol,
} from '../patrol.ts';
import type { SettledPatrol } from '../patrols.store.ts';
import { peopleOf } from './members.ts';
import { orderOf } from './templates.ts';

type PatrolCalls = Pick<
  Contract['task'],
  'patrolPage' | 'patrolOne' | 'patrolOccurrences' | 'patrolCalendar' | 'createPatrol' | 'revisePatrol' | 'changePatrolState'
>;
type Sent = Received<Contract['task']['createPatrol']>['body']['content'];

/** @param wake called after a change, because an occurrence may be due already */
export function patrols(
  { store, gazetteer, journal }: Pick<Room, 'store' | 'gazetteer' | 'journal'>,
  wake: () => void,
): Handlers<PatrolCalls> {
  const listed = ({ rule, settledUntil }: SettledPatrol, last: PatrolOccurrence | null): ListedPatrolRule =>
    listedPatrolRule(withGridName(rule, gazetteer().grids.nameOf), settledUntil, last);
  const listAll = async ({ patrols: found }: Pick<Repositories, 'patrols'>, list: readonly SettledPatrol[]) => {
    const lasts = await found.lastOf(list.map(({ rule }) => rule.id));
    return list.map((one) => listed(one, lasts.get(one.rule.id) ?? null));
  };
  const listOne = async ({ patrols: found }: Pick<Repositories, 'patrols'>, settled: SettledPatrol) => {
    const { id } = settled.rule;
    return listed(settled, (await found.lastOf([id])).get(id) ?? null);
  };

  /** The content as it is stored, and its grid. @throws Refusal 422 naming what lies outside the grid, or who is not a ranger */
  const contentOf = async (
    tx: Repositories,
    { scope }: Context,
    own: GridNo,
    sent: Sent,
  ): Promise<{ content: PatrolContent; gridNo: GridNo }> => {
    const { name, order, memberIds, position, route, ...times } = sent;
    const [first] = route?.points ?? [];
    const place = position ?? first;
    if (!place) throw invalid('content.position', 'no-task-place');
    const located = locatePosition(place, gazetteer(), own, position ? 'content.position' : 'content.route.points.0');
    for (const [index, point] of (route?.points ?? []).entries()) locatePosition(point, gazetteer(), own, `content.route.points.${index}`);
    const people = await peopleOf(tx, scope, memberIds, 'content.memberIds');
    const content: PatrolContent = {
      name: name.trim(),
      ...times,
      exceptDays: [...new Set(times.exceptDays)].toSorted(),
      order: orderOf(order),
      members: people.map(({ userId, fullName }) => ({ userId, fullName })),
      position: located.position,
      address: located.address,
      route: route ?? null,
    };
    return { content, gridNo: located.gridNo };
  };

  const happen = (context: Context, before: PatrolRule | null, change: PatrolChange, where: Pick<PatrolRule, 'id' | 'gridNo'>) => {
    const leftGridNo = before !== null && before.gridNo !== where.gridNo ? before.gridNo : null;
    const event = eventOf(context, change, { objectId: where.id, gridNo: where.gridNo, leftGridNo });
    const after = applyToPatrol(before, { ...change, happenedAt: event.happenedAt }, accountOf(context).fullName);
    if (after === null) throw new Error('a rule is never gone');
    return { after, happened: { event, after } };
  };

  /** Locks the rule and checks that the caller knows its current revision. @throws Refusal 404, or 409 with the current rule */
  const lock = async (tx: Repositories, context: Context, id: string, revision: number): Promise<SettledPatrol> => {
    const settled = await tx.patrols.lockForUpdate(context.scope, id);
    if (!settled) throw notFound();
    const { rule } = settled;
    context.audit.target('patrol', rule.id, rule.gridNo);
    if (rule.state === 'ended') throw conflict(await listOne(tx, settled), 'patrol-ended', { by: rule.changedBy });
    if (rule.revision !== revision) throw conflict(await listOne(tx, settled), 'patrol-revised', { by: rule.changedBy });
    return settled;
  };

  const later = (a: Date, b: Date): Date => (a > b ? a : b);
  /** Filling in a form takes a while, so a time that has just passed still counts. */
  const justBefore = (now: Date): Date => new Date(now.getTime() - ON_TIME_MS);

  return {
    async patrolPage({ scope }, { body: { name, state, pageNo, pageSize } }) {
      const filters = { name: name?.trim() || undefined, state: state ?? undefined };
      const { total, list } = await store.patrols.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: await listAll(store, list) };
    },

    async patrolOne({ scope }, { params }) {
      const settled = await store.patrols.find(scope, params.id);
      if (!settled) throw notFound();
      return listOne(store, settled);
    },

    async patrolOccurrences({ scope }, { body: { id, pageNo, pageSize } }) {
      if (!(await store.patrols.find(scope, id))) throw notFound();
      const { total, list } = await store.patrols.occurrences(id, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list };
    },

    async patrolCalendar({ scope }, { body: { beginTime, endTime } }) {
      const { list, more } = await store.patrols.running(scope, { limit: MOST_ON_CALENDAR });
      const planned = list.flatMap(({ rule: { id, gridNo, content }, settledUntil }) =>
        occurrencesBetween(content, later(settledUntil, beginTime), endTime).map(
          ({ at }): PlannedPatrol => ({
            ruleId: id,
            gridNo,
            name: content.name,
            beginsAt: at,
            endsAt: new Date(at.getTime() + content.durationMinutes * MINUTE_MS),
          }),
        ),
      );
      const rows = planned.toSorted((a, b) => a.beginsAt.getTime() - b.beginsAt.getTime()).slice(0, LIST_LIMIT);
      return { rows, ...(more && { remark: stoppedAt(MOST_ON_CALENDAR, 'list-cut') }) };
    },

    async createPatrol(context, { body }) {
      const { accountId, fullName, gridNo: own } = accountOf(context);
      const { now, scope } = context;
      const written = await journal.transact(context, async (tx) => {
        const { content, gridNo } = await contentOf(tx, context, own, body.content);
        const rule: PatrolRule = {
          id: randomUUID(),
          gridNo,
          ownerGridNo: scope,
          state: 'running',
          revision: 1,
          content,
          createdBy: fullName,
          createdAt: now,
          changedBy: fullName,
          writtenBy: fullName,
          writtenById: accountId,
          changedAt: now,
          endReason: null,
        };
        const settled = { rule, settledUntil: justBefore(now) };
        await tx.patrols.create(settled);
        const { happened } = happen(context, null, { kind: 'patrol.created', payload: { rule } }, rule);
        return { value: listed(settled, null), happened: [happened] };
      });
      wake();
      return written;
    },

    async revisePatrol(context, { params, body }) {
      const { accountId, gridNo: own } = accountOf(context);
      const written = await journal.transact(context, async (tx) => {
        const { rule, settledUntil } = await lock(tx, context, params.id, body.revision);
        const { content, gridNo } = await contentOf(tx, context, own, body.content);
        const payload = { content, gridNo, ownerGridNo: context.scope, writtenById: accountId, revision: rule.revision + 1 };
        const { after, happened } = happen(context, rule, { kind: 'patrol.revised', payload }, { id: rule.id, gridNo });
        const settled = { rule: after, settledUntil: later(settledUntil, justBefore(context.now)) };
        await tx.patrols.save(settled);
        return { value: await listOne(tx, settled), happened: [happened] };
      });
      wake();
      return written;
    },

    changePatrolState: (context, { body: { id, revision, state, reason } }) =>
      journal.transact(context, async (tx) => {
        const { rule, settledUntil } = await lock(tx, context, id, revision);
        const changed = changePatrolState(rule.state, state);
        if (!changed.ok) throw conflict(await listOne(tx, { rule, settledUntil }), 'patrol-revised', { by: rule.changedBy });
        const { after, happened } = happen(context, rule, stateChange(state, rule.revision + 1, reason?.trim() || null), rule);
        // Occurrences during the pause are skipped when the rule is resumed.
        const settled = { rule: after, settledUntil: state === 'running' ? later(settledUntil, context.now) : settledUntil };
        await tx.patrols.save(settled);
        return { value: await listOne(tx, settled), happened: [happened] };
      }),
  };
}

/** Maximum rules in the calendar, which is drawn on one screen. */
const MOST_ON_CALENDAR = 500;

function stateChange(state: PatrolState, revision: number, reason: string | null): PatrolChange {
  switch (state) {
    case 'running':
      return { kind: 'patrol.resumed', payload: { revision } };
    case 'paused':
      return { kind: 'patrol.paused', payload: { revision } };
    case 'ended':
      return { kind: 'patrol.ended', payload: { reason, revision } };
  }
}
