// Read tokens of embedded maps (嵌入地图).
import type { Migration } from './migration.ts';

export const mapEmbeds: Migration = {
  name: '0029-map-embeds',
  sql: `
create table map_embed (
  id uuid primary key,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null unique,
  name text not null,
  grid_no text collate "C" not null,
  layers text[] collate "C" not null,
  origins text[] collate "C" not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_by text,
  revoked_at timestamptz,
  last_used_at timestamptz,
  check (issued_at < expires_at),
  check ((revoked_by is null) = (revoked_at is null))
);
create index map_embed_grid on map_embed (grid_no, issued_at);
`,
};
