// What a fire may hit: resources, monitoring points and cameras, the villages, forest farms and other features of imported layers, and the
// grids that it enters. The search covers all grids. Readers of a forecast see only what they may see.

import { NATION, type Position } from '@lookout/domain';
import type { Shape } from '@lookout/fire-model';
import type { GroundBox } from '@lookout/geo';
import type { Room } from '@lookout/server/services/open.ts';
import { mapInSlices } from '@lookout/store';
import { inhabitantsOf, type VectorLayer } from '../../map-layer/map-layer.ts';
import { type ImpactKind, impactKindOfLayer, type SpreadImpact } from '../spread-result.ts';
import type { ArrivalMinutes, Forecast } from './job.ts';

type Needs = Pick<Room, 'store' | 'assetIndex' | 'gazetteer'>;

/** A thing that may be hit, without the arrival time. */
export interface Target extends Omit<SpreadImpact, 'arrivalMinutes'> {
  readonly shape: Shape;
}

/** The limits are more than any window of 80 km has. */
const MOST_ASSETS = 5_000;
const MOST_FEATURES = 5_000;

/** Reads the targets by two queries and the index in memory. */
export async function targetsIn({ store, assetIndex }: Needs, { west, south, east, north }: GroundBox): Promise<Target[]> {
  const [layers, assets] = await Promise.all([
    store.mapLayers.list(NATION),
    assetIndex.assets(NATION, { box: { west, south, east, north } }, MOST_ASSETS),
  ]);
  const reported = new Map(
    layers.flatMap((layer): [string, VectorLayer & { readonly impactKind: ImpactKind }][] => {
      const impactKind = impactKindOfLayer(layer);
      return impactKind === null ? [] : [[layer.id, { ...layer, impactKind }]];
    }),
  );
  const { list: features } =
    reported.size === 0
      ? { list: [] }
      : await store.mapLayers.features(
          { layerIds: [...reported.keys()], box: [west, south, east, north] },
          { offset: 0, limit: MOST_FEATURES },
        );
  return [
    ...assets.list.map(({ id, kind, name, position, gridNo }) => ({
      kind,
      id,
      name,
      layerName: null,
      position,
      gridNo,
      inhabitants: null,
      shape: { type: 'Point', coordinates: [position.lng, position.lat] },
    })),
    ...features.flatMap(({ id, layerId, kind, name, box, attributes, geometry }): Target[] => {
      const layer = reported.get(layerId);
      if (layer === undefined) return [];
      const position = { lng: (box[0] + box[2]) / 2, lat: (box[1] + box[3]) / 2 };
      const inhabitants = kind === 'village' ? inhabitantsOf(attributes) : null;
      return [
        {
          kind: layer.impactKind,
          id,
          name: name || layer.name,
          layerName: layer.name,
          position,
          gridNo: layer.gridNo,
          inhabitants,
          shape: geometry,
        },
      ];
    }),
  ];
}

/** What the fire hits, sorted by the earliest time. */
export async function impactsOf(
  { gazetteer }: Pick<Needs, 'gazetteer'>,
  targets: readonly Target[],
  { arrivals, samples }: Forecast,
  origin: Position,
): Promise<SpreadImpact[]> {
  const hit = targets.flatMap(({ shape: _, ...target }, i): SpreadImpact[] => {
    const arrivalMinutes = arrivals[i] ?? null;
    return arrivalMinutes === null ? [] : [{ ...target, arrivalMinutes }];
  });
  const all = [...hit, ...(await bordersOf(gazetteer(), samples, origin))];
  return all.sort((a, b) => firstOf(a) - firstOf(b) || (a.id < b.id ? -1 : 1));
}

const firstOf = ({ arrivalMinutes: { p10, p50 } }: SpreadImpact): number => p10 ?? p50 ?? Number.POSITIVE_INFINITY;

/** The grids that the fire enters, except the one where it starts, by the known boundaries. */
async function bordersOf(
  { gridAt, grids }: Pick<ReturnType<Needs['gazetteer']>, 'gridAt' | 'grids'>,
  samples: Forecast['samples'],
  origin: Position,
): Promise<SpreadImpact[]> {
  const home = gridAt(origin, null);
  const borders = new Map<string, SpreadImpact>();
  await mapInSlices(samples, ({ arrivalMinutes, lng, lat }) => {
    const position = { lng, lat };
    const gridNo = gridAt(position, null);
    if (gridNo === null || gridNo === home) return;
    const name = grids.nameOf(gridNo) ?? gridNo;
    const found: SpreadImpact = { kind: 'border', id: gridNo, name, layerName: null, position, gridNo, inhabitants: null, arrivalMinutes };
    const earlier = borders.get(gridNo);
    if (earlier === undefined) borders.set(gridNo, found);
    else {
      const { position: place } = firstOf(found) < firstOf(earlier) ? found : earlier;
      borders.set(gridNo, { ...earlier, position: place, arrivalMinutes: earliestOf(earlier.arrivalMinutes, arrivalMinutes) });
    }
  });
  return [...borders.values()];
}

/** For each quantile, a grid is entered at the earliest time of its places. */
function earliestOf(a: ArrivalMinutes, b: ArrivalMinutes): ArrivalMinutes {
  const least = (one: number | null, other: number | null): number | null =>
    one === null ? other : other === null ? one : Math.min(one, other);
  return { p10: least(a.p10, b.p10), p50: least(a.p50, b.p50), p90: least(a.p90, b.p90) };
}
