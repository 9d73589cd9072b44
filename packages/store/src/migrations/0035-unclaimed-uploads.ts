// Uploaded pictures that nothing shows, because the report they were uploaded for never arrived. Existing pictures count as claimed.
import type { Migration } from './migration.ts';

export const unclaimedUploads: Migration = {
  name: '0035-unclaimed-uploads',
  sql: `
alter table upload add column claimed_at timestamptz;
update upload set claimed_at = created_at;
create index upload_unclaimed on upload (created_at) where claimed_at is null;
`,
};
