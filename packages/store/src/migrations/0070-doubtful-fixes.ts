// Positions that are kept in a track without being believed, and what is believed of each person. See docs/decisions/0092.
import type { Migration } from './index.ts';

export const doubtfulFixes: Migration = {
  name: '0070-doubtful-fixes',
  sql: `
alter table ranger_track add column is_doubtful boolean not null default false;
-- Beside the last position: whether he is flown, and the fixes that do not agree with it yet (domain FixBelief); null: neither.
alter table ranger_last add column belief json;
`,
};
