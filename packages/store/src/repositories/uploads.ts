// Uploaded pictures: metadata of each file, which has a random name.
import type { GridNo, Position } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import { type Clock, type Db, isAnyOf, isUuid, oneWithin } from '../sql.ts';
import type { UploadTable } from '../tables.ts';

export interface NewUpload {
  readonly id: string;
  /** Random name, with the extension of the actual content type. */
  readonly name: string;
  readonly gridNo: GridNo;
  readonly accountId: string | null;
  readonly mime: string;
  readonly byteSize: number;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Position from the EXIF data before it was stripped. */
  readonly gps: Position | null;
}

export interface Upload extends NewUpload {
  readonly createdAt: Date;
}

export function uploadsRepository(db: Db, clock: Clock) {
  return {
    async create(upload: NewUpload): Promise<void> {
      await db
        .insertInto('upload')
        .values({
          id: upload.id,
          name: upload.name,
          grid_no: upload.gridNo,
          account_id: upload.accountId,
          mime: upload.mime,
          byte_size: upload.byteSize,
          width: upload.widthPixels,
          height: upload.heightPixels,
          gps_lng: upload.gps?.lng ?? null,
          gps_lat: upload.gps?.lat ?? null,
          created_at: clock(),
          claimed_at: null,
        })
        .execute();
    },

    /** Retains a picture that no object shows: a snapshot that an officer took. */
    async keep(id: string): Promise<void> {
      await db.updateTable('upload').set({ claimed_at: clock() }).where('id', '=', id).execute();
    },

    /** Removes a picture whose file could not be stored. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('upload').where('id', '=', id).execute();
    },

    find: (scope: GridNo, id: string): Promise<Upload | null> => oneWithin(db, 'upload', scope, id, uploadOf),

    /**
     * Moves pictures to the grid of the object that uses them, so that both have the same access. A sender may use only its own pictures
     * (`accountId` null: a feed's). Call it in the transaction that stores the object.
     * @returns the ids that are missing or not this sender's: if there are any, the object must not be stored
     */
    async claim(ids: readonly string[], accountId: string | null, gridNo: GridNo): Promise<string[]> {
      const rows = await db
        .updateTable('upload')
        .set({ grid_no: gridNo, claimed_at: clock() })
        .where(isAnyOf('upload.id', ids.filter(isUuid), 'uuid'))
        .where('account_id', accountId === null ? 'is' : '=', accountId)
        .returning('id')
        .execute();
      const claimed = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !claimed.has(id));
    },

    /**
     * Deletes the oldest pictures uploaded before `before` that no object has claimed and no user has as a portrait. @returns the names of
     * their files
     */
    async forgetUnclaimed(before: Date, limit: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        delete from upload where id in (
          select id from upload where claimed_at is null and created_at < ${before}
            and not exists (select from account where strpos(lower(head_url), upload.id::text) > 0)
          order by created_at limit ${limit} for update skip locked)
        returning name`.execute(db);
      return rows.map(({ name }) => name);
    },

    /** Moves claimed pictures together with the object that uses them. */
    async move(ids: readonly string[], gridNo: GridNo): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable('upload')
        .set({ grid_no: gridNo })
        .where(isAnyOf('upload.id', ids.filter(isUuid), 'uuid'))
        .execute();
    },
  };
}

const uploadOf = (row: Selectable<UploadTable>): Upload => ({
  id: row.id,
  name: row.name,
  gridNo: row.grid_no,
  accountId: row.account_id,
  mime: row.mime,
  byteSize: row.byte_size,
  widthPixels: row.width,
  heightPixels: row.height,
  gps: row.gps_lng === null || row.gps_lat === null ? null : { lng: row.gps_lng, lat: row.gps_lat },
  createdAt: row.created_at,
});
