// Where this site is published: below a path of a proxy (BASE_PATH), which the server writes into the page. The router applies it itself;
// every other address of the site, from our code or from a reply, is resolved here.

/** Empty, or `/lookout`. */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="lookout-base"]')?.content ?? '');

/** Resolves an address as given in replies (`/files/…`, docs/interface.md) for the browser. An address of another site is unchanged. */
export const atSite = (address: string, base: string = basePath): string =>
  address.startsWith('/') && !address.startsWith('//') ? `${base}${address}` : address;

/** Converts a pathname of the browser to one used by the routes. */
export function withinSite(pathname: string, base: string = basePath): string {
  if (base === '' || !pathname.startsWith(base)) return pathname;
  const rest = pathname.slice(base.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : pathname;
}
