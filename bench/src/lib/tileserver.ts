// The peer of `tiles`: tileserver-gl-light, installed into a temporary folder for the benchmark, fed the very tiles that ours made.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from './child.ts';
import { type Installed, installPeer } from './npm-peer.ts';
import { pmtilesOf, type TileToWrite } from './pmtiles.ts';
import { freePort } from './product.ts';

const START_MS = 60_000;
/** Its reader of .mbtiles loads sqlite3, whose binary an install script would fetch. It reads .pmtiles without it, so an empty one will do. */
const NO_SQLITE = 'module.exports = { verbose: () => module.exports };\n';

/** By npm, with scripts ignored. */
export const installTileserver = (): Promise<Installed> =>
  installPeer('tileserver-gl-light', '5', (folder) => writeFile(join(folder, 'node_modules/sqlite3/lib/sqlite3.js'), NO_SQLITE));

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
  // Nobody reads what it says.
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
