// The wall (大屏) is opened by a separate read token, which may be valid until it is revoked. See docs/decisions/0087.
import type { Migration } from './migration.ts';

export const wall: Migration = {
  name: '0068-wall',
  sql: `
-- null: until it is revoked.
alter table map_embed alter column expires_at drop not null;
`,
};
