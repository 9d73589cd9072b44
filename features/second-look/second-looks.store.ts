// Second looks: the queue, which alarms share a look, which heads were turned when, and the settings. What servers must agree on is here.

import type { GridNo, Position } from '@lookout/domain';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { type Db, isAnyOf, isUuid, jsonb } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { REST_MS, type SecondLook, type SecondLookPolicy } from './second-look.ts';

/** Where a head goes back after a look. */
export type HeadReturn =
  /** To the next stop of its tour. */
  | { readonly kind: 'tour' }
  /** To the pose in which it was found, in the angles that the camera reports. */
  | { readonly kind: 'pose'; readonly panDegrees: number; readonly tiltDegrees: number; readonly zoom: number | null };

/** A head turned by a look. */
export interface TurnedHead {
  readonly head: string;
  readonly cameraId: string;
  readonly lookId: string;
  readonly back: HeadReturn;
}

/** A look not confirmed for so long belongs to a server that died. */
const ABANDONED_SECONDS = 20;

export function secondLooksRepository(db: Db) {
  return { ...queue(db), ...heads(db), ...settings(db) };
}

/** Degrees of latitude within which a look may serve an alarm; the caller measures exactly. */
const NEAR_DEGREES = 0.1;

const queue = (db: Db) => ({
  /** Locked until commit: alarms are read by one server at a time. @returns how far the log was read */
  async readingForUpdate(): Promise<number> {
    const row = await db.selectFrom('second_look_reading').select('seq').forUpdate().executeTakeFirst();
    return row?.seq ?? 0;
  },

  async saveReading(seq: number): Promise<void> {
    await db.updateTable('second_look_reading').set({ seq }).execute();
  },

  /** Which of these alarms have a look already. */
  async lookedAt(alarmIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (alarmIds.length === 0) return new Set();
    const rows = await db
      .selectFrom('second_look_alarm')
      .select('alarm_id')
      .where(isAnyOf('alarm_id', alarmIds, 'uuid'))
      .execute();
    return new Set(rows.map(({ alarm_id }) => alarm_id));
  },

  /** The looks around a place that are not over or ended since then. */
  async around({ lng, lat }: Position, since: Date): Promise<SecondLook[]> {
    const east = NEAR_DEGREES / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
    const rows = await db
      .selectFrom('second_look')
      .select('look')
      .where('lat', '>=', lat - NEAR_DEGREES)
      .where('lat', '<=', lat + NEAR_DEGREES)
      .where('lng', '>=', lng - east)
      .where('lng', '<=', lng + east)
      .where((where) => where.or([where('state', '<>', 'done'), where('ended_at', '>=', since)]))
      .execute();
    return rows.map(({ look }) => lookOf(look));
  },

  async add(look: SecondLook): Promise<void> {
    const { id, position, askedAt } = look;
    await db
      .insertInto('second_look')
      .values({ ...columnsOf(look), id, lng: position.lng, lat: position.lat, asked_at: askedAt, kept_at: null })
      .execute();
    await this.join(id, look.alarmIds);
  },

  async join(lookId: string, alarmIds: readonly string[]): Promise<void> {
    if (alarmIds.length === 0) return;
    await db
      .insertInto('second_look_alarm')
      .values(alarmIds.map((alarm_id) => ({ alarm_id, look_id: lookId })))
      .onConflict((conflict) => conflict.column('alarm_id').doNothing())
      .execute();
  },

  async save(look: SecondLook): Promise<void> {
    await db
      .updateTable('second_look')
      .set({ ...columnsOf(look), kept_at: look.state === 'looking' ? sql<Date>`clock_timestamp()` : null })
      .where('id', '=', look.id)
      .execute();
  },

  async find(id: string): Promise<SecondLook | null> {
    const row = await db.selectFrom('second_look').select('look').where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : lookOf(row.look);
  },

  /** Locked until commit; null: there is none. */
  async lockForUpdate(id: string): Promise<SecondLook | null> {
    const row = await db.selectFrom('second_look').select('look').where('id', '=', id).forUpdate().executeTakeFirst();
    return row === undefined ? null : lookOf(row.look);
  },

  async ofAlarm(alarmId: string): Promise<SecondLook | null> {
    if (!isUuid(alarmId)) return null;
    const row = await db
      .selectFrom('second_look_alarm')
      .innerJoin('second_look', 'second_look.id', 'second_look_alarm.look_id')
      .select('look')
      .where('alarm_id', '=', alarmId)
      .executeTakeFirst();
    return row === undefined ? null : lookOf(row.look);
  },

  /** The oldest looks that wait. */
  async waiting(limit: number): Promise<SecondLook[]> {
    const rows = await db
      .selectFrom('second_look')
      .select('look')
      .where('state', '=', 'waiting')
      .orderBy('asked_at')
      .limit(limit)
      .execute();
    return rows.map(({ look }) => lookOf(look));
  },

  /** Confirms that a server still works on these looks. */
  async keepLooking(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await db
      .updateTable('second_look')
      .set({ kept_at: sql<Date>`clock_timestamp()` })
      .where(isAnyOf('id', ids, 'uuid'))
      .where('state', '=', 'looking')
      .execute();
  },

  /** Takes over the looks of a server that died. Each is returned once in the time after which it would count as abandoned again. */
  async takeAbandoned(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update second_look set kept_at = clock_timestamp()
      where state = 'looking' and kept_at < clock_timestamp() - make_interval(secs => ${ABANDONED_SECONDS})
      returning id::text as id`.execute(db);
    return rows.map(({ id }) => id);
  },
});

const heads = (db: Db) => ({
  /**
   * Records that this look turns a head now.
   * @returns false: the head was turned less than `REST_MS` ago or has not gone back yet, by whichever server
   */
  async turnHead({ head, cameraId, lookId, back }: TurnedHead): Promise<boolean> {
    const { rows } = await sql`
      insert into second_look_head (head, camera_id, look_id, moved_at, back)
      values (${head}, ${cameraId}, ${lookId}, clock_timestamp(), ${jsonb(back)})
      on conflict (head) do update set camera_id = excluded.camera_id, look_id = excluded.look_id, moved_at = excluded.moved_at,
        back = excluded.back
      where second_look_head.back is null
        and second_look_head.moved_at <= clock_timestamp() - make_interval(secs => ${REST_MS / 1000})
      returning 1`.execute(db);
    return rows.length > 0;
  },

  /** The head has gone back, or must not go back. */
  async headIsBack(head: string, lookId: string): Promise<void> {
    await db.updateTable('second_look_head').set({ back: null }).where('head', '=', head).where('look_id', '=', lookId).execute();
  },

  /** The heads of a look that have not gone back. */
  async headsOf(lookId: string): Promise<TurnedHead[]> {
    const rows = await db.selectFrom('second_look_head').selectAll().where('look_id', '=', lookId).where('back', 'is not', null).execute();
    return rows.map(({ head, camera_id: cameraId, back }) => ({ head, cameraId, lookId, back: back as HeadReturn }));
  },

  /** The heads that must not be turned now. */
  async restingHeads(): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ head: string }>`
      select head from second_look_head
      where back is not null or moved_at > clock_timestamp() - make_interval(secs => ${REST_MS / 1000})`.execute(db);
    return new Set(rows.map(({ head }) => head));
  },
});

const settings = (db: Db) => ({
  /** Of all grids that have set one. */
  async policies(): Promise<ReadonlyMap<GridNo, SecondLookPolicy>> {
    const rows = await db.selectFrom('second_look_policy').selectAll().execute();
    return new Map(
      rows.map(({ grid_no: gridNo, is_on: isOn, changed_by: changedBy, changed_at: changedAt }) => [
        gridNo,
        { gridNo, isOn, changedBy, changedAt },
      ]),
    );
  },

  async savePolicy({ gridNo, isOn, changedBy, changedAt }: SecondLookPolicy): Promise<void> {
    const columns = { is_on: isOn, changed_by: changedBy, changed_at: changedAt };
    await db
      .insertInto('second_look_policy')
      .values({ grid_no: gridNo as GridNo, ...columns })
      .onConflict((conflict) => conflict.column('grid_no').doUpdateSet(columns))
      .execute();
  },

  /** The cameras that never turn by themselves. */
  async camerasOff(): Promise<ReadonlySet<string>> {
    const rows = await db.selectFrom('second_look_camera_off').select('camera_id').execute();
    return new Set(rows.map(({ camera_id }) => camera_id));
  },

  async saveCamera(cameraId: string, isOn: boolean, changedBy: string, changedAt: Date): Promise<void> {
    if (isOn) await db.deleteFrom('second_look_camera_off').where('camera_id', '=', cameraId).execute();
    else
      await db
        .insertInto('second_look_camera_off')
        .values({ camera_id: cameraId, changed_by: changedBy, changed_at: changedAt })
        .onConflict((conflict) => conflict.column('camera_id').doUpdateSet({ changed_by: changedBy, changed_at: changedAt }))
        .execute();
  },
});

const columnsOf = (look: SecondLook) => ({ state: look.state, look: jsonb(look), ended_at: look.endedAt });

const lookOf = (stored: unknown): SecondLook => withMoments(stored) as SecondLook;
