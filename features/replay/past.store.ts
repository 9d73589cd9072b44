// The lists of a desk at a past moment (decision 0063): selected from the current rows, and folded from the log up to that moment.

import { covers, DAY_MS, type GridNo } from '@lookout/domain';
import { type Limit, type Listed, LogBeginsLater } from '@lookout/store';
import { eventsRepository, withMoments } from '@lookout/store/repositories/events.ts';
import { type Db, listed, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Alarm, isHandled, isInProgress } from '../alarm/alarm.ts';
import { factsOf } from '../alarm/alarm-rows.store.ts';
import { type IncidentMember, membershipOf } from '../incident/incident.ts';
import { incidentsRepository } from '../incident/incidents.store.ts';
import type { ModeSetting } from '../operating-mode/operating-mode.ts';
import type { Plot } from '../plot/plot.ts';
import { type DueReport, isDueReportOpen } from '../reporting/due-report.ts';
import { isWatched, type PersonSafety } from '../safety/safety.ts';
import { isSosOpen, type Sos } from '../sos/sos.ts';
import { isInHand, type Task, type TaskFile } from '../task/task.ts';

/**
 * How far back the search goes for alarms that were since handled in other ways than judging, moved or deleted, and for the fires of
 * alarms.
 */
const NEAR_MS = 7 * DAY_MS;
/** How far back the search goes for tasks, SOS and due reports that have ended since. */
const FAR_MS = 60 * DAY_MS;
/** The most numbers by which a commit may lag, under a flood of events on a busy machine. */
const LOOKED_BACK = 2_000;

/** The moment and the log's number at it: later events were not known. */
export interface PastMoment {
  readonly at: Date;
  readonly seq: number;
}

