// An index for finding, in the log, the plots that were deleted or moved away since a past moment (repositories/past.ts). They are few.
import type { Migration } from './migration.ts';

export const pastPlots: Migration = {
  name: '0053-past-plots',
  sql: `
create index event_plot on event (seq) where kind >= 'plot.' and kind < 'plot/' and object_id is not null;
`,
};
