// Sign-on from outside: which tokens of a portal were used, and which attempts at an OpenID Connect provider are pending.
import type { Migration } from './migration.ts';

export const signOn: Migration = {
  name: '0021-sign-on',
  sql: `
create table portal_token (
  token_hash bytea primary key,
  keeper_hash bytea not null,
  expires_at timestamptz not null
);
create index portal_token_expires on portal_token (expires_at);

create table oidc_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  code_verifier text not null,
  nonce text not null,
  redirect_uri text not null,
  target text,
  expires_at timestamptz not null
);
create index oidc_attempt_expires on oidc_attempt (expires_at);
`,
};
