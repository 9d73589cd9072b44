// /oss: signing on with a token of the province's portal. The portal verifies it (`SSO_VERIFY_URL`: GET with `?token=`, 200 `{ userName }`,
// else 401). In the demo a built-in portal issues and verifies tokens for the demo accounts.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { text } from '@lookout/contract';
import { type GridNo, ok, type Result, refuse } from '@lookout/domain';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { Context, Handlers } from '@lookout/server/serve/context.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { Config } from '@lookout/server/settings/config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from '@lookout/server/settings/demo-accounts.ts';
import type { Account } from '../../admin/admin.ts';
import type { Contract } from '../../contract.ts';
import type { OutsideTrouble } from '../auth.errors.ts';
import { signOnCalls } from '../sign-on.calls.ts';
import type { NamedByPortal } from '../sign-on.store.ts';
import { accountOfOutside, beginOutsideSession, type OutsideUser } from './begin-session.ts';

/** §9: "external token cookie 604800000 ms (7 days)". */
const COOKIE_SECONDS = 604_800;
/** Lets this browser sign on again without a new token: a secret of this system and the token, separated by a dot. */
const COOKIE = 'ossToken';
/** The call that names the user is below this path. */
const COOKIE_PATH = signOnCalls.portalLogin.path;
const SECRET_BYTES = 32;
/** Time from the portal's answer to the user's click. */
const PRESS_SECONDS = 600;
/** The issuer of the built-in portal. */
const DEMO_ISSUER = 'demo-portal';

/** After a logout the next user of this desk must not sign on with the previous user's portal token. */
export const forgetPortalToken = ({ cookies }: Context): void => cookies.drop(COOKIE, COOKIE_PATH);

/** The accounts with a one-click demo login: officers and one ranger. */
const ENTRY_ACCOUNTS = DEMO_ACCOUNTS.filter(({ userName, rights }) => rights.includes('watch-alarms') || userName === 'ranger01');

const seesOf = ({ rights }: DemoAccount) => {
  if (rights.includes('administer-users')) return 'administration';
  if (!rights.includes('watch-alarms')) return 'ranger';
  return rights.length === 1 ? 'alarms' : 'all-menus';
};

/** The content of the cookie that lets this browser sign on again. */
interface StoredToken {
  readonly secret: string;
  readonly token: string;
}

interface Portal {
  readonly issuer: string;
  verify(token: string): Promise<Result<NamedByPortal, 'refused' | OutsideTrouble>>;
}

type PortalCalls = Pick<
  Handlers<Contract['auth']>,
  'signOnWays' | 'portalLogin' | 'portalUser' | 'demoPortalAccounts' | 'demoPortalToken' | 'demoPortalVerify'
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

  const outsideUser = ({ userName, subject }: NamedByPortal): OutsideUser => ({
    userName,
    identity: { issuer: portal?.issuer ?? '', subject },
  });

  const namedBy = async (context: Context, token: string): Promise<NamedByPortal> => {
    if (portal === null) throw refused('portal-not-set');
    const verified = await portal.verify(token);
    if (verified.ok) return verified.value;
    if (verified.error === 'refused') throw refused('portal-token-refused');
    deps.log.warn({ trouble: verified.error, requestId: context.requestId }, 'the portal could not check a token');
    throw refused('portal-silent', { trouble: verified.error });
  };

  const stored = (context: Context): StoredToken | null => {
    const [, secret, token] = /^([A-Za-z0-9_-]{43})\.(.+)$/s.exec(context.cookies.read(COOKIE) ?? '') ?? [];
    return secret === undefined || token === undefined ? null : { secret, token };
  };

  const newSecret = () => ({
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    expiresAt: new Date(clock().getTime() + COOKIE_SECONDS * 1000),
  });

  /** A token is accepted once: a person who later sees the address (in a history or a proxy log) cannot sign on with it. */
  const enterFirst = async (context: Context, token: string) => {
    if (await store.portalTokens.isSpent(digest(token))) throw refused('portal-token-spent');
    const user = outsideUser(await namedBy(context, token));
    const { secret, expiresAt } = newSecret();
    const reply = await beginOutsideSession(deps, context, user, {
      way: 'portal',
      async within({ portalTokens }) {
        if (!(await portalTokens.spend({ tokenHash: digest(token), secretHash: digest(secret), expiresAt })))
          throw refused('portal-token-spent');
      },
    });
    context.cookies.keep(COOKIE, `${secret}.${token}`, { path: COOKIE_PATH, seconds: COOKIE_SECONDS });
    return reply;
  };

  const requireStored = async (context: Context, { secret, token }: StoredToken): Promise<void> => {
    if (await store.portalTokens.isSpentBy(digest(token), digest(secret))) return;
    forgetPortalToken(context);
    throw refused('no-portal-token');
  };

  const enterAgain = async (context: Context, own: StoredToken) => {
    await requireStored(context, own);
    // A click uses the portal's earlier answer, because some portals verify each token only once.
    const named = (await store.portalTokens.takeNamed(digest(own.token))) ?? (await namedBy(context, own.token));
    return beginOutsideSession(deps, context, outsideUser(named), { way: 'portal' });
  };

  /** The account whose session a click would begin. A new token is bound to this browser from then on. */
  const nameFirst = async (context: Context, token: string): Promise<Account> => {
    if (await store.portalTokens.isSpent(digest(token))) throw refused('portal-token-spent');
    const named = await namedBy(context, token);
    const account = await accountOfOutside(deps, context, outsideUser(named));
    const { secret, expiresAt } = newSecret();
    const spent = { tokenHash: digest(token), secretHash: digest(secret), expiresAt, named: { ...named, until: pressUntil() } };
    if (!(await store.portalTokens.spend(spent))) throw refused('portal-token-spent');
    context.cookies.keep(COOKIE, `${secret}.${token}`, { path: COOKIE_PATH, seconds: COOKIE_SECONDS });
    return account;
  };

  const nameAgain = async (context: Context, own: StoredToken): Promise<Account> => {
    await requireStored(context, own);
    const named = await namedBy(context, own.token);
    const account = await accountOfOutside(deps, context, outsideUser(named));
    await store.portalTokens.name(digest(own.token), { ...named, until: pressUntil() });
    return account;
  };

  const pressUntil = () => new Date(clock().getTime() + PRESS_SECONDS * 1000);

  /** When the page is reloaded, the address contains the token that this browser has used already. */
  const tokenOf = (context: Context, given: string | null | undefined): { readonly fresh: string } | { readonly own: StoredToken } => {
    const own = stored(context);
    const token = given || null;
    if (token !== null && token !== own?.token) return { fresh: token };
    if (own === null) throw refused('no-portal-token');
    return { own };
  };

  return {
    signOnWays: async () => ({
      portal: portal && { isDemo: portal === demo, url },
      oidc: config.oidc !== null,
      demo: config.demo === 'off' ? null : { password: DEMO_PASSWORD, accounts: ENTRY_ACCOUNTS.map(entryOf) },
    }),

    async portalLogin(context, { body }) {
      const by = tokenOf(context, body.token);
      return 'fresh' in by ? enterFirst(context, by.fresh) : enterAgain(context, by.own);
    },

    async portalUser(context, { body }) {
      const by = tokenOf(context, body.token);
      const { userName, fullName, gridNo } = await ('fresh' in by ? nameFirst(context, by.fresh) : nameAgain(context, by.own));
      return { userName, fullName, gridName: gridNameOf(gridNo) };
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
      return { userName: verified.value.userName };
    },
  };
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** External services have five seconds to answer. */
export const OUTSIDE_MS = 5_000;
const MOST_BYTES = 65_536;

