// Imagery from the installation's own server (IMAGERY_URL), over our relief as long as the server responds. When it is down, this is
// reported once, the relief beneath shows, and the server is retried from time to time.
import {
  GeographicTilingScheme,
  ImageryLayer,
  type ImageryLayerCollection,
  UrlTemplateImageryProvider,
  WebMercatorTilingScheme,
} from 'cesium';
import { type ImageryAddress, imageryAddressOf } from './imagery-address.ts';
import { createRetries, watchHealth } from './server-health.ts';

/** 天地图 and similar services have no finer level. */
const FINEST_LEVEL = 18;

export interface ImageryLook {
  readonly visible: boolean;
  /** 0 … 1: below 1 the relief shows through. */
  readonly opacity: number;
}

export interface OutsideImagery {
  readonly setLook: (look: ImageryLook) => void;
  readonly stop: () => void;
}

export interface OutsideImageryOptions {
  readonly look: ImageryLook;
  readonly onTrouble: (reason: string) => void;
  readonly requestFrame: () => void;
  /** Index in the layer stack: directly over our relief, under other imagery. */
  readonly index: () => number;
}

export function addOutsideImagery(layers: ImageryLayerCollection, url: string, options: OutsideImageryOptions): OutsideImagery {
  const address = imageryAddressOf(url);
  if (!address) {
    options.onTrouble('IMAGERY_URL: {z}/{x}/{y}?');
    return { setLook: () => undefined, stop: () => undefined };
  }
  let shown: ImageryLayer | null = null;
  let { look } = options;
  const applyLook = (): void => {
    if (shown) Object.assign(shown, { show: look.visible, alpha: look.opacity });
    options.requestFrame();
  };
  const hide = (): void => {
    if (shown) layers.remove(shown, true);
    shown = null;
    options.requestFrame();
  };
  const show = (): void => {
    const watched = watchHealth(
      (reason) => {
        hide();
        retries.failed(reason);
      },
      () => retries.answered(),
    );
    const provider = providerOf(address);
    const request = provider.requestImage.bind(provider);
    provider.requestImage = (x, y, level, options) => watched.watch(request(x, y, level, options));
    shown = new ImageryLayer(provider);
    layers.add(shown, options.index());
    applyLook();
  };
  const retries = createRetries(show, options.onTrouble);
  show();
  return {
    setLook: (next) => {
      look = next;
      applyLook();
    },
    stop: () => {
      retries.stop();
      hide();
    },
  };
}

function providerOf({ template, scheme }: ImageryAddress): UrlTemplateImageryProvider {
  return new UrlTemplateImageryProvider({
    url: template,
    maximumLevel: FINEST_LEVEL,
    tilingScheme: scheme === 'geographic' ? new GeographicTilingScheme() : new WebMercatorTilingScheme(),
    customTags: { z1: (_provider: unknown, _x: number, _y: number, level: number) => String(level + 1) },
    enablePickFeatures: false,
  });
}
