// Whose share of its channel a message of the outbox takes. See docs/decisions/0095.
import type { Migration } from './index.ts';

export const outboxShares: Migration = {
  name: '0076-outbox-shares',
  sql: `
alter table outbox
  -- The grid and, within it, the account or receiver whose turn it is; null: sent before there were shares.
  add column share_grid text collate "C",
  add column share_account text,
  -- What the duty sends by itself goes before what an officer writes.
  add column goes_first boolean not null default true;
`,
};
