// /authredirect: signing on through an OpenID Connect provider, by the code flow with PKCE (S256), state and nonce (decision 0027).
import { createHash, randomBytes } from 'node:crypto';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { Context, Handlers, RawRoute } from '@lookout/server/serve/context.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { OidcConfig } from '@lookout/server/settings/config.ts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Contract } from '../../contract.ts';
import { signOnCalls } from '../sign-on.calls.ts';
import { beginOutsideSession, type OutsideUser } from './begin-session.ts';
import { faultOf } from './oidc-faults.ts';
import { CLOCK_TOLERANCE_SECONDS, oidcLogoutRoute, type ProviderMetadata } from './oidc-logout.ts';
import { OUTSIDE_MS, readUserName } from './portal.ts';

/** Maximum time from the start of a sign-on to the provider's answer. */
const ATTEMPT_SECONDS = 600;
const COOKIE_PATH = signOnCalls.oidcFinish.path;
const SECRET_BYTES = 32;
/** The provider's metadata is fetched again after this time, because it may have changed. */
const DISCOVERY_CACHED_MS = 10 * 60_000;

interface OidcCalls {
  readonly calls: Pick<Handlers<Contract['auth']>, 'oidcBegin' | 'oidcFinish'>;
  readonly rawRoutes: readonly RawRoute[];
}

export function oidcCalls(deps: Deps): OidcCalls {
  const { oidc } = deps.config;
  const provider = oidc && createProvider(oidc);
  return {
    calls: oidcHandlers(deps, provider),
    rawRoutes: oidc && provider ? [oidcLogoutRoute(deps, oidc, provider.metadata)] : [],
  };
}

function oidcHandlers(deps: Deps, provider: Provider | null): OidcCalls['calls'] {
  const { config, store, log } = deps;
  const required = (): Provider => {
    if (provider === null) throw refused('oidc-not-set');
    return provider;
  };
  /** @throws Refusal for a fault of the provider or of a setting; any other error is rethrown unchanged */
  const translated = async <T>({ requestId, audit }: Context, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      // The error itself is not logged: it may contain the answer with its code.
      const { refusal, detail } = faultOf(error);
      log.warn({ ...detail, requestId }, 'the identity provider did not complete a sign-on');
      audit.detail({ fault: detail });
      throw refusal;
    }
  };

  return {
    async oidcBegin(context, { body }) {
      const { authorizationUrl, redirectUrl } = required();
      const [state, browser] = [randomState(), randomBytes(SECRET_BYTES).toString('base64url')];
      const attempt = {
        codeVerifier: randomPKCECodeVerifier(),
        nonce: randomNonce(),
        redirectUri: redirectUrl ?? `${context.site}/authredirect`,
      };
      const url = await translated(context, () => authorizationUrl(attempt, state));
      const expiresAt = new Date(context.now.getTime() + ATTEMPT_SECONDS * 1000);
      const target = isPath(body.redirect) ? body.redirect : null;
      await store.oidcAttempts.put({ ...attempt, stateHash: digest(state), browserHash: digest(browser), target, expiresAt });
      context.cookies.keep(cookieOf(state), browser, { path: COOKIE_PATH, seconds: ATTEMPT_SECONDS });
      return { url: url.href };
    },

    async oidcFinish(context, { body }) {
      const { userOf } = required();
      const { state } = body;
      const browser = context.cookies.read(cookieOf(state)) ?? '';
      const attempt = await store.oidcAttempts.take(digest(state), digest(browser));
      if (attempt === null) throw refused('oidc-state-unknown');
      if (attempt === 'other-browser') throw refused('oidc-other-browser');
      context.cookies.drop(cookieOf(state), COOKIE_PATH);
      const answer = Object.entries(body).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
      const user = await translated(context, () => userOf(attempt, state, answer));
      if (user === null) throw refused('oidc-no-user-name', { claim: config.oidc?.usernameClaim ?? '' });
      const { acr, amr, authTime, providerSession } = user;
      context.audit.detail({ ...(acr !== null && { acr }), ...(amr.length > 0 && { amr }), ...(authTime !== null && { authTime }) });
      const wanted = config.oidc?.acrValues ?? [];
      if (wanted.length > 0 && !wanted.some((value) => value === acr)) throw refused('oidc-too-weak', { wanted: wanted.join(' ') });
      return { ...(await beginOutsideSession(deps, context, user, { way: 'oidc', providerSession })), redirect: attempt.target };
    },
  };
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Each attempt has its own cookie, because several tabs may be signing on at the same time. */
const cookieOf = (state: string): string => `oidc_${digest(state).toString('hex').slice(0, 16)}`;

