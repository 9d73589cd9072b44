// The grid for which an officer acted when he decided about a fire. See docs/decisions/0098.
import type { Migration } from './migration.ts';

export const authority: Migration = {
  name: '0076-authority',
  sql: `
alter table incident_decision add column decided_in text collate "C";
update incident_decision set decided_in = account.grid_no from account where account.id = account_id;
`,
};
