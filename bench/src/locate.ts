// locate: 10,000 rays of up to 30 km over 4,000 × 4,000 posts of the demo relief, compared with the plain march, which tests every edge of
// every triangle on the path. CPU time, including the computation of the path. Then `locate` over HTTP, as a camera platform calls it.
import { contract } from '@lookout/features/contract.ts';
// The marches are internal to geo, which exports only `locate`.
import { cellDegrees, createSurface, demoRelief, RELIEF_MAX_LEVEL, type Surface, skyline, type TerrainSource } from '@lookout/geo';
import { bruteHit } from '../../packages/geo/src/ray/brute-march.ts';
import { firstHit, type Ray } from '../../packages/geo/src/ray/march.ts';
import { type GroundPath, groundPath } from '../../packages/geo/src/ray/walk.ts';
import { brief, briefSpread, percentile, spreadOf } from './lib/numbers.ts';
import { endOfHttp, openConnection } from './lib/one-connection.ts';
import { FEED_KEY, type Product, startProduct } from './lib/product.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const RAYS = 10_000;
const POSTS = 4_000;
/** North-west corner of the model, degrees; its 2.7° lie within the demo's area. */
const CORNER = { lng: 101.2, lat: 33.8 };
const REACH_METRES = 30_000;
/** More than 30 km, so that no ray leaves the model. */
const MARGIN_DEGREES = 0.34;
/** Rays this near to the skyline are close to the terrain for most of their length. */
const GRAZING_DEGREES = 0.2;
const LEAST_RATIO = 3;
const TOWERS = 20;
const CALLS = 4_000;
const P99_MS = 10;

interface Aim extends Ray {
  readonly lng: number;
  readonly lat: number;
  readonly azimuthDegrees: number;
}

const KINDS = ['grazing', 'any'] as const;
type Kind = (typeof KINDS)[number];
type March = (surface: Surface, path: GroundPath, ray: Ray) => number | null;
const MARCHES: Readonly<Record<'ours' | 'plain march', March>> = { ours: firstHit, 'plain march': bruteHit };

/** @param args rounds (3) */
export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0] ?? 3);
  const surface = createSurface(model(), { keepTiles: 8_192 });
  const aims = aimsOver(surface);
  const differing = KINDS.reduce((sum, kind) => sum + aims[kind].filter((aim) => !isSameCell(surface, aim)).length, 0);
  const micros = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of KINDS)
      for (const [side, march] of Object.entries(MARCHES)) {
        const key = `${kind}, ${side}`;
        micros.set(key, [...(micros.get(key) ?? []), cpuMicroseconds(surface, aims[kind], march)]);
      }
    console.log(`round ${round + 1} of ${rounds} done`);
  }
  printTable([...micros].map(([rays, values]) => ({ rays, 'CPU µs a ray': briefSpread(spreadOf(values)) })));
  const hits = KINDS.map((kind) => aims[kind].filter((aim) => firstHit(surface, pathOf(surface, aim), aim) !== null).length);
  console.log(`of ${RAYS / 2} grazing rays ${hits[0]} meet ground, of ${RAYS / 2} others ${hits[1]}`);

  const product = await startProduct();
  try {
    const [first, again] = [await callAll(product), await callAll(product)];
    printResults(micros, differing, { first, again }, rounds);
  } finally {
    await product.stop();
  }
}

/** A part of the demo relief in memory, like an imported elevation model. Heights outside it are unknown. */
function model(): TerrainSource {
  const relief = demoRelief();
  const cell = cellDegrees(RELIEF_MAX_LEVEL);
  const [west, north] = [Math.round((CORNER.lng + 180) / cell), Math.round((90 - CORNER.lat) / cell)];
  const heights = new Float32Array(POSTS * POSTS);
  for (let row = 0; row < POSTS; row += 1)
    for (let column = 0; column < POSTS; column += 1) heights[row * POSTS + column] = relief.post(west + column, north + row) ?? Number.NaN;
  return {
    maxLevel: RELIEF_MAX_LEVEL,
    highestMetres: relief.highestMetres ?? 0,
    post(i, j) {
      const [column, row] = [i - west, j - north];
      if (column < 0 || row < 0 || column >= POSTS || row >= POSTS) return null;
      return heights[row * POSTS + column] as number;
    },
  };
}

