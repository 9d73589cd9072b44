// Outlines for views from far out are kept beside the boundaries: making those of the whole country anew took a second of every server.
import type { Migration } from './index.ts';

export const farOutlines: Migration = {
  name: '0017-far-outlines',
  // text, not json: written and read whole, and never looked into. Until a boundary is written again its full outline serves; the next start
  // writes those of the seed again, because it does not find its version.
  sql: `
alter table area add column far_outline text;
update area set far_outline = boundary::text;
alter table area alter column far_outline set not null;
update setting set value = '"0017"' where key = 'gazetteer.seed';
`,
};
