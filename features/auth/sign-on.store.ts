// External sign-on: tokens of a portal, each used once, and attempts at an OpenID Connect provider. Secrets are stored as hashes.

import type { Clock } from '@lookout/store';
import type { Db } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export interface SpentToken {
  /** SHA-256 of the portal's token. */
  readonly tokenHash: Buffer;
  /** SHA-256 of the secret in the cookie of the browser that used the token. Only this browser may use it again. */
  readonly secretHash: Buffer;
  readonly expiresAt: Date;
  /** The user that the portal named, while a click is awaited; default: no click is awaited. */
  readonly named?: NamedByPortal & { readonly until: Date };
}

export interface NamedByPortal {
  readonly userName: string;
  /** The portal's permanent id of the user. */
  readonly subject: string;
}

export function portalTokensRepository(db: Db, clock: Clock) {
  return {
    /** Returns true for the first use of a token, also under concurrent calls. */
    async spend({ tokenHash, secretHash, expiresAt, named }: SpentToken): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('portal_token')
        .values({
          token_hash: tokenHash,
          keeper_hash: secretHash,
          expires_at: expiresAt,
          user_name: named?.userName ?? null,
          subject: named?.subject ?? null,
          named_until: named?.until ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    async isSpent(tokenHash: Buffer): Promise<boolean> {
      const found = await db.selectFrom('portal_token').select('token_hash').where('token_hash', '=', tokenHash).executeTakeFirst();
      return found !== undefined;
    },

    /** Whether the holder of this cookie was the first to use the token, and the cookie has not expired. */
    async isSpentBy(tokenHash: Buffer, secretHash: Buffer): Promise<boolean> {
      const found = await db
        .selectFrom('portal_token')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .where('keeper_hash', '=', secretHash)
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Stores which user the portal named for a stored token. */
    async name(tokenHash: Buffer, { userName, subject, until }: NamedByPortal & { readonly until: Date }): Promise<void> {
      const change = { user_name: userName, subject, named_until: until };
      await db.updateTable('portal_token').set(change).where('token_hash', '=', tokenHash).execute();
    },

    /** The user that the portal named shortly before. Returned once, for the click. null: no user, or too long ago. */
    async takeNamed(tokenHash: Buffer): Promise<NamedByPortal | null> {
      const { rows } = await sql<{ user_name: string; subject: string; named_until: Date }>`
        with named as (select token_hash, user_name, subject, named_until from portal_token where token_hash = ${tokenHash} for update)
        update portal_token set named_until = null from named
        where portal_token.token_hash = named.token_hash and named.named_until is not null
        returning named.user_name, named.subject, named.named_until`.execute(db);
      const row = rows[0];
      return row === undefined || row.named_until <= clock() ? null : { userName: row.user_name, subject: row.subject };
    },

    async prune(): Promise<void> {
      await db.deleteFrom('portal_token').where('expires_at', '<=', clock()).execute();
    },
  };
}

export interface OidcAttempt {
  /** SHA-256 of the `state`. */
  readonly stateHash: Buffer;
  /** SHA-256 of the secret in the cookie of the browser that began the attempt. */
  readonly browserHash: Buffer;
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  /** The page to open afterwards. */
  readonly target: string | null;
  readonly expiresAt: Date;
}

export function oidcAttemptsRepository(db: Db, clock: Clock) {
  return {
    async put(attempt: OidcAttempt): Promise<void> {
      await db
        .insertInto('oidc_attempt')
        .values({
          state_hash: attempt.stateHash,
          browser_hash: attempt.browserHash,
          code_verifier: attempt.codeVerifier,
          nonce: attempt.nonce,
          redirect_uri: attempt.redirectUri,
          target: attempt.target,
          expires_at: attempt.expiresAt,
        })
        .execute();
    },

    /** Returns each attempt once, and only to the browser that began it. null: unknown, taken before or expired. */
    async take(stateHash: Buffer, browserHash: Buffer): Promise<OidcAttempt | 'other-browser' | null> {
      const row = await db
        .deleteFrom('oidc_attempt')
        .where('state_hash', '=', stateHash)
        .where('browser_hash', '=', browserHash)
        .returningAll()
        .executeTakeFirst();
      if (row !== undefined) {
        const { code_verifier: codeVerifier, redirect_uri: redirectUri, expires_at: expiresAt, nonce, target } = row;
        return expiresAt > clock() ? { stateHash, browserHash, codeVerifier, nonce, redirectUri, target, expiresAt } : null;
      }
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from oidc_attempt where state_hash = ${stateHash} and expires_at > ${clock()}) as found`.execute(db);
      return rows[0]?.found ? 'other-browser' : null;
    },

    async prune(): Promise<void> {
      await db.deleteFrom('oidc_attempt').where('expires_at', '<=', clock()).execute();
    },
  };
}
