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
