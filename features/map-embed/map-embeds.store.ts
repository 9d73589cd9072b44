// Read tokens of embedded maps and of walls: stored as a hash, found by it, revoked, listed with their last use.
import type { GridNo } from '@lookout/domain';
import type { Clock, Paged, PageRequest } from '@lookout/store';
import { type Db, isUuid, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { MapEmbedTable } from './map-embed.tables.ts';
import type { MapEmbed } from './map-embed.ts';

/** Further uses within this time are not stored: a map requests tiles many times a second. */
const LAST_USE_EVERY_MS = 60_000;

export function mapEmbedsRepository(db: Db, clock: Clock) {
  return {
    /** @param tokenHash SHA-256 of the token */
    async create(embed: MapEmbed, tokenHash: Buffer): Promise<void> {
      await db
        .insertInto('map_embed')
        .values({
          id: embed.id,
          token_hash: tokenHash,
          name: embed.name,
          grid_no: embed.gridNo,
          layers: [...embed.layers],
          origins: [...embed.origins],
          issued_by: embed.issuedBy,
          issued_at: embed.issuedAt,
          expires_at: embed.expiresAt,
        })
        .execute();
    },

    /** The map of the token, whether or not the token is still valid; null: unknown. */
    async findByToken(tokenHash: Buffer): Promise<MapEmbed | null> {
      const row = await db.selectFrom('map_embed').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
      return row ? embedOf(row) : null;
    },

    /** Stores the last use of a token, to the minute. */
    async used({ id, lastUsedAt }: Pick<MapEmbed, 'id' | 'lastUsedAt'>): Promise<void> {
      const now = clock();
      if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < LAST_USE_EVERY_MS) return;
      await db.updateTable('map_embed').set({ last_used_at: now }).where('id', '=', id).execute();
    },

    /** The sites that may frame the map with this public id; empty: unknown, revoked or expired. */
    async originsOf(id: string): Promise<readonly string[]> {
      if (!isUuid(id)) return [];
      const row = await db
        .selectFrom('map_embed')
        .select('origins')
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      return row?.origins ?? [];
    },

    /** In a transaction: locks the map until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<MapEmbed | null> => lockWithin(db, 'map_embed', scope, id, embedOf),

    /** Saves a locked map after it was revoked. */
    async saveRevoked({ id, revokedBy, revokedAt }: MapEmbed): Promise<void> {
      await db.updateTable('map_embed').set({ revoked_by: revokedBy, revoked_at: revokedAt }).where('id', '=', id).execute();
    },

    /** Returns the orders, newest first. */
    async page(scope: GridNo, request: PageRequest): Promise<Paged<MapEmbed>> {
      const matching = db.selectFrom('map_embed').where(withinScope('map_embed.grid_no', scope));
      return pageOf(matching, sql`issued_at desc, id desc`, request, embedOf);
    },
  };
}

const embedOf = (row: Selectable<MapEmbedTable>): MapEmbed => ({
  id: row.id,
  name: row.name,
  gridNo: row.grid_no,
  layers: row.layers,
  origins: row.origins,
  issuedBy: row.issued_by,
  issuedAt: row.issued_at,
  expiresAt: row.expires_at,
  revokedBy: row.revoked_by,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
});
