// The picture of a county's forest by the days since it was last seen.
import { NEVER_SEEN } from '@lookout/geo';
import sharp from 'sharp';
import { type GapCells, UNSEEN_DAYS } from '../patrol-quality.ts';
import { type CountyGaps, leastWeightOn, pictureBoxOf } from './gaps.ts';

/** One for each of `UNSEEN_DAYS`, and one for longer ago or never. */
const COLOURS = ['#3ecf8e', '#a3e635', '#facc15', '#fb923c', '#ef4444'] as const;

/** @param cells which forest is drawn */
export async function gapPictureOf({ land, since }: CountyGaps, cells: GapCells) {
  const { box, weights, hectares } = land;
  const least = cells === 'forest' ? Number.MIN_VALUE : leastWeightOn(land);
  const pixels = new Uint8Array(box.columns * box.rows * 4);
  const areas = COLOURS.map(() => 0);
  const colours = COLOURS.map((colour) => [...Buffer.from(colour.slice(1), 'hex'), 255]);
  for (let row = 0, post = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++, post++) {
      if (!((weights[post] as number) >= least)) continue;
      const shade = shadeOf(since[post] as number);
      pixels.set(colours[shade] as number[], post * 4);
      areas[shade] = (areas[shade] as number) + (hectares[row] as number);
    }
  }
  const png = await sharp(pixels, { raw: { width: box.columns, height: box.rows, channels: 4 } })
    .png()
    .toBuffer();
  return {
    columns: box.columns,
    rows: box.rows,
    ...pictureBoxOf(box),
    dangerDay: land.dangerDay,
    image: `data:image/png;base64,${png.toString('base64')}`,
    legend: COLOURS.map((colour, index) => ({ days: UNSEEN_DAYS[index] ?? null, colour, hectares: areas[index] as number })),
  };
}

function shadeOf(since: number): number {
  const found = since === NEVER_SEEN ? -1 : UNSEEN_DAYS.findIndex((days) => since <= days);
  return found < 0 ? UNSEEN_DAYS.length : found;
}
