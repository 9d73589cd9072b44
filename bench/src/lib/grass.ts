// The peer of fire growth and of viewsheds: GRASS GIS with r.ros, r.spread and r.viewshed. Its modules are called one by one in a temporary GRASS location.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellGrid } from '@lookout/fire-model';

export const GRASS_MISSING = 'GRASS GIS (apt-get install grass-core)';

/** Options of a module, as `name=value`; `flags` are passed unchanged. */
type Options = Readonly<Record<string, string | number>>;

export interface Grass {
  /** Runs a module. On failure throws an error with its output. */
  run(module: string, options: Options, flags?: readonly string[]): void;
  /** Writes a raster of numbers, one per cell. */
  put(name: string, values: Int32Array | Float32Array): void;
  /** Reads a raster as numbers; NaN: no value. */
  get(name: string): Float32Array;
  stop(): void;
}

/** @returns null: not installed */
export function startGrass({ columns, rows, cellMetres }: CellGrid): Grass | null {
  const base = pathOfGrass();
  if (base === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'lookout-grass-'));
  execFileSync('grass', ['-c', 'XY', join(folder, 'location'), '-e'], { stdio: 'ignore' });
  const settings = join(folder, 'settings');
  writeFileSync(settings, `GISDBASE: ${folder}\nLOCATION_NAME: location\nMAPSET: PERMANENT\nGUI: text\n`);
  const env = {
    ...process.env,
    GISBASE: base,
    GISRC: settings,
    PATH: `${base}/bin:${base}/scripts:${process.env.PATH ?? ''}`,
    LD_LIBRARY_PATH: `${base}/lib`,
    GRASS_VERBOSE: '0',
    GRASS_OVERWRITE: '1',
  };
  const run: Grass['run'] = (module, options, flags = []) => {
    const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    execFileSync(join(base, 'bin', module), [...flags, ...given], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const region = { north: rows * cellMetres, south: 0, east: columns * cellMetres, west: 0, rows, cols: columns };
  const { cols, ...edges } = region;
  run('g.region', { n: edges.north, s: edges.south, e: edges.east, w: edges.west, rows, cols });
  const file = join(folder, 'raster.bin');
  return {
    run,
    put(name, values) {
      writeFileSync(file, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
      run('r.in.bin', { input: file, output: name, bytes: 4, ...region }, [values instanceof Float32Array ? '-f' : '-s']);
    },
    get(name) {
      run('r.out.bin', { input: name, output: file, bytes: 4, null: 'nan' }, ['-f']);
      const bytes = readFileSync(file);
      return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function pathOfGrass(): string | null {
  try {
    return execFileSync('grass', ['--config', 'path'], { encoding: 'utf8' }).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
