// BASE_PATH: the path below which a proxy publishes this server. Inside the server every address is written without it. Only this module,
// and what a browser is given to call (the page, cookies, the site's own address), knows the path.

/** Removes the base path from an address, if it is present. A proxy that strips it sends the address without it. */
export function withoutBase(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** Matches the scripts and styles of the built page, whose addresses are relative to the page. */
const RELATIVE = /(\s(?:src|href)=")\.\//g;
const NAME = 'lookout-base';

/**
 * Builds the page of the web app, which is served at every address of its router. Its files are named from the root, and it reads the base
 * path from a `meta` element.
 */
export const pageAt = (html: string, basePath: string): string =>
  html.replace(RELATIVE, `$1${basePath}/`).replace('<head>', `<head>\n    <meta name="${NAME}" content="${basePath}" />`);
