// A terrain mesh from another server (TERRAIN_URL: quantized mesh or heightmap with a layer.json). While the server does not respond, our
// own terrain is drawn; this is reported once, and the server is retried from time to time.
import { CesiumTerrainProvider, type TerrainProvider } from 'cesium';
import { createRetries, type SetTimer, watchHealth } from '../relief/server-health.ts';

export interface OutsideTerrainOptions {
  readonly put: (provider: TerrainProvider) => void;
  readonly takeBack: () => void;
  readonly onTrouble: (reason: string) => void;
  readonly open?: (url: string) => Promise<TerrainProvider>;
  readonly setTimer?: SetTimer;
}

/** @returns stop; the current mesh remains until another one is set */
export function addOutsideTerrain(url: string, options: OutsideTerrainOptions): () => void {
  const { put, takeBack, onTrouble, open = (address) => CesiumTerrainProvider.fromUrl(address), setTimer } = options;
  let isOver = false;
  const begin = async (): Promise<void> => {
    try {
      const provider = await open(url);
      if (isOver) return;
      const watched = watchHealth(
        (reason) => {
          if (isOver) return;
          takeBack();
          retries.failed(reason);
        },
        () => retries.answered(),
      );
      const request = provider.requestTileGeometry.bind(provider);
      // Without the root tiles Cesium draws no terrain and requests nothing else.
      provider.requestTileGeometry = (x, y, level, options) => watched.watch(request(x, y, level, options), level === 0);
      put(provider);
    } catch (error) {
      if (!isOver) retries.failed(error instanceof Error ? error.message : String(error));
    }
  };
  const retries = createRetries(() => void begin(), onTrouble, setTimer);
  void begin();
  return () => {
    isOver = true;
    retries.stop();
  };
}