/** The page checks the path again before it navigates. */
const isPath = (target: string | null | undefined): target is string => typeof target === 'string' && /^\/(?![/\\])/.test(target);

// The provider, accessed through openid-client, which checks the signature, issuer, audience, times and nonce of the ID token, and the
// `iss` of the answer.

interface Attempt {
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

interface Provider {
  readonly redirectUrl: string | null;
  readonly metadata: () => Promise<ProviderMetadata>;
  authorizationUrl(attempt: Attempt, state: string): Promise<URL>;
  /** @param answer the parameters with which the provider redirected the browser back @returns null: the provider gave no user name */
  userOf(attempt: Attempt, state: string, answer: readonly (readonly [string, string])[]): Promise<OidcUser | null>;
}

interface OidcUser extends OutsideUser {
  /** The provider's session (`sid`), which it may end later; null: it names none. */
  readonly providerSession: string | null;
  /**
   * The strength and the method of the provider's authentication, and its time (OpenID Connect Core 1.0, section 2); null: the provider
   * does not state it.
   */
  readonly acr: string | null;
  readonly amr: readonly string[];
  readonly authTime: number | null;
}

function createProvider({
  issuer,
  clientId,
  clientSecret,
  redirectUrl,
  usernameClaim,
  scope,
  acrValues,
  maxAgeSeconds,
}: OidcConfig): Provider {
  const server = new URL(issuer);
  let found: { readonly at: number; readonly configuration: Promise<Configuration> } | null = null;

  const configured = async (): Promise<Configuration> => {
    const now = performance.now();
    if (found === null || now - found.at > DISCOVERY_CACHED_MS) {
      const configuration = discovery(server, clientId, { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }, authenticationBy(clientSecret), {
        timeout: OUTSIDE_MS / 1000,
        // openid-client checks the signature of the ID token only on request. A provider of a closed network may use plain http, if
        // configured so.
        execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
      });
      found = { at: now, configuration };
    }
    const { configuration } = found;
    try {
      return await configuration;
    } catch (error) {
      if (found?.configuration === configuration) found = null;
      throw error;
    }
  };

  return {
    redirectUrl,
    metadata: async () => (await configured()).serverMetadata(),
    async authorizationUrl({ codeVerifier, nonce, redirectUri }, state) {
      return buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
        ...(maxAgeSeconds !== null && { max_age: String(maxAgeSeconds) }),
      });
    },
    async userOf({ codeVerifier, nonce, redirectUri }, state, answer) {
      const configuration = await configured();
      const url = new URL(redirectUri);
      for (const [name, value] of answer) url.searchParams.set(name, value);
      const checks = {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
      };
      const tokens = await authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims();
      if (claims === undefined) return null;
      const { iss, sub, sid, acr, amr, auth_time: authTime } = claims;
      let userName = readUserName(claims[usernameClaim]);
      // Many providers return the profile only at their userinfo endpoint.
      if (userName === null && configuration.serverMetadata().userinfo_endpoint !== undefined)
        userName = readUserName((await fetchUserInfo(configuration, tokens.access_token, sub))[usernameClaim]);
      if (userName === null) return null;
      return {
        userName,
        identity: { issuer: iss, subject: sub },
        providerSession: shortText(sid),
        acr: shortText(acr),
        amr: Array.isArray(amr) ? amr.flatMap((one) => shortText(one) ?? []).slice(0, MOST_METHODS) : [],
        authTime: typeof authTime === 'number' ? authTime : null,
      };
    },
  };
}

const MOST_METHODS = 10;
const LONGEST_CLAIM = 255;
const shortText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_CLAIM ? value : null;

/** `client_secret_basic` is the default of the standard; some providers accept only `client_secret_post`. */
function authenticationBy(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (known.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}
