// site: the best sites for the next masts. 10,000 candidates of a prefecture of 100 km × 100 km by `npm run sight -- site`, and 30 instances of
// 60 candidates against the optimum, which GLPK computes (glpsol) as an integer program. The terrain is synthetic and the same each time.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSites, type HeightGrid, lowestVisible } from '@lookout/geo';
import { seededNumbers } from '@lookout/geo/testing/made-terrain.ts';
import { brief } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CANDIDATES = 10_000;
const SIDE = 1_112;
const CELL_METRES = 90;
const INSTANCES = 30;
const SMALL = { side: 101, cellMetres: 300, candidates: 60, count: 5, rangeMetres: 9_000 };

export async function run(): Promise<void> {
  const goals: Goal[] = [];
  const missing: string[] = [];
  const seconds = isInstalled('gdal_translate') ? prefecture() : null;
  if (seconds === null) missing.push('gdal_translate (apt-get install gdal-bin)');
  else goals.push({ what: `${CANDIDATES} candidates, s`, goal: '≤ 10', got: seconds, isReached: seconds <= 10 });
  if (isInstalled('glpsol')) {
    const shares = Array.from({ length: INSTANCES }, (_, seed) => shareOfOptimum(seed + 1));
    const least = Math.min(...shares);
    goals.push({ what: `least share of the optimum in ${INSTANCES} instances`, goal: '≥ 0.98', got: least, isReached: least >= 0.98 });
    const mean = shares.reduce((sum, share) => sum + share, 0) / INSTANCES;
    goals.push({ what: 'mean share of the optimum', goal: '≥ 0.98', got: mean, isReached: mean >= 0.98 });
  } else missing.push('GLPK (apt-get install glpk-utils)');
  printTable(goals.map(({ what, got }) => ({ what, got: brief(got) })));
  await printReport({ name: 'site', rounds: 1, missing, goals, results: goals });
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const hills = (side: number, cellMetres: number, seed: number): HeightGrid => {
  const next = seededNumbers(seed);
  const phases = Array.from({ length: 4 }, () => 6.28 * next());
  const [a, b, c, d] = phases as [number, number, number, number];
  const heights = Float32Array.from({ length: side * side }, (_, post) => {
    const [x, y] = [((post % side) * cellMetres) / 1_000, (Math.floor(post / side) * cellMetres) / 1_000];
    return (
      2_000 + 500 * Math.sin(x / 4 + a) * Math.cos(y / 5 + b) + 180 * Math.sin(x / 1.3 + y / 1.7 + c) + 60 * Math.sin(x / 0.5 - y / 0.7 + d)
    );
  });
  return { columns: side, rows: side, heights, northMetres: cellMetres, eastMetres: [cellMetres, cellMetres] };
};

/** The command as an outsider runs it, from start to answer. @returns seconds */
function prefecture(): number {
  const folder = mkdtempSync(join(tmpdir(), 'lookout-site-'));
  try {
    const grid = hills(SIDE, CELL_METRES, 7);
    const [raw, dem] = [join(folder, 'dem.raw'), join(folder, 'dem.tif')];
    writeFileSync(raw, new Uint8Array(grid.heights.buffer));
    const metresByDegree = 111_195;
    const degrees = CELL_METRES / metresByDegree;
    const map = `map info = {Geographic Lat/Lon, 1, 1, 103, 32, ${degrees}, ${degrees}, WGS-84}`;
    writeFileSync(join(folder, 'dem.hdr'), `ENVI\nsamples = ${SIDE}\nlines = ${SIDE}\nbands = 1\ndata type = 4\nbyte order = 0\n${map}\n`);
    execFileSync('gdal_translate', ['-q', raw, dem]);
    const next = seededNumbers(3);
    const place = () => ({
      longitude: 103 + (0.05 + 0.9 * next()) * SIDE * degrees,
      latitude: 32 - (0.05 + 0.9 * next()) * SIDE * degrees,
    });
    const candidates = Array.from({ length: CANDIDATES }, (_, id) => ({ id, ...place() }));
    const towers = Array.from({ length: 20 }, () => ({ ...place(), mastMetres: 30 }));
    const asked = { dem, candidates, towers, mastMetres: 30, targetMetres: 10, rangeMetres: 20_000, count: 10 };
    const began = performance.now();
    const answer = execFileSync('npm', ['run', '--silent', 'sight', '--', 'site'], {
      cwd: ROOT,
      input: JSON.stringify(asked),
      encoding: 'utf8',
    });
    const seconds = (performance.now() - began) / 1_000;
    const { chosen } = JSON.parse(answer) as { readonly chosen: readonly unknown[] };
    if (chosen.length !== asked.count) throw new Error(`${chosen.length} sites were chosen: ${answer.slice(0, 200)}`);
    return seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What our sites see together, as a share of the optimum of one instance. */
function shareOfOptimum(seed: number): number {
  const grid = hills(SMALL.side, SMALL.cellMetres, seed);
  const next = seededNumbers(1_000 + seed);
  const weights = Float64Array.from({ length: SMALL.side ** 2 }, () => Math.round(10 * next() ** 3));
  const sets = Array.from({ length: SMALL.candidates }, () => {
    const [column, row] = [1 + 98 * next(), 1 + 98 * next()];
    const lowest = lowestVisible(grid, { column, row, mastMetres: 30, rangeMetres: SMALL.rangeMetres });
    return Uint32Array.from([...lowest.keys()].filter((post) => (lowest[post] as number) <= 10 && (weights[post] as number) > 0));
  });
  const { candidates, count } = SMALL;
  const chosen = chooseSites({ candidates, seenFrom: (site) => sets[site] as Uint32Array, weights, seen: [], count });
  return chosen.reduce((sum, { addedWeight }) => sum + addedWeight, 0) / optimum(sets, weights, count);
}

/**
 * The maximal covering location problem (Church and ReVelle 1974): a post counts if one of the chosen sites sees it. Posts that the same sites
 * see are one variable.
 */
function optimum(sets: readonly Uint32Array[], weights: Float64Array, count: number): number {
  const sitesOf = new Map<number, number[]>();
  for (const [site, posts] of sets.entries()) for (const post of posts) sitesOf.set(post, [...(sitesOf.get(post) ?? []), site]);
  const groups = new Map<string, number>();
  for (const [post, sites] of sitesOf) groups.set(sites.join(), (groups.get(sites.join()) ?? 0) + (weights[post] as number));
  const posts = [...groups.entries()].map(([sites, weight], n) => ({
    name: `y${n}`,
    weight,
    sites: sites.split(',').map((site) => `x${site}`),
  }));
  const program = [
    'Maximize',
    ` seen: ${posts.map(({ name, weight }) => `${weight} ${name}`).join('\n + ')}`,
    'Subject To',
    ` count: ${sets.map((_, site) => `x${site}`).join(' + ')} <= ${count}`,
    ...posts.map(({ name, sites }) => ` ${name}_seen: ${name} - ${sites.join('\n - ')} <= 0`),
    'Bounds',
    ...posts.map(({ name }) => ` 0 <= ${name} <= 1`),
    'Binary',
    ...sets.map((_, site) => ` x${site}`),
    'End',
  ].join('\n');
  const folder = mkdtempSync(join(tmpdir(), 'lookout-glpk-'));
  try {
    writeFileSync(join(folder, 'program.lp'), program);
    execFileSync('glpsol', ['--lp', join(folder, 'program.lp'), '--cuts', '-o', join(folder, 'answer.txt'), '--tmlim', '120'], {
      stdio: 'ignore',
    });
    const found = /Objective: {2}seen = ([\d.e+]+)/.exec(readFileSync(join(folder, 'answer.txt'), 'utf8'));
    return Number(found?.[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
