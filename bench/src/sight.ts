// sight: the ground that a mast sees, on the same terrain as gdal_viewshed and GRASS r.viewshed, with the overlap of each with single lines of
// sight over bilinear terrain. Also a county's 50 towers at three heights. Arguments: rounds (5), and an elevation file of 30 m cells,
// of which GDAL takes three windows; without it the terrain is synthetic.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HeightGrid, lowestVisible, type Mast } from '@lookout/geo';
import { lowestAlongLine } from '@lookout/geo/testing/sight-line.ts';
import { GRASS_MISSING, type Grass, startGrass } from './lib/grass.ts';
import { brief, median } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const SIDE = 601;
const CELL_METRES = 30;
const HEIGHTS = [0, 10, 50] as const;
const LEAST_OVERLAP: Readonly<Record<number, number>> = { 0: 0.98, 10: 0.995, 50: 0.995 };
/** Each n-th post is compared with a single line of sight. */
const COMPARED_EVERY = 23;
const TOWERS = 50;
const GDAL_MISSING = 'gdal_viewshed (apt-get install gdal-bin)';
const MAST_METRES = 30;

interface Terrain {
  readonly name: string;
  readonly grid: HeightGrid;
  readonly mast: Mast;
}

export async function run([rounds = '5', file]: readonly string[]): Promise<void> {
  const count = Number(rounds);
  const terrains = file === undefined ? [synthetic()] : windowsOf(file);
  const grass = startGrass({ columns: SIDE, rows: SIDE, cellMetres: CELL_METRES, westMetres: 0, northMetres: SIDE * CELL_METRES });
  const goals: Goal[] = [];
  const rows: Record<string, string | number>[] = [];
  try {
    for (const terrain of terrains) {
      const exact = exactOf(terrain);
      const ours = oursOn(terrain, count);
      const gdal = gdalOn(terrain, count);
      const peer = grass && grassOn(grass, terrain);
      for (const [index, height] of HEIGHTS.entries()) {
        const overlaps = [(post: number) => (ours.lowest[post] as number) <= height, gdal?.seen[index], peer?.seen[index]].map((seen) =>
          seen ? overlapOf(exact, height, seen) : null,
        );
        const [own, gdals, grasss] = overlaps;
        rows.push({ terrain: terrain.name, height, ours: shown(own), GDAL: shown(gdals), GRASS: shown(grasss) });
        const least = LEAST_OVERLAP[height] as number;
        goals.push({
          what: `${terrain.name}, ${height} m: overlap`,
          goal: `≥ ${least}`,
          got: own as number,
          isReached: (own as number) >= least,
        });
      }
      rows.push({
        terrain: terrain.name,
        height: 'ms',
        ours: shown(ours.milliseconds),
        GDAL: shown(gdal?.milliseconds),
        GRASS: shown(peer?.milliseconds),
      });
      const ratios = [
        { peer: 'GDAL', goal: 5, milliseconds: gdal?.milliseconds },
        { peer: 'GRASS', goal: 50, milliseconds: peer?.milliseconds },
      ];
      for (const { peer: name, goal, milliseconds } of ratios) {
        if (milliseconds === undefined) continue;
        const got = milliseconds / ours.milliseconds;
        const what = `${terrain.name}, three heights: ${name} / ours`;
        goals.push({ what, goal: `≥ ${goal}`, got, isReached: got >= goal, ours: ours.milliseconds, peer: milliseconds });
      }
    }
  } finally {
    grass?.stop();
  }
  const county = countyOf(synthetic());
  goals.push({ what: `${TOWERS} towers at three heights, ms on one core`, goal: '≤ 6000', got: county, isReached: county <= 6_000 });
  printTable(rows);
  const missing = [gdalVersion() === null ? GDAL_MISSING : null, grass === null ? GRASS_MISSING : null].filter((one) => one !== null);
  await printReport({ name: 'sight', rounds: count, missing, goals, results: rows });
}

const shown = (figure: number | null | undefined): string => (figure == null ? '' : brief(figure));

function synthetic(): Terrain {
  const heights = Float32Array.from({ length: SIDE * SIDE }, (_, post) => {
    const [x, y] = [post % SIDE, Math.floor(post / SIDE)];
    return 1_500 + 300 * Math.sin(x / 60) * Math.cos(y / 75) + 60 * Math.sin(x / 13 + y / 19) + 12 * Math.sin(x / 3.1 - y / 4.7);
  });
  return { name: 'synthetic', ...placed(heights) };
}

/** Three windows of a file: its north-west, its middle and its south-east. */
function windowsOf(file: string): Terrain[] {
  const size = /^Size is (\d+), (\d+)$/m.exec(execFileSync('gdalinfo', [file], { encoding: 'utf8' }));
  const [right, bottom] = [Number(size?.[1]) - SIDE, Number(size?.[2]) - SIDE];
  if (!(right >= 0 && bottom >= 0)) throw new Error(`${file} has fewer than ${SIDE} × ${SIDE} cells`);
  return inFolder((folder) =>
    [0, 0.5, 1].map((share) => {
      const raw = join(folder, 'window.raw');
      const corner = [right, bottom].map((most) => `${Math.floor(most * share)}`);
      execFileSync('gdal_translate', ['-q', '-of', 'ENVI', '-ot', 'Float32', '-srcwin', ...corner, `${SIDE}`, `${SIDE}`, file, raw]);
      const bytes = readFileSync(raw);
      return {
        name: `window ${share * 100} %`,
        ...placed(new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))),
      };
    }),
  );
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'lookout-sight-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A mast on the highest post of the middle quarter. */
function placed(heights: Float32Array): Omit<Terrain, 'name'> {
  let best = Math.floor(SIDE / 2) * (SIDE + 1);
  for (let row = Math.floor(SIDE * 0.375); row < SIDE * 0.625; row++) {
    for (let column = Math.floor(SIDE * 0.375); column < SIDE * 0.625; column++) {
      if ((heights[row * SIDE + column] as number) > (heights[best] as number)) best = row * SIDE + column;
    }
  }
  const grid = { columns: SIDE, rows: SIDE, heights, northMetres: CELL_METRES, eastMetres: [CELL_METRES, CELL_METRES] as const };
  return { grid, mast: { column: best % SIDE, row: Math.floor(best / SIDE), mastMetres: MAST_METRES, rangeMetres: 1e6 } };
}

