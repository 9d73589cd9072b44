// By how many levels holidays and lightning raise the warning level, where a grid sets this. See docs/decisions/0083.
import type { Migration } from './migration.ts';

export const warnedLevel: Migration = {
  name: '0062-warned-level',
  sql: `
-- Null: as above, and in the end nothing is raised.
alter table danger_rules add column raising jsonb;
`,
};
