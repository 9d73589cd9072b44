// `npm run sight -- viewshed`: the ground that a mast sees, as a raster on the cells of the elevation file.
import { writeFile } from 'node:fs/promises';
import { heightBetween, lowestVisible, VISIBLE_WITHIN_METRES } from '@lookout/geo';
import { writeByteGeoTiff } from '@lookout/ingest';
import { z } from 'zod';
import { answerOrError, BadLine, readQuestion } from '../commands/question.ts';
import { heightsAround, placeInFile, withHeights } from './height-file.ts';
import { latitude, longitude, mastMetres, rangeMetres, targetMetres } from './sight-fields.ts';

const question = z.object({
  dem: z.string().min(1),
  longitude,
  latitude,
  mastMetres,
  targetMetres,
  rangeMetres,
  out: z.string().min(1),
});

const SEEN = 1;
const HIDDEN = 0;
const UNKNOWN = 255;

/** The file that was written, and how many of its cells are seen, hidden, and out of range or unknown. */
interface ViewshedAnswer {
  readonly out: string;
  readonly seen: number;
  readonly hidden: number;
  readonly unknown: number;
}

/** Answers a JSON request with a GeoTIFF, or with an error that names the field, Chinese first. */
export const viewshedFile = (text: string): Promise<ViewshedAnswer | { readonly error: string }> =>
  answerOrError(async () => {
    const asked = readQuestion(question, text);
    return withHeights(asked.dem, async (file) => {
      const { dem } = file;
      const place = placeInFile(file, 'longitude', asked.longitude, asked.latitude);
      const part = await heightsAround(file, [place], asked.rangeMetres);
      const { grid } = part;
      const { mastMetres, rangeMetres } = asked;
      const [column, row] = [place.column - part.column, place.row - part.row];
      if (Number.isNaN(heightBetween(grid, column, row)))
        throw new BadLine('longitude：塔下没有高程数据 (longitude: the elevation under the mast is not known)');
      const lowest = lowestVisible(grid, { column, row, mastMetres, rangeMetres });
      const cells = new Uint8Array(dem.columns * dem.rows).fill(UNKNOWN);
      const counts = { seen: 0, hidden: 0 };
      for (const [post, metres] of lowest.entries()) {
        if (Number.isNaN(metres)) continue;
        const isSeen = metres <= asked.targetMetres + VISIBLE_WITHIN_METRES;
        counts[isSeen ? 'seen' : 'hidden']++;
        const line = part.row + Math.floor(post / grid.columns);
        cells[line * dem.columns + part.column + (post % grid.columns)] = isSeen ? SEEN : HIDDEN;
      }
      await written(asked.out, writeByteGeoTiff(dem.columns, dem.rows, cells, UNKNOWN, dem.geoTags));
      return { out: asked.out, ...counts, unknown: cells.length - counts.seen - counts.hidden };
    });
  });

/** @throws BadLine naming `out` when the file cannot be written */
async function written(file: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(file, bytes);
  } catch (error) {
    throw new BadLine(`out：写不了 ${file} (out: ${file} cannot be written: ${(error as NodeJS.ErrnoException).code})`);
  }
}
