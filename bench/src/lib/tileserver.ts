// The peer of `tiles`: tileserver-gl-light, installed into a temporary folder for the benchmark, with the tiles that the product rendered.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from './child.ts';
import { type Installed, installPeer } from './npm-peer.ts';
import { pmtilesOf, type TileToWrite } from './pmtiles.ts';
import { freePort } from './product.ts';

const START_MS = 60_000;
/** Its .mbtiles reader loads sqlite3, whose binary needs an install script. An empty module is enough to read .pmtiles. */
const EMPTY_SQLITE = 'module.exports = { verbose: () => module.exports };\n';

/** Installs tileserver-gl-light with npm, without install scripts. */
export const installTileserver = (): Promise<Installed> =>
  installPeer('tileserver-gl-light', '5', (folder) => writeFile(join(folder, 'node_modules/sqlite3/lib/sqlite3.js'), EMPTY_SQLITE));

export interface Tileserver {
  readonly addressOf: (tile: Pick<TileToWrite, 'level' | 'x' | 'y'>) => string;
  stop(): Promise<void>;
}

/** @throws when it does not answer within a minute */
export async function startTileserver(folder: string, tiles: readonly TileToWrite[]): Promise<Tileserver> {
  await writeFile(join(folder, 'bench.pmtiles'), pmtilesOf(tiles));
  const config = { options: { paths: { root: folder, pmtiles: folder } }, data: { bench: { pmtiles: 'bench.pmtiles' } } };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  const port = await freePort();
  const main = join(folder, 'node_modules/tileserver-gl-light/src/main.js');
  const running = startProgram(process.execPath, [
    main,
    '--config',
    join(folder, 'config.json'),
    '-b',
    '127.0.0.1',
    '-p',
    String(port),
    '--silent',
  ]);
  // Its output is discarded.
  running.process.stdout?.resume();
  const base = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_MS;
  for (;;) {
    const isUp = await fetch(`${base}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (performance.now() > deadline) throw new Error('tileserver-gl-light does not answer');
    await new Promise((wake) => setTimeout(wake, 200));
  }
  return {
    addressOf: ({ level, x, y }) => `${base}/data/bench/${level}/${x}/${y}.pbf`,
    stop: () => running.stop(),
  };
}
