// The fire for which a person confirmed an alarm: two fires that were confirmed separately are never joined (decision 0057).
import type { Migration } from './migration.ts';

export const confirmedFires: Migration = {
  name: '0044-confirmed-fires',
  sql: 'alter table incident_alarm add column confirmed_as uuid',
};
