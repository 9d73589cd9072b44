// Draws classes of posts as a picture for the globe.
import type { Answer } from '@lookout/contract';
import { cellDegrees, type PostBox } from '@lookout/geo';
import sharp from 'sharp';
import type { Contract } from '../../contract.ts';
import type { ClassedPosts } from '../service/coverage-question.ts';
import type { GridLand } from '../service/lands.ts';

export type Picture = Answer<Contract['coverage']['coveragePicture']>;

/** The name and the colour of a class, in the order of the classes, which begin at 1. */
export interface PictureClass {
  readonly name: string;
  readonly colour: string;
}

interface PictureOptions {
  readonly show: Picture['show'];
  readonly version: string;
  readonly box: PostBox;
  readonly posts: ClassedPosts;
  readonly classes: readonly PictureClass[];
  readonly ground: GridLand['ground'];
}

const METRES_PER_DEGREE = 111_195;

/** One pixel for each post. */
export async function drawPicture({ show, version, box, posts, classes, ground }: PictureOptions): Promise<Picture> {
  const cell = cellDegrees(box.level);
  // A post stands for the area half way to its neighbours.
  const [west, north] = [(box.west - 0.5) * cell - 180, 90 - (box.north - 0.5) * cell];
  return {
    version,
    show,
    cellMetres: Math.round(cell * METRES_PER_DEGREE),
    columns: box.columns,
    rows: box.rows,
    west,
    south: north - box.rows * cell,
    east: west + box.columns * cell,
    north,
    image: await imageOf(box, posts.classes, classes),
    legend: classes.map(({ name, colour }, at) => ({ class: name, colour, hectares: posts.hectares[at + 1] ?? 0 })),
    ground,
  };
}

async function imageOf({ columns, rows }: PostBox, posts: Uint8Array, classes: readonly PictureClass[]): Promise<string> {
  const colours = classes.map(({ colour }) => [...Buffer.from(colour.slice(1), 'hex')]);
  const pixels = new Uint8Array(columns * rows * 4);
  for (let post = 0, at = 0; post < posts.length; post++, at += 4) {
    const colour = colours[(posts[post] as number) - 1];
    if (colour === undefined) continue;
    const [red = 0, green = 0, blue = 0] = colour;
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = 255;
  }
  const png = await sharp(pixels, { raw: { width: columns, height: rows, channels: 4 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
