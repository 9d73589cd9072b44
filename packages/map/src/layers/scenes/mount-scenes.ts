// The door to the 3D scenes for the web.
import type { Globe } from '../../engine/globe.ts';
import type { SceneWays } from './load-scene.ts';
import { type SceneLayer, sceneLayer } from './scene-layer.ts';

export interface Scenes {
  /** Replaces all; which were hidden stay hidden. */
  readonly set: (scenes: readonly SceneLayer[]) => void;
  readonly show: (id: string, visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountScenes(globe: Globe, ways: SceneWays): Scenes {
  const layer = globe.addLayer(sceneLayer(ways));
  return {
    set: (scenes) => layer.apply({ scenes }),
    show: (id, visible) => layer.apply({ id, visible }),
    destroy: layer.destroy,
  };
}