/** A user name from an external system, limited to what this system's accounts allow. */
const userNameRule = text(64);
export const readUserName = (value: unknown): string | null => {
  const read = userNameRule.safeParse(value);
  return read.success && read.data.trim() !== '' ? read.data.trim() : null;
};

/** The permanent id of a user at the portal, if the portal reports one (`sub`); otherwise the user name is used. */
const subjectRule = text(255);
const readSubject = (value: unknown): string | null => {
  const read = subjectRule.safeParse(value);
  return read.success && read.data !== '' ? read.data : null;
};

/** @param outside the `fetch` of this process */
export function createPortal(verifyUrl: string, outside: typeof fetch, timeoutMs = OUTSIDE_MS): Portal {
  const { origin, pathname } = new URL(verifyUrl);
  return {
    issuer: `${origin}${pathname}`,
    async verify(token) {
      const url = new URL(verifyUrl);
      url.searchParams.set('token', token);
      try {
        const response = await outside(url, {
          headers: { accept: 'application/json' },
          // Following a redirect would send the token to another host.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (response.status === 401) return refuse('refused');
        if (response.status !== 200) return refuse('status');
        const answer = JSON.parse(await readBody(response)) as { userName?: unknown; sub?: unknown } | null;
        const userName = readUserName(answer?.userName);
        if (userName === null) return refuse('unreadable');
        return ok({ userName, subject: readSubject(answer?.sub) ?? userName.toLowerCase() });
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

/** @throws the error itself if it is not a connection problem */
export function troubleOf(error: unknown): OutsideTrouble {
  if (error instanceof SyntaxError) return 'unreadable';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof TypeError) return 'connection';
  throw error;
}

// The built-in portal of the demo. Its tokens are signed with a secret stored in this database, so that they remain valid after a restart.

const hasDemoPortal = ({ demo, portal }: Pick<Config, 'demo' | 'portal'>): boolean => demo !== 'off' && portal.verifyUrl === null;

function createDemoPortal({ store, clock }: Pick<Deps, 'store' | 'clock'>): Portal & { issue(userName: string): Promise<string> } {
  const signatureOf = async (claims: string): Promise<Buffer> => {
    const secret = String(await store.settings.settle('demo-portal.secret', randomBytes(SECRET_BYTES).toString('base64url')));
    return createHmac('sha256', secret).update(claims).digest();
  };
  return {
    issuer: DEMO_ISSUER,
    async issue(userName) {
      // The token is valid as long as the cookie; the serial number makes each token unique.
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
      return until > clock().getTime() ? ok({ userName, subject: userName.toLowerCase() }) : refuse('refused');
    },
  };
}
