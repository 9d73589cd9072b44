// What was near an alarm when it joined its fire: used to order the queue (domain/danger.ts).
import type { Migration } from './migration.ts';

export const threats: Migration = {
  name: '0049-threats',
  sql: `
alter table incident_alarm
  -- Within 3 km. Both null: nothing is known of the place; inhabitants alone: no villages are imported.
  add column inhabitants int,
  add column danger_sources int;
`,
};
