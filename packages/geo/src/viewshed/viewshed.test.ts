import { describe, expect, it } from 'vitest';
import { CURVATURE_PER_METRE, curvatureDropMetres } from '../ray/sight.ts';
import { CELL_METRES, gridOf, madeTerrains, roughProfile, seededNumbers } from '../testing/made-terrain.ts';
import { lowestAlongLine, SIGHT_DEFECTS, seesAlongLine, type Target } from '../testing/sight-line.ts';
import type { HeightGrid, Mast } from './height-grid.ts';
import { seenPosts } from './seen-posts.ts';
import { lowestVisible } from './viewshed.ts';

type Engine = (grid: HeightGrid, mast: Mast, target: Target) => boolean;

/** The sweep's own answer for one target; a micrometre is for the rounding of its 32-bit results. */
const sweep: Engine = (grid, mast, { column, row, targetMetres }) =>
  (lowestVisible(grid, mast)[row * grid.columns + column] as number) <= targetMetres + 1e-3;

/** On the middle row of a profile, from a column to a column. */
const across = (
  engine: Engine,
  grid: HeightGrid,
  [from, mastMetres]: readonly [number, number],
  [to, targetMetres]: readonly [number, number],
) => engine(grid, { column: from, row: 1, mastMetres, rangeMetres: 1e6 }, { column: to, row: 1, targetMetres });

const plain = (columns: number) => gridOf(columns, 3, () => 3_800);
const wall = (columns: number, at: number, metres: number) => gridOf(columns, 3, (column) => (column === at ? 3_800 + metres : 3_800));
const pit = (columns: number, metres: number) =>
  gridOf(columns, 3, (column) => (Math.abs(column - columns / 2) <= 5 ? 3_800 - metres : 3_800));

/** Where the curved earth hides a target on a plain: the sum of both distances to the horizon, in cells. */
const horizonCells = (mastMetres: number, targetMetres: number): number =>
  (Math.sqrt(mastMetres / CURVATURE_PER_METRE) + Math.sqrt(targetMetres / CURVATURE_PER_METRE)) / CELL_METRES;

interface Case {
  readonly name: string;
  readonly grid: HeightGrid;
  readonly to: number;
  readonly isSeen: boolean;
  readonly mastMetres?: number;
  readonly targetMetres?: number;
  /** The same without the feature that the name states, where it decides: then the verdict is the opposite one. */
  readonly without?: { readonly grid?: HeightGrid; readonly targetMetres?: number };
}

const horizon = horizonCells(1.7, 3);
const CASES: readonly Case[] = [
  { name: 'a plain at 3 km is seen', grid: plain(102), to: 100, isSeen: true },
  { name: 'a wall of 50 m hides at 6 km', grid: wall(200, 100, 50), to: 199, isSeen: false, without: { grid: plain(200) } },
  { name: 'a wall of 1 m at 1.5 km does not hide at 3 km', grid: wall(100, 50, 1), to: 99, isSeen: true },
  { name: 'a pit never hides', grid: pit(100, 80), to: 99, isSeen: true },
  { name: 'a wall of 2 m does not hide at 3 km', grid: wall(100, 50, 2), to: 99, isSeen: true },
  {
    name: 'the same wall hides at 9 km, with the curvature',
    grid: wall(300, 150, 2),
    to: 299,
    isSeen: false,
    without: { grid: plain(300) },
  },
  { name: 'a wall of one post hides', grid: wall(100, 50, 80), to: 99, isSeen: false, without: { grid: plain(100) } },
  {
    name: 'ground behind a rise of 12 m is not seen at 4 km',
    grid: wall(134, 67, 12),
    to: 133,
    targetMetres: 0,
    isSeen: false,
    without: { grid: plain(134) },
  },
  {
    name: 'smoke of 30 m behind it is seen',
    grid: wall(134, 67, 12),
    to: 133,
    targetMetres: 30,
    isSeen: true,
    without: { targetMetres: 0 },
  },
  { name: 'a summit under the mast does not hide', grid: wall(200, 0, 40), to: 199, isSeen: true },
  { name: 'a summit under the target does not hide it', grid: wall(200, 199, 40), to: 199, isSeen: true },
  { name: 'a plain within the horizon is seen', grid: plain(Math.ceil(horizon)), to: Math.floor(horizon * 0.75), isSeen: true },
  {
    name: 'a plain beyond the horizon is not seen',
    grid: plain(Math.ceil(horizon * 1.7)),
    to: Math.floor(horizon * 1.6),
    isSeen: false,
    without: { targetMetres: 40 },
  },
  { name: 'a plain at 40 km is not seen', grid: plain(1_336), to: 1_333, isSeen: false, without: { targetMetres: 150 } },
  { name: 'the ground of a plain at 1 km is seen', grid: plain(40), to: 33, targetMetres: 0, isSeen: true },
];

