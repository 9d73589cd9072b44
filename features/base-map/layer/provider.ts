// Tiles of a base map as Cesium imagery. They come through our own server, whose status code shows whether the service behind it responds.
import { Credit, Event, GeographicTilingScheme, type ImageryProvider, type ImageryTypes, WebMercatorTilingScheme } from 'cesium';

export interface BaseMapLayer {
  readonly id: string;
  /** Web Mercator tiles, or tiles of longitude and latitude. */
  readonly scheme: 'mercator' | 'geographic';
  readonly maxLevel: number;
  /** The address with {z}, {x} and {y}, counted from the north-west. */
  readonly tileUrl: string;
}

interface ProviderOptions {
  readonly fetch: (url: string) => Promise<Response>;
  /** Called when the service behind the tiles does not respond, or refuses. */
  readonly onDead: (reason: string) => void;
  readonly onAlive: () => void;
  /** Cesium uses a loaded image only when it draws a frame. */
  readonly requestFrame: () => void;
}

const PIXELS = 256;
/** Most requests at a time; further ones are declined, and Cesium repeats them in the next frame. */
const MAX_IN_FLIGHT = 12;
const UNAVAILABLE = 503;
const NO_TILE = 204;

export function baseMapProvider({ scheme, maxLevel, tileUrl }: BaseMapLayer, options: ProviderOptions): ImageryProvider {
  const tilingScheme = scheme === 'geographic' ? new GeographicTilingScheme() : new WebMercatorTilingScheme();
  const errorEvent = new Event();
  // Without a listener Cesium writes to the console. Where a tile is missing the coarser one remains.
  errorEvent.addEventListener(() => undefined);
  let inFlight = 0;

  async function request(x: number, y: number, level: number): Promise<ImageryTypes> {
    inFlight++;
    try {
      const answer = await options.fetch(tileUrl.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y)));
      const reason = answer.status === UNAVAILABLE ? await reasonOf(answer) : null;
      if (reason !== null) options.onDead(reason);
      if (!answer.ok || answer.status === NO_TILE) throw new Error(`a tile of a base map was answered ${answer.status}`);
      const image = await createImageBitmap(await answer.blob(), {
        imageOrientation: 'flipY',
        premultiplyAlpha: 'none',
        colorSpaceConversion: 'none',
      });
      options.onAlive();
      return image;
    } finally {
      inFlight--;
      options.requestFrame();
    }
  }

  return {
    rectangle: tilingScheme.rectangle,
    tileWidth: PIXELS,
    tileHeight: PIXELS,
    minimumLevel: 0,
    maximumLevel: maxLevel,
    tilingScheme,
    tileDiscardPolicy: undefined as never,
    errorEvent,
    credit: new Credit(''),
    proxy: undefined as never,
    hasAlphaChannel: true,
    getTileCredits: () => [],
    requestImage: (x, y, level) => (inFlight < MAX_IN_FLIGHT ? request(x, y, level) : undefined),
    pickFeatures: () => undefined,
  };
}

/** The reason for which our server reports the outside service as down; null: our own server is not ready. */
async function reasonOf(answer: Response): Promise<string | null> {
  const body: unknown = await answer.json().catch(() => null);
  const code = (body as { readonly error?: { readonly code?: unknown } } | null)?.error?.code;
  return code === 'base-map-silent' || code === 'base-map-refused' ? code : null;
}
