// The grid that owns a short message template: existing templates belonged to the nation, and any administrator could change them for all.
// Also the addresses from which an account has logged in, which are queried while guesses from an address are refused: that must not scan
// all sessions.
import type { Migration } from './migration.ts';

export const guardedDoors: Migration = {
  name: '0034-guarded-doors',
  sql: `
alter table sms_template add column grid_no text collate "C" not null default '100000';
alter table sms_template alter column grid_no drop default;
alter table sms_template drop constraint sms_template_name_key;
create unique index sms_template_name on sms_template (grid_no, name);

drop index session_account;
create index session_account on session (account_id);
`,
};
