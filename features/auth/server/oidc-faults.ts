// Classifies what went wrong in an OpenID Connect sign-on: a setting of this system, the provider, the clocks, the connection, or the
// answer itself.

import { type Refusal, refused } from '@lookout/server/acting/refusal.ts';
import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { troubleOf } from './portal.ts';

/**
 * The fault for the log and the audit: a kind, and details for the administrator. It never contains an answer, which may hold a code or a
 * token.
 */
export interface OidcFault {
  readonly refusal: Refusal;
  readonly detail: Readonly<Record<string, string>>;
}

const LONGEST = 200;
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST) : '');
const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** Error codes of Node.js and OpenSSL for a certificate that is not accepted. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS|HOSTNAME_MISMATCH/;

/** The error code of the innermost cause that has one, because `fetch failed` hides the actual failure. */
export function lineCodeOf(error: unknown): string {
  let code = '';
  for (let at: unknown = error, depth = 0; at !== undefined && at !== null && depth < 8; at = partOf(at, 'cause'), depth += 1)
    code = text(partOf(at, 'code')) || code;
  return code;
}

export const isCertificateCode = (code: string): boolean => CERTIFICATE.test(code);

const CLOCK = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
const COMPARISONS: ReadonlySet<string> = new Set(['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED']);
/** Errors of openid-client for answers that cannot be used. */
const TROUBLES: Readonly<Record<string, 'timeout' | 'unreadable' | 'status'>> = {
  OAUTH_TIMEOUT: 'timeout',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreadable',
  OAUTH_PARSE_ERROR: 'unreadable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'status',
};

/** The expected and the received issuer, if the fault is an issuer mismatch. */
function issuersIn(error: ClientError): { readonly wanted: string; readonly got: string } | null {
  if (!COMPARISONS.has(error.code ?? '')) return null;
  for (let at: unknown = error, depth = 0; at !== undefined && at !== null && depth < 8; at = partOf(at, 'cause'), depth += 1) {
    const got = text(partOf(partOf(at, 'body'), 'issuer')) || text(partOf(partOf(at, 'claims'), 'iss'));
    if (got === '') continue;
    const isIssuer = partOf(at, 'attribute') === 'issuer' || partOf(at, 'claim') === 'iss';
    return isIssuer ? { wanted: text(partOf(at, 'expected')), got } : null;
  }
  return null;
}

/** An error of the token endpoint (RFC 6749, 5.2), or a header that requests client authentication. */
function ofEndpoint(error: string, description: string): Refusal {
  if (/^(invalid_client|unauthorized_client)$/.test(error)) return refused('oidc-client-refused');
  if (error === 'redirect_uri_mismatch' || /redirect[ _]?uri/i.test(description)) return refused('oidc-redirect-refused');
  return refused('oidc-answer-refused');
}

/** @throws the error itself when neither the provider, nor the connection, nor a setting is at fault */
export function faultOf(error: unknown): OidcFault {
  const code = text(partOf(error, 'code'));
  if (error instanceof AuthorizationResponseError) {
    const description = text(error.error_description);
    const detail = { kind: 'denied', error: text(error.error), description };
    if (/redirect[ _]?uri/i.test(description)) return { refusal: refused('oidc-redirect-refused'), detail };
    return { refusal: refused('oidc-denied', { error: error.error.slice(0, 64) }), detail };
  }
  if (error instanceof ResponseBodyError) {
    const description = text(error.error_description);
    return { refusal: ofEndpoint(error.error, description), detail: { kind: 'endpoint', error: text(error.error), description } };
  }
  if (error instanceof WWWAuthenticateChallengeError)
    return { refusal: refused('oidc-client-refused'), detail: { kind: 'endpoint', error: code } };
  if (!(error instanceof ClientError)) {
    const lineCode = lineCodeOf(error);
    if (isCertificateCode(lineCode))
      return { refusal: refused('oidc-certificate', { reason: lineCode }), detail: { kind: 'certificate', code: lineCode } };
    return { refusal: refused('oidc-silent', { trouble: troubleOf(error) }), detail: { kind: 'line', code: lineCode } };
  }
  const issuers = issuersIn(error);
  if (issuers !== null) return { refusal: refused('oidc-issuer', issuers), detail: { kind: 'issuer', ...issuers } };
  if (code === CLOCK) return { refusal: refused('oidc-clock'), detail: { kind: 'clock', code } };
  const trouble = TROUBLES[code];
  if (trouble !== undefined) return { refusal: refused('oidc-silent', { trouble }), detail: { kind: trouble, code } };
  // The message is the library's own and contains no value of the answer.
  return { refusal: refused('oidc-answer-refused'), detail: { kind: 'answer', code, message: text(error.message) } };
}
