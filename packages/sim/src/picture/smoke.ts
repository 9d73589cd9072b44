// A column of smoke in a view: soft puffs that rise, widen and lean with the wind, hidden where nearer ground stands before them.
import { haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import type { Draws } from '../draws.ts';
import { type Colour, mixed } from './colours.ts';
import { dropMetres, focalPixels, type Gaze, rowOf, type View } from './view.ts';

export interface Plume {
  readonly foot: Position;
  readonly footHeightMetres: number;
  readonly heightMetres: number;
  /** To the right of the picture is positive: how far the top has drifted, metres. */
  readonly driftMetres: number;
  /** Light of the flames at the foot, 0–1: seen at night. */
  readonly glow: number;
}

const PUFFS = 110;

/** Adds the plume to the view; changes its pixels. */
export function addSmoke(view: View, gaze: Gaze, plume: Plume, light: number, draws: Draws): void {
  const metres = haversineMetres(gaze.eye, plume.foot);
  const offAxis = ((initialBearingDegrees(gaze.eye, plume.foot) - gaze.azimuthDegrees + 540) % 360) - 180;
  if (Math.abs(offAxis) > 80 || metres < 50) return;
  const focal = focalPixels(gaze);
  const middle = view.width / 2 + focal * Math.tan((offAxis * Math.PI) / 180);
  const smoke: Colour = mixed([40, 40, 44], [206, 204, 200], light);
  for (let n = 0; n < PUFFS; n++) {
    const share = n / PUFFS;
    const up = share * plume.heightMetres;
    const radius = ((16 + 0.27 * up) * draws.between(0.7, 1.2) * focal) / metres;
    const x = middle + ((plume.driftMetres * share ** 1.4 + draws.normal() * 0.06 * up) * focal) / metres;
    const y = rowOf(gaze, plume.footHeightMetres + up - dropMetres(metres) - gaze.eye.heightMetres, metres);
    blob(
      view,
      { x, y, radius: Math.max(1.5, radius), metres },
      mixed(smoke, [255, 255, 255], draws.between(-0.05, 0.1)),
      0.42 * (1 - 0.75 * share),
    );
  }
  const y = rowOf(gaze, plume.footHeightMetres + 4 - dropMetres(metres) - gaze.eye.heightMetres, metres);
  blob(view, { x: middle, y, radius: Math.max(2, (18 * focal) / metres), metres }, [255, 132, 40], plume.glow);
}

/** A soft disc at a distance; it never covers ground that is nearer. */
function blob(view: View, at: { x: number; y: number; radius: number; metres: number }, colour: Colour, strength: number): void {
  const [left, right] = [Math.max(0, Math.floor(at.x - at.radius)), Math.min(view.width - 1, Math.ceil(at.x + at.radius))];
  const [top, bottom] = [Math.max(0, Math.floor(at.y - at.radius)), Math.min(view.height - 1, Math.ceil(at.y + at.radius))];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const pixel = y * view.width + x;
      if ((view.depth[pixel] as number) < at.metres * 0.98) continue;
      const off = Math.hypot(x - at.x, y - at.y) / at.radius;
      if (off >= 1) continue;
      const old: Colour = [view.rgb[pixel * 3] as number, view.rgb[pixel * 3 + 1] as number, view.rgb[pixel * 3 + 2] as number];
      view.rgb.set(mixed(old, colour, strength * (1 - off * off)), pixel * 3);
    }
  }
}
