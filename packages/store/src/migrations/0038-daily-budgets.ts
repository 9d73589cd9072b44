// What accounts have spent of their daily budgets: shared by all servers, and retained over restarts.
import type { Migration } from './migration.ts';

export const dailyBudgets: Migration = {
  name: '0038-daily-budgets',
  sql: `
create table daily_spent (
  -- In Beijing.
  day date not null,
  budget text collate "C" not null,
  account_id uuid not null references account on delete cascade,
  amount bigint not null check (amount >= 0),
  primary key (account_id, budget, day)
);
create index daily_spent_day on daily_spent (day);
`,
};
