// Pictures of the ground from the installation's own server (IMAGERY_URL), over our relief for as long as they come. A dead server is
// told once; the relief beneath is then what one sees, and the server is tried again now and then.
import {
  GeographicTilingScheme,
  ImageryLayer,
  type ImageryLayerCollection,
  UrlTemplateImageryProvider,
  WebMercatorTilingScheme,
} from 'cesium';
import { createTrials, watchAnswers } from './answering.ts';
import { type ImageryAddress, imageryAddressOf } from './imagery-address.ts';

/** 天地图 and its like have no finer level. */
const FINEST_LEVEL = 18;

export interface ImageryLook {
  readonly visible: boolean;
  /** 0 … 1: the relief shows through. */
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
  /** Where among the layers it lies: right over our relief, under what others drew on the ground. */
  readonly place: () => number;
}

export function addOutsideImagery(layers: ImageryLayerCollection, url: string, options: OutsideImageryOptions): OutsideImagery {
  const address = imageryAddressOf(url);
  if (!address) {
    options.onTrouble('IMAGERY_URL: {z}/{x}/{y}?');
    return { setLook: () => undefined, stop: () => undefined };
  }
  let shown: ImageryLayer | null = null;
  let { look } = options;
  const dress = (): void => {
    if (shown) Object.assign(shown, { show: look.visible, alpha: look.opacity });
    options.requestFrame();
  };
  const hide = (): void => {
    if (shown) layers.remove(shown, true);
    shown = null;
    options.requestFrame();
  };
  const show = (): void => {
    const watched = watchAnswers(
      (reason) => {
        hide();
        trials.failed(reason);
      },
      () => trials.answered(),
    );
    const provider = providerOf(address);
    const ask = provider.requestImage.bind(provider);
    provider.requestImage = (x, y, level, request) => watched.watch(ask(x, y, level, request));
    shown = new ImageryLayer(provider);
    layers.add(shown, options.place());
    dress();
  };
  const trials = createTrials(show, options.onTrouble);
  show();
  return {
    setLook: (next) => {
      look = next;
      dress();
    },
    stop: () => {
      trials.stop();
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
