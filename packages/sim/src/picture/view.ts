// Renders the landscape as seen from a place, column by column from near to far. Used for people's photos; cameras have their own renderer
// (towers/picture).
import type { Surface } from '@lookout/geo';
import { grainOf, groundColour, hazed, skyColour } from './colours.ts';
import type { Raster } from './png.ts';

export interface Eye {
  /** WGS 84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** Height above sea level, metres. */
  readonly heightMetres: number;
}

export interface Gaze {
  readonly eye: Eye;
  /** True azimuth of the centre of the picture. */
  readonly azimuthDegrees: number;
  /** The angle above the horizon. */
  readonly tiltDegrees: number;
  /** Horizontal field of view. */
  readonly fieldDegrees: number;
  readonly width: number;
  readonly height: number;
}

export interface View extends Raster {
  /** Distance of the point that each pixel shows, metres; Infinity for the sky. */
  readonly depth: Float32Array;
}

const EARTH_RADIUS_METRES = 6_371_000;
/** The refraction coefficient that the whole product uses (k = 0.13). */
const REFRACTION = 0.13;
const NEAREST_METRES = 25;
const FURTHEST_METRES = 30_000;
/** Ratio of successive distances: fine steps near the viewer, coarse ones far away. */
const STEP_RATIO = 1.018;
const METRES_PER_DEGREE = 111_320;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Apparent drop of the terrain at a distance by curvature and refraction, metres. */
export const dropMetres = (metres: number): number => ((1 - REFRACTION) * metres * metres) / (2 * EARTH_RADIUS_METRES);

/** Focal length in pixels. */
export const focalPixels = ({ width, fieldDegrees }: Pick<Gaze, 'width' | 'fieldDegrees'>): number =>
  width / 2 / Math.tan(radians(fieldDegrees) / 2);

/** The row, from the top, of a point at this height above the viewer and this distance. */
export const rowOf = (gaze: Gaze, riseMetres: number, metres: number): number =>
  gaze.height / 2 - focalPixels(gaze) * Math.tan(Math.atan2(riseMetres, metres) - radians(gaze.tiltDegrees));

/** @param light 0 (night) … 1 (full day) */
export function viewOf(surface: Surface, gaze: Gaze, light: number): View {
  const { width, height, eye } = gaze;
  const view: View = {
    width,
    height,
    rgb: new Uint8Array(width * height * 3),
    depth: new Float32Array(width * height).fill(Number.POSITIVE_INFINITY),
  };
  const steps = distances();
  const focal = focalPixels(gaze);
  const lngPerMetre = 1 / (METRES_PER_DEGREE * Math.cos(radians(eye.lat)));
  for (let x = 0; x < width; x++) {
    const azimuth = radians(gaze.azimuthDegrees) + Math.atan((x + 0.5 - width / 2) / focal);
    let top = height;
    let before = surface.heightAt(eye.lng, eye.lat) ?? 0;
    let beforeMetres = 0;
    for (const metres of steps) {
      const lng = eye.lng + Math.sin(azimuth) * metres * lngPerMetre;
      const lat = eye.lat + (Math.cos(azimuth) * metres) / METRES_PER_DEGREE;
      const ground = surface.heightAt(lng, lat) ?? 0;
      const row = Math.max(0, Math.ceil(rowOf(gaze, ground - dropMetres(metres) - eye.heightMetres, metres)));
      if (row < top) {
        const steepness = (ground - before) / (metres - beforeMetres);
        // Near the viewer one step spans many rows, and each row gets its own patch of terrain.
        const gap = metres - beforeMetres;
        for (let y = row; y < top; y++) {
          const back = ((y - row) / (top - row)) * gap;
          const grain = grainOf(
            lng - Math.sin(azimuth) * back * lngPerMetre,
            lat - (Math.cos(azimuth) * back) / METRES_PER_DEGREE,
            patchDegrees(metres),
          );
          paint(view, x, y, hazed(groundColour(ground, steepness, grain), metres, light), metres);
        }
        top = row;
        if (top === 0) break;
      }
      before = ground;
      beforeMetres = metres;
    }
    for (let y = 0; y < top; y++) paint(view, x, y, skyColour(y / height, light), Number.POSITIVE_INFINITY);
  }
  return view;
}

/** Size of texture patches, a few pixels at any distance: trees nearby, groups of trees far away. */
const patchDegrees = (metres: number): number => 0.000_02 * 2 ** Math.max(0, Math.round(Math.log2(metres / 400)));

function distances(): number[] {
  const steps: number[] = [];
  for (let metres = NEAREST_METRES; metres < FURTHEST_METRES; metres = Math.max(metres * STEP_RATIO, metres + 8)) steps.push(metres);
  return steps;
}

function paint(view: View, x: number, y: number, colour: readonly [number, number, number], metres: number): void {
  const at = y * view.width + x;
  view.rgb.set(colour, at * 3);
  view.depth[at] = metres;
}
