// Medians, percentiles, and their spread over rounds.

/** The percentile of a share, by nearest rank. NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** The middle value, or for an even number the mean of the two in the middle. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Median, minimum and maximum of several rounds, because absolute times vary on a shared machine. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  least: Math.min(...values),
  greatest: Math.max(...values),
});

/** Three significant digits; whole numbers from 1,000 on. */
export const brief = (value: number): string => (Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3));

export const briefSpread = ({ median: middle, least, greatest }: Spread): string => `${brief(middle)} (${brief(least)}–${brief(greatest)})`;
