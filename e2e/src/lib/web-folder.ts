// What the servers of the browser tests serve: the build with the flat map at every address of the app, and the one with the globe as a single
// page beside it, so that one server has both.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const WEB = resolve(import.meta.dirname, '..', '..', '..', 'apps', 'web');
const FLAT = join(WEB, 'dist-flat');
const GLOBE = join(WEB, 'dist');
/** The page of the build with the globe. */
export const GLOBE_PAGE = '/globe.html';

const both = (): string => join(process.env.LOOKOUT_E2E_DIR ?? '', 'web');

/** Once for all servers of a run, in its folder. @throws when a web app is not built */
export function layOutWebFolder(): void {
  for (const folder of [FLAT, GLOBE])
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} is not there: \`npm test\` builds it`);
  mkdirSync(both());
  // Files of both builds have the same names only where they are equal: their names contain their hashes.
  for (const name of ['assets', 'cesium']) cpSync(join(GLOBE, name), join(both(), name), { recursive: true });
  cpSync(FLAT, both(), { recursive: true });
  // Its address changes before its scripts are asked for: they are named from the root, as the server does it in the page of the app.
  const page = readFileSync(join(GLOBE, 'index.html'), 'utf8').replace(/(\s(?:src|href)=")\.\//g, '$1/');
  writeFileSync(join(both(), GLOBE_PAGE), page);
}

/** The folder to serve; outside a run (scripts/lib/run-tests.mjs prepares the data before one) the flat build alone. */
export const webFolder = (): string => (process.env.LOOKOUT_E2E_DIR && existsSync(both()) ? both() : FLAT);
