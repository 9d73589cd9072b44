// Photos by people: of a fire from a nearby place with the smoke in sight, or of the landscape; rendered from the demo's elevation and
// marked 演示.
import { haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import { destination, type Surface } from '@lookout/geo';
import { type Draws, drawsOf } from '../draws.ts';
import { type Fire, powerMegawatts } from '../fires/fire.ts';
import { canSee } from '../ground/sight.ts';
import { sunElevationDegrees } from '../sky/sun.ts';
import { type Colour, mixed } from './colours.ts';
import { markAsDemo } from './letters.ts';
import { encodePng } from './png.ts';
import { dropMetres, type Eye, focalPixels, type Gaze, rowOf, type View, viewOf } from './view.ts';

const WIDTH = 640;
const HEIGHT = 400;
const FIELD_DEGREES = 58;
/** Height above the ground of a raised phone. */
const EYE_METRES = 3;

interface Shot {
  /** The same id gives the same photo. */
  readonly id: string;
  readonly fire: Fire;
  /** World time. */
  readonly atMs: number;
}

/** A PNG of 640 × 400 of a fire. */
export function photoOf(seed: number, { id, fire, atMs }: Shot, surface: Surface): Uint8Array {
  const draws = drawsOf(seed, 'photo', id);
  const plume = plumeOf(fire, atMs, draws);
  const eye = standpoint(fire, plume.heightMetres, surface, draws.between(0, 360));
  const gaze: Gaze = {
    eye,
    azimuthDegrees: initialBearingDegrees(eye, fire.position) + draws.between(-7, 7),
    tiltDegrees: tiltTowards(eye, fire, plume.heightMetres),
    fieldDegrees: FIELD_DEGREES,
    width: WIDTH,
    height: HEIGHT,
  };
  const light = lightAt(fire.position, atMs);
  const view = viewOf(surface, gaze, light);
  addSmoke(view, gaze, { ...plume, glow: 0.25 + 0.6 * (1 - light) }, light, draws);
  markAsDemo(view);
  return encodePng(view);
}

/** A PNG of 640 × 400 of the landscape around a place without a fire. */
export function landscapeOf(
  seed: number,
  { id, place, atMs }: { id: string; place: Position; atMs: number },
  surface: Surface,
): Uint8Array {
  const heightMetres = (surface.heightAt(place.lng, place.lat) ?? 0) + EYE_METRES;
  const gaze: Gaze = {
    eye: { ...place, heightMetres },
    azimuthDegrees: drawsOf(seed, 'landscape', id).between(0, 360),
    tiltDegrees: 4,
    fieldDegrees: FIELD_DEGREES,
    width: WIDTH,
    height: HEIGHT,
  };
  const view = viewOf(surface, gaze, lightAt(place, atMs));
  markAsDemo(view);
  return encodePng(view);
}

/** The smoke over a fire at a time, without the glow, which depends on the light. */
const plumeOf = (fire: Fire, atMs: number, draws: Draws): Omit<Plume, 'glow'> => ({
  foot: fire.position,
  footHeightMetres: fire.heightMetres,
  heightMetres: plumeHeightMetres(fire, atMs),
  driftMetres: draws.between(-260, 260),
});

/** Height of the smoke over a fire. */
export const plumeHeightMetres = (fire: Fire, atMs: number): number => 180 + 110 * Math.sqrt(powerMegawatts(fire, atMs));

/** 0 (night) … 1 (full day). */
export const lightAt = (place: Position, atMs: number): number => Math.min(1, Math.max(0, (sunElevationDegrees(place, atMs) + 6) / 18));

/** The first place around the fire from which the terrain does not hide the smoke, starting on the settlement's side. */
function standpoint(fire: Fire, plumeMetres: number, surface: Surface, startDegrees: number): Eye {
  const homeDegrees = fire.nearMetres > 0 ? initialBearingDegrees(fire.position, fire.near) : startDegrees;
  const tries = [0, 25, -25, 50, -50, 80, -80, 115, -115, 150, -150, 180].flatMap((turn) =>
    [1_600, 2_600, 900].map((metres) => ({ turn, metres })),
  );
  let last: Eye | null = null;
  for (const { turn, metres } of tries) {
    const place = destination(fire.position, homeDegrees + turn, metres);
    const ground = surface.heightAt(place.lng, place.lat) ?? 0;
    const eye = { lng: place.lng, lat: place.lat, heightMetres: ground + EYE_METRES };
    last ??= eye;
    if (canSee(surface, eye, { ...fire.position, heightMetres: fire.heightMetres + plumeMetres * 0.35 })) return eye;
  }
  return last ?? { ...fire.position, heightMetres: fire.heightMetres + EYE_METRES };
}

/** People aim so that the fire is below the middle and the smoke fits above it. */
function tiltTowards(eye: Eye, fire: Fire, plumeMetres: number): number {
  const metres = Math.hypot(
    (fire.position.lat - eye.lat) * 111_320,
    (fire.position.lng - eye.lng) * 111_320 * Math.cos((eye.lat * Math.PI) / 180),
  );
  return (Math.atan2(fire.heightMetres + plumeMetres * 0.55 - eye.heightMetres, metres) * 180) / Math.PI;
}

// A column of smoke in a view: soft puffs that rise, widen and lean with the wind, hidden by nearer terrain.

interface Plume {
  readonly foot: Position;
  readonly footHeightMetres: number;
  readonly heightMetres: number;
  /** How far the top has drifted, metres; positive to the right of the picture. */
  readonly driftMetres: number;
  /** Light of the flames at the foot, 0–1; visible at night. */
  readonly glow: number;
}

const PUFFS = 110;

/** Draws the plume into the view, modifying it. */
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

/** Draws a soft disc at a distance; nearer terrain hides it. */
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
