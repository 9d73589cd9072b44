// A decision about fires may replace earlier ones. When it is undone, those apply again (decision 0057).
import type { Migration } from './migration.ts';

export const decisionsReplaced: Migration = {
  name: '0048-decisions-replaced',
  sql: `
alter table incident_decision
  -- The later decision that took its place. It stays when that one was undone and this one stands again.
  add column replaced_by uuid,
  -- What a split leaves of a merge that it takes apart: goes with the split.
  add column part_of uuid;
create index incident_decision_replaced on incident_decision (replaced_by) where replaced_by is not null;
create index incident_decision_part on incident_decision (part_of) where part_of is not null;
`,
};
