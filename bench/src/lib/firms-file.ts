// A FIRMS file in NASA's format with rows spread over a square.

export interface Square {
  readonly south: number;
  readonly west: number;
  readonly degrees: number;
}

/** Hotspots older than a day would be history and raise no alarm. */
const SEEN = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;

/** @param first number of the first row; each row number has its own place */
export function firmsFile(first: number, count: number, { south, west, degrees }: Square): string {
  const head = 'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';
  const spread = (n: number, prime: number) => (((n * prime) % 100_000) / 100_000) * degrees;
  const rows = Array.from({ length: count }, (_, i) => {
    const n = first + i;
    const lat = (south + spread(n, 7919)).toFixed(5);
    const lng = (west + spread(n, 104_729)).toFixed(5);
    const at = new Date(SEEN + (n % 60) * 60_000).toISOString();
    return `${lat},${lng},330.1,0.39,0.36,${at.slice(0, 10)},${at.slice(11, 13)}${at.slice(14, 16)},N,VIIRS,n,2.0NRT,290.2,1.5,D`;
  });
  return `${head}\n${rows.join('\n')}\n`;
}
