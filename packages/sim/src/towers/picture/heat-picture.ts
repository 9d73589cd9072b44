// What the thermal eye shows of the ground: cold sky, valleys warmer than summits, sunny slopes warmer than shady ones; in iron colours.

import { type Gaze, rowTilt } from './gaze.ts';
import type { Ground } from './ground.ts';
import type { Light } from './light.ts';
import { HEIGHT, type Picture, WIDTH, yuvOf } from './raster.ts';

/** The iron palette by its corners, cold to hot. */
const CORNERS = [
  [0, 0, 12],
  [40, 0, 110],
  [126, 0, 150],
  [196, 40, 88],
  [240, 120, 16],
  [255, 200, 40],
  [255, 255, 230],
] as const;

/** 256 heats as planes, ready to write. */
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

/** Nothing but fire is hotter on this scale. */
const WARMEST_GROUND = 140;
const HAZE_METRES = 20_000;

/** Works out how warm each pixel looks, 0 … 255. */
export function feelGround(heat: Uint8Array, ground: Ground, gaze: Gaze, light: Light): void {
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
      const felt = warm * clear + 44 * (1 - clear);
      heat[at] = Math.max(0, Math.min(felt, WARMEST_GROUND));
    }
  }
}

/** Heats → picture. */
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
