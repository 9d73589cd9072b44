import { expect, it } from 'vitest';
import { cellDegrees } from '../elevation/lattice.ts';
import { type PostBox, placeInBox } from '../elevation/post-box.ts';
import { seededNumbers } from '../testing/made-terrain.ts';
import { honestWalk } from '../testing/walks.ts';
import { soundFixes, type TrackFix } from '../track/patrol.ts';
import { pointsAlong, trackPieces } from './points-along.ts';
import { FOREST_SIGHT_METRES, OPEN_SIGHT_METRES, type PatrolGround, seenAlong } from './seen-along.ts';
import { decodeSeenCells, encodeSeenCells, hectaresOfSeenCells, SEEN_COLUMNS } from './seen-cells.ts';
import { climbMetres, stopsOf } from './stops-and-climb.ts';

const BEGIN = Date.parse('2026-11-10T00:00:00Z');
const FROM = { lng: 103.2, lat: 31.3 };
const METRES_PER_DEGREE = 111_195;
const [UNKNOWN, FOREST, OPEN] = [0, 1, 2];
const MARGIN = 2_200;

/** A walk to the north at 1.2 m/s with a position every 15 s. */
const walkNorth = (metres: number): TrackFix[] =>
  Array.from({ length: Math.floor(metres / 18) + 1 }, (_, n) => ({
    lng: FROM.lng,
    lat: FROM.lat + (n * 18) / METRES_PER_DEGREE,
    ms: BEGIN + n * 15_000,
  }));

function groundOf(
  fixes: readonly TrackFix[],
  heightAt: (east: number, north: number) => number,
  coverAt: (east: number, north: number) => number,
): PatrolGround {
  const [piece] = trackPieces(fixes, MARGIN);
  const box = piece?.box as PostBox;
  const values = <T>(value: (east: number, north: number) => T): T[] =>
    Array.from({ length: box.columns * box.rows }, (_, post) => {
      const { lng, lat } = placeInBox(box, post % box.columns, Math.floor(post / box.columns));
      return value((lng - FROM.lng) * METRES_PER_DEGREE * Math.cos((FROM.lat * Math.PI) / 180), (lat - FROM.lat) * METRES_PER_DEGREE);
    });
  return { box, heights: Float32Array.from(values(heightAt)), covers: Uint8Array.from(values(coverAt)) };
}
const flat = () => 2_500;
const hectaresOf = (cells: Float64Array): number => hectaresOfSeenCells(encodeSeenCells(cells));

it('in forest a strip on both sides is seen, in open land all ground in view', () => {
  const walk = walkNorth(5_000);
  const inForest = seenAlong(
    groundOf(walk, flat, () => FOREST),
    walk,
  );
  expect(hectaresOf(inForest.cells)).toBeGreaterThan(0.9 * 0.5 * 2 * FOREST_SIGHT_METRES);
  expect(hectaresOf(inForest.cells)).toBeLessThan(1.25 * 0.5 * 2 * FOREST_SIGHT_METRES);
  expect(inForest.forestCells).toEqual(inForest.cells);
  // Where nothing is known of the land, nothing more is claimed.
  expect(
    seenAlong(
      groundOf(walk, flat, () => UNKNOWN),
      walk,
    ).cells,
  ).toEqual(inForest.cells);

  const inOpen = seenAlong(
    groundOf(walk, flat, () => OPEN),
    walk,
  );
  const stadium = (2 * OPEN_SIGHT_METRES * 5_000 + Math.PI * OPEN_SIGHT_METRES ** 2) / 10_000;
  expect(hectaresOf(inOpen.cells) / stadium).toBeGreaterThan(0.97);
  expect(hectaresOf(inOpen.cells) / stadium).toBeLessThan(1.01);
  expect(inOpen.forestCells).toHaveLength(0);
});

it('fog shortens sight, and never lengthens it', () => {
  const walk = walkNorth(2_000);
  const ground = groundOf(walk, flat, () => OPEN);
  const seen = [null, 10_000, 2_000, 400, 50].map((metres) => hectaresOf(seenAlong(ground, walk, metres).cells));
  expect(seen[0]).toBe(seen[1]);
  for (let index = 1; index + 1 < seen.length; index++) expect(seen[index + 1]).toBeLessThan(seen[index] as number);
  expect(seen.at(-1)).toBeGreaterThan(0);
});

it('a ridge hides what is behind it, and so does the edge of a forest', () => {
  const walk = walkNorth(1_000);
  const ridge = groundOf(
    walk,
    (east) => 2_500 + 200 * Math.exp(-(((east - 600) / 120) ** 2)),
    () => OPEN,
  );
  const eastOf = (cell: number): number =>
    ((cell % SEEN_COLUMNS) * cellDegrees(12) - 180 - FROM.lng) * METRES_PER_DEGREE * Math.cos((FROM.lat * Math.PI) / 180);
  const behind = ({ box }: PatrolGround, from: number, cells: Float64Array): number =>
    [...cells].filter((cell) => eastOf(cell) > from).length / box.rows;
  expect(behind(ridge, 800, seenAlong(ridge, walk).cells)).toBe(0);
  const open = groundOf(walk, flat, () => OPEN);
  expect(behind(open, 800, seenAlong(open, walk).cells)).toBeGreaterThan(5);
  const wood = groundOf(walk, flat, (east) => (east > 400 && east < 700 ? FOREST : OPEN));
  expect(behind(wood, 800, seenAlong(wood, walk).cells)).toBe(0);
  // The far slope of a valley is seen although it is wooded.
  const valley = groundOf(
    walk,
    (east) => 2_500 + Math.max(0, east - 500) * 0.5,
    (east) => (east > 500 ? FOREST : OPEN),
  );
  const seen = seenAlong(valley, walk);
  expect(behind(valley, 800, seen.cells)).toBeGreaterThan(5);
  expect(seen.forestCells.length).toBeGreaterThan(100);
});

