// /oss: signing on by a token of the province's portal. The portal checks it (`SSO_VERIFY_URL`: GET with `?token=`, 200 `{ userName }`, else 401);
// in the demo a built-in portal issues and checks tokens for the demo accounts.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Contract, type OutsideTrouble, signOnCalls, text } from '@lookout/contract';
import { type GridNo, ok, type Result, refuse } from '@lookout/domain';
import { refused } from '../../acting/refusal.ts';
import type { Config } from '../../config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from '../../demo-accounts.ts';
import type { Context, Handlers } from '../../serve/context.ts';
import type { Deps } from '../../services/deps.ts';
import { beginOutsideSession } from './begin-session.ts';

/** §9: "external token cookie 604800000 ms (7 days)". */
const COOKIE_SECONDS = 604_800;
/** What lets this browser come again without a token: a secret of ours and the token, parted by a dot. */
const COOKIE = 'ossToken';
const COOKIE_PATH = signOnCalls.portalLogin.path;
const SECRET_BYTES = 32;

/** After a logout the next person at this desk must not enter by the portal token of the last one. */
export const forgetPortalToken = ({ cookies }: Context): void => cookies.drop(COOKIE, COOKIE_PATH);

/** Officers, and one ranger: by whom the demo may be entered with one press. */
const ENTRY_ACCOUNTS = DEMO_ACCOUNTS.filter(({ userName, rights }) => rights.includes('watch-alarms') || userName === 'ranger01');

const seesOf = ({ rights }: DemoAccount) => {
  if (rights.includes('administer-users')) return 'administration';
  if (!rights.includes('watch-alarms')) return 'ranger';
  return rights.length === 1 ? 'alarms' : 'all-menus';
};

interface Portal {
  /** @returns the user name */
  verify(token: string): Promise<Result<string, 'refused' | OutsideTrouble>>;
}

type PortalCalls = Pick<
  Handlers<Contract['auth']>,
  'signOnWays' | 'portalLogin' | 'demoPortalAccounts' | 'demoPortalToken' | 'demoPortalVerify'
>;

