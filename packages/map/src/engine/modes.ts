// 2d, 3d, glb (Columbus view): switching keeps the place in the middle of the view.

import type { MapMode } from '@lookout/region';
import { Cartesian3, Math as CesiumMath, type Scene } from 'cesium';
import { centreOf, heightOf } from './camera.ts';
import { modeOf } from './mode-of.ts';

/** At once, without Cesium's two-second morph: nothing decorative moves (ui.md). */
export function switchMode(scene: Scene, mode: MapMode): void {
  if (modeOf(scene) === mode) return;
  const centre = centreOf(scene);
  const height = heightOf(scene);
  if (mode === '2d') scene.morphTo2D(0);
  else if (mode === 'glb') scene.morphToColumbusView(0);
  else scene.morphTo3D(0);
  scene.camera.setView({
    destination: Cartesian3.fromRadians(centre.longitude, centre.latitude, height),
    orientation: { heading: 0, pitch: -CesiumMath.PI_OVER_TWO, roll: 0 },
  });
  scene.requestRender();
}
