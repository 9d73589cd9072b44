// Outlines for far views are stored in addition to the boundaries: computing those of the whole country took every server a second.
import type { Migration } from './migration.ts';

export const farOutlines: Migration = {
  name: '0017-far-outlines',
  // text, not json, because it is written and read whole and never queried. Until a boundary is written again its full outline is used. The
  // next start writes the seed's boundaries again, because it does not find the seed's version.
  sql: `
alter table area add column far_outline text;
update area set far_outline = boundary::text;
alter table area alter column far_outline set not null;
update setting set value = '"0017"' where key = 'gazetteer.seed';
`,
};
