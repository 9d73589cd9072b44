// Lightning strokes, as reported by a feed.
import type { GridNo, Position } from '@lookout/domain';
import { allOf, type Db, jsonText, withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export interface LightningStroke {
  readonly at: Date;
  readonly position: Position;
  readonly gridNo: GridNo;
  /** Peak current with its sign; null: not reported. */
  readonly kiloamperes: number | null;
}

export interface StrokeCount {
  /** The county, or the grid above it if no county is known. */
  readonly gridNo: GridNo;
  /** `YYYY-MM-DD`, Beijing time. */
  readonly day: string;
  readonly count: number;
}

export function lightningRepository(db: Db) {
  return {
    /** @returns the number of strokes that were new */
    async add(strokes: readonly LightningStroke[]): Promise<number> {
      if (strokes.length === 0) return 0;
      const rows = strokes.map(({ at, position: { lng, lat }, gridNo, kiloamperes }) => ({ at, lng, lat, grid_no: gridNo, kiloamperes }));
      const { rows: added } = await sql`
        insert into lightning_stroke select * from json_populate_recordset(null::lightning_stroke, ${jsonText(rows)}::json)
        on conflict do nothing returning 1`.execute(db);
      return added.length;
    },

    async forgetBefore(time: Date): Promise<void> {
      await db.deleteFrom('lightning_stroke').where('at', '<', time).execute();
    },

    /** The time of the first stored stroke; nothing is known of earlier days. null: no feed provides lightning. */
    async knownSince(): Promise<Date | null> {
      return (await db.selectFrom('lightning_stroke').select('at').orderBy('at').limit(1).executeTakeFirst())?.at ?? null;
    },

    /** Counts by county and day. @param firstDay @param lastDay `YYYY-MM-DD`, Beijing time, both included */
    async counts(scope: GridNo, firstDay: string, lastDay: string): Promise<StrokeCount[]> {
      const county = sql<GridNo>`left(grid_no, 6)`;
      const day = sql<string>`to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
      const rows = await db
        .selectFrom('lightning_stroke')
        .select([county.as('grid'), day.as('day'), sql<number>`count(*)::int`.as('count')])
        .where(
          allOf([
            withinScope('lightning_stroke.grid_no', scope),
            sql<boolean>`at >= (${firstDay} || ' 00:00+08')::timestamptz`,
            sql<boolean>`at < (${lastDay} || ' 00:00+08')::timestamptz + interval '1 day'`,
          ]),
        )
        .groupBy(['grid', 'day'])
        .execute();
      return rows.map(({ grid, ...row }) => ({ gridNo: grid, ...row }));
    },
  };
}
