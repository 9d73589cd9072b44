// Colours of terrain, haze and sky by height, slope, distance and light. view.ts calls them for every pixel.

export type Colour = readonly [red: number, green: number, blue: number];

/** Colour of the vegetation by height in the mountains of western Sichuan, metres; interpolated between the rows. */
const zones: readonly (readonly [atMetres: number, Colour])[] = [
  [0, [134, 138, 88]],
  [1_500, [122, 128, 84]],
  [2_200, [88, 108, 64]],
  [2_900, [60, 90, 58]],
  [3_500, [66, 92, 58]],
  [3_900, [128, 130, 82]],
  [4_500, [134, 126, 114]],
  [5_000, [226, 230, 236]],
];

/**
 * @param steepness rise over run of the terrain in the viewing direction: rising ground faces the viewer and is lighter
 * @param grain −1 … 1, texture of trees and rocks, which are too small for the elevation data
 */
export function groundColour(heightMetres: number, steepness: number, grain: number): Colour {
  const height = heightMetres + 120 * grain;
  const next = zones.findIndex(([at]) => at > height);
  const [low, high] = [zones[Math.max(0, next - 1)], zones[next]];
  const shade = (0.74 + 0.3 * Math.tanh(1.8 * steepness)) * (1 + 0.1 * grain);
  if (low === undefined || high === undefined) return scaled((zones.at(-1) as (typeof zones)[number])[1], shade);
  return scaled(mixed(low[1], high[1], (height - low[0]) / (high[0] - low[0])), shade);
}

const HAZE_METRES = 14_000;

/** Blends a colour into the haze by distance (Koschmieder's law). */
export function hazed(colour: Colour, metres: number, light: number): Colour {
  const clear = Math.exp(-metres / HAZE_METRES);
  return scaled(mixed([186, 200, 216], colour, clear), brightness(light));
}

/** @param height 0 at the top of the picture, 1 at the bottom */
export function skyColour(height: number, light: number): Colour {
  return scaled(mixed([206, 218, 230], [110, 152, 204], Math.max(0, 1 - height * 1.4)), brightness(light));
}

/** Never 0, so that a photo at night is not black. */
const brightness = (light: number): number => 0.16 + 0.84 * light;

export const mixed = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

const scaled = (colour: Colour, factor: number): Colour => [
  Math.min(255, colour[0] * factor),
  Math.min(255, colour[1] * factor),
  Math.min(255, colour[2] * factor),
];

/** −1 … 1 for a patch of terrain, whose size is in degrees; the same in every picture. */
export function grainOf(lng: number, lat: number, patchDegrees: number): number {
  let hash = Math.imul(Math.floor(lng / patchDegrees), 0x9e3779b1) ^ Math.imul(Math.floor(lat / patchDegrees), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2_147_483_648 - 1;
}
