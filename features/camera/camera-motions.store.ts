// What moves: cameras whose operator holds a button. By the database's clock, so that no server's own decides when another's operator is silent.

import type { Db } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export interface CameraMotion {
  readonly cameraId: string;
  /** What moves, e.g. `left` or `zoom-in`; one of each per camera. */
  readonly motion: string;
  /** Hash of the session's token, lower-case hex. */
  readonly session: string;
}

export interface SilentMotion extends CameraMotion {
  /** How often it was to be stopped, this time included. */
  readonly stops: number;
}

export function cameraMotionsRepository(db: Db) {
  return {
    /** A button is held from now on. */
    async hold({ cameraId, motion, session }: CameraMotion): Promise<void> {
      await sql`
        insert into camera_motion (camera_id, motion, session, kept_at) values (${cameraId}, ${motion}, ${session}, clock_timestamp())
        on conflict (camera_id, motion) do update set session = excluded.session, kept_at = excluded.kept_at, stops = 0`.execute(db);
    },

    /** It is still held. @returns false: not by this session, or it was stopped meanwhile */
    async keep({ cameraId, motion, session }: CameraMotion): Promise<boolean> {
      const { rows } = await sql`
        update camera_motion set kept_at = clock_timestamp()
        where camera_id = ${cameraId} and motion = ${motion} and session = ${session} and stops = 0 returning 1`.execute(db);
      return rows.length > 0;
    },

    async letGo(cameraId: string, motion: string): Promise<void> {
      await db.deleteFrom('camera_motion').where('camera_id', '=', cameraId).where('motion', '=', motion).execute();
    },

    /** These are over: held by nobody from now on. */
    async loseSession(session: string): Promise<void> {
      await db.updateTable('camera_motion').set({ kept_at: sql`'-infinity'` }).where('session', '=', session).execute();
    },

    /** The same of some of a session's. */
    async lose(motions: readonly CameraMotion[]): Promise<void> {
      if (motions.length === 0) return;
      const names = motions.map(({ cameraId, motion, session }) => `${cameraId} ${motion} ${session}`);
      await sql`update camera_motion set kept_at = '-infinity' where ${isAnyOfNames(names)}`.execute(db);
    },

    /**
     * Those that nobody has held for so long, each given to one server, which is to stop it and say so by `stopped`. If it does not, by a failure or
     * because it died, they are given out again after the same time.
     * @returns `isAnyHeld`: whether any camera is moved, by any server
     */
    async takeSilent(silentMs: number): Promise<{ readonly silent: SilentMotion[]; readonly isAnyHeld: boolean }> {
      // The statement does not see its own changes; a motion that it takes is still a row, and counts as held.
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
        isAnyHeld: rows[0]?.is_any_held ?? false,
      };
    },

    /** It was stopped; unless somebody holds the button again. */
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
