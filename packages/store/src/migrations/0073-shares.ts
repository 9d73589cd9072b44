// Shared resources are taken in turns: the queue position of a forecast, and the share of the channel to which a message is charged. See
// docs/decisions/0095.
import type { Migration } from './migration.ts';

export const shares: Migration = {
  name: '0073-shares',
  sql: `
-- By the last word of the server in whose line it is (domain SpreadQueuePlace); null: it does not wait, or its server has not said yet.
alter table spread_run add column queue json;

alter table outbox
  -- The grid and, within it, the account or receiver whose turn it is; null: put in before there were shares.
  add column share_grid text collate "C",
  add column share_account text,
  -- What the duty sends by itself goes before what an officer writes.
  add column goes_first boolean not null default true;

alter table sos
  -- How often it was pressed while it was open, and when last; null: once.
  add column pressed_again jsonb,
  -- When the duty list was last called for it.
  add column called_at timestamptz;
update sos set called_at = received_at;
`,
};
