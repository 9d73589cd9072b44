// How the ground is to look without any picture from outside: three choices, and what a one-line legend says of them.
import { GROUND_TINT } from './palette.ts';

/** Each can be had alone; a picture from IMAGERY_URL covers shading and colours, contour lines lie over it. */
export interface GroundLook {
  /** Light from the north-west. */
  readonly shading: boolean;
  /** Lines of equal height; every fifth is stronger. */
  readonly contours: boolean;
  /** Green valleys to white peaks; without them the land has one colour. */
  readonly heightColours: boolean;
}

export const USUAL_GROUND_LOOK: GroundLook = { shading: true, contours: false, heightColours: true };

export interface GroundLegend {
  /** Metres from line to line as drawn now; null while none are drawn (not chosen, or too far out to tell them apart). */
  readonly contourMetres: number | null;
  /** From low to high, linear between; null while the land has one colour. */
  readonly heightColours: readonly { readonly heightMetres: number; readonly colour: string }[] | null;
}

const HEIGHT_COLOURS = GROUND_TINT.map(([heightMetres, red, green, blue]) => ({ heightMetres, colour: `rgb(${red} ${green} ${blue})` }));

/** Metres from line to line that people are used to. */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000] as const;
/** Lines so near on a slope of 1 : 2 that eight pixels lie between them. */
const METRES_FOR_EACH_METRE_OF_A_PIXEL = 4;

/** @param metresPerPixel ground metres under a pixel in the middle of the view; @returns null when the lines would run together */
export function contourStep(metresPerPixel: number): number | null {
  return STEPS.find((step) => step >= metresPerPixel * METRES_FOR_EACH_METRE_OF_A_PIXEL) ?? null;
}

export function legendOf(look: GroundLook, metresPerPixel: number): GroundLegend {
  return {
    contourMetres: look.contours ? contourStep(metresPerPixel) : null,
    heightColours: look.heightColours ? HEIGHT_COLOURS : null,
  };
}
