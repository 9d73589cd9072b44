// Which of the three modes a scene is in, in the product's words.
import type { MapMode } from '@lookout/region';
import { type Scene, SceneMode } from 'cesium';

export function modeOf(scene: Scene): MapMode {
  if (scene.mode === SceneMode.SCENE2D) return '2d';
  return scene.mode === SceneMode.COLUMBUS_VIEW ? 'glb' : '3d';
}
