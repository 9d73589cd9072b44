// From how far off an area of each level is looked at.
import type { GridLevel } from '@lookout/domain';

/** Nothing in the specification says how far off a country is looked at; this shows all of it. */
const NATION_METRES = 6_000_000;
/** What is smaller than the area that the region's range is meant for is looked at from nearer. */
const RANGES = { prefecture: 300_000, county: 105_000, town: 33_000 } as const;

/** @param regionMetres the region's range for an area (specification §9 "Fly-to range after GeoJSON"): never further off below a nation */
export function areaRangeOf(level: GridLevel, regionMetres: number): number {
  if (level === 'nation') return NATION_METRES;
  return level === 'province' ? regionMetres : Math.min(regionMetres, RANGES[level]);
}