const verdict = (engine: Engine, { grid, to, mastMetres = 1.7, targetMetres = 3 }: Omit<Case, 'name' | 'isSeen'>) =>
  across(engine, grid, [0, mastMetres], [to, targetMetres]);

/** The cases that an engine gets wrong. */
const wrongCases = (engine: Engine): string[] => CASES.filter((one) => verdict(engine, one) !== one.isSeen).map(({ name }) => name);

const profiles = (count: number, seed: number): HeightGrid[] => {
  const next = seededNumbers(seed);
  return Array.from({ length: count }, () => roughProfile(120, 10 ** (next() * 2.3 - 0.5), Math.floor(next() * 1e6)));
};

/** What sight fulfils on any terrain, each as the number of violations. */
const PROPERTIES: Readonly<Record<string, (engine: Engine) => number>> = {
  'sight is mutual when the heights change places'(engine) {
    const ways = profiles(12, 11).flatMap((grid) => [[0, 119] as const, [10, 90] as const].map(([a, b]) => ({ grid, a, b })));
    const heights = [
      [1.7, 3],
      [2, 40],
      [0.5, 12],
    ] as const;
    return ways.flatMap(({ grid, a, b }) =>
      heights.filter(([one, other]) => across(engine, grid, [a, one], [b, other]) !== across(engine, grid, [b, other], [a, one])),
    ).length;
  },
  'a higher post never opens a line, and one above all terrain closes it'(engine) {
    return profiles(12, 12).filter((grid, index) => {
      const at = 20 + 7 * index;
      const ground = grid.heights[120 + at] as number;
      const highest = Math.max(...grid.heights) + 1_000;
      const seen = [ground, ground + 5, ground + 100, highest].map((metres) => {
        const raised = { ...grid, heights: grid.heights.map((height, post) => (post % 120 === at ? metres : height)) };
        return across(engine, raised, [0, 1.7], [119, 3]);
      });
      return seen.at(-1) !== false || seen.some((sees, step) => sees && seen[step - 1] === false);
    }).length;
  },
  'a plain is seen to 90 % of the horizon and not from 110 % on'(engine) {
    const next = seededNumbers(31);
    return Array.from({ length: 8 }, () => [0.5 + 29 * next(), 0.5 + 29 * next()] as const).filter(([mast, target]) => {
      const cells = horizonCells(mast, target);
      const grid = plain(Math.ceil(cells * 1.5) + 2);
      const seen = [0.9, 1.1, 1.5].map((share) => across(engine, grid, [0, mast], [Math.round(cells * share), target]));
      return seen.join() !== 'true,false,false';
    }).length;
  },
  'more height never loses sight, and enough height wins it'(engine) {
    const metres = Array.from({ length: 15 }, (_, power) => 2 ** power);
    return profiles(8, 13).flatMap((grid) =>
      [
        metres.map((mast) => across(engine, grid, [0, mast], [119, 1.7])),
        metres.map((target) => across(engine, grid, [0, 1.7], [119, target])),
      ].filter((seen) => seen.at(-1) !== true || seen.some((sees, step) => !sees && seen[step - 1] === true)),
    ).length;
  },
};

const violated = (engine: Engine): string[] =>
  Object.keys(PROPERTIES).filter((name) => (PROPERTIES[name] as (engine: Engine) => number)(engine) > 0);