/** Pseudo-random numbers, the same in every run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomPosition(draw: () => number): { readonly lng: number; readonly lat: number } {
  const span = (POSTS - 1) * cellDegrees(RELIEF_MAX_LEVEL) - 2 * MARGIN_DEGREES;
  return { lng: CORNER.lng + MARGIN_DEGREES + span * draw(), lat: CORNER.lat - MARGIN_DEGREES - span * draw() };
}

function aimsOver(surface: Surface): Readonly<Record<Kind, readonly Aim[]>> {
  const draw = draws(2_026);
  const aim = (tilt: (skylineDegrees: number) => number): Aim => {
    const position = randomPosition(draw);
    const towerHeightMetres = 10 + 50 * draw();
    const azimuthDegrees = 360 * draw();
    const range = { fromDegrees: azimuthDegrees, toDegrees: azimuthDegrees, stepDegrees: 1, maxDistanceMetres: REACH_METRES };
    const [line] = skyline({ ...position, towerHeightMetres }, surface, range) ?? [];
    if (line?.tiltDegrees == null) throw new Error('a ray left the model');
    const eyeMetres = (surface.heightAt(position.lng, position.lat) ?? Number.NaN) + towerHeightMetres;
    return { ...position, azimuthDegrees, eyeMetres, slope: Math.tan((tilt(line.tiltDegrees) * Math.PI) / 180) };
  };
  const many = (tilt: (skylineDegrees: number) => number) => Array.from({ length: RAYS / 2 }, () => aim(tilt));
  return { grazing: many((line) => line + GRAZING_DEGREES * (2 * draw() - 1)), any: many(() => 23 * draw() - 20) };
}

const pathOf = (surface: Surface, { azimuthDegrees, ...position }: Aim): GroundPath =>
  groundPath(position, azimuthDegrees, REACH_METRES, surface.cellDegrees);

/** Whether both marches hit the same cell, or neither hits any. A hit within a micrometre of the edge of two cells counts for both. */
function isSameCell(surface: Surface, aim: Aim): boolean {
  const path = pathOf(surface, aim);
  const [ours, plain] = [firstHit(surface, path, aim), bruteHit(surface, path, aim)];
  if (ours === null || plain === null) return ours === plain;
  return Math.abs(ours - plain) < 1e-6 || cellAt(path, ours) === cellAt(path, plain);
}

function cellAt({ u, v, stepMetres }: GroundPath, metres: number): string {
  const piece = Math.min(Math.floor(metres / stepMetres), u.length - 2);
  const share = metres / stepMetres - piece;
  const post = (knots: Float64Array): number =>
    Math.floor((knots[piece] as number) + share * ((knots[piece + 1] as number) - (knots[piece] as number)));
  return `${post(u)}/${post(v)}`;
}

function cpuMicroseconds(surface: Surface, aims: readonly Aim[], march: March): number {
  const before = process.cpuUsage();
  for (const aim of aims) march(surface, pathOf(surface, aim), aim);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / aims.length;
}

/** Milliseconds of each call: towers all over the demo's area, random directions, one call at a time. */
async function callAll({ port }: Product): Promise<number[]> {
  const draw = draws(7);
  const towers = Array.from({ length: TOWERS }, () => ({ ...randomPosition(draw), towerHeight: 10 + 50 * draw() }));
  const { method, path } = contract.alarm.locate;
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-feed-key: ${FEED_KEY}\r\ncontent-type: application/json\r\n`;
  const connection = await openConnection(port, endOfHttp);
  const took: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const body = JSON.stringify({ ...towers[call % TOWERS], horizontal: 360 * draw(), vertical: 12 * draw() - 10 });
    const request = `${head}content-length: ${body.length}\r\n\r\n${body}`;
    const begun = performance.now();
    const response = await connection.request(request);
    took.push(performance.now() - begun);
    // A ray into the sky is answered with 没有得到火点位置, a valid response with status 200.
    if (!response.startsWith('HTTP/1.1 200')) throw new Error(response.slice(0, 300));
  }
  connection.close();
  return took;
}

interface Calls {
  readonly first: readonly number[];
  readonly again: readonly number[];
}

function printResults(micros: ReadonlyMap<string, readonly number[]>, differing: number, calls: Calls, rounds: number): void {
  const ratioOf = (kind: Kind) => medianOf(micros, `${kind}, plain march`) / medianOf(micros, `${kind}, ours`);
  const p99 = { first: percentile(calls.first, 0.99), again: percentile(calls.again, 0.99) };
  printTable([
    { calls: 'on ground nobody has looked at', 'p50 ms': brief(percentile(calls.first, 0.5)), 'p99 ms': brief(p99.first) },
    { calls: 'the same again', 'p50 ms': brief(percentile(calls.again, 0.5)), 'p99 ms': brief(p99.again) },
  ]);
  console.log(`other rays: ${brief(ratioOf('any'))} times as fast as the plain march`);
  const ratio = ratioOf('grazing');
  const goals: Goal[] = [
    { what: `${RAYS} rays, other cells than the plain march`, goal: '0', got: differing, isReached: differing === 0 },
    { what: 'grazing rays, plain march / ours', goal: `≥ ${LEAST_RATIO}`, got: ratio, isReached: ratio >= LEAST_RATIO },
    { what: 'HTTP p99, ground in memory, ms', goal: `≤ ${P99_MS}`, got: p99.again, isReached: p99.again <= P99_MS },
    { what: 'HTTP p99, new ground, ms', goal: `≤ ${P99_MS}`, got: p99.first, isReached: p99.first <= P99_MS },
  ];
  const results = { cpuMicroseconds: Object.fromEntries(micros), differing, p99, p50: percentile(calls.again, 0.5) };
  printReport({ name: 'locate', rounds, missing: [], goals, results });
}

const medianOf = (micros: ReadonlyMap<string, readonly number[]>, key: string): number => spreadOf(micros.get(key) ?? []).median;
