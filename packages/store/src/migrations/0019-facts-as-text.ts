// What a source says of an alarm is stored as the text it is: nobody reads it again while a file comes in.
import type { Migration } from './migration.ts';

export const factsAsText: Migration = {
  name: '0019-facts-as-text',
  sql: `
-- json is kept as its text anyway, but read through at every insert: a tenth of what the database does for a file (decision 0005).
-- It is written by alarm-rows.ts alone. Rewrites the table once.
alter table alarm alter column facts type text using facts::text;
`,
};
