// The web folder of the browser tests' servers: the build with the flat map at every address of the app, and the build with the globe as an
// additional single page, so that one server has both.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const WEB = resolve(import.meta.dirname, '..', '..', '..', 'apps', 'web');
const FLAT = join(WEB, 'dist-flat');
const GLOBE = join(WEB, 'dist');
/** The page of the build with the globe. */
export const GLOBE_PAGE = '/globe.html';

const both = (): string => join(process.env.LOOKOUT_E2E_DIR ?? '', 'web');

/** Runs once for all servers of a run, in the run's folder. @throws when a web app is not built */
export function layOutWebFolder(): void {
  for (const folder of [FLAT, GLOBE])
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} is not there: \`npm test\` builds it`);
  mkdirSync(both());
  // Files of both builds have the same name only if they are equal, because names contain hashes.
  for (const name of ['assets', 'cesium']) cpSync(join(GLOBE, name), join(both(), name), { recursive: true });
  cpSync(FLAT, both(), { recursive: true });
  // The page's address changes before its scripts are requested: their paths are absolute from the root, as in the app's page on the
  // server.
  const page = readFileSync(join(GLOBE, 'index.html'), 'utf8').replace(/(\s(?:src|href)=")\.\//g, '$1/');
  writeFileSync(join(both(), GLOBE_PAGE), page);
}

/** The folder to serve. Outside a test run it is the flat build alone (scripts/lib/run-tests.mjs prepares the data before a run). */
export const webFolder = (): string => (process.env.LOOKOUT_E2E_DIR && existsSync(both()) ? both() : FLAT);
