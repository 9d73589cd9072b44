// A password in the clear (HTTP and RTSP Basic) only where it is set for that camera: no camera that stood before has it set (decision 0044).
import type { Migration } from './index.ts';

export const basicByCamera: Migration = {
  name: '0033-basic-by-camera',
  sql: `
alter table camera_link add column is_basic_allowed boolean not null default false;
`,
};
