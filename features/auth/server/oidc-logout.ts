// Back-channel logout (OpenID Connect Back-Channel Logout 1.0): the provider reports that its session has ended, and the sessions that it
// began here end too.
import { createHash } from 'node:crypto';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { RawRoute } from '@lookout/server/serve/context.ts';
import { boundedStream, PACES } from '@lookout/server/serve/input.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { OidcConfig } from '@lookout/server/settings/config.ts';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { oidcLogout } from '../sign-on.calls.ts';
import { OUTSIDE_MS } from './portal.ts';

/** The part of the provider's metadata that a logout notice needs. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly jwks_uri?: string;
}

/** The allowed difference between the provider's clock and the server's. */
export const CLOCK_TOLERANCE_SECONDS = 60;
const MOST_BYTES = 16_384;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a logout notice. An older one no longer describes the current state. */
const OLDEST_SECONDS = 300;
/** Signature algorithms accepted from the provider; no shared-secret algorithm, and not `none`. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** The session or the subject that a logout notice ends. */
interface Ended {
  readonly issuer: string;
  readonly subject: string | null;
  /** The provider's session id; null: all sessions of the subject. */
  readonly providerSession: string | null;
  readonly id: string;
}

const textIn = (payload: JWTPayload, name: string): string | null => {
  const value = payload[name];
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : null;
};

/** Section 2.6. @returns null: no logout token of this provider for this client */
export function endedBy(payload: JWTPayload): Ended | null {
  const { iss, jti, events } = payload;
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  const [subject, providerSession] = [textIn(payload, 'sub'), textIn(payload, 'sid')];
  if (!isLogout || iss === undefined || jti === undefined || 'nonce' in payload || (subject === null && providerSession === null))
    return null;
  return { issuer: iss, subject, providerSession, id: jti };
}

/** Receives a form with `logout_token`. Its address is registered at the provider as `backchannel_logout_uri`. */
export function oidcLogoutRoute(deps: Deps, oidc: OidcConfig, metadata: () => Promise<ProviderMetadata>): RawRoute {
  const { store, log, clock } = deps;
  let keys: { readonly uri: string; readonly of: ReturnType<typeof createRemoteJWKSet> } | null = null;

  const verified = async (token: string): Promise<Ended | null> => {
    const { issuer, jwks_uri: uri } = await metadata();
    if (uri === undefined) return null;
    if (keys?.uri !== uri) keys = { uri, of: createRemoteJWKSet(new URL(uri), { timeoutDuration: OUTSIDE_MS }) };
    const { payload } = await jwtVerify(token, keys.of, {
      issuer,
      audience: oidc.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: OLDEST_SECONDS,
      currentDate: clock(),
    });
    return endedBy(payload);
  };

  return {
    name: 'oidc-logout',
    method: 'POST',
    ...oidcLogout,
    permission: 'public',
    scope: 'none',
    async handle(context, request, reply) {
      const chunks: Uint8Array[] = [];
      const patience = { pace: PACES.json, claim: () => null };
      for await (const chunk of boundedStream(request.raw, MOST_BYTES, patience)) chunks.push(chunk);
      const token = new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('logout_token') ?? '';
      const ended = await verified(token).catch((error: unknown) => {
        if (!(error instanceof errors.JOSEError)) throw error;
        log.warn({ code: error.code, requestId: context.requestId }, 'a logout notice did not pass the checks');
        return null;
      });
      // Each notice is applied once: a repeated notice must not end sessions that began after it.
      const once = { tokenHash: createHash('sha256').update(`logout ${ended?.issuer} ${ended?.id}`).digest(), secretHash: Buffer.alloc(0) };
      const expiresAt = new Date(clock().getTime() + 2 * OLDEST_SECONDS * 1000);
      if (ended === null || !(await store.portalTokens.spend({ ...once, expiresAt }))) throw refused('oidc-logout-refused');
      const sessions = await store.transaction(async (tx) => {
        const accountId = ended.subject === null ? null : await tx.identities.accountOf({ issuer: ended.issuer, subject: ended.subject });
        if (accountId === null && ended.subject !== null) return 0;
        const count = await tx.sessions.endOutsideOf(accountId, ended.providerSession);
        if (accountId !== null) context.audit.target('account', accountId, null);
        context.audit.detail({ sessions: count });
        await tx.audit.append([context.audit.take()]);
        return count;
      });
      if (sessions > 0) deps.sessionsChanged();
      return reply.code(200).send();
    },
  };
}
