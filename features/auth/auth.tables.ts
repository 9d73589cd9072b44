// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { Generated } from 'kysely';

export interface PortalTokenTable {
  token_hash: Buffer;
  keeper_hash: Buffer;
  expires_at: Date;
  user_name: string | null;
  subject: string | null;
  named_until: Date | null;
}

export interface OidcAttemptTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  code_verifier: string;
  nonce: string;
  redirect_uri: string;
  target: string | null;
  expires_at: Date;
}

export interface SessionTable {
  token_hash: Buffer;
  account_id: string;
  grid_no: GridNo;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  address: string | null;
  user_agent: string | null;
  verified_at: Date | null;
  id: Generated<string>;
  way: string;
  used_at: Date;
  /** null: the session may be idle until it expires. */
  idle_seconds: number | null;
  /** Session at the provider that began this one; null: no provider began it, or the provider names no session. */
  provider_session: string | null;
}

interface SecondFactorTable {
  account_id: string;
  encrypted_secret: string;
  begun_at: Date;
  /** null: setup begun, not turned on yet. */
  confirmed_at: Date | null;
  /** Time step of the last accepted code; a bigint, which the driver reads as a number here. */
  last_step: number;
}

export interface AuthTables {
  session: SessionTable;
  second_factor: SecondFactorTable;
  recovery_code: { account_id: string; code_hash: Buffer };
  nonce: { value: string; expires_at: Date };
  account_identity: { issuer: string; subject: string; account_id: string; bound_at: Date };
  portal_token: PortalTokenTable;
  oidc_attempt: OidcAttemptTable;
  login_failure: { user_name: string; address: string; count: number; failed_at: Date; locked_until: Date | null };
}
