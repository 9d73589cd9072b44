// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { EmbedLayer, GridNo } from '@lookout/domain';
import type { Generated } from 'kysely';

// Prevention: applications for burns, fire weather, gate images.

export interface MapEmbedTable {
  id: string;
  token_hash: Buffer;
  name: string;
  grid_no: GridNo;
  layers: readonly EmbedLayer[];
  origins: readonly string[];
  issued_by: string;
  issued_at: Date;
  expires_at: Date | null;
  revoked_by: Generated<string | null>;
  revoked_at: Generated<Date | null>;
  last_used_at: Generated<Date | null>;
}

export interface MapEmbedTables {
  map_embed: MapEmbedTable;
}
