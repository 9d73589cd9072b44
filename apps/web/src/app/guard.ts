// The navigation guard (specification §2), separate from the router so that it can be tested.

/** Reachable without login. */
const OPEN_PATHS = ['/login', '/oss', '/authredirect', '/switch', '/map', '/wall'] as const;
const open = new Set<string>(OPEN_PATHS);

type Admission = { readonly kind: 'pass' } | { readonly kind: 'load-info' } | { readonly kind: 'login'; readonly redirect: string };

/**
 * With a token: /login is open, every other page needs the user info (loaded once). Without one: only the open paths.
 * @param path pathname; `rest` its query and hash, which the redirect keeps
 */
export function admit(path: string, rest: string, hasToken: boolean): Admission {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (hasToken) return clean === '/login' ? { kind: 'pass' } : { kind: 'load-info' };
  return open.has(clean) ? { kind: 'pass' } : { kind: 'login', redirect: `${path}${rest}` };
}

/** Loads once: concurrent callers share one load; a failure is not cached, so that the next call retries. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= load().finally(() => {
      running = null;
    });
    return running;
  };
}

// Where to go after login: the `redirect` parameter, only within this site.
/**
 * @returns the path with its query and hash; null: it leads outside or to the login page, or is not a path.
 * Browsers read `//host`, `/\host` and a path with a tab or newline as another host, so the URL parser decides.
 */
export function ownPath(target: string | null, origin: string): string | null {
  if (target === null || !target.startsWith('/')) return null;
  let url: URL;
  try {
    url = new URL(target, origin);
  } catch {
    return null;
  }
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A parsed path may still begin with two slashes (`/.//host`), which would then be read as a host.
  if (path.startsWith('//') || path.startsWith('/\\')) return null;
  return url.pathname === '/login' ? null : path;
}

/** The login page with the original path in `redirect` (§2), whatever that path is. */
export const loginPathFor = (path: string): string => `/login?redirect=${encodeURIComponent(path)}`;
