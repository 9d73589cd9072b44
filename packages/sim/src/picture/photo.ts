// The photo somebody takes: of a fire from a place near it that sees the smoke, or of the country around; over the demo's elevation, marked 演示.
import { initialBearingDegrees, type Position } from '@lookout/domain';
import { destination, type Surface } from '@lookout/geo';
import { type Draws, drawsOf } from '../draws.ts';
import { type Fire, powerMegawatts } from '../fires/fire.ts';
import { canSee } from '../ground/sight.ts';
import { sunElevationDegrees } from '../sky/sun.ts';
import { markAsDemo } from './mark.ts';
import { encodePng } from './png.ts';
import { addSmoke, type Plume } from './smoke.ts';
import { type Eye, type Gaze, viewOf } from './view.ts';

const WIDTH = 640;
const HEIGHT = 400;
const FIELD_DEGREES = 58;
/** Somebody at the roadside, holding the phone up. */
const EYE_METRES = 3;

export interface Shot {
  /** The same id is the same photo. */
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

/** A PNG of 640 × 400 of the country around a place, where nothing burns. */
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

/** The smoke over a fire at a moment; its glow is added by whoever knows the light. */
const plumeOf = (fire: Fire, atMs: number, draws: Draws): Omit<Plume, 'glow'> => ({
  foot: fire.position,
  footHeightMetres: fire.heightMetres,
  heightMetres: plumeHeightMetres(fire, atMs),
  driftMetres: draws.between(-260, 260),
});

/** How high the smoke stands over a fire. */
export const plumeHeightMetres = (fire: Fire, atMs: number): number => 180 + 110 * Math.sqrt(powerMegawatts(fire, atMs));

/** 0 (night) … 1 (full day). */
export const lightAt = (place: Position, atMs: number): number => Math.min(1, Math.max(0, (sunElevationDegrees(place, atMs) + 6) / 18));

/** The first place around the fire, the settlement's side first, from which the smoke is not hidden by the land. */
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

/** People put what they show a little below the middle, so that the smoke has room. */
function tiltTowards(eye: Eye, fire: Fire, plumeMetres: number): number {
  const metres = Math.hypot(
    (fire.position.lat - eye.lat) * 111_320,
    (fire.position.lng - eye.lng) * 111_320 * Math.cos((eye.lat * Math.PI) / 180),
  );
  return (Math.atan2(fire.heightMetres + plumeMetres * 0.55 - eye.heightMetres, metres) * 180) / Math.PI;
}
