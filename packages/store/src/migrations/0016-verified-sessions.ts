// The time when a session last passed 验证密码, the back office's separate password. It is required again after ten minutes, on every server.
import type { Migration } from './migration.ts';

export const verifiedSessions: Migration = {
  name: '0016-verified-sessions',
  sql: `
alter table session add column verified_at timestamptz;
`,
};
