// A wall (大屏) stands for weeks and nobody reloads it: it compares the scripts of the page that the server serves with its own, and loads itself anew when they differ.

import { atSite } from '@lookout/web/shared/site.ts';

const EVERY_MS = 5 * 60_000;
const SCRIPTS = /<script[^>]+type="module"[^>]*src="([^"]+)"|<script[^>]+src="([^"]+)"[^>]*type="module"/g;

/** The addresses of a page's module scripts. */
export const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(SCRIPTS)].map(([, before, after]) => before ?? after ?? '').sort();

interface Options {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** This page's own. */
  readonly own: readonly string[];
  readonly window: Pick<Window, 'setInterval' | 'clearInterval'>;
  readonly reload: () => void;
}

/** @returns `look`: now, as after the line was lost; and its stop */
export function watchBuild({ fetch, own, window, reload }: Options): { readonly look: () => Promise<void>; readonly stop: () => void } {
  const look = async (): Promise<void> => {
    try {
      const answer = await fetch(atSite('/wall'), { headers: { accept: 'text/html' }, cache: 'no-cache' });
      const served = answer.ok ? scriptsOf(await answer.text()) : [];
      // A page without scripts is some proxy's, not ours.
      if (served.length > 0 && served.join() !== own.join()) reload();
    } catch {
      // No answer: what is on the screen stays, and is looked after again later.
    }
  };
  const timer = window.setInterval(() => void look(), EVERY_MS);
  return { look, stop: () => window.clearInterval(timer) };
}

/** The scripts that this page was loaded with. */
export const ownScripts = (document: Document): readonly string[] =>
  [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src') ?? '').sort();
