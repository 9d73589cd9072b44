// What a grid sets for its fires: whether an alarm that joins a fire in progress inherits its verdict. See docs/decisions/0057.
import type { Migration } from './migration.ts';

export const incidentPolicy: Migration = {
  name: '0065-incident-policy',
  sql: `
-- Of a grid and those below it that have none of their own.
create table incident_policy (
  grid_no text collate "C" primary key,
  inherits_verdict boolean not null,
  changed_by text not null,
  changed_at timestamptz not null
);
`,
};
