// Who has the pointer: while something is drawn, a click is a point of it and opens nothing.
import type { Scene } from 'cesium';

const claims = new WeakMap<Scene, number>();

export const isClaimed = (scene: Scene): boolean => (claims.get(scene) ?? 0) > 0;

/** @returns gives it back; harmless when done twice */
export function claimPointer(scene: Scene): () => void {
  claims.set(scene, (claims.get(scene) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    claims.set(scene, (claims.get(scene) ?? 1) - 1);
  };
}
