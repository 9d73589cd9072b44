// A wall (大屏) runs for weeks and no user reloads it. It compares the scripts of the page that the server serves with its own, and reloads
// when they differ.

import { atSite } from '@lookout/web/shared/site.ts';

const EVERY_MS = 5 * 60_000;
const SCRIPTS = /<script[^>]+type="module"[^>]*src="([^"]+)"|<script[^>]+src="([^"]+)"[^>]*type="module"/g;

/** The URLs of a page's module scripts. */
export const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(SCRIPTS)].map(([, before, after]) => before ?? after ?? '').sort();

interface Options {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The scripts of this page. */
  readonly own: readonly string[];
  readonly window: Pick<Window, 'setInterval' | 'clearInterval'>;
  readonly reload: () => void;
}

/** @returns `look` to check at once, e.g. after a lost connection, and `stop` */
export function watchBuild({ fetch, own, window, reload }: Options): { readonly look: () => Promise<void>; readonly stop: () => void } {
  const look = async (): Promise<void> => {
    try {
      const answer = await fetch(atSite('/wall'), { headers: { accept: 'text/html' }, cache: 'no-cache' });
      const served = answer.ok ? scriptsOf(await answer.text()) : [];
      // A page without scripts comes from a proxy, not from our server.
      if (served.length > 0 && served.join() !== own.join()) reload();
    } catch {
      // Without an answer, the page remains and checks again later.
    }
  };
  const timer = window.setInterval(() => void look(), EVERY_MS);
  return { look, stop: () => window.clearInterval(timer) };
}

/** The scripts that this page was loaded with. */
export const ownScripts = (document: Document): readonly string[] =>
  [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src') ?? '').sort();
