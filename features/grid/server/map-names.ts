// The names on the map: grids from the gazetteer, and towns whose position is known, from an imported boundary or from the seed.

import { type GridNo, isPlaceName, levelOf, mapNameOf, NATION } from '@lookout/domain';
import { readMapNames } from '@lookout/store/seed';
import type { Store } from '../../store.ts';
import type { MapNameRow } from '../grid.calls.ts';
import type { GridRow } from '../grids.store.ts';
import type { GridCatalogue } from '../service/grid-catalogue.ts';

export interface MapNames {
  /** Names of provinces and prefectures. */
  far(): MapNameRow[];
  /** Names of a province's counties and towns; empty if the number is not that of a province. */
  within(province: GridNo): Promise<MapNameRow[]>;
}

/** The most towns and villages of a province that have an imported boundary. */
const MOST_LOCALITIES = 5_000;

export function createMapNames(store: Pick<Store, 'grids'>, grids: () => GridCatalogue): MapNames {
  let seed: ReturnType<typeof openSeed> | null = null;
  const known = () => {
    seed ??= openSeed();
    return seed;
  };

  const nameOf = ({ no, name, level, centre }: GridRow): MapNameRow[] => {
    const { latin, provinces } = known();
    const at = provinces.get(no) ?? centre;
    if (at === null || !isPlaceName(name) || level === 'nation') return [];
    return [
      {
        gridNo: no,
        name: mapNameOf(name),
        latinName: latin.get(no) ?? null,
        level: level === 'village' ? 'town' : level,
        isSeat: false,
        longitude: at.lng,
        latitude: at.lat,
      },
    ];
  };
  const belowProvince = (province: GridNo) => grids().childrenOf(province);

  return {
    far: () =>
      grids()
        .childrenOf(NATION)
        .flatMap((province) => [province, ...belowProvince(province.no)].flatMap(nameOf)),
    async within(province) {
      if (levelOf(province) !== 'province') return [];
      const counties = belowProvince(province).flatMap(({ no }) => grids().childrenOf(no).flatMap(nameOf));
      const towns = known().towns.get(province.slice(0, 2)) ?? [];
      const { list } = await store.grids.list(province, { levels: ['town', 'village'], isPlaced: true }, { limit: MOST_LOCALITIES });
      const placed = new Set<string>(towns.map(({ gridNo }) => gridNo));
      return [...counties, ...towns, ...list.filter(({ no }) => !placed.has(no)).flatMap(nameOf)];
    },
  };
}

/** 84 kB, read at the first request of a map. */
function openSeed() {
  const { latin, provinces, towns } = readMapNames();
  const rows = towns.map(
    ([no, name, latinName, longitude, latitude, isSeat]): MapNameRow => ({
      gridNo: no,
      name: mapNameOf(name),
      latinName,
      level: 'town',
      isSeat,
      longitude,
      latitude,
    }),
  );
  return {
    latin: new Map(latin),
    provinces: new Map(provinces.map(([no, lng, lat]) => [no, { lng, lat }])),
    towns: Map.groupBy(rows, ({ gridNo }) => gridNo.slice(0, 2)),
  };
}
