// Where this site is published: below a path of a proxy (BASE_PATH), which the server writes into the page. The router knows it by itself; every other
// address of the site, whether ours or one that a reply names, is resolved here.

/** Empty, or `/lookout`. */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="lookout-base"]')?.content ?? '');

/** An address as contract.md has it (`/files/…`), for the browser. One of another site stays as it is. */
export const atSite = (address: string, base: string = basePath): string =>
  address.startsWith('/') && !address.startsWith('//') ? `${base}${address}` : address;

/** A pathname of the browser, as the routes have it. */
export function withinSite(pathname: string, base: string = basePath): string {
  if (base === '' || !pathname.startsWith(base)) return pathname;
  const rest = pathname.slice(base.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : pathname;
}
