// BASE_PATH: a proxy publishes this server below a path. Inside, every address is as contract.md has it; only here, and in what a browser is given to call
// (the page, cookies, the site's own address), is the path known.

/** The address as the server knows it: without the path, if it comes with it. A proxy that strips it sends it without. */
export function withoutBase(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** In the built page, whose scripts and styles are named relative to it. */
const RELATIVE = /(\s(?:src|href)=")\.\//g;
const NAME = 'lookout-base';

/** The page of the web app, which is served at every address of its router: its files are named from the root, and it reads the path from a `meta`. */
export const pageAt = (html: string, basePath: string): string =>
  html.replace(RELATIVE, `$1${basePath}/`).replace('<head>', `<head>\n    <meta name="${NAME}" content="${basePath}" />`);
