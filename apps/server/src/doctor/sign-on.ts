// The doctor's requests to the identity provider: those of a sign-on, without signing on.

import { isCertificateCode, lineCodeOf } from '@lookout/features/auth/server/oidc-faults.ts';
import type { OidcConfig } from '../settings/config.ts';
import { reasonOf } from './reason.ts';

/** Facts about a provider. A part that could not be determined is null. */
export type SignOnFacts =
  | { readonly kind: 'away'; readonly reason: string; readonly isCertificate: boolean }
  /** No configuration at `url`: an HTTP error status, or an answer that is not a configuration. */
  | { readonly kind: 'none'; readonly url: string; readonly reason: string }
  | {
      readonly kind: 'facts';
      readonly issuer: string;
      /** The number of keys for its signatures. */
      readonly keys: number | null;
      /** How far the provider's clock is ahead of ours, to the second. */
      readonly clockAheadMs: number | null;
      /** The token endpoint's error for an invented code: `invalid_grant` if the client is accepted. */
      readonly clientError: string | null;
      /** The provider's refusal of a sign-on that returns to `redirectUrl`; null: it does not refuse, or no `redirectUrl` is set. */
      readonly redirectRefusal: string | null;
    };

const BUDGET_MS = 5_000;
const MOST_BYTES = 1 << 20;

async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(BUDGET_MS), ...init });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too long');
    parts.push(part);
  }
  return { status: response.status, headers: response.headers, text: Buffer.concat(parts).toString('utf8') };
}

const read = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // Text that is not JSON has none of the expected members.
    return {};
  }
};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Does not throw, whatever the provider answers. */
export async function askProvider(config: OidcConfig, now: Date): Promise<SignOnFacts> {
  const url = `${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let answer: Awaited<ReturnType<typeof ask>>;
  try {
    answer = await ask(url);
  } catch (error) {
    const code = lineCodeOf(error);
    return { kind: 'away', reason: code || reasonOf(error), isCertificate: isCertificateCode(code) };
  }
  const found = read(answer.text);
  const issuer = textOf(found.issuer);
  if (answer.status !== 200 || issuer === null)
    return { kind: 'none', url, reason: answer.status === 200 ? 'no issuer' : `HTTP ${answer.status}` };
  const dated = Date.parse(answer.headers.get('date') ?? '');
  return {
    kind: 'facts',
    issuer,
    keys: await keysOf(textOf(found.jwks_uri)),
    clockAheadMs: Number.isNaN(dated) ? null : dated - now.getTime(),
    clientError: await clientErrorOf(textOf(found.token_endpoint), config),
    redirectRefusal: await redirectRefusalOf(textOf(found.authorization_endpoint), config),
  };
}

async function keysOf(url: string | null): Promise<number | null> {
  if (url === null) return null;
  const { keys } = read((await ask(url).catch(() => ({ text: '' }))).text);
  return Array.isArray(keys) ? keys.length : null;
}

async function clientErrorOf(url: string | null, { clientId, clientSecret }: OidcConfig): Promise<string | null> {
  if (url === null) return null;
  const fields = {
    grant_type: 'authorization_code',
    code: 'lookout-doctor',
    redirect_uri: 'https://lookout.invalid/authredirect',
    client_id: clientId,
  };
  const basic =
    clientSecret === null ? null : Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  const sent = (headers: Record<string, string>, more: Record<string, string>) =>
    ask(url, { method: 'POST', headers, body: new URLSearchParams({ ...fields, ...more }) }).then(
      ({ text }) => textOf(read(text).error),
      () => null,
    );
  const first = await sent(basic === null ? {} : { authorization: `Basic ${basic}` }, {});
  // Some providers accept the secret in the body only.
  return first === 'invalid_client' && clientSecret !== null ? sent({}, { client_secret: clientSecret }) : first;
}

async function redirectRefusalOf(url: string | null, { clientId, redirectUrl, scope }: OidcConfig): Promise<string | null> {
  if (url === null || redirectUrl === null) return null;
  const at = new URL(url);
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const requests = {
    client_id: clientId,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope,
    state: 'lookout-doctor',
    nonce: 'lookout-doctor',
  };
  for (const [name, value] of Object.entries({ ...requests, code_challenge: challenge, code_challenge_method: 'S256' }))
    at.searchParams.set(name, value);
  const { status, text } = await ask(at.href).catch(() => ({ status: 0, text: '' }));
  return status >= 400 && status < 500 && /redirect[ _]?uri/i.test(text) ? `HTTP ${status}` : null;
}
