// Checkpoints (卡口): which monitoring points watch them, how many cameras those have, and the pictures of passages.
import { boxAround, type GridNo, haversineMetres, type Position } from '@lookout/domain';
import type { Clock, Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, isAnyOf, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { ResourceKind } from '../resource/resource.ts';
import type { GateImageTable } from './post.tables.ts';

const POST_KINDS = ['checkStation', 'inspectionPost'] as const satisfies readonly ResourceKind[];

export interface Post {
  readonly id: string;
  readonly name: string;
  readonly gridNo: GridNo;
  readonly position: Position;
}

export interface NewGateImage {
  readonly id: string;
  readonly post: Post;
  readonly capturedAt: Date;
  readonly category: 'vehicle' | 'person';
  readonly plate: string | null;
  readonly direction: 'in' | 'out' | null;
  /** The id of the upload. */
  readonly pictureId: string;
}

export type GateImage = NewGateImage;

export interface GateImageFilters {
  readonly postId?: string | undefined;
  readonly category?: 'vehicle' | 'person' | undefined;
  readonly plate?: string | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

export interface ImageRetention {
  readonly before: Date;
  /** Limit for all files together. */
  readonly bytes: number;
}

export interface CameraCount {
  readonly cameras: number;
  readonly online: number;
}

export function gatesRepository(db: Db, clock: Clock) {
  return {
    /** The checkpoint with this code. Codes are assigned by the sender. */
    async findPost(scope: GridNo, code: string): Promise<Post | null> {
      const row = await db
        .selectFrom('resource')
        .select(['id', 'name', 'grid_no', 'lng', 'lat'])
        .where('code', '=', code)
        .where(isAnyOf('resource.kind', POST_KINDS))
        .where(withinScope('resource.grid_no', scope))
        .orderBy('kind')
        .executeTakeFirst();
      return row ? { id: row.id, name: row.name, gridNo: row.grid_no, position: { lng: row.lng, lat: row.lat } } : null;
    },

    /**
     * Monitoring points with a checkpoint within this distance, both in scope. Maps each monitoring point to the name of its nearest
     * checkpoint.
     */
    async watchedPosts(scope: GridNo, metres: number): Promise<Map<string, string>> {
      // Slightly too wide: the exact distance is checked below.
      const { north, south } = boxAround({ lng: 0, lat: 0 }, 1.01 * metres);
      const reach = (north - south) / 2;
      const { rows } = await sql<{ id: string; name: string; lng: number; lat: number; post_lng: number; post_lat: number }>`
        select monitoring_point.id, resource.name, monitoring_point.lng, monitoring_point.lat, resource.lng as post_lng, resource.lat as post_lat
        from monitoring_point join resource on point(resource.lng, resource.lat) <@ box(
          point(monitoring_point.lng - ${reach}::float8 / cosd(monitoring_point.lat), monitoring_point.lat - ${reach}::float8),
          point(monitoring_point.lng + ${reach}::float8 / cosd(monitoring_point.lat), monitoring_point.lat + ${reach}::float8))
        where ${isAnyOf('resource.kind', POST_KINDS)} and ${withinScope('monitoring_point.grid_no', scope)} and ${withinScope('resource.grid_no', scope)}`.execute(
        db,
      );
      const nearest = new Map<string, { readonly name: string; readonly metres: number }>();
      for (const { id, name, lng, lat, post_lng, post_lat } of rows) {
        const away = haversineMetres({ lng, lat }, { lng: post_lng, lat: post_lat });
        if (away <= metres && away < (nearest.get(id)?.metres ?? Number.POSITIVE_INFINITY)) nearest.set(id, { name, metres: away });
      }
      return new Map([...nearest].map(([id, { name }]) => [id, name]));
    },

    /** Keyed by monitoring point. Points without cameras are left out. */
    async cameraCounts(scope: GridNo): Promise<Map<string, CameraCount>> {
      const rows = await db
        .selectFrom('camera')
        .select(['monitoring_point_id', sql<number>`count(*)`.as('cameras'), sql<number>`count(*) filter (where online)`.as('online')])
        .where('monitoring_point_id', 'is not', null)
        .where(withinScope('camera.grid_no', scope))
        .groupBy('monitoring_point_id')
        .execute();
      return new Map(
        rows.flatMap(({ monitoring_point_id, cameras, online }) =>
          monitoring_point_id === null ? [] : [[monitoring_point_id, { cameras, online }]],
        ),
      );
    },

    /** An image with the same post, time, category and plate counts as the existing one. @returns its id, and whether it is new */
    async addImage({ post, ...image }: NewGateImage): Promise<{ readonly id: string; readonly isNew: boolean }> {
      const row = await db
        .insertInto('gate_image')
        .values({
          id: image.id,
          post_id: post.id,
          post_name: post.name,
          grid_no: post.gridNo,
          lng: post.position.lng,
          lat: post.position.lat,
          captured_at: image.capturedAt,
          category: image.category,
          plate: image.plate,
          direction: image.direction,
          picture_id: image.pictureId,
          created_at: clock(),
        })
        .onConflict((conflict) => conflict.columns(['post_id', 'captured_at', 'category', 'plate']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row) return { id: row.id, isNew: true };
      const existing = await db
        .selectFrom('gate_image')
        .select('id')
        .where('post_id', '=', post.id)
        .where('captured_at', '=', image.capturedAt)
        .where('category', '=', image.category)
        .where('plate', 'is not distinct from', image.plate)
        .executeTakeFirstOrThrow();
      return { id: existing.id, isNew: false };
    },

    /** Images to delete, oldest first: those taken before `before`, and then the oldest until the files of the rest fit into `bytes`. */
    async overdue({ before, bytes }: ImageRetention, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from (
          select gate_image.id, captured_at, sum(byte_size) over (order by captured_at desc, gate_image.id desc) as so_far
          from gate_image left join upload on upload.id = gate_image.picture_id
        ) as newest_first
        where captured_at < ${before} or so_far > ${bytes}::bigint order by captured_at limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    /**
     * Deletes these images, and their pictures unless used elsewhere.
     * @returns the names of the pictures' files; delete those before the transaction commits
     */
    async forgetImages(ids: readonly string[]): Promise<string[]> {
      const gone = await db
        .deleteFrom('gate_image')
        .where(isAnyOf('gate_image.id', ids, 'uuid'))
        .returning('picture_id')
        .execute();
      const { rows } = await sql<{ name: string }>`
        delete from upload where ${isAnyOf(
          'upload.id',
          gone.map(({ picture_id }) => picture_id),
          'uuid',
        )}
          and not exists (select from gate_image where picture_id = upload.id)
          and not exists (select from task where photos @> array[upload.id])
          and not exists (select from task_step where photos @> array[upload.id])
          and not exists (select from alarm
            where kind <> 'satellite' and arrived_at >= upload.created_at and strpos(lower(facts::text), upload.id::text) > 0)
        returning name`.execute(db);
      return rows.map(({ name }) => name);
    },

    /** Returns the orders, newest first. */
    async imagePage(scope: GridNo, filters: GateImageFilters, request: PageRequest): Promise<Paged<GateImage>> {
      const { postId, category, plate, begin, end } = filters;
      const matching = db
        .selectFrom('gate_image')
        .where(
          allOf([
            withinScope('gate_image.grid_no', scope),
            ...(postId === undefined ? [] : [sql<boolean>`gate_image.post_id = ${postId}`]),
            ...(category === undefined ? [] : [sql<boolean>`gate_image.category = ${category}`]),
            ...(plate === undefined ? [] : [contains('gate_image.plate', plate)]),
            ...(begin === undefined ? [] : [sql<boolean>`gate_image.captured_at >= ${begin}`]),
            ...(end === undefined ? [] : [sql<boolean>`gate_image.captured_at <= ${end}`]),
          ]),
        );
      return pageOf(matching, sql`captured_at desc, id desc`, request, imageOf);
    },
  };
}

const imageOf = (row: Selectable<GateImageTable>): GateImage => ({
  id: row.id,
  post: { id: row.post_id, name: row.post_name, gridNo: row.grid_no, position: { lng: row.lng, lat: row.lat } },
  capturedAt: row.captured_at,
  category: row.category,
  plate: row.plate,
  direction: row.direction,
  pictureId: row.picture_id,
});
