// A mesh of the ground from another server (TERRAIN_URL: Cesium's quantized mesh or heightmap, by its layer.json). While it does not
// answer, our own ground is drawn; that is told once, and the server is tried again now and then.
import { CesiumTerrainProvider, type TerrainProvider } from 'cesium';
import { createTrials, type SetTimer, watchAnswers } from '../relief/answering.ts';

export interface OutsideTerrainOptions {
  readonly put: (provider: TerrainProvider) => void;
  readonly takeBack: () => void;
  readonly onTrouble: (reason: string) => void;
  readonly open?: (url: string) => Promise<TerrainProvider>;
  readonly setTimer?: SetTimer;
}

/** @returns its end; what was put stays until somebody puts another */
export function addOutsideTerrain(url: string, options: OutsideTerrainOptions): () => void {
  const { put, takeBack, onTrouble, open = (address) => CesiumTerrainProvider.fromUrl(address), setTimer } = options;
  let isOver = false;
  const begin = async (): Promise<void> => {
    try {
      const provider = await open(url);
      if (isOver) return;
      const watched = watchAnswers(
        (reason) => {
          if (isOver) return;
          takeBack();
          trials.failed(reason);
        },
        () => trials.answered(),
      );
      const ask = provider.requestTileGeometry.bind(provider);
      // Cesium draws no ground at all without the roots, and asks for nothing else.
      provider.requestTileGeometry = (x, y, level, request) => watched.watch(ask(x, y, level, request), level === 0);
      put(provider);
    } catch (error) {
      if (!isOver) trials.failed(error instanceof Error ? error.message : String(error));
    }
  };
  const trials = createTrials(() => void begin(), onTrouble, setTimer);
  void begin();
  return () => {
    isOver = true;
    trials.stop();
  };
}
