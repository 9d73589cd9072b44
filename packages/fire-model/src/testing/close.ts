// Numbers of papers and programs in their own units, and the required accuracy of ours.
import { expect } from 'vitest';

export const METRES_PER_MINUTE_PER_CHAIN_PER_HOUR = 0.33528;
export const METRES_PER_SECOND_PER_MPH = 0.44704;
export const METRES_PER_FOOT = 0.3048;
/** The conversion factor of `firelab/behave`. */
export const KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND = 3.464140419;

/** Within one millionth: the reference prints seven digits. */
export function expectSeven(actual: number, expected: number): void {
  expect(Math.abs(actual / expected - 1), `${actual} beside ${expected}`).toBeLessThan(1e-6);
}

/** As printed: at most half of its last digit off. */
export function expectPrinted(actual: number, printed: number, lastDigit: number): void {
  expect(Math.abs(actual - printed), `${actual} beside ${printed}`).toBeLessThanOrEqual(lastDigit / 2 + 1e-9);
}
