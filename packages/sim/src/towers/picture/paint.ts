// Colours of the visible channel: terrain by height and slope, light and shade by the sun, haze by distance, sky by the hour.
import type { Position } from '@lookout/domain';
import { groundColour, hazed, mixed, skyColour } from '../../picture/colours.ts';
import { lightAt } from '../../picture/photo.ts';
import { solarHour, sunElevationDegrees } from '../../sky/sun.ts';
import { type Gaze, rowTilt } from './gaze.ts';
import type { Ground } from './ground.ts';
import { HEIGHT, type Picture, WIDTH, type Yuv, yuvOf } from './raster.ts';

const STEP_METRES = 10;
const STEPS = 620;
const ROCK = [126, 120, 112] as const;
/** Rise over run from which bare rock shows. */
const STEEP = 0.9;
/** The texture shifts the borders of the vegetation by this many metres, and the brightness by this share. */
const GRAIN = { metres: 90, share: 0.13 } as const;

/** The colour of the vegetation at each height, luma and both chromas in full light. */
function coverOf(rockShare: number) {
  const colours = Array.from({ length: STEPS }, (_, n) => yuvOf(mixed(groundColour(n * STEP_METRES, 0, 0), ROCK, rockShare)));
  const plane = (which: 0 | 1 | 2): Float32Array => Float32Array.from(colours, (colour) => colour[which]);
  return { luma: plane(0), blue: plane(1), red: plane(2) };
}
const vegetation = coverOf(0);
const rock = coverOf(0.8);

const HAZE_STEP_METRES = 50;
/** The share of the terrain's own colour that haze leaves after each step of distance. */
const clearness = Float32Array.from({ length: 700 }, (_, n) => 1 - share(n * HAZE_STEP_METRES));
function share(metres: number): number {
  // The share of the haze colour that black has taken on at this distance.
  const [air] = hazed([0, 0, 0], 1e9, 1);
  return hazed([0, 0, 0], metres, 1)[0] / air;
}

/** Paints a whole picture. */
export function paintColours(picture: Picture, ground: Ground, gaze: Gaze, light: Light): void {
  // By night a camera raises its gain and switches to black and white.
  const day = nightGain(light.day);
  const bright = hazed([100, 100, 100], 0, day)[0] / 100;
  const colour = colourfulness(light.day);
  const [airLuma, airBlue, airRed] = yuvOf(hazed([0, 0, 0], 1e9, day));
  const sky = Array.from({ length: HEIGHT }, (_, y) => skyOf(rowTilt(gaze, y), day, colour));
  // Chosen so that level terrain in this light has exactly its own colour.
  const [ambient, lamp] = [0.42, 0.75 / Math.max(0.35, light.up)];
  const { y: luma, u, v } = picture;
  for (let row = 0, at = 0; row < HEIGHT; row++) {
    const [skyLuma, skyBlue, skyRed] = sky[row] as Yuv;
    for (let x = 0; x < WIDTH; x++, at++) {
      const withChroma = ((row | x) & 1) === 0;
      const chroma = (row >> 1) * (WIDTH / 2) + (x >> 1);
      const metres = ground.metres[at] as number;
      if (metres === Number.POSITIVE_INFINITY) {
        luma[at] = 16 + skyLuma;
        if (withChroma) {
          u[chroma] = 128 + skyBlue;
          v[chroma] = 128 + skyRed;
        }
        continue;
      }
      const grain = ground.grain[at] as number;
      const east = ground.slopeEast[at] as number;
      const north = ground.slopeNorth[at] as number;
      const steepness = Math.sqrt(east * east + north * north);
      const step = ((ground.height[at] as number) + GRAIN.metres * grain) / STEP_METRES;
      const n = step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step | 0;
      const cover = steepness + 0.25 * grain > STEEP ? rock : vegetation;
      const lambert = (light.up - east * light.east - north * light.north) / Math.sqrt(1 + steepness * steepness);
      const shade = (ambient + (lambert > 0 ? lamp * lambert : 0) * 0.78) * (1 + GRAIN.share * grain) * bright;
      const clear = clearness[(metres / HAZE_STEP_METRES) | 0] as number;
      const own = shade * clear;
      const hazy = 1 - clear;
      luma[at] = Math.min(235, 16 + (cover.luma[n] as number) * own + airLuma * hazy);
      if (withChroma) {
        u[chroma] = 128 + colour * ((cover.blue[n] as number) * own + airBlue * hazy);
        v[chroma] = 128 + colour * ((cover.red[n] as number) * own + airRed * hazy);
      }
    }
  }
}

