// Water of imported layers, which stops a fire as wide roads do. Schematic water of the demo (示意) is ignored, because its geometry is not
// reliable.
import { NATION } from '@lookout/domain';
import type { Shape } from '@lookout/fire-model';
import type { GroundBox } from '@lookout/geo';
import type { Room } from '@lookout/server/services/open.ts';
import { waterHoldsFire } from '../../map-layer/map-layer.ts';

type Needs = Pick<Room, 'store' | 'log'>;

/** The layers whose water currently stops fires, of all grids. `version` changes with each import. */
export interface WaterLayers {
  readonly ids: readonly string[];
  readonly version: string;
}

/** The limit is more than most windows of 80 km have. */
const MOST_WATERS = 10_000;

/** Lists the layers by one query. */
export async function waterLayers({ store }: Pick<Needs, 'store'>): Promise<WaterLayers> {
  const layers = (await store.mapLayers.list(NATION)).filter(({ kind, schematic }) => kind === 'water' && !schematic);
  const versions = layers.map(({ id, version }) => `${id}/${version}`);
  return { ids: layers.map(({ id }) => id), version: versions.toSorted().join() };
}

/** The lines and areas of water that touch a box. */
export async function watersIn({ store, log }: Needs, { ids }: WaterLayers, { west, south, east, north }: GroundBox): Promise<Shape[]> {
  if (ids.length === 0) return [];
  const box = [west, south, east, north] as const;
  const { total, list } = await store.mapLayers.features({ layerIds: ids, box }, { offset: 0, limit: MOST_WATERS });
  if (total > list.length) log.warn({ total, taken: list.length }, 'not all waters in the window of a forecast are taken for barriers');
  return list.filter(waterHoldsFire).map(({ geometry }) => geometry);
}
