// What an outside system put into the address: a portal's token at /oss, a provider's answer at /authredirect, the token of an embedded map in
// the fragment of /map (decision 0039), which browsers send to no server. It is taken out of the address bar
// and the history before anything else of the page runs, and used once.

import { LANGUAGES, type Language } from '@lookout/contract';

/** The parameters of an OpenID Connect provider's answer that the server wants. */
const ANSWER = ['state', 'code', 'iss', 'error', 'error_description'] as const;
/** Others that providers add. */
const ADDED = ['session_state', 'scope', 'authuser', 'prompt', 'error_uri'] as const;

export type ProviderAnswer = { readonly state: string } & Partial<Record<(typeof ANSWER)[number], string>>;

export interface Arrival {
  /** null: there is none (any more). */
  readonly takeToken: () => string | null;
  readonly takeAnswer: () => ProviderAnswer | null;
  /** The token of an embedded map, for the whole life of the page. */
  readonly embedToken: string | null;
}

/** @param window its address is cleaned at once */
export function receiveArrival({ location, history }: Pick<Window, 'location' | 'history'>): Arrival {
  const path = location.pathname.replace(/\/+$/, '');
  const query = new URLSearchParams(location.search);
  let token = path === '/oss' ? query.get('token') || null : null;
  let answer = path === '/authredirect' ? answerOf(query) : null;
  const secrets: readonly string[] = path === '/oss' ? ['token'] : path === '/authredirect' ? [...ANSWER, ...ADDED] : [];
  if (secrets.some((name) => query.has(name))) {
    for (const name of secrets) query.delete(name);
    const rest = query.toString();
    history.replaceState(null, '', `${location.pathname}${rest === '' ? '' : `?${rest}`}`);
  }
  const embedToken = path === '/map' ? new URLSearchParams(location.hash.slice(1)).get('token') || null : null;
  if (embedToken !== null) history.replaceState(null, '', `${location.pathname}${location.search}`);
  return {
    embedToken,
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

/** `/map?lang=en`: a framed page has no switch of its own; null: the browser's usual language. */
export function languageAsked({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Language | null {
  const asked = pathname.replace(/\/+$/, '') === '/map' ? new URLSearchParams(search).get('lang') : null;
  return LANGUAGES.find((language) => language === asked) ?? null;
}

function answerOf(query: URLSearchParams): ProviderAnswer | null {
  const state = query.get('state');
  if (!state) return null;
  return { ...Object.fromEntries(ANSWER.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))), state };
}
