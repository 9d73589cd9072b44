// Where a forecast waits, and why there. See docs/decisions/0095.
import type { Migration } from './index.ts';

export const spreadQueue: Migration = {
  name: '0073-spread-queue',
  sql: `
-- By the last word of the server in whose line it is (domain SpreadQueuePlace); null: it does not wait, or its server has not said yet.
alter table spread_run add column queue json;
`,
};
