// `npm run sight -- site`: which of many places for a mast are the best together.
import { chooseGridSites } from '@lookout/geo';
import { openGeoTiffRaster, placingOf } from '@lookout/ingest';
import { z } from 'zod';
import { answerOrError, openedFile, readQuestion } from '../commands/question.ts';
import { type HeightFile, type HeightPart, heightsAround, type PlaceInFile, placeInFile, withHeights } from './height-file.ts';
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

/** Answers a JSON request with the best sites, best first, or with an error that names the field, Chinese first. */
export const bestSites = (text: string): Promise<SitesAnswer | { readonly error: string }> =>
  answerOrError(async () => {
    const asked = readQuestion(question, text);
    return withHeights(asked.dem, async (file) => {
      const candidates = asked.candidates.map(({ longitude, latitude }, n) => placeInFile(file, `candidates[${n}]`, longitude, latitude));
      const towers = asked.towers.map(({ longitude, latitude, mastMetres }, n) => ({
        ...placeInFile(file, `towers[${n}]`, longitude, latitude),
        mastMetres,
      }));
      const part = await heightsAround(file, [...candidates, ...towers], asked.rangeMetres);
      const weights = await weightsOf(asked.weights ?? null, file, part);
      const inPart = <Place extends PlaceInFile>(place: Place): Place => ({
        ...place,
        column: place.column - part.column,
        row: place.row - part.row,
      });
      const { rangeMetres } = asked;
      const sites = chooseGridSites({
        ...asked,
        grid: part.grid,
        weights,
        candidates: candidates.map(inPart),
        towers: towers.map((tower) => ({ ...inPart(tower), rangeMetres })),
      });
      const chosen = sites.map(({ candidate, addedWeight }) => ({
        id: (asked.candidates[candidate] as (typeof asked.candidates)[number]).id,
        addedWeight,
      }));
      return { chosen, totalWeight: chosen.reduce((sum, { addedWeight }) => sum + addedWeight, 0) };
    });
  });

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
