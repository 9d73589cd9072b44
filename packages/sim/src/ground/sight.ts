// A coarse line-of-sight test over the terrain, for photos and tower siting. Cameras use the exact ray of geo.
import { haversineMetres, type Position } from '@lookout/domain';
import { curvatureDropMetres, type Surface } from '@lookout/geo';

/** A place and a height above sea level. */
export interface Spot extends Position {
  readonly heightMetres: number;
}

/** Whether the straight line between the two is above the terrain everywhere. @param samples number of points tested on the line */
export function canSee(surface: Surface, eye: Spot, target: Spot, samples = 40): boolean {
  const metres = haversineMetres(eye, target);
  const rise = target.heightMetres - curvatureDropMetres(metres) - eye.heightMetres;
  for (let n = 1; n < samples; n++) {
    const share = n / samples;
    const ground = surface.heightAt(eye.lng + (target.lng - eye.lng) * share, eye.lat + (target.lat - eye.lat) * share) ?? 0;
    if (ground - curvatureDropMetres(metres * share) - eye.heightMetres > rise * share) return false;
  }
  return true;
}
