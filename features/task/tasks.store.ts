// Tasks: people sent to a place, with every step that each of them reports. Readable within the caller's grid, or by the members.
import type { GridNo } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonb, jsonText, listed, ofSameFire, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { drillOf } from '../alarm/alarm-rows.store.ts';
import type { Priority } from './priority.ts';
import type { TaskMemberTable, TaskStepTable, TaskTable } from './task.tables.ts';
import type { Task, TaskFile, TaskMember, TaskStatus, TaskStep, TaskType } from './task.ts';

/** Storage details of a step, in addition to the report itself. */
export interface StepReceipt {
  readonly receivedAt: Date;
  readonly requestKey: string | null;
  /** Whether all members are done. */
  readonly endsTask: boolean;
}

export interface TaskFilters {
  /** Part of the content. */
  readonly text?: string | undefined;
  readonly type?: TaskType | undefined;
  readonly priority?: Priority | undefined;
  readonly status?: TaskStatus | undefined;
  /** Only tasks of the fire that this alarm belongs to. */
  readonly fireId?: string | undefined;
  /** Only tasks sent to this person. */
  readonly memberId?: string | undefined;
  /** Only open tasks whose window has ended at this time. */
  readonly overdueAt?: Date | undefined;
  /** Only tasks of this recurring patrol. */
  readonly patrolId?: string | undefined;
  /** Only tasks whose window overlaps the time from here … */
  readonly windowBegin?: Date | undefined;
  /** … to before this time. */
  readonly windowEnd?: Date | undefined;
  /** Includes tasks of exercises. By default only real tasks are returned. */
  readonly withDrills?: boolean | undefined;
  /** Only tasks dispatched from here on … */
  readonly begin?: Date | undefined;
  /** … and before this time. */
  readonly end?: Date | undefined;
}

const NEWEST_FIRST = sql`created_at desc, id desc`;

/** The tasks of these rows, in order. One query reads all members. */
const withMembers = async (db: Db, rows: readonly TaskRow[]): Promise<Task[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const members = await db
    .selectFrom('task_member')
    .selectAll()
    .where(isAnyOf('task_id', ids, 'uuid'))
    .orderBy('full_name')
    .orderBy('account_id')
    .execute();
  const ofTask = Map.groupBy(members, ({ task_id }) => task_id);
  return rows.map((row) => taskOf(row, ofTask.get(row.id) ?? []));
};

const one = async (db: Db, where: RawBuilder<SqlBool>, isLocked = false): Promise<Task | null> => {
  const found = db.selectFrom('task').selectAll().where(where);
  const row = await (isLocked ? found.forUpdate() : found).executeTakeFirst();
  return row ? ((await withMembers(db, [row]))[0] ?? null) : null;
};

const matching = (db: Db, scope: GridNo, filters: TaskFilters) =>
  db.selectFrom('task').where(allOf([withinScope('task.grid_no', scope), ...conditionsOf(filters)]));

/** Matches tasks that were sent to this person. */
const isMember = (accountId: string) =>
  sql<SqlBool>`exists (select from task_member m where m.task_id = task.id and m.account_id = ${accountId})`;

