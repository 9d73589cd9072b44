// The session: token (cookie and store), the values stored at login (specification §3 "Stored values"), and the user info loaded once.

import { capabilitiesOf, type Got } from '@lookout/contract';
import { type Capability, covers, type GridNo, NATION, parseGridNo } from '@lookout/domain';
import type { authCalls } from '@lookout/features/auth/auth.calls.ts';
import { createStore } from 'zustand/vanilla';

export type LoginReply = Got<(typeof authCalls)['login']>;
export type UserInfo = Got<(typeof authCalls)['userInfo']>;

export interface Session {
  readonly token: string | null;
  /** The user name of the live connection. */
  readonly accid: string | null;
  readonly info: UserInfo | null;
  readonly rights: ReadonlySet<Capability>;
}

export interface CookieJar {
  readonly read: (name: string) => string | null;
  readonly write: (name: string, value: string, maxAgeSeconds: number) => void;
  readonly remove: (name: string) => void;
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** §9: 7 days; the cookie expires with a session that ends sooner. */
export const COOKIE_MAX_SECONDS = 7 * 24 * 3600;
const TOKEN = 'token';
const ACCID = 'accid';
/** §3: stored in local storage and cookie. */
export const STORED_VALUES = ['groupId', 'gridNo', 'topic', 'systemName', 'fullName'] as const;
export type StoredValue = (typeof STORED_VALUES)[number];

const NO_RIGHTS: ReadonlySet<Capability> = new Set();

export interface SessionStore {
  readonly get: () => Session;
  readonly subscribe: (listener: () => void) => () => void;
  readonly begin: (reply: LoginReply) => void;
  readonly setInfo: (info: UserInfo) => void;
  /** The session acts for another grid from now on (/switch): the stored values are updated and the user info is reloaded. */
  readonly actFor: (place: { readonly gridNo: string; readonly topic: string }) => void;
  /** Whether this is still the browser's session: another tab may have logged in as someone else. */
  readonly isStored: () => boolean;
  /** Logout or forced logout: clears token, menus and rights. */
  readonly end: () => void;
  readonly stored: (name: StoredValue) => string | null;
  /**
   * The grid of the fire-alarm topic: the value of its cookie (§7), or else the user's own grid. The own grid is also used if the cookie
   * names a grid outside the user's fence, because a refused subscription would leave the desk without a live connection. null: no user
   * yet.
   */
  readonly topic: () => GridNo | null;
}

export function createSession(jar: CookieJar, storage: TextStorage): SessionStore {
  const ended: Session = { token: null, accid: null, info: null, rights: NO_RIGHTS };
  // At a login the account's topic is written to the cookie; a later value of the cookie is not overwritten.
  let hasJustBegun = false;
  const store = createStore<Session>(() => ({ ...ended, token: jar.read(TOKEN), accid: storage.getItem(ACCID) }));
  const keep = (name: StoredValue, value: string, seconds: number) => {
    storage.setItem(name, value);
    jar.write(name, value, seconds);
  };
  return {
    get: store.getState,
    subscribe: store.subscribe,
    begin: (reply) => {
      const seconds = Math.min(COOKIE_MAX_SECONDS, Math.max(0, reply.expires_in));
      jar.write(TOKEN, reply.access_token, seconds);
      storage.setItem(ACCID, reply.accid);
      for (const name of ['groupId', 'gridNo', 'systemName', 'fullName'] as const) keep(name, reply[name], seconds);
      // The user info contains the topic; until it is loaded, the user's grid is the topic (docs/interface.md "Live").
      keep('topic', reply.gridNo, seconds);
      hasJustBegun = true;
      store.setState({ token: reply.access_token, accid: reply.accid, info: null, rights: NO_RIGHTS }, true);
    },
    setInfo: (info) => {
      const { gridNo, groupId, fullName } = info.userDTO;
      const topic = (hasJustBegun ? null : jar.read('topic')) ?? info.userDTO.topic;
      hasJustBegun = false;
      for (const [name, value] of Object.entries({ topic, gridNo, groupId, fullName }))
        keep(name as StoredValue, value, COOKIE_MAX_SECONDS);
      store.setState({ info, rights: rightsOf(info) });
    },
    actFor: (place) => {
      for (const name of ['gridNo', 'topic'] as const) keep(name, place[name], COOKIE_MAX_SECONDS);
      store.setState({ info: null, rights: NO_RIGHTS });
    },
    isStored: () => jar.read(TOKEN) === store.getState().token,
    end: () => {
      jar.remove(TOKEN);
      storage.removeItem(ACCID);
      for (const name of STORED_VALUES) {
        jar.remove(name);
        storage.removeItem(name);
      }
      store.setState(ended, true);
    },
    stored: (name) => storage.getItem(name) ?? jar.read(name),
    topic: () => {
      const own = parseGridNo(store.getState().info?.userDTO.gridNo);
      const wanted = parseGridNo(jar.read('topic'));
      return own !== null && wanted !== null && covers(own, wanted) ? wanted : own;
    },
  };
}

/** Menu codes and element codes together, as `RequireRight` and the route table check them. */
export const rightsOf = (info: UserInfo): ReadonlySet<Capability> =>
  new Set(capabilitiesOf([...info.menuDTOS.map((m) => m.menuCode), ...info.elementCodes]));

/** The session of an embedded map: its token is not a login, and its first call returns what it may show. */
export const embeddedLogin = (token: string): LoginReply => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: 0,
  gridNo: NATION,
  accid: '',
  imToken: '',
  groupId: '',
  systemName: '',
  fullName: '',
});

/** Cookies in this page's memory only: nothing is stored in the browser or sent by it. */
export function memoryCookies(): CookieJar {
  const kept = new Map<string, string>();
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  };
}

/** The document's cookies. @param secure on https: the cookie is never sent unencrypted */
export function documentCookies(document: Pick<Document, 'cookie'>, secure: boolean): CookieJar {
  const attributes = `path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read: (name) => {
      const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`));
      const value = found?.slice(name.length + 1);
      return value ? decodeURIComponent(value) : null;
    },
    write: (name, value, maxAgeSeconds) => {
      document.cookie = `${name}=${encodeURIComponent(value)}; ${attributes}; max-age=${Math.floor(maxAgeSeconds)}`;
    },
    remove: (name) => {
      document.cookie = `${name}=; ${attributes}; max-age=0`;
    },
  };
}
