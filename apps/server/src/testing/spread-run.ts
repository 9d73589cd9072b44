// Forecasts of fires as they are stored, without computing any.
import { randomUUID } from 'node:crypto';
import type { GridNo, Position } from '@lookout/domain';
import { storedArrivalsOf } from '@lookout/features/spread/service/fire-arrivals.ts';
import type { SpreadInputs } from '@lookout/features/spread/spread-inputs.ts';
import type { SpreadImpact, SpreadResult } from '@lookout/features/spread/spread-result.ts';
import type { Store } from '@lookout/features/store.ts';
import { type ArrivalRaster, arrivalRasterOf } from '@lookout/fire-model';

export interface StoredSpread {
  readonly fireId: string;
  readonly gridNo: string;
  readonly centre: Position;
  readonly begin?: Date;
  readonly hours?: number;
  /** When the forecast was requested; default: its beginning. */
  readonly requestedAt?: Date;
  /** null: the forecast is queued. */
  readonly result?: SpreadResult | null;
  /** When the fire arrives at each place; default: nowhere. */
  readonly raster?: ArrivalRaster;
}

/** A raster with one cell that does not burn. */
const NOWHERE = arrivalRasterOf(
  { columns: 1, rows: 1, west: 0, north: 0, lngDegrees: 1, latDegrees: 1 },
  1,
  Float32Array.of(Number.POSITIVE_INFINITY),
  Float32Array.of(Number.POSITIVE_INFINITY),
);
const FLAME_LENGTH_METRES = 2;

/** @returns its id */
export async function keepSpread(
  { spreadRuns }: Pick<Store, 'spreadRuns'>,
  { fireId, gridNo, centre, begin = new Date(), requestedAt = begin, hours = 1, result = null, raster = NOWHERE }: StoredSpread,
): Promise<string> {
  const id = randomUUID();
  const unknown = { origin: 'none', version: '' } as const;
  const inputs: SpreadInputs = {
    begin,
    hours,
    members: 1,
    seed: 1,
    model: { name: 'rothermel', version: '' },
    ignition: { source: 'entered', geometry: { type: 'Point', coordinates: [centre.lng, centre.lat] }, later: [] },
    ellipse: null,
    weather: { source: 'entered', windFactor: null, moisture: 'fosberg', enteredMoisture: [], enteredBy: null, hours: [] },
    ground: { centre, halfMetres: 0, cellMetres: 30, elevation: unknown, landCover: { ...unknown, files: [] }, canopy: null, ownFuels: 0 },
    barriers: { breaks: 0, roads: 0, waters: 0 },
    correction: null,
  };
  await spreadRuns.add({ id, fireId, gridNo: gridNo as GridNo, key: id, inputs, requestedBy: '推演员', requestedAt });
  if (result === null) return id;
  const arrivals = await storedArrivalsOf(raster, FLAME_LENGTH_METRES);
  if (!(await spreadRuns.finish(id, inputs, result, arrivals, begin))) throw new Error('the forecast could not be finished');
  return id;
}

/** An impact that is reached this many minutes after the beginning; null: it probably is not reached. */
export const hitAt = (
  p50: number | null,
  {
    kind,
    name,
    gridNo,
    inhabitants = null,
  }: Pick<SpreadImpact, 'kind' | 'name'> & { readonly gridNo: string; readonly inhabitants?: number | null },
): SpreadImpact => ({
  kind,
  id: name,
  name,
  layerName: kind === 'village' ? '村' : null,
  position: { lng: 103.6, lat: 31.5 },
  gridNo: gridNo as GridNo,
  inhabitants,
  arrivalMinutes: { p10: 1, p50, p90: null },
});

/** A result with areas by minute, and what is reached. */
export const resultOf = (areas: Readonly<Record<number, number>>, impacts: readonly SpreadImpact[]): SpreadResult => ({
  isochrones: Object.entries(areas).map(([minutes, areaHectares]) => ({
    minutes: Number(minutes),
    areaHectares,
    probability: null,
    coordinates: [],
  })),
  impacts,
  behaviour: [
    {
      untilMinutes: 60,
      position: { lng: 103.6, lat: 31.5 },
      rateMetresPerMinute: 4,
      flameLengthMetres: 2.1,
      intensityKilowattsPerMetre: 1_300,
      headingDegrees: 45,
      attack: 'machine',
      crown: null,
      spotting: { metres: 300, towardsDegrees: 45 },
    },
  ],
  areaHectares: Math.max(...Object.values(areas)),
  reachesEdge: false,
  seconds: 1,
  weighing: null,
  unknownGround: null,
});