export function tasksRepository(db: Db) {
  return {
    ...singleTasks(db),
    ...tasksOfExercises(db),
    ...stepsOfTasks(db),

    /** Tasks sent for one of these alarms, oldest first. */
    async ofFires(scope: GridNo, alarmIds: readonly string[], { limit }: Limit): Promise<Task[]> {
      const rows = await db
        .selectFrom('task')
        .selectAll()
        .where(isAnyOf('task.fire_id', alarmIds, 'uuid'))
        .where(withinScope('task.grid_no', scope))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return withMembers(db, rows);
    },

    /**
     * Stores the task, its members and their first steps.
     * @param requestKey the sender's key of this request; null: always a new task
     */
    async create({ task, steps }: TaskFile, requestKey: string | null): Promise<void> {
      const { position, members, createdAt } = task;
      await db
        .insertInto('task')
        .values({
          id: task.id,
          content: task.content,
          starts_at: task.startsAt,
          ends_at: task.endsAt,
          priority: task.priority,
          type: task.type,
          lng: position.lng,
          lat: position.lat,
          grid_no: task.gridNo,
          address: task.address,
          fire_id: task.fireId,
          fire_kind: task.fireKind,
          operator_id: task.operatorId,
          operator_name: task.operatorName,
          photos: [...task.photos],
          people_count: task.peopleCount,
          vehicle_count: task.vehicleCount,
          equipment_count: task.equipmentCount,
          reserve: task.reserve,
          created_at: createdAt,
          request_key: requestKey,
          exercise_id: task.exerciseId ?? null,
          checklist: task.checklist ?? null,
          patrol: task.patrol === undefined ? null : jsonb(task.patrol),
        })
        .execute();
      const sent = new Map(steps.map((step) => [step.userId, step.id]));
      const rows = members.map((member) => ({ ...member, stepId: sent.get(member.userId) }));
      await sql`
        with sent as (
          select * from json_to_recordset(${jsonText(rows)}::json) as m("userId" uuid, "fullName" text, "gridNo" text, "stepId" uuid)
        ), member as (
          insert into task_member (task_id, account_id, full_name, grid_no, state, state_at)
          select ${task.id}::uuid, "userId", "fullName", "gridNo", 'sent', ${createdAt}::timestamptz from sent
        )
        insert into task_step (id, task_id, account_id, full_name, state, at, received_at, photos)
        select "stepId", ${task.id}::uuid, "userId", "fullName", 'sent', ${createdAt}::timestamptz, ${createdAt}::timestamptz, '{}' from sent`.execute(
        db,
      );
    },

    /** Returns the orders, newest first. */
    async page(scope: GridNo, filters: TaskFilters, request: PageRequest): Promise<Paged<Task>> {
      const { total, list } = await pageOf(matching(db, scope, filters), NEWEST_FIRST, request, (row) => row);
      return { total, list: await withMembers(db, list) };
    },

    /** Open tasks, neither done nor cancelled, newest first. */
    async open(scope: GridNo, filters: Pick<TaskFilters, 'fireId' | 'withDrills'>, { limit }: Limit): Promise<Listed<Task>> {
      const rows = await matching(db, scope, filters)
        .selectAll()
        .where(sql<SqlBool>`not ended`)
        .orderBy(NEWEST_FIRST)
        .limit(limit + 1)
        .execute();
      const { list, more } = listed(rows, limit);
      return { list: await withMembers(db, list), more };
    },

    /** Number of open tasks, without those of exercises. */
    async countOpen(scope: GridNo): Promise<number> {
      const open = matching(db, scope, {}).where(sql<SqlBool>`not ended`);
      return (await open.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
    },

    /** One person's tasks, newest first: all open ones and, unless only those are requested, the newest `limit` of the others. */
    async own(accountId: string, { openOnly, limit }: { readonly openOnly: boolean } & Limit): Promise<Task[]> {
      const { rows } = await sql<TaskRow>`
        with his as (
          select task.*, task.cancelled_at is null and m.state <> 'done' as waits
          from task_member m join task on task.id = m.task_id where m.account_id = ${accountId}
        )
        select * from his where waits
        union all
        (select * from his where not waits and not ${openOnly}::boolean order by created_at desc, id desc limit ${limit})
        order by created_at desc, id desc`.execute(db);
      return withMembers(db, rows);
    },

    /** The same transaction must hold `lockForUpdate`. */
    async cancel(id: string, reason: string, at: Date): Promise<void> {
      await db.updateTable('task').set({ cancelled_at: at, cancel_reason: reason, ended: true }).where('id', '=', id).execute();
    },

    /** Must be called in a transaction. Returns the open tasks of an exercise, locked until commit. */
    async lockOfExercise(exerciseId: string): Promise<Task[]> {
      const rows = await db
        .selectFrom('task')
        .selectAll()
        .where('exercise_id', '=', exerciseId)
        .where(sql<SqlBool>`not ended`)
        .orderBy('id')
        .forUpdate()
        .execute();
      return withMembers(db, rows);
    },

    /** Whether this photo is part of a task in this grid, or of a task of this person. */
    async shows(to: { readonly scope: GridNo } | { readonly memberId: string }, photoId: string): Promise<boolean> {
      if (!isUuid(photoId)) return false;
      const mine = 'scope' in to ? withinScope('task.grid_no', to.scope) : isMember(to.memberId);
      const { rows } = await sql<{ shown: boolean }>`
        select exists (select from task where ${mine} and task.id in (
          select id from task where photos @> array[${photoId}::uuid]
          union all select task_id from task_step where photos @> array[${photoId}::uuid]
        )) as shown`.execute(db);
      return rows[0]?.shown ?? false;
    },
  };
}

/** Single tasks. */
const singleTasks = (db: Db) => ({
  /**
   * Must be called first in a transaction. Serializes two simultaneous attempts of the same request, so that the second finds the result
   * of the first.
   */
  async lockRequest(requestKey: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${requestKey}, 9))`.execute(db);
  },

  /** The task dispatched with this request key. */
  ofRequest: (requestKey: string): Promise<Task | null> => one(db, sql`task.request_key = ${requestKey}`),

  find: async (scope: GridNo, id: string): Promise<Task | null> =>
    isUuid(id) ? one(db, sql`task.id = ${id} and ${withinScope('task.grid_no', scope)}`) : null,

  /** The task, if this person is a member, whatever grid it lies in. */
  findOwn: async (accountId: string, id: string): Promise<Task | null> =>
    isUuid(id) ? one(db, sql`task.id = ${id} and ${isMember(accountId)}`) : null,

  /** Must be called in a transaction. Returns the current state, locked until commit. */
  lockForUpdate: async (scope: GridNo, id: string): Promise<Task | null> =>
    isUuid(id) ? one(db, sql`task.id = ${id} and ${withinScope('task.grid_no', scope)}`, true) : null,

  /** Like `lockForUpdate`, for a member of the task. */
  lockOwn: async (accountId: string, id: string): Promise<Task | null> =>
    isUuid(id) ? one(db, sql`task.id = ${id} and ${isMember(accountId)}`, true) : null,
});

/** The tasks of an exercise. */
const tasksOfExercises = (db: Db) => ({
  /** The same transaction must hold `lockOfExercise`. */
  async cancelOfExercise(exerciseId: string, reason: string, at: Date): Promise<void> {
    await db
      .updateTable('task')
      .set({ cancelled_at: at, cancel_reason: reason, ended: true })
      .where('exercise_id', '=', exerciseId)
      .where(sql<SqlBool>`not ended`)
      .execute();
  },
});

/** The steps of tasks. */
const stepsOfTasks = (db: Db) => ({
  /**
   * All reports of a task in the order of receipt, which is each member's own order: progress only moves forward. The sender's times would
   * not do, because a phone whose clock is slow reports a later step with an earlier time.
   */
  async steps(taskId: string): Promise<TaskStep[]> {
    const rows = await db
      .selectFrom('task_step')
      .selectAll()
      .where('task_id', '=', taskId)
      .orderBy('received_at')
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.map(stepOf);
  },

  /** The reports of all of these tasks, by the sender's time. */
  async stepsOf(taskIds: readonly string[]): Promise<TaskStep[]> {
    if (taskIds.length === 0) return [];
    const rows = await db
      .selectFrom('task_step')
      .selectAll()
      .where(isAnyOf('task_id', taskIds, 'uuid'))
      .orderBy('at')
      .orderBy('received_at')
      .orderBy('id')
      .execute();
    return rows.map(stepOf);
  },

  /** The step recorded with this request key. */
  async stepOfRequest(requestKey: string): Promise<TaskStep | null> {
    const row = await db.selectFrom('task_step').selectAll().where('request_key', '=', requestKey).executeTakeFirst();
    return row ? stepOf(row) : null;
  },

  /** Adds one step of one member. The same transaction must hold `lockOwn`. */
  async addStep(step: TaskStep, { receivedAt, requestKey, endsTask }: StepReceipt): Promise<void> {
    const { taskId, userId, fullName, state, at, position } = step;
    await db
      .insertInto('task_step')
      .values({
        id: step.id,
        task_id: taskId,
        account_id: userId,
        full_name: fullName,
        state,
        at,
        text: step.text,
        received_at: receivedAt,
        photos: [...step.photos],
        request_key: requestKey,
        lng: position?.lng ?? null,
        lat: position?.lat ?? null,
      })
      .execute();
    await db
      .updateTable('task_member')
      .set({ state, state_at: at })
      .where('task_id', '=', taskId)
      .where('account_id', '=', userId)
      .execute();
    if (endsTask) await db.updateTable('task').set({ ended: true }).where('id', '=', taskId).execute();
  },
});

const STATUS_CONDITIONS = {
  cancelled: sql<SqlBool>`task.cancelled_at is not null`,
  done: sql<SqlBool>`task.ended and task.cancelled_at is null`,
  'under-way': sql<SqlBool>`not task.ended and exists (select from task_member m where m.task_id = task.id and m.state <> 'sent')`,
  waiting: sql<SqlBool>`not task.ended and not exists (select from task_member m where m.task_id = task.id and m.state <> 'sent')`,
} as const satisfies Record<TaskStatus, RawBuilder<SqlBool>>;

function conditionsOf(filters: TaskFilters): RawBuilder<SqlBool>[] {
  const { text, type, priority, status, fireId, memberId, overdueAt, patrolId, windowBegin, windowEnd, withDrills, begin, end } = filters;
  const conditions: RawBuilder<SqlBool>[] = withDrills ? [] : [sql`task.exercise_id is null`];
  if (text !== undefined) conditions.push(contains('task.content', text));
  if (type !== undefined) conditions.push(sql`task.type = ${type}`);
  if (priority !== undefined) conditions.push(sql`task.priority = ${priority}`);
  if (status !== undefined) conditions.push(STATUS_CONDITIONS[status]);
  if (fireId !== undefined) conditions.push(ofSameFire('task.fire_id', fireId));
  if (memberId !== undefined) conditions.push(sql`task.id in (select task_id from task_member where account_id = ${memberId})`);
  if (overdueAt !== undefined) conditions.push(sql`not task.ended and task.ends_at < ${overdueAt}`);
  if (patrolId !== undefined) conditions.push(sql`task.patrol ->> 'ruleId' = lower(${patrolId})`);
  if (windowBegin !== undefined) conditions.push(sql`task.ends_at >= ${windowBegin}`);
  if (windowEnd !== undefined) conditions.push(sql`task.starts_at < ${windowEnd}`);
  if (begin !== undefined) conditions.push(sql`task.created_at >= ${begin}`);
  if (end !== undefined) conditions.push(sql`task.created_at < ${end}`);
  return conditions;
}

type TaskRow = Selectable<TaskTable>;

const taskOf = (row: TaskRow, members: readonly Selectable<TaskMemberTable>[]): Task => ({
  id: row.id,
  content: row.content,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  priority: row.priority,
  type: row.type,
  position: { lng: row.lng, lat: row.lat },
  gridNo: row.grid_no,
  address: row.address,
  fireId: row.fire_id,
  fireKind: row.fire_kind,
  operatorId: row.operator_id,
  operatorName: row.operator_name,
  photos: row.photos,
  peopleCount: row.people_count,
  vehicleCount: row.vehicle_count,
  equipmentCount: row.equipment_count,
  reserve: row.reserve,
  createdAt: row.created_at,
  cancelledAt: row.cancelled_at,
  cancelReason: row.cancel_reason,
  ...drillOf(row),
  ...(row.checklist !== null && { checklist: row.checklist }),
  ...(row.patrol !== null && { patrol: row.patrol }),
  members: members.map(memberOf),
});

const memberOf = (row: Selectable<TaskMemberTable>): TaskMember => ({
  userId: row.account_id,
  fullName: row.full_name,
  gridNo: row.grid_no,
  state: row.state,
  stateAt: row.state_at,
});

const stepOf = (row: Selectable<TaskStepTable>): TaskStep => ({
  id: row.id,
  taskId: row.task_id,
  userId: row.account_id,
  fullName: row.full_name,
  state: row.state,
  at: row.at,
  text: row.text,
  photos: row.photos,
  position: row.lng === null || row.lat === null ? null : { lng: row.lng, lat: row.lat },
});
