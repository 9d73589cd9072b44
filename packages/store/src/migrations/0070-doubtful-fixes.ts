// Positions that are stored in a track but are implausible, and the position accepted for each person. See docs/decisions/0092.
import type { Migration } from './migration.ts';

export const doubtfulFixes: Migration = {
  name: '0070-doubtful-fixes',
  sql: `
alter table ranger_track add column is_doubtful boolean not null default false;
-- Beside the last position: whether he is flown, and the fixes that do not agree with it yet (domain FixBelief); null: neither.
alter table ranger_last add column belief json;
`,
};