/** Pale at the horizon, deeper above. */
function skyOf(tiltDegrees: number, day: number, colour: number): Yuv {
  const [luma, blue, red] = yuvOf(skyColour(Math.min(1, Math.max(0, 0.72 - tiltDegrees / 40)), day));
  return [luma, blue * colour, red * colour];
}

const nightGain = (day: number): number => Math.max(day, 0.24);
const colourfulness = (day: number): number => Math.min(1, day * 4);

// Heat of the thermal channel, in the iron palette: a cold sky, valleys warmer than summits, sunny slopes warmer than shady ones.

/** Support points of the iron palette, cold to hot. */
const CORNERS = [
  [0, 0, 12],
  [40, 0, 110],
  [126, 0, 150],
  [196, 40, 88],
  [240, 120, 16],
  [255, 200, 40],
  [255, 255, 230],
] as const;

/** The colours of the 256 heat values. */
const iron = Array.from({ length: 256 }, (_, n) => {
  const place = (n / 255) * (CORNERS.length - 1);
  const low = CORNERS[Math.floor(place)] ?? CORNERS[0];
  const high = CORNERS[Math.min(CORNERS.length - 1, Math.floor(place) + 1)] ?? low;
  const part = place - Math.floor(place);
  return yuvOf([low[0] + (high[0] - low[0]) * part, low[1] + (high[1] - low[1]) * part, low[2] + (high[2] - low[2]) * part]);
});
const ironLuma = Uint8Array.from(iron, ([luma]) => 16 + luma);
const ironBlue = Uint8Array.from(iron, ([, blue]) => 128 + blue);
const ironRed = Uint8Array.from(iron, ([, , red]) => 128 + red);

/** Terrain is never hotter than this; only fire is. */
const WARMEST_GROUND = 140;
const HAZE_METRES = 20_000;

/** Computes the apparent heat of the terrain at each pixel, 0 … 255. */
export function heatOfGround(heat: Uint8Array, ground: Ground, gaze: Gaze, light: Light): void {
  for (let row = 0, at = 0; row < HEIGHT; row++) {
    const sky = 6 + 18 * Math.max(0, 1 - Math.max(0, rowTilt(gaze, row)) / 12);
    for (let x = 0; x < WIDTH; x++, at++) {
      const metres = ground.metres[at] as number;
      if (metres === Number.POSITIVE_INFINITY) {
        heat[at] = sky;
        continue;
      }
      const [east, north] = [ground.slopeEast[at] as number, ground.slopeNorth[at] as number];
      const lambert = (light.up - east * light.east - north * light.north) / Math.sqrt(1 + east * east + north * north);
      const warm =
        92 - 0.011 * (ground.height[at] as number) + (12 + 34 * light.day) * Math.max(lambert, 0) + 5 * (ground.grain[at] as number);
      const clear = Math.exp(-metres / HAZE_METRES);
      const apparent = warm * clear + 44 * (1 - clear);
      heat[at] = Math.max(0, Math.min(apparent, WARMEST_GROUND));
    }
  }
}

/** Paints a plane of heat values in the iron palette. */
export function paintHeat(picture: Picture, heat: Uint8ClampedArray): void {
  const { y: luma, u, v } = picture;
  for (let at = 0; at < heat.length; at++) luma[at] = ironLuma[heat[at] as number] as number;
  for (let row = 0, chroma = 0; row < HEIGHT; row += 2) {
    for (let x = 0; x < WIDTH; x += 2, chroma++) {
      const value = heat[row * WIDTH + x] as number;
      u[chroma] = ironBlue[value] as number;
      v[chroma] = ironRed[value] as number;
    }
  }
}

// The light around a tower: the direction of the sun (by night, of a moon that never sets) and the brightness.

export interface Light {
  /** 0 (night) … 1 (full day). */
  readonly day: number;
  /** Unit vector towards the light: east, north, up. */
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

const RADIANS = Math.PI / 180;
const MOON = { elevation: 40, azimuth: 140 } as const;
/** Lowest elevation of the light: a lower light would put whole mountain ranges in the shade. */
const LOWEST = 12;

/** Rounded, so that the light is equal for some minutes and the painted terrain can be cached. */
export function lightOver(place: Position, worldMs: number): Light {
  const day = Math.round(lightAt(place, worldMs) * 50) / 50;
  const sun = Math.round(sunElevationDegrees(place, worldMs));
  const [elevation, azimuth] =
    day > 0 ? [Math.max(LOWEST, sun), 180 + Math.round((solarHour(place.lng, worldMs) - 12) * 3) * 5] : [MOON.elevation, MOON.azimuth];
  const level = Math.cos(elevation * RADIANS);
  return { day, east: level * Math.sin(azimuth * RADIANS), north: level * Math.cos(azimuth * RADIANS), up: Math.sin(elevation * RADIANS) };
}
