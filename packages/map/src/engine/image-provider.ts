// Cesium's interface of an imagery provider, for images that we draw or load ourselves.
import { Credit, Event, type ImageryProvider, type TilingScheme } from 'cesium';

interface Images {
  readonly tilingScheme: TilingScheme;
  /** Pixels of one image. */
  readonly columns: number;
  readonly rows: number;
  /** The finest level of images; default: there is only one image. */
  readonly maximumLevel?: number;
  readonly requestImage: ImageryProvider['requestImage'];
}

/** Images with an alpha channel that cover the rectangle of their tiling scheme. */
export const imageProvider = ({ tilingScheme, columns, rows, maximumLevel = 0, requestImage }: Images): ImageryProvider => ({
  rectangle: tilingScheme.rectangle,
  tileWidth: columns,
  tileHeight: rows,
  minimumLevel: 0,
  maximumLevel,
  tilingScheme,
  tileDiscardPolicy: undefined as never,
  errorEvent: new Event(),
  credit: new Credit(''),
  proxy: undefined as never,
  hasAlphaChannel: true,
  getTileCredits: () => [],
  requestImage,
  pickFeatures: () => undefined,
});
