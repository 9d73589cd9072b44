// The next officer of the desk, as named in a handover. See docs/decisions/0090.
import type { Migration } from './migration.ts';

export const shiftSuccessor: Migration = {
  name: '0066-shift-successor',
  sql: `
-- Null: relieved, or handed over before it was asked for.
alter table shift add column successor text;
`,
};
