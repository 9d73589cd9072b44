// Boundaries that include the land of counties founded after they were drawn, and boundaries that are the union of their parts; villages.
import type { Migration } from './migration.ts';

export const areasOfEveryLevel: Migration = {
  name: '0015-areas-of-every-level',
  sql: `
alter table area add column also_holds text[] not null default '{}', add column is_union boolean not null default false;
alter table grid drop constraint grid_level_check,
  add constraint grid_level_check check (level in ('nation', 'province', 'prefecture', 'county', 'town', 'village'));
`,
};
