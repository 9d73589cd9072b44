// Where FIRMS is polled: …/api/area/csv/MAP_KEY/SOURCE/west,south,east,north/DAYS; 5,000 transactions in 10 minutes are allowed.

/** The near-real-time sources that see China. */
export const FIRMS_SOURCES = ['VIIRS_SNPP_NRT', 'VIIRS_NOAA20_NRT', 'VIIRS_NOAA21_NRT', 'MODIS_NRT'] as const;
export type FirmsSource = (typeof FIRMS_SOURCES)[number];

/** West, south, east, north of China in degrees, generously; what lies outside its boundaries is refused row by row. */
export const CHINA_BOX = [73, 18, 135.1, 53.6] as const;

/** @param days 1–10, counted back from today (UTC). */
export function firmsAreaUrl(base: string, mapKey: string, source: FirmsSource, days: number): string {
  return `${base}/api/area/csv/${encodeURIComponent(mapKey)}/${source}/${CHINA_BOX.join(',')}/${days}`;
}
