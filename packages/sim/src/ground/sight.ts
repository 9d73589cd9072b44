// Does an eye see something over the land between? The photo's and the towers' coarse question; a camera's ray is geo's.
import { haversineMetres, type Position } from '@lookout/domain';
import { curvatureDropMetres, type Surface } from '@lookout/geo';

/** A place and a height above sea level. */
export interface Spot extends Position {
  readonly heightMetres: number;
}

/** Is the straight line from one to the other above all ground between? @param looks so many places on the line are looked at */
export function canSee(surface: Surface, eye: Spot, target: Spot, looks = 40): boolean {
  const metres = haversineMetres(eye, target);
  const rise = target.heightMetres - curvatureDropMetres(metres) - eye.heightMetres;
  for (let n = 1; n < looks; n++) {
    const share = n / looks;
    const ground = surface.heightAt(eye.lng + (target.lng - eye.lng) * share, eye.lat + (target.lat - eye.lat) * share) ?? 0;
    if (ground - curvatureDropMetres(metres * share) - eye.heightMetres > rise * share) return false;
  }
  return true;
}
