// `npm run sight -- site`: which of many places for a mast are the best together.
import { chooseSites, type HeightGrid, type Mast, type SeenPosts, seenPosts, siteShortlist } from '@lookout/geo';
import { openGeoTiffRaster, placingOf } from '@lookout/ingest';
import { z } from 'zod';
import { answerOrError, openedFile, readQuestion } from '../commands/question.ts';
import { type HeightFile, type HeightPart, heightsAround, placeInFile, withHeights } from './height-file.ts';
import { latitude, longitude, mastMetres, rangeMetres, targetMetres } from './sight-fields.ts';

const question = z.object({
  dem: z.string().min(1),
  weights: z.string().min(1).nullish(),
  candidates: z
    .array(z.object({ id: z.union([z.string(), z.number()]), longitude, latitude }))
    .min(1)
    .max(10_000),
  towers: z.array(z.object({ longitude, latitude, mastMetres })).max(2_000).default([]),
  mastMetres,
  targetMetres,
  rangeMetres,
  count: z.number().int().min(1).max(100),
});

interface SitesAnswer {
  readonly chosen: readonly { readonly id: string | number; readonly addedWeight: number }[];
  readonly totalWeight: number;
}

/** Up to this many candidates are compared on every post of the file; more are first reduced to a shortlist on a coarser grid. */
const COMPARED = 200;
/** Posts from a mast to its range on the coarser grid: a viewshed takes a third of a millisecond. */
const COARSE_REACH = 30;

/** Answers a JSON request with the best sites, best first, or with an error that names the field, Chinese first. */
export const bestSites = (text: string): Promise<SitesAnswer | { readonly error: string }> =>
  answerOrError(async () => {
    const asked = readQuestion(question, text);
    return withHeights(asked.dem, async (file) => {
      const candidates = asked.candidates.map(({ longitude, latitude }, n) => ({
        ...placeInFile(file, `candidates[${n}]`, longitude, latitude),
        mastMetres: asked.mastMetres,
      }));
      const towers = asked.towers.map(({ longitude, latitude, mastMetres }, n) => ({
        ...placeInFile(file, `towers[${n}]`, longitude, latitude),
        mastMetres,
      }));
      const part = await heightsAround(file, [...candidates, ...towers], asked.rangeMetres);
      const weights = await weightsOf(asked.weights ?? null, file, part);
      const ask = (every: number, from: readonly number[]) => {
        const grid = everyPost(part.grid, every);
        const seenFrom = (mast: Omit<Mast, 'rangeMetres'>): SeenPosts => {
          const [column, row] = [(mast.column - part.column) / every, (mast.row - part.row) / every];
          return seenPosts(grid, { column, row, mastMetres: mast.mastMetres, rangeMetres: asked.rangeMetres }, asked.targetMetres);
        };
        return {
          candidates: from.length,
          seenFrom: (index: number) => seenFrom(candidates[from[index] as number] as (typeof candidates)[number]),
          weights: every === 1 ? weights : everyWeight(weights, part.grid, every),
          seen: towers.map(seenFrom),
          count: asked.count,
        };
      };
      // Candidates in one place see the same.
      const all = [...new Map(candidates.map(({ column, row }, n) => [`${column} ${row}`, n])).values()];
      const every = Math.max(1, Math.floor(asked.rangeMetres / part.grid.northMetres / COARSE_REACH));
      const shortlist = all.length <= COMPARED || every === 1 ? all : siteShortlist(ask(every, all)).map((index) => all[index] as number);
      const chosen = chooseSites(ask(1, shortlist)).map(({ candidate, addedWeight }) => ({
        id: (asked.candidates[shortlist[candidate] as number] as (typeof asked.candidates)[number]).id,
        addedWeight,
      }));
      return { chosen, totalWeight: chosen.reduce((sum, { addedWeight }) => sum + addedWeight, 0) };
    });
  });

/** A grid of every n-th post. */
function everyPost(grid: HeightGrid, every: number): HeightGrid {
  if (every === 1) return grid;
  const [columns, rows] = [Math.ceil(grid.columns / every), Math.ceil(grid.rows / every)];
  const heights = Float32Array.from({ length: columns * rows }, (_, post) => {
    return grid.heights[Math.floor(post / columns) * every * grid.columns + (post % columns) * every] as number;
  });
  const [first, last] = grid.eastMetres;
  return { columns, rows, heights, northMetres: grid.northMetres * every, eastMetres: [first * every, last * every] };
}

/** The weights of a coarser grid: each is the sum of those that it stands for. */
function everyWeight(weights: Float32Array, grid: HeightGrid, every: number): Float32Array {
  const columns = Math.ceil(grid.columns / every);
  const sums = new Float32Array(columns * Math.ceil(grid.rows / every));
  for (const [post, weight] of weights.entries()) {
    const at = Math.floor(Math.floor(post / grid.columns) / every) * columns + Math.floor((post % grid.columns) / every);
    sums[at] = (sums[at] as number) + weight;
  }
  return sums;
}

/** The weight of each post: that of the nearest cell of the file, 0 where it has none; without a file 1 for each. */
async function weightsOf(file: string | null, heights: HeightFile, { grid, column, row }: HeightPart): Promise<Float32Array> {
  const weights = new Float32Array(grid.columns * grid.rows).fill(1);
  if (file === null) return weights;
  const raster = await openedFile('weights', file, openGeoTiffRaster);
  try {
    const placing = placingOf(raster.georeference);
    const values = await raster.read({ column: 0, row: 0, columns: raster.columns, rows: raster.rows });
    for (const post of weights.keys()) {
      const [lng, lat] = heights.placing.toPosition(column + (post % grid.columns), row + Math.floor(post / grid.columns));
      const [x, y] = placing.toCell(lng, lat).map(Math.round) as [number, number];
      const value = x >= 0 && y >= 0 && x < raster.columns && y < raster.rows ? (values[y * raster.columns + x] as number) : 0;
      weights[post] = value > 0 && !raster.isNoData(value) ? value : 0;
    }
    return weights;
  } finally {
    await raster.close();
  }
}
