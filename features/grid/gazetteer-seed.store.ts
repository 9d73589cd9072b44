// Fills the gazetteer tables from the seed (packages/store/seed), once for each version. Repeating it is harmless.
import { randomUUID } from 'node:crypto';
import { type DomainEvent, type GridLevel, type GridNo, NATION, type Position } from '@lookout/domain';
import type { MultiPolygon } from '@lookout/store';
import type { Store } from '../store.ts';
import type { GridRow } from './grids.store.ts';

interface GridSeedRow {
  readonly no: GridNo;
  readonly name: string;
  readonly level: GridLevel;
  readonly parentNo: GridNo | null;
}

export interface GazetteerSeed {
  /** When the version differs, the tables are updated to this seed. Imported boundaries are never changed. */
  readonly version: string;
  /** Nation to counties, and towns if there are any; in any order. */
  readonly grids: readonly GridSeedRow[];
  readonly boundaries: readonly {
    readonly no: GridNo;
    readonly geometry: MultiPolygon;
    /** Simplified geometry for far views. */
    readonly farGeometry?: MultiPolygon;
    readonly centre: Position;
    readonly alsoHolds?: readonly GridNo[];
    readonly isUnion?: boolean;
  }[];
  readonly seats: readonly {
    readonly no: GridNo;
    readonly name: string;
    readonly lng: number;
    readonly lat: number;
    readonly approximate: boolean;
  }[];
}

const SETTING = 'gazetteer.seed';

/** Whether this version of the seed is already stored. */
export const hasGazetteer = async (store: Pick<Store, 'settings'>, seed: Pick<GazetteerSeed, 'version'>): Promise<boolean> =>
  (await store.settings.get(SETTING)) === seed.version;

/** @returns false when this version was already stored */
export async function seedGazetteer(store: Pick<Store, 'settings' | 'transaction'>, seed: GazetteerSeed): Promise<boolean> {
  if (await hasGazetteer(store, seed)) return false;
  await store.transaction(async (tx) => {
    const previous = await tx.settings.get(SETTING);
    // Written first: a second process waits here and then repeats the same without effect.
    await tx.settings.set(SETTING, seed.version);
    await tx.grids.put(gridRowsOf(seed));
    await tx.areas.put(
      'seed',
      seed.boundaries.map(({ geometry, farGeometry = geometry, ...area }) => ({ ...area, boundary: geometry, farBoundary: farGeometry })),
    );
    await tx.grids.putSeats(seed.seats.map(({ no, name, lng, lat, approximate }) => ({ no, name, position: { lng, lat }, approximate })));
    // An older server running in parallel has the old gazetteer in memory and must reload it. At the first seeding there is no such server.
    if (previous !== undefined && previous !== seed.version)
      await tx.events.append([{ event: gazetteerChanged(seed.grids.length, new Date()), numbers: 1 }]);
  });
  return true;
}

const gazetteerChanged = (count: number, at: Date): DomainEvent => ({
  id: randomUUID(),
  kind: 'register.changed',
  objectId: 'gazetteer',
  gridNo: NATION,
  leftGridNo: null,
  happenedAt: at,
  recordedAt: at,
  actor: { kind: 'system', name: 'seed' },
  requestId: null,
  payload: { count },
});

// Placeholder names in the list of codes (GB/T 2260), which are not part of an address.
const unspoken = new Set(['全国', '市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划']);

/** The nation has no boundary here; its centre is the mean of its provinces. */
const meanOf = (positions: readonly Position[]): Position => ({
  lng: positions.reduce((sum, { lng }) => sum + lng, 0) / positions.length,
  lat: positions.reduce((sum, { lat }) => sum + lat, 0) / positions.length,
});

function gridRowsOf({ grids, boundaries, seats }: GazetteerSeed): GridRow[] {
  const byNo = new Map(grids.map((grid) => [grid.no, grid]));
  const centres = new Map<GridNo, Position>([
    ...seats.map(({ no, lng, lat }) => [no, { lng, lat }] as const),
    ...boundaries.map(({ no, centre }) => [no, centre] as const),
  ]);
  const provinces = grids.filter(({ level }) => level === 'province').flatMap(({ no }) => centres.get(no) ?? []);
  if (provinces.length > 0) centres.set(NATION, meanOf(provinces));
  const fullNameOf = ({ name, parentNo }: GridSeedRow): string => {
    const parent = parentNo === null ? undefined : byNo.get(parentNo);
    return (parent ? fullNameOf(parent) : '') + (unspoken.has(name) ? '' : name);
  };
  return grids.map((grid) => ({ ...grid, fullName: fullNameOf(grid) || grid.name, centre: centres.get(grid.no) ?? null }));
}