it('more of a track sees no less, and a gap is not walked', () => {
  const walk = walkNorth(3_000);
  const ground = groundOf(
    walk,
    (east, north) => 2_500 + 150 * Math.sin(east / 300) * Math.cos(north / 400),
    () => OPEN,
  );
  const half = new Set(seenAlong(ground, walk.slice(0, 80)).cells);
  const whole = new Set(seenAlong(ground, walk).cells);
  expect([...half].filter((cell) => !whole.has(cell))).toEqual([]);
  const forest = groundOf(walk, flat, () => FOREST);
  const ends = [...walk.slice(0, 2), ...walk.slice(-2)].map((fix, index) => (index < 2 ? fix : { ...fix, ms: fix.ms + 3_600_000 }));
  expect(seenAlong(forest, ends).cells.length).toBeLessThan(20);
});

it('one position sees its surroundings, and none sees nothing', () => {
  const one = walkNorth(0);
  expect(
    seenAlong(
      groundOf(one, flat, () => FOREST),
      one,
    ),
  ).toMatchObject({ points: 1, withoutElevation: 0, profile: [[2_500]] });
  expect(
    hectaresOf(
      seenAlong(
        groundOf(one, flat, () => OPEN),
        one,
      ).cells,
    ),
  ).toBeCloseTo((Math.PI * OPEN_SIGHT_METRES ** 2) / 10_000, -2);
  expect(
    seenAlong(
      groundOf(one, flat, () => OPEN),
      [],
    ).cells,
  ).toHaveLength(0);
  expect(trackPieces([], MARGIN)).toEqual([]);
});

it('without elevation only the surroundings of the track count as seen, and the result says so', () => {
  const walk = walkNorth(2_000);
  const sight = seenAlong(
    groundOf(
      walk,
      () => Number.NaN,
      () => OPEN,
    ),
    walk,
  );
  expect(sight.withoutElevation).toBe(sight.points);
  expect(sight.profile.flat()).toEqual([]);
  expect(hectaresOf(sight.cells)).toBeLessThan(60);
});

it('a track of a year and of jumps over a border is cut into pieces that are read one by one', () => {
  const year = Array.from({ length: 120 }, (_, day) => honestWalk({ seed: day + 1, beginMs: BEGIN + day * 3 * 86_400_000 })).flat();
  const pieces = trackPieces(soundFixes(year), MARGIN);
  expect(pieces.length).toBeGreaterThan(20);
  for (const { box } of pieces) expect(box.columns * box.rows).toBeLessThan(300_000);
  const abroad = walkNorth(1_000).map((fix, index) => (index < 30 ? fix : { ...fix, lng: fix.lng - 20 }));
  expect(trackPieces(abroad, MARGIN).map(({ fixes }) => fixes.length)).toEqual([30, abroad.length - 30]);
});

it('points along a track are evenly spaced, and a person at rest gives one', () => {
  expect(pointsAlong(walkNorth(1_000), 100).map((stretch) => stretch.length)).toEqual([10]);
  const rest = walkNorth(1_000).map((fix, index) => ({ ...fix, lng: FROM.lng, lat: FROM.lat + ((index % 5) * 10) / METRES_PER_DEGREE }));
  expect(pointsAlong(rest, 100).map((stretch) => stretch.length)).toEqual([1]);
});

it('cells are decoded as they were encoded', () => {
  const next = seededNumbers(5);
  for (let round = 0; round < 100; round++) {
    const cells: number[] = [];
    let cell = Math.floor(next() * 1e11);
    for (let n = 0; n < 200; n++) {
      cell += next() < 0.6 ? 1 : 1 + Math.floor(next() * 10 ** (1 + 5 * next()));
      cells.push(cell);
    }
    expect(decodeSeenCells(encodeSeenCells(cells))).toEqual(cells);
  }
  expect(decodeSeenCells(encodeSeenCells([]))).toEqual([]);
  expect(() => encodeSeenCells([5, 4])).toThrow(RangeError);
  expect(() => decodeSeenCells(Uint8Array.of(1))).toThrow(RangeError);
});

it('a stay of five minutes within 50 m is a stop, a shorter one and a gap are none', () => {
  const walk = walkNorth(1_800);
  const rest = (minutes: number): TrackFix[] =>
    walk.map((fix, index) => {
      const stays = Math.min(Math.max(0, index - 40), 4 * minutes);
      return { ...fix, lat: FROM.lat + ((index - stays) * 18) / METRES_PER_DEGREE };
    });
  const [stop, ...others] = stopsOf(rest(10));
  expect(others).toEqual([]);
  expect((stop?.endMs ?? 0) - (stop?.beginMs ?? 0)).toBeGreaterThanOrEqual(10 * 60_000);
  expect(stop?.lat).toBeCloseTo(FROM.lat + (40 * 18) / METRES_PER_DEGREE, 3);
  expect(stopsOf(rest(3))).toEqual([]);
  expect(stopsOf([walk[0] as TrackFix, { ...(walk[0] as TrackFix), ms: BEGIN + 20 * 60_000 }])).toEqual([]);
});

it('a climb is the sum of rises, without the scatter of positions', () => {
  expect(climbMetres([2_000, 2_100, 2_050, 2_300, 2_000])).toBe(350);
  expect(climbMetres([2_000, 2_005, 1_998, 2_004, 1_999])).toBe(0);
  expect(climbMetres([2_000, 1_500, 1_000])).toBe(0);
  expect(climbMetres([2_000, 2_020, 2_015, 2_040])).toBe(40);
  expect([climbMetres([]), climbMetres([2_000])]).toEqual([0, 0]);
});
