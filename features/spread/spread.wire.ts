// A run as docs/interface.md defines it: what the fire reaches is GeoJSON (RFC 7946, WGS 84 degrees), and stands beside the state, as the
// impacts do.

import type { SpreadRunFile } from './spread.ts';
import type { SpreadArea, SpreadImpact, SpreadIsochrone, SpreadResult } from './spread-result.ts';

interface IsochroneFeature {
  readonly type: 'Feature';
  readonly properties: SpreadArea;
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: SpreadIsochrone['coordinates'] };
}

export type WireSpreadRun = Omit<SpreadRunFile, 'result'> & {
  /** null until the run is done. */
  readonly isochrones: { readonly type: 'FeatureCollection'; readonly features: readonly IsochroneFeature[] } | null;
  /** Empty until the run is done. */
  readonly impacts: readonly SpreadImpact[];
  /** The rest of the result; null until the run is done. */
  readonly result: Omit<SpreadResult, 'isochrones' | 'impacts'> | null;
};

export function writeSpreadRun({ result, ...run }: SpreadRunFile): WireSpreadRun {
  if (result === null) return { ...run, isochrones: null, impacts: [], result };
  const { isochrones, impacts, ...rest } = result;
  const features = isochrones.map(
    ({ coordinates, ...properties }): IsochroneFeature => ({
      type: 'Feature',
      properties,
      geometry: { type: 'MultiPolygon', coordinates },
    }),
  );
  return { ...run, isochrones: { type: 'FeatureCollection', features }, impacts, result: rest };
}

/** The inverse of `writeSpreadRun`. */
export const readSpreadRun = ({ isochrones, impacts, result, ...run }: WireSpreadRun): SpreadRunFile => ({
  ...run,
  result: result && {
    ...result,
    isochrones: (isochrones?.features ?? []).map(({ properties, geometry: { coordinates } }) => ({ ...properties, coordinates })),
    impacts,
  },
});

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const spreadReaders = { 'spread-run': readSpreadRun } as const;
