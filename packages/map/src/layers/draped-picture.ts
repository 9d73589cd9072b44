// A picture draped over the ground as imagery: in all three modes, over any relief.
import { Credit, Event, GeographicTilingScheme, type ImageryProvider, type ImageryTypes, Rectangle } from 'cesium';

/** Degrees: west, south, east, north. */
export type Box = readonly [number, number, number, number];

interface DrapedPicture {
  /** Pixels. */
  readonly columns: number;
  readonly rows: number;
  readonly box: Box;
  /** Called when it is first drawn. */
  readonly load: () => Promise<ImageryTypes>;
}

/** One tile that is the whole picture. */
export function pictureAt({ columns, rows, box: [west, south, east, north], load }: DrapedPicture): ImageryProvider {
  const rectangle = Rectangle.fromDegrees(west, south, east, north);
  return {
    rectangle,
    tileWidth: columns,
    tileHeight: rows,
    minimumLevel: 0,
    maximumLevel: 0,
    tilingScheme: new GeographicTilingScheme({ rectangle, numberOfLevelZeroTilesX: 1, numberOfLevelZeroTilesY: 1 }),
    tileDiscardPolicy: undefined as never,
    errorEvent: new Event(),
    credit: new Credit(''),
    proxy: undefined as never,
    hasAlphaChannel: true,
    getTileCredits: () => [],
    requestImage: load,
    pickFeatures: () => undefined,
  };
}
