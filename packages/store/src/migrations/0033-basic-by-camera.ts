// A password is sent in clear text (HTTP and RTSP Basic) only to a camera that is configured for it. No existing camera is (decision 0044).
import type { Migration } from './migration.ts';

export const basicByCamera: Migration = {
  name: '0033-basic-by-camera',
  sql: `
alter table camera_link add column is_basic_allowed boolean not null default false;
`,
};
