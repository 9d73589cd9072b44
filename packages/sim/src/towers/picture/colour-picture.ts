// What the visible eye shows of the ground: colour by height and slope, light and shade by the sun, haze with distance, sky by the hour.
import { groundColour, hazed, mixed, skyColour } from '../../picture/colours.ts';
import { type Gaze, rowTilt } from './gaze.ts';
import type { Ground } from './ground.ts';
import type { Light } from './light.ts';
import { HEIGHT, type Picture, WIDTH, type Yuv, yuvOf } from './raster.ts';

const STEP_METRES = 10;
const STEPS = 620;
const ROCK = [126, 120, 112] as const;
/** Rise over run from which bare rock shows. */
const STEEP = 0.9;
/** The grain moves the borders of what grows by so many metres, and the brightness by this share. */
const GRAIN = { metres: 90, share: 0.13 } as const;

/** What lies at each height, luma and both chromas in full light. */
function coverOf(rockShare: number) {
  const colours = Array.from({ length: STEPS }, (_, n) => yuvOf(mixed(groundColour(n * STEP_METRES, 0, 0), ROCK, rockShare)));
  const plane = (which: 0 | 1 | 2): Float32Array => Float32Array.from(colours, (colour) => colour[which]);
  return { luma: plane(0), blue: plane(1), red: plane(2) };
}
const grown = coverOf(0);
const rock = coverOf(0.8);

const HAZE_STEP_METRES = 50;
/** The share of a thing's own colour that is left after so many steps of distance. */
const clearness = Float32Array.from({ length: 700 }, (_, n) => 1 - share(n * HAZE_STEP_METRES));
function share(metres: number): number {
  // How far black has turned into the air's colour.
  const [air] = hazed([0, 0, 0], 1e9, 1);
  return hazed([0, 0, 0], metres, 1)[0] / air;
}

/** Paints a whole picture. */
export function paintColours(picture: Picture, ground: Ground, gaze: Gaze, light: Light): void {
  // By night a camera turns up its gain and sees in black and white.
  const day = nightGain(light.day);
  const bright = hazed([100, 100, 100], 0, day)[0] / 100;
  const colour = colourfulness(light.day);
  const [airLuma, airBlue, airRed] = yuvOf(hazed([0, 0, 0], 1e9, day));
  const sky = Array.from({ length: HEIGHT }, (_, y) => skyOf(rowTilt(gaze, y), day, colour));
  // Level ground in this light is as bright as its colour says.
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
      const cover = steepness + 0.25 * grain > STEEP ? rock : grown;
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
