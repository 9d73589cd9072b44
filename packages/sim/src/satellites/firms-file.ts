// Writes detections as FIRMS CSV with exactly the columns of its near-real-time area files, VIIRS 375 m and MODIS 1 km.
import type { Detection } from './detection.ts';
import { type Product, products } from './fleet.ts';

const headers = {
  viirs: 'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight',
  modis: 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_t31,frp,daynight',
} as const satisfies Record<Product, string>;

/** FIRMS has no column for remarks, so the version marks these rows as fictional. */
const VERSION = 'demo';

/** FIRMS states VIIRS confidence as l, n or h, and MODIS confidence in percent. */
const confidence = {
  viirs: (certainty: number) => (certainty < 0.35 ? 'l' : certainty < 0.85 ? 'n' : 'h'),
  modis: (certainty: number) => String(Math.round(certainty * 100)),
} as const satisfies Record<Product, (certainty: number) => string>;

/**
 * Creates one file. All rows must be of one product.
 * @param wallOf world time → wall time: the times in the file are wall time
 */
export function firmsCsv(product: Product, rows: readonly Detection[], wallOf: (worldMs: number) => number): string {
  return `${[headers[product], ...rows.map((row) => line(product, row, wallOf))].join('\n')}\n`;
}

function line(product: Product, row: Detection, wallOf: (worldMs: number) => number): string {
  const [date, clock] = new Date(wallOf(row.acquiredAtMs)).toISOString().split('T') as [string, string];
  return [
    row.position.lat.toFixed(5),
    row.position.lng.toFixed(5),
    row.brightnessKelvin.toFixed(2),
    row.size.scan.toFixed(2),
    row.size.track.toFixed(2),
    date,
    clock.slice(0, 5).replace(':', ''),
    row.satellite.code,
    products[product].instrument,
    confidence[product](row.certainty),
    VERSION,
    row.brightness2Kelvin.toFixed(2),
    row.frpMegawatts.toFixed(2),
    row.isDay ? 'D' : 'N',
  ].join(',');
}
