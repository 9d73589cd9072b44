// The published equations use feet, pounds, Btu and minutes; everything outside `fuel-bed.ts` and the nomograms uses metres, kilograms and
// joules.

export const METRES_PER_FOOT = 0.3048;
export const METRES_PER_MILE = 1609.344;
const SECONDS_PER_MINUTE = 60;

/** 1 m/s in ft/min. */
export const FEET_PER_MINUTE_PER_METRE_PER_SECOND = SECONDS_PER_MINUTE / METRES_PER_FOOT;
/** 1 m/s in mph. */
export const MILES_PER_HOUR_PER_METRE_PER_SECOND = 3600 / METRES_PER_MILE;

/**
 * The mean Btu, 1055.87 J, the conversion of `firelab/behave`: 1 Btu/ft/s = 3.46414 kW/m. With the international Btu (1055.06 J)
 * intensities would be 0.08 % lower.
 */
const KILOJOULES_PER_BTU = 1.05587;
export const KILOJOULES_PER_SQUARE_METRE_PER_BTU_PER_SQUARE_FOOT = KILOJOULES_PER_BTU / METRES_PER_FOOT ** 2;
/** 1 Btu/ft/s in kW/m. */
export const KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND = KILOJOULES_PER_BTU / METRES_PER_FOOT;

const KILOGRAMS_PER_POUND = 0.45359237;
/** 1 Btu/lb in kJ/kg. */
export const KILOJOULES_PER_KILOGRAM_PER_BTU_PER_POUND = KILOJOULES_PER_BTU / KILOGRAMS_PER_POUND;
/** 1 short ton per acre in lb/ft². */
export const POUNDS_PER_SQUARE_FOOT_PER_TON_PER_ACRE = 2000 / 43_560;

const RADIANS_PER_DEGREE = Math.PI / 180;
export const radians = (degrees: number): number => degrees * RADIANS_PER_DEGREE;
/** 0 ≤ result < 360. */
export const compass = (degrees: number): number => ((degrees % 360) + 360) % 360;