function exactOf({ grid, mast }: Terrain): Map<number, number> {
  const exact = new Map<number, number>();
  for (let post = 0; post < SIDE * SIDE; post += COMPARED_EVERY) {
    exact.set(post, lowestAlongLine(grid, mast, { column: post % SIDE, row: Math.floor(post / SIDE) }));
  }
  return exact;
}

function overlapOf(exact: ReadonlyMap<number, number>, height: number, seen: (post: number) => boolean): number {
  let both = 0;
  let either = 0;
  for (const [post, lowest] of exact) {
    const [a, b] = [lowest <= height, seen(post)];
    if (a && b) both++;
    if (a || b) either++;
  }
  return both / either;
}

/** One sweep answers for all heights. */
function oursOn({ grid, mast }: Terrain, rounds: number): { readonly lowest: Float32Array; readonly milliseconds: number } {
  const times = Array.from({ length: rounds + 3 }, () => timed(() => lowestVisible(grid, mast)));
  return {
    lowest: (times[0] as (typeof times)[number]).result,
    milliseconds: median(times.slice(3).map(({ milliseconds }) => milliseconds)),
  };
}

function timed<T>(work: () => T): { readonly result: T; readonly milliseconds: number } {
  const began = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - began };
}

interface Peer {
  /** By height. */
  readonly seen: readonly ((post: number) => boolean)[];
  /** All three heights, without the start of the program. */
  readonly milliseconds: number;
}

/** A run for each height. The time of a run over 100 m, for start and files, is taken off. */
function gdalOn({ grid, mast }: Terrain, rounds: number): Peer | null {
  if (gdalVersion() === null) return null;
  return inFolder((folder) => {
    const [dem, out] = [join(folder, 'dem.raw'), join(folder, 'out.tif')];
    writeFileSync(dem, new Uint8Array(grid.heights.buffer));
    const map = `map info = {UTM, 1, 1, 0, ${SIDE * CELL_METRES}, ${CELL_METRES}, ${CELL_METRES}, 48, North, WGS-84}`;
    writeFileSync(
      `${join(folder, 'dem.hdr')}`,
      `ENVI\nsamples = ${SIDE}\nlines = ${SIDE}\nbands = 1\ndata type = 4\nbyte order = 0\n${map}\n`,
    );
    const place = [
      '-ox',
      `${(mast.column + 0.5) * CELL_METRES}`,
      '-oy',
      `${(SIDE - mast.row - 0.5) * CELL_METRES}`,
      '-oz',
      `${MAST_METRES}`,
    ];
    const view = (height: number, metres: number) =>
      execFileSync('gdal_viewshed', ['-q', ...place, '-tz', `${height}`, '-md', `${metres}`, '-cc', '0.87', dem, out]);
    const typical = (height: number, metres: number) =>
      median(Array.from({ length: rounds }, () => timed(() => view(height, metres)).milliseconds));
    let milliseconds = 0;
    const seen = HEIGHTS.map((height) => {
      milliseconds += Math.max(0.1, typical(height, 0) - typical(height, 100));
      view(height, 0);
      const raw = join(folder, 'out.raw');
      execFileSync('gdal_translate', ['-q', '-of', 'ENVI', '-ot', 'Byte', out, raw]);
      const cells = readFileSync(raw);
      return (post: number) => cells[post] === 255;
    });
    return { seen, milliseconds };
  });
}

function gdalVersion(): string | null {
  try {
    return execFileSync('gdalinfo', ['--version'], { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function grassOn(grass: Grass, { grid, mast }: Terrain): Peer {
  grass.put('dem', grid.heights);
  const coordinates = `${(mast.column + 0.5) * CELL_METRES},${(SIDE - mast.row - 0.5) * CELL_METRES}`;
  let milliseconds = 0;
  const seen = HEIGHTS.map((height) => {
    const asked = { input: 'dem', output: 'seen', coordinates, observer_elevation: MAST_METRES, target_elevation: height, memory: 2_000 };
    milliseconds += timed(() => grass.run('r.viewshed', { ...asked, refraction_coeff: 0.13 }, ['-c', '-r', '-b'])).milliseconds;
    const cells = grass.get('seen');
    return (post: number) => cells[post] === 1;
  });
  return { seen, milliseconds };
}

/** Fifty towers over the whole grid. */
function countyOf({ grid }: Terrain): number {
  return timed(() => {
    for (let tower = 0; tower < TOWERS; tower++) {
      const column = 50 + ((tower * 137) % (SIDE - 100));
      lowestVisible(grid, { column, row: 50 + ((tower * 211) % (SIDE - 100)), mastMetres: MAST_METRES, rangeMetres: 30_000 });
    }
  }).milliseconds;
}
