// A picture draped over the terrain as imagery: in all three modes, over any relief.
import { GeographicTilingScheme, type ImageryProvider, type ImageryTypes, Rectangle } from 'cesium';
import { imageProvider } from '../engine/image-provider.ts';

/** Degrees: west, south, east, north. */
export type Box = readonly [number, number, number, number];

interface DrapedPicture {
  /** Pixels. */
  readonly columns: number;
  readonly rows: number;
  readonly box: Box;
  /** Called when the picture is first drawn. */
  readonly load: () => Promise<ImageryTypes>;
}

/** An imagery provider whose only tile is the whole picture. */
export function pictureAt({ columns, rows, box: [west, south, east, north], load }: DrapedPicture): ImageryProvider {
  const rectangle = Rectangle.fromDegrees(west, south, east, north);
  const tilingScheme = new GeographicTilingScheme({ rectangle, numberOfLevelZeroTilesX: 1, numberOfLevelZeroTilesY: 1 });
  return imageProvider({ tilingScheme, columns, rows, requestImage: load });
}
