// Who else saw the same place: alarms of two days are found by when they were observed.
import type { Migration } from './migration.ts';

export const samePlace: Migration = {
  name: '0012-same-place',
  sql: `
-- Alarms come roughly in the order they were observed, so a summary of each stretch of pages is enough: 40 kB for half a million alarms,
-- and next to nothing for each that is stored (decision 0005).
create index alarm_observed on alarm using brin (observed_at) with (pages_per_range = 32);
`,
};
