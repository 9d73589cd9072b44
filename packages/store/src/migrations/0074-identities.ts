// External identities of accounts: issuer and subject, bound at the first sign-on. Also the provider session that one of our sessions came
// from, and when a password was set by somebody other than its user. See docs/decisions/0096.
import type { Migration } from './migration.ts';

export const identities: Migration = {
  name: '0074-identities',
  sql: `
create table account_identity (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  account_id uuid not null references account on delete cascade,
  bound_at timestamptz not null,
  primary key (issuer, subject),
  unique (account_id, issuer)
);

-- Of a session that an OpenID Connect provider began: null where it began otherwise, or the provider names none.
alter table session add column provider_session text collate "C";

-- null: its user chose the password. Passwords of before count as chosen.
alter table account add column password_given_at timestamptz;

-- Whom the portal named for a token that waits for a press, until when it need not be asked again.
alter table portal_token add column user_name text, add column subject text collate "C", add column named_until timestamptz;
`,
};
