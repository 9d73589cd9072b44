// For a person on the way without a known route, the arrival is estimated along a straight line. See docs/decisions/0074 and 0090.
import type { Migration } from './migration.ts';

export const straightJourneys: Migration = {
  name: '0067-straight-journeys',
  sql: `
alter table task_journey drop constraint task_journey_state_check;
alter table task_journey add constraint task_journey_state_check
  check (state in ('arrived', 'under-way', 'standing', 'off-route', 'straight', 'unknown'));
`,
};