describe('the ground that a mast sees', () => {
  it.each(CASES)('$name', (one) => {
    expect(verdict(sweep, one)).toBe(one.isSeen);
    if (one.without) expect(verdict(sweep, { ...one, ...one.without })).toBe(!one.isSeen);
  });

  it.each(Object.keys(PROPERTIES))('%s', (name) => {
    expect((PROPERTIES[name] as (engine: Engine) => number)(sweep)).toBe(0);
  });

  it('these cases and properties notice each known defect of such programs, and nothing in a correct one', () => {
    expect([...wrongCases(seesAlongLine), ...violated(seesAlongLine)]).toEqual([]);
    for (const defect of SIGHT_DEFECTS) {
      const engine: Engine = (grid, mast, target) => seesAlongLine(grid, mast, target, defect);
      expect([...wrongCases(engine), ...violated(engine)], defect).not.toEqual([]);
    }
  });

  it.each(madeTerrains().map((grid, index) => ({ grid, index })))(
    'overlaps with that of single lines over bilinear terrain by 0.995 at 10 and 50 m, by 0.98 at the ground: terrain $index',
    ({ grid, index }) => {
      const summit = summitOf(grid);
      const mast = { column: summit.column + 0.37 * (index % 3), row: summit.row - 0.21 * (index % 2), mastMetres: 30, rangeMetres: 1e6 };
      const [ground, low, high] = overlaps(grid, mast, [0, 10, 50]);
      expect(ground).toBeGreaterThanOrEqual(0.98);
      expect(Math.min(low as number, high as number)).toBeGreaterThanOrEqual(0.995);
    },
  );

  it('is NaN beyond range, where the terrain is unknown, and behind unknown terrain', () => {
    const grid = gridOf(81, 81, (column, row) => (column === 50 && row > 30 && row < 50 ? Number.NaN : 100));
    const lowest = lowestVisible(grid, { column: 40, row: 40, mastMetres: 30, rangeMetres: 900 });
    const at = (column: number, row: number) => lowest[row * 81 + column];
    expect([at(40, 40), at(45, 40), at(40, 70), at(20, 30)]).toEqual([0, 0, 0, 0]);
    expect([at(50, 40), at(60, 40), at(40, 71), at(0, 0)]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });

  it('of a large grid is read only within range: the same posts', () => {
    const grid = madeTerrains()[2] as HeightGrid;
    const degrees: HeightGrid = { ...grid, eastMetres: [30, 29.5] };
    const mast = { column: 40.3, row: 22.6, mastMetres: 30, rangeMetres: 700 };
    const whole = lowestVisible(degrees, mast);
    const seen = [...whole.keys()].filter((post) => (whole[post] as number) <= 10);
    expect(seen.length).toBeGreaterThan(100);
    expect([...seenPosts(degrees, mast, 10)]).toEqual(seen);
  });

  it('is NaN everywhere for a mast on unknown terrain, outside the grid, or without a range', () => {
    const grid = gridOf(9, 9, (column) => (column === 4 ? Number.NaN : 0));
    for (const mast of [
      { column: 4, row: 4, mastMetres: 30, rangeMetres: 900 },
      { column: 9, row: 4, mastMetres: 30, rangeMetres: 900 },
      { column: 1, row: 4, mastMetres: 30, rangeMetres: 0 },
      { column: 1, row: 4, mastMetres: 30, rangeMetres: Number.NaN },
    ]) {
      expect(lowestVisible(grid, mast).every(Number.isNaN)).toBe(true);
      expect(seenPosts(grid, mast, 10).length).toBe(0);
    }
  });

  it('a camera on the ground sees a plain around it, and a grid in degrees has the distances of its latitudes', () => {
    const degrees = { ...plain(201), rows: 3, northMetres: 30, eastMetres: [26, 25.9] as const };
    const lowest = lowestVisible(degrees, { column: 0, row: 1, mastMetres: 0, rangeMetres: 4_000 });
    expect(lowest[201 + 1]).toBe(0);
    // What the curvature of 3 km hides: the target must reach the line that is level at the camera.
    expect(lowest[201 + 116]).toBeCloseTo(curvatureDropMetres(116 * 25.95), 1);
    expect(Number.isNaN(lowest[201 + 155])).toBe(true);
  });
});

/** The highest post of the middle, where a tower would stand. */
function summitOf({ columns, rows, heights }: HeightGrid): { readonly column: number; readonly row: number } {
  const middle = [...heights.keys()]
    .map((post) => ({ column: post % columns, row: Math.floor(post / columns), height: heights[post] as number }))
    .filter(({ column, row }) => Math.hypot(column - columns / 2, row - rows / 2) < columns / 4);
  return middle.reduce((highest, post) => (post.height > highest.height ? post : highest));
}

/** For each height, the intersection over the union of the visible posts, by the sweep and by single lines. */
function overlaps(grid: HeightGrid, mast: Mast, heights: readonly number[]): number[] {
  const swept = lowestVisible(grid, mast);
  const posts = [...swept.keys()].filter((post) => post % 2 === 0);
  const pairs = posts.map((post) => {
    const at = { column: post % grid.columns, row: Math.floor(post / grid.columns) };
    return [swept[post] as number, lowestAlongLine(grid, mast, at)] as const;
  });
  return heights.map((height) => {
    const both = pairs.filter((pair) => Math.max(...pair) <= height).length;
    const either = pairs.filter((pair) => Math.min(...pair) <= height).length;
    return both / either;
  });
}
