// Camera movements in progress: an operator is holding a button. Timeouts use the database's clock, so that no server's own clock decides
// when an operator on another server has stopped sending heartbeats.

import type { Db } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export interface CameraMotion {
  readonly cameraId: string;
  /** The movement, e.g. `left` or `zoom-in`. A camera has at most one row per movement. */
  readonly motion: string;
  /** Hash of the session's token, lower-case hex. */
  readonly session: string;
}

export interface SilentMotion extends CameraMotion {
  /** Number of attempts to stop the movement, including this one. */
  readonly stops: number;
}

export function cameraMotionsRepository(db: Db) {
  return {
    /** Records that a button is held from now on. */
    async hold({ cameraId, motion, session }: CameraMotion): Promise<void> {
      await sql`
        insert into camera_motion (camera_id, motion, session, kept_at) values (${cameraId}, ${motion}, ${session}, clock_timestamp())
        on conflict (camera_id, motion) do update set session = excluded.session, kept_at = excluded.kept_at, stops = 0`.execute(db);
    },

    /** Renews a held button. @returns false: the button is not held by this session, or the movement was stopped meanwhile */
    async keep({ cameraId, motion, session }: CameraMotion): Promise<boolean> {
      const { rows } = await sql`
        update camera_motion set kept_at = clock_timestamp()
        where camera_id = ${cameraId} and motion = ${motion} and session = ${session} and stops = 0 returning 1`.execute(db);
      return rows.length > 0;
    },

    async letGo(cameraId: string, motion: string): Promise<void> {
      await db.deleteFrom('camera_motion').where('camera_id', '=', cameraId).where('motion', '=', motion).execute();
    },

    /** Expires all movements of this session at once. */
    async loseSession(session: string): Promise<void> {
      await db.updateTable('camera_motion').set({ kept_at: sql`'-infinity'` }).where('session', '=', session).execute();
    },

    /** Expires these movements at once. */
    async lose(motions: readonly CameraMotion[]): Promise<void> {
      if (motions.length === 0) return;
      const names = motions.map(({ cameraId, motion, session }) => `${cameraId} ${motion} ${session}`);
      await sql`update camera_motion set kept_at = '-infinity' where ${isAnyOfNames(names)}`.execute(db);
    },

    /**
     * Returns the movements without a heartbeat for `silentMs`. Each is given to one server, which must stop it and confirm with `stopped`.
     * If that server fails or dies, the movement is given out again after the same time.
     * @returns `isAnyHeld`: whether any server is moving any camera
     */
    async takeSilent(silentMs: number): Promise<{ readonly silent: SilentMotion[]; readonly isAnyActive: boolean }> {
      // The statement does not see its own changes. A movement that it takes still has a row and counts as held.
      const { rows } = await sql<{ is_any_held: boolean; camera_id: string | null; motion: string; session: string; stops: number }>`
        with taken as (
          update camera_motion set kept_at = clock_timestamp(), stops = camera_motion.stops + 1
          from (
            select camera_id, motion from camera_motion
            where kept_at < clock_timestamp() - make_interval(secs => ${silentMs / 1000}) for update skip locked
          ) silent
          where camera_motion.camera_id = silent.camera_id and camera_motion.motion = silent.motion
          returning camera_motion.*
        )
        select exists (select from camera_motion) as is_any_held, taken.* from (values (0)) one left join taken on true`.execute(db);
      return {
        silent: rows.flatMap(({ camera_id, motion, session, stops }) =>
          camera_id === null ? [] : [{ cameraId: camera_id, motion, session, stops }],
        ),
        isAnyActive: rows[0]?.is_any_held ?? false,
      };
    },

    /** Confirms that the movement was stopped. Has no effect if an operator holds the button again. */
    async stopped({ cameraId, motion, session, stops }: SilentMotion): Promise<void> {
      await db
        .deleteFrom('camera_motion')
        .where('camera_id', '=', cameraId)
        .where('motion', '=', motion)
        .where('session', '=', session)
        .where('stops', '=', stops)
        .execute();
    },
  };
}

const isAnyOfNames = (names: readonly string[]) =>
  sql<boolean>`(camera_id::text || ' ' || motion || ' ' || session) = any(${[...names]}::text[])`;
