// The navigation guard (specification §2), apart from the router so that every sentence of it can be tested.

/** Reachable without login. */
export const OPEN_PATHS = ['/login', '/oss', '/authredirect', '/switch'] as const;
const open = new Set<string>(OPEN_PATHS);

export type Admission = { readonly kind: 'pass' } | { readonly kind: 'load-info' } | { readonly kind: 'login'; readonly redirect: string };

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