export function pastRepository(db: Db) {
  const events = eventsRepository(db);
  const incidents = incidentsRepository(db);

  /** The states after the last event up to the moment, in this grid and by this rule, sorted by id. */
  const standing = async <T extends { readonly gridNo: GridNo }>(
    kind: 'alarm' | 'task' | 'plot' | 'sos' | 'safety' | 'due-report',
    ids: readonly string[],
    scope: GridNo,
    { seq }: PastMoment,
    pick: (state: never) => T | null,
  ): Promise<T[]> => {
    const states = await events.statesAt(kind, ids, seq);
    return ids.flatMap((id) => {
      const state = states.get(id);
      const one = state == null ? null : pick(state as never);
      return one !== null && covers(scope, one.gridNo) ? [one] : [];
    });
  };
  /**
   * The newest number at a moment; if the moment is older than the log, the number before the log's first. Numbers follow the order of
   * commits, in which the recording times rise except for slow commits. The number is found by binary search, so that the log needs no
   * index on its times, and then corrected to before the first later event among those just before it. An event recorded before the moment
   * and committed after it was not visible at the moment.
   */
  const newestAt = async (at: Date): Promise<{ readonly first: number; readonly seq: number }> => {
    const { rows } = await sql<{ first: number; seq: number }>`
      with recursive search(low, high) as (
        select event_first - 1, event_last from journal_head
        union all
        select case when probe.is_known then probe.seq else search.low end, case when probe.is_known then search.high else probe.before end
        from search cross join lateral (
          select seq, seq - numbers as before, recorded_at <= ${at} as is_known from event
          where seq > (search.low + search.high) / 2 order by seq limit 1
        ) probe
        where search.low < search.high
      )
      , found as (select low as seq from search order by high - low limit 1)
      select event_first as first, coalesce((
        select min(event.seq - event.numbers) from event
        where event.seq > found.seq - ${LOOKED_BACK} and event.seq <= found.seq and event.recorded_at > ${at}
      ), found.seq) as seq
      from journal_head cross join found`.execute(db);
    return rows[0] ?? { first: 1, seq: 0 };
  };
  const idsOf = async (query: RawBuilder<{ id: string }>): Promise<string[]> => (await query.execute(db)).rows.map(({ id }) => id);

  return {
    /**
     * The newest number of the log at a moment.
     * @throws LogBeginsLater when events before that moment have been removed from the log
     */
    async seqAt(at: Date): Promise<number> {
      const { first, seq } = await newestAt(at);
      if (first > 1 && seq < first) throw new LogBeginsLater(first);
      return seq;
    },

    /** Open alarms and fires in progress, newest arrival first. */
    async alarms(scope: GridNo, moment: PastMoment, { limit }: Limit): Promise<Listed<Alarm>> {
      const { at } = moment;
      const near = new Date(at.getTime() - NEAR_MS);
      const ids = await idsOf(sql<{ id: string }>`
        select alarm.id from alarm left join alarm_first on alarm_first.alarm_id = alarm.id
        where alarm.arrived_at <= ${at}
          and (${withinScope('alarm.grid_no', scope)} or ${withinScope('alarm_first.grid_no', scope)})
          and (alarm.stage in ('open', 'in-progress') or alarm.judged_at > ${at} or alarm.closed_at > ${at}
            or ((alarm.stage = 'handled' or alarm.deleted_at > ${at}) and alarm.arrived_at > ${near}))
        order by alarm.arrived_at desc, alarm.id desc limit ${limit + 1}`);
      return listed(
        await standing<Alarm>('alarm', ids, scope, moment, (alarm: Alarm) =>
          !isHandled(alarm.response) || isInProgress(alarm.response) ? { ...alarm, facts: factsOf(alarm.facts) } : null,
        ),
        limit,
      );
    },

    /** The fire of each of these alarms; alarms without a fire are left out. */
    async members(alarms: readonly Pick<Alarm, 'id' | 'arrivedAt'>[], { at, seq }: PastMoment): Promise<IncidentMember[]> {
      const near = new Date(at.getTime() - NEAR_MS);
      const wanted = new Set(alarms.flatMap(({ id, arrivedAt }) => (arrivedAt > near ? [id] : [])));
      const found = new Map<string, IncidentMember>();
      if (wanted.size > 0) {
        const { seq: after } = await newestAt(near);
        const { rows } = await sql<{ payload: unknown }>`
          select payload from event where kind = 'incident.joined' and seq > ${after} and seq <= ${seq} order by seq`.execute(db);
        for (const { payload } of rows)
          for (const member of (withMoments(payload) as { readonly members: readonly IncidentMember[] }).members)
            if (wanted.has(member.alarmId)) found.set(member.alarmId, member);
      }
      // An alarm that arrived long before the moment joined its fire long before it.
      const older = alarms.flatMap(({ id, arrivedAt }) => (arrivedAt > near ? [] : [id]));
      for (const member of await incidents.membersOf(older)) found.set(member.alarmId, membershipOf(member));
      return alarms.flatMap(({ id }) => found.get(id) ?? []);
    },

    /** Open tasks, newest first. */
    async tasks(scope: GridNo, moment: PastMoment, { limit }: Limit): Promise<Listed<Task>> {
      const ids = await idsOf(sql<{ id: string }>`
        select id from task where created_at <= ${moment.at} and (not ended or created_at > ${new Date(moment.at.getTime() - FAR_MS)})
          and ${withinScope('task.grid_no', scope)}
        order by created_at desc, id limit ${limit + 1}`);
      return listed(await standing<Task>('task', ids, scope, moment, ({ task }: TaskFile) => (isInHand(task) ? task : null)), limit);
    },

    /** Plots, newest first: the current ones, and those deleted or moved away since. */
    async plots(scope: GridNo, moment: PastMoment, { limit }: Limit): Promise<Listed<Plot>> {
      const ids = await idsOf(sql<{ id: string }>`
        select id::text as id from plot where created_at <= ${moment.at} and ${withinScope('plot.grid_no', scope)}
        union
        select object_id from event
        where kind >= 'plot.' and kind < 'plot/' and object_id is not null and seq > ${moment.seq}
          and (${withinScope('event.grid_no', scope)} or ${withinScope('event.left_grid_no', scope)})
        limit ${limit + 1}`);
      const plots = await standing<Plot>('plot', ids, scope, moment, (plot: Plot) => plot);
      return listed(
        plots.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)),
        limit,
      );
    },

    /** Open SOS, newest first. */
    async sos(scope: GridNo, moment: PastMoment, { limit }: Limit): Promise<Listed<Sos>> {
      const ids = await idsOf(sql<{ id: string }>`
        select id::text as id from sos where received_at <= ${moment.at}
          and (received_at > ${new Date(moment.at.getTime() - FAR_MS)} or (cancelled is null and closed is null))
          and ${withinScope('sos.grid_no', scope)}
        order by received_at desc, id limit ${limit + 1}`);
      return listed(await standing<Sos>('sos', ids, scope, moment, (one: Sos) => (isSosOpen(one) ? one : null)), limit);
    },

    /** People near fires whose state required attention, as of the last event. */
    async safeties(scope: GridNo, moment: PastMoment, { limit }: Limit): Promise<Listed<PersonSafety>> {
      const ids = await idsOf(sql<{ id: string }>`
        select id::text as id from person_safety where began_at <= ${moment.at} and checked_at >= ${new Date(moment.at.getTime() - NEAR_MS)}
          and ${withinScope('person_safety.grid_no', scope)}
        order by began_at desc, id limit ${limit + 1}`);
      return listed(
        await standing<PersonSafety>('safety', ids, scope, moment, (one: PersonSafety) => (isWatched(one) ? one : null)),
        limit,
      );
    },

    /** Reports that were due or not read by all, the earliest deadline first. */
    async dueReports(scope: GridNo, moment: PastMoment, { limit }: Limit): Promise<Listed<DueReport>> {
      const ids = await idsOf(sql<{ id: string }>`
        select id::text as id from due_report where owed_at <= ${moment.at}
          and (owed_at > ${new Date(moment.at.getTime() - FAR_MS)} or state in ('due', 'sent', 'received'))
          and ${withinScope('due_report.grid_no', scope)}
        order by due_at, id limit ${limit + 1}`);
      return listed(
        await standing<DueReport>('due-report', ids, scope, moment, (report: DueReport) => (isDueReportOpen(report) ? report : null)),
        limit,
      );
    },

    /** The operating modes set in these grids. */
    async modes(gridNos: readonly GridNo[], { seq }: PastMoment): Promise<ModeSetting[]> {
      const states = await events.statesAt('mode', gridNos, seq);
      return gridNos.flatMap((gridNo) => (states.get(gridNo) as ModeSetting | undefined) ?? []);
    },
  };
}
