// The navigation guard (specification §2), apart from the router so that every sentence of it can be tested.

/** Reachable without login. */
const OPEN_PATHS = ['/login', '/oss', '/authredirect', '/switch'] as const;
const open = new Set<string>(OPEN_PATHS);

type Admission = { readonly kind: 'pass' } | { readonly kind: 'load-info' } | { readonly kind: 'login'; readonly redirect: string };

/**
 * With a token: /login passes through, every other page needs the user info (loaded once). Without: only the open list.
 * @param path pathname; `rest` its query and hash, which the redirect keeps
 */
export function admit(path: string, rest: string, hasToken: boolean): Admission {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (hasToken) return clean === '/login' ? { kind: 'pass' } : { kind: 'load-info' };
  return open.has(clean) ? { kind: 'pass' } : { kind: 'login', redirect: `${path}${rest}` };
}

/** Loads once: while one load runs the others wait for it; a failure is forgotten, so that the next visit tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= load().finally(() => {
      running = null;
    });
    return running;
  };
}

// Where to go after login: the `redirect` parameter, and only to a path of this very site.
/**
 * @returns the path with its query and hash, or null when it leads outside, to the login page, or is no path.
 * Browsers read `//host`, `/\host` and a path with a tab or newline in it as another host: URL parsing decides, not the look of the text.
 */
export function ownPath(wish: string | null, origin: string): string | null {
  if (wish === null || !wish.startsWith('/')) return null;
  let url: URL;
  try {
    url = new URL(wish, origin);
  } catch {
    return null;
  }
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A parsed path may still begin with two slashes (`/.//host`), which the next reader would take for a host.
  if (path.startsWith('//') || path.startsWith('/\\')) return null;
  return url.pathname === '/login' ? null : path;
}

/** The login page with the original path in `redirect`. */
export const loginPathFor = (path: string): string =>
  path === '/' || path === '/manage' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;