export function portalHandlers(deps: Deps): PortalCalls {
  const { config, store, clock, gazetteer } = deps;
  const demo = hasDemoPortal(config) ? createDemoPortal(deps) : null;
  const { verifyUrl, url } = config.portal;
  const gridNameOf = (gridNo: GridNo): string => gazetteer().grids.nameOf(gridNo) ?? gridNo;
  const entryOf = (account: DemoAccount) => {
    const { userName, fullName, gridNo } = account;
    return { userName, fullName, gridNo, gridName: gridNameOf(gridNo), sees: seesOf(account) } as const;
  };
  const portal = verifyUrl === null ? demo : createPortal(verifyUrl, fetch);

  const userOf = async (context: Context, token: string): Promise<string> => {
    if (portal === null) throw refused('portal-not-set');
    const verified = await portal.verify(token);
    if (verified.ok) return verified.value;
    if (verified.error === 'refused') throw refused('portal-token-refused');
    deps.log.warn({ trouble: verified.error, requestId: context.requestId }, 'the portal could not check a token');
    throw refused('portal-silent', { trouble: verified.error });
  };

  const kept = (context: Context): { readonly secret: string; readonly token: string } | null => {
    const [, secret, token] = /^([A-Za-z0-9_-]{43})\.(.+)$/s.exec(context.cookies.read(COOKIE) ?? '') ?? [];
    return secret === undefined || token === undefined ? null : { secret, token };
  };

  /** A token counts once: who sees the address later (a history, a log of a proxy) cannot enter by it. */
  const enterFirst = async (context: Context, token: string) => {
    if (await store.portalTokens.isSpent(digest(token))) throw refused('portal-token-spent');
    const userName = await userOf(context, token);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const expiresAt = new Date(clock().getTime() + COOKIE_SECONDS * 1000);
    const reply = await beginOutsideSession(deps, context, userName, {
      way: 'portal',
      async within({ portalTokens }) {
        if (!(await portalTokens.spend({ tokenHash: digest(token), keeperHash: digest(secret), expiresAt })))
          throw refused('portal-token-spent');
      },
    });
    context.cookies.keep(COOKIE, `${secret}.${token}`, { path: COOKIE_PATH, seconds: COOKIE_SECONDS });
    return reply;
  };

  const enterAgain = async (context: Context, { secret, token }: { readonly secret: string; readonly token: string }) => {
    if (!(await store.portalTokens.isKept(digest(token), digest(secret)))) {
      forgetPortalToken(context);
      throw refused('no-portal-token');
    }
    return beginOutsideSession(deps, context, await userOf(context, token), { way: 'portal' });
  };

  return {
    signOnWays: async () => ({
      portal: portal && { isDemo: portal === demo, url },
      oidc: config.oidc !== null,
      demo: config.demo === 'off' ? null : { password: DEMO_PASSWORD, accounts: ENTRY_ACCOUNTS.map(entryOf) },
    }),

    async portalLogin(context, { body }) {
      const own = kept(context);
      const token = body.token || null;
      // Loaded again, the address brings the token that this browser has used already.
      if (token !== null && token !== own?.token) return enterFirst(context, token);
      if (own === null) throw refused('no-portal-token');
      return enterAgain(context, own);
    },

    async demoPortalAccounts() {
      if (demo === null) throw refused('no-demo-portal');
      return { rows: ENTRY_ACCOUNTS.map(({ userName, fullName, gridNo }) => ({ userName, fullName, gridName: gridNameOf(gridNo) })) };
    },

    async demoPortalToken(_context, { body: { userName } }) {
      if (demo === null || !ENTRY_ACCOUNTS.some((account) => account.userName === userName)) throw refused('no-demo-portal');
      return { token: await demo.issue(userName) };
    },

    async demoPortalVerify(_context, { query: { token } }) {
      if (demo === null) throw refused('no-demo-portal');
      const verified = await demo.verify(token);
      if (!verified.ok) throw refused('demo-token-refused');
      return { userName: verified.value };
    },
  };
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Outside services have five seconds. */
export const OUTSIDE_MS = 5_000;
const MOST_BYTES = 65_536;

/** A name that an outside system gave us, as our accounts may have it. */
const userNameRule = text(64);
export const readUserName = (value: unknown): string | null => {
  const read = userNameRule.safeParse(value);
  return read.success && read.data.trim() !== '' ? read.data.trim() : null;
};

/** @param outside the fetch of the process */
export function createPortal(verifyUrl: string, outside: typeof fetch, timeoutMs = OUTSIDE_MS): Portal {
  return {
    async verify(token) {
      const url = new URL(verifyUrl);
      url.searchParams.set('token', token);
      try {
        const response = await outside(url, {
          headers: { accept: 'application/json' },
          // Followed, a redirect would take the token elsewhere.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (response.status === 401) return refuse('refused');
        if (response.status !== 200) return refuse('status');
        const userName = readUserName((JSON.parse(await readBody(response)) as { userName?: unknown } | null)?.userName);
        return userName === null ? refuse('unreadable') : ok(userName);
      } catch (error) {
        return refuse(troubleOf(error));
      }
    },
  };
}

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new SyntaxError('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** @throws what is no trouble of the line */
export function troubleOf(error: unknown): OutsideTrouble {
  if (error instanceof SyntaxError) return 'unreadable';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof TypeError) return 'connection';
  throw error;
}

// The built-in portal of the demo. Its tokens are signed by a secret of this database, so that they outlive a restart.

const hasDemoPortal = ({ demo, portal }: Pick<Config, 'demo' | 'portal'>): boolean => demo !== 'off' && portal.verifyUrl === null;

function createDemoPortal({ store, clock }: Pick<Deps, 'store' | 'clock'>): Portal & { issue(userName: string): Promise<string> } {
  const signatureOf = async (claims: string): Promise<Buffer> => {
    const secret = String(await store.settings.settle('demo-portal.secret', randomBytes(SECRET_BYTES).toString('base64url')));
    return createHmac('sha256', secret).update(claims).digest();
  };
  return {
    async issue(userName) {
      // As long as the cookie; the serial number makes each token another one.
      const claims = { userName, until: clock().getTime() + COOKIE_SECONDS * 1000, serial: randomBytes(8).toString('hex') };
      const part = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${part}.${(await signatureOf(part)).toString('base64url')}`;
    },
    async verify(token) {
      const [part = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = await signatureOf(part);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return refuse('refused');
      const { userName, until } = JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as { userName: string; until: number };
      return until > clock().getTime() ? ok(userName) : refuse('refused');
    },
  };
}
