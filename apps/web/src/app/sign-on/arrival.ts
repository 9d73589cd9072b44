// What an outside system put into the address: a portal's token at /oss, a provider's answer at /authredirect, the read token of an embedded map or
// a wall in the fragment of /map and /wall (decisions 0039, 0087), which browsers send to no server. It is taken out of the address bar
// and the history before anything else of the page runs, and used once.

import { LANGUAGES, type Language } from '@lookout/contract';
import { withinSite } from '../../shared/site.ts';
import { storageOf } from '../../shared/storage.ts';
import { type WallLink, wallLinkAt } from '../../shared/wall-link.ts';

/** The parameters of an OpenID Connect provider's answer that the server wants. */
const ANSWER = ['state', 'code', 'iss', 'error', 'error_description'] as const;
/** Others that providers add. */
const ADDED = ['session_state', 'scope', 'authuser', 'prompt', 'error_uri'] as const;

export type ProviderAnswer = { readonly state: string } & Partial<Record<(typeof ANSWER)[number], string>>;

export interface Arrival {
  /** null: there is none (any more). */
  readonly takeToken: () => string | null;
  readonly takeAnswer: () => ProviderAnswer | null;
  /** The read token of an embedded map or a wall, for the whole life of the page. */
  readonly embedToken: string | null;
  /** What the browser keeps of the wall at this address; null: it is no wall's. */
  readonly wallLink: WallLink | null;
}

/** @param window its address is cleaned at once */
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
  // A wall loads itself anew, after a power cut too: its token is kept by the browser, which nobody sits at.
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

/** Pages that a read token opens. */
const READ_BY_TOKEN: readonly string[] = ['/map', '/wall'];

/** `/map?lang=en`: a framed page has no switch of its own, nor has a wall; null: the browser's usual language. */
export function languageAsked({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Language | null {
  const asked = READ_BY_TOKEN.includes(withinSite(pathname).replace(/\/+$/, '')) ? new URLSearchParams(search).get('lang') : null;
  return LANGUAGES.find((language) => language === asked) ?? null;
}

function answerOf(query: URLSearchParams): ProviderAnswer | null {
  const state = query.get('state');
  if (!state) return null;
  return { ...Object.fromEntries(ANSWER.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))), state };
}
