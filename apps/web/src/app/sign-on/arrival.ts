// The parameters that an outside system has put into the address: a portal's token at /oss, a provider's answer at /authredirect, and the
// read token of an embedded map or a wall display in the fragment of /map and /wall (decisions 0039, 0087), which browsers send to no
// server. They are removed from the address bar and the history before anything else on the page runs, and used once.

import { LANGUAGES, type Language } from '@lookout/contract';
import { withinSite } from '../../shared/site.ts';
import { storageOf } from '../../shared/storage.ts';
import { type WallLink, wallLinkAt } from '../../shared/wall-link.ts';

/** The parameters of an OpenID Connect provider's answer that the server needs. */
const ANSWER = ['state', 'code', 'iss', 'error', 'error_description'] as const;
/** Further parameters that providers add. */
const ADDED = ['session_state', 'scope', 'authuser', 'prompt', 'error_uri'] as const;

export type ProviderAnswer = { readonly state: string } & Partial<Record<(typeof ANSWER)[number], string>>;

export interface Arrival {
  /** Returns the token once; null: there is none, or it has been taken. */
  readonly takeToken: () => string | null;
  readonly takeAnswer: () => ProviderAnswer | null;
  /** The read token of an embedded map or a wall display, valid for the whole life of the page. */
  readonly embedToken: string | null;
  /** What the browser stores for the wall display at this address; null: this address is not a wall display. */
  readonly wallLink: WallLink | null;
}

/** @param window its address is cleaned immediately */
export function receiveArrival(window: Pick<Window, 'location' | 'history' | 'localStorage'>): Arrival {
  const { location, history } = window;
  const path = withinSite(location.pathname).replace(/\/+$/, '');
  const query = new URLSearchParams(location.search);
  let token = path === '/oss' ? query.get('token') || null : null;
  let answer = path === '/authredirect' ? answerOf(query) : null;
  const secrets: readonly string[] = path === '/oss' ? ['token'] : path === '/authredirect' ? [...ANSWER, ...ADDED] : [];
  if (secrets.some((name) => query.has(name))) {
    for (const name of secrets) query.delete(name);
    const rest = query.toString();
    history.replaceState(null, '', `${location.pathname}${rest === '' ? '' : `?${rest}`}`);
  }
  const given = READ_BY_TOKEN.includes(path) ? new URLSearchParams(location.hash.slice(1)).get('token') || null : null;
  if (given !== null) history.replaceState(null, '', `${location.pathname}${location.search}`);
  const wallLink = path === '/wall' ? wallLinkAt(location.search, storageOf(window)) : null;
  // A wall display reloads itself, also after a power cut, and has no user to enter a token. Its token is therefore stored in the browser.
  if (given !== null) wallLink?.keepToken(given);
  return {
    embedToken: given ?? wallLink?.token() ?? null,
    wallLink,
    takeToken: () => {
      const taken = token;
      token = null;
      return taken;
    },
    takeAnswer: () => {
      const taken = answer;
      answer = null;
      return taken;
    },
  };
}

/** The pages that a read token opens. */
const READ_BY_TOKEN: readonly string[] = ['/map', '/wall'];

/** `/map?lang=en`: neither a framed page nor a wall display has a language switch; null: the browser's usual language. */
export function requestedLanguage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Language | null {
  const requested = READ_BY_TOKEN.includes(withinSite(pathname).replace(/\/+$/, '')) ? new URLSearchParams(search).get('lang') : null;
  return LANGUAGES.find((language) => language === requested) ?? null;
}

function answerOf(query: URLSearchParams): ProviderAnswer | null {
  const state = query.get('state');
  if (!state) return null;
  return { ...Object.fromEntries(ANSWER.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))), state };
}
