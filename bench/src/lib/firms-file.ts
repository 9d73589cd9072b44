// A FIRMS file in NASA's format with rows spread over a square.

export interface Square {
  readonly south: number;
  readonly west: number;
  readonly degrees: number;
}

/** @param first number of the first row; each row number has its own place */
export function firmsFile(first: number, count: number, { south, west, degrees }: Square): string {
  const head = 'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';
  const spread = (n: number, prime: number) => (((n * prime) % 100_000) / 100_000) * degrees;
  const rows = Array.from({ length: count }, (_, i) => {
    const n = first + i;
    const lat = (south + spread(n, 7919)).toFixed(5);
    const lng = (west + spread(n, 104_729)).toFixed(5);
    return `${lat},${lng},330.1,0.39,0.36,2026-01-01,06${String(n % 60).padStart(2, '0')},N,VIIRS,n,2.0NRT,290.2,1.5,D`;
  });
  return `${head}\n${rows.join('\n')}\n`;
}
