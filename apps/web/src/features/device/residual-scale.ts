// The scale of the plot of residuals: from − to + the same round number, so that nothing lies outside and zero in the middle. Pure.

/** A fine correction is a matter of hundredths: nothing is drawn larger than it is. */
const LEAST_DEGREES = 0.1;
const STEPS = [1, 2, 5, 10] as const;

export interface ResidualScale {
  /** Degrees at the upper edge; minus so many at the lower one. */
  readonly limit: number;
  readonly ticks: readonly number[];
}

export function residualScale(residuals: readonly number[]): ResidualScale {
  const most = Math.max(LEAST_DEGREES, ...residuals.map(Math.abs));
  const power = 10 ** Math.floor(Math.log10(most));
  const step = STEPS.find((one) => one * power >= most * (1 - 1e-12)) ?? 10;
  const limit = Number((step * power).toPrecision(6));
  return { limit, ticks: [-limit, -limit / 2, 0, limit / 2, limit] };
}

/** Where a residual lies in a picture so high; 0 is its upper edge. */
export const heightOf = (residual: number, { limit }: ResidualScale, high: number): number => ((limit - residual) / (2 * limit)) * high;
