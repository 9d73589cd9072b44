// Grid tree and boundaries, within the caller's grid.

import { covers, type GridNo, levelOf, NATION } from '@lookout/domain';
import { REGIONS } from '@lookout/region';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Contract } from '../contract.ts';
import type { Store } from '../store.ts';
import type { GridTree } from './grid.calls.ts';
import type { GridRow, OutlineDetail } from './grids.store.ts';
import { geoJsonFiles } from './server/geojson-files.ts';
import { createMapNames } from './server/map-names.ts';
import { type GridCatalogue, writeArea } from './service/grid-catalogue.ts';

export const grid: ServerFeature<'grid'> = {
  open({ store, grids, config }) {
    const calls = gridHandlers(store, grids);
    return { calls, rawRoutes: geoJsonFiles({ grids, areas: calls.areaData, region: REGIONS[config.region] }) };
  },
};

/** Levels below the root: nation → province → prefecture → county. */
const DOWN_TO_COUNTIES = 3;

/** A county has a few dozen towns, a prefecture several hundred; all 41,000 are too many for a list. */
const MOST_TOWNS = 2_000;

function gridHandlers(store: Store, grids: () => GridCatalogue): Handlers<Contract['grid']> {
  const tree = (scope: GridNo, levels: number): { rows: GridTree[] } => {
    const root = grids().treeOf(scope, levels);
    if (!root) throw notFound();
    return { rows: [root] };
  };

  const rowOf = async (scope: GridNo): Promise<GridRow> => {
    const row = grids().find(scope) ?? (levelOf(scope) === 'town' ? await store.grids.find(scope, scope) : null);
    if (!row) throw notFound();
    return row;
  };

  /** Towns and villages are not in memory, so they are queried. */
  const childrenOf = async ({ no, level }: GridRow): Promise<readonly GridRow[]> => {
    const children = grids().childrenOf(no);
    if (children.length > 0 || level === 'nation' || level === 'province') return children;
    return (await store.grids.list(no, { parentNo: no }, { limit: MOST_TOWNS })).list;
  };

  const provincesAndPrefectures = () =>
    grids()
      .childrenOf(NATION)
      .flatMap((province) => [province, ...grids().childrenOf(province.no)]);
  /** For the zoomed-out view: whole lists that do not depend on the viewport, without grids that have no boundary. */
  const FAR_ROWS = {
    prefectures: provincesAndPrefectures,
    counties: () => provincesAndPrefectures().flatMap(({ no, level }) => (level === 'prefecture' ? grids().childrenOf(no) : [])),
  } as const;

  const mapNames = createMapNames(store, grids);

  const areasOf = async (scope: GridNo, rows: readonly GridRow[], detail: OutlineDetail) => {
    const nos = rows.map(({ no }) => no);
    const known = new Map((await store.areas.outlines(scope, nos, detail)).map((area) => [area.no, area]));
    return rows.map((row) => ({ ...writeArea(row, known.get(row.no)), level: row.level }));
  };

  return {
    gridSecondLevel: async ({ scope }) => tree(scope, 1),
    gridTree: async ({ scope }) => tree(scope, DOWN_TO_COUNTIES),

    gridTreeWithTowns: async ({ scope }) => {
      if (levelOf(scope) === 'nation' || levelOf(scope) === 'province') {
        throw invalid('gridNo', 'towns-too-many');
      }
      const { list } = await store.grids.list(scope, { levels: ['town'] }, { limit: MOST_TOWNS });
      const towns = Map.groupBy(list, (town) => town.parentNo);
      const withTowns = (node: GridTree): GridTree => ({
        ...node,
        children: [
          ...node.children.map(withTowns),
          ...(towns.get(node.no as GridNo) ?? []).map(({ no, name }) => ({ no, name, children: [] })),
        ],
      });
      return { rows: tree(scope, DOWN_TO_COUNTIES).rows.map(withTowns) };
    },

    grid: async ({ scope }) => {
      const { no, name, level, fullName, centre } = await rowOf(scope);
      return { no, name, level, fullName, longitude: centre?.lng ?? null, latitude: centre?.lat ?? null };
    },

    areaData: async ({ scope }, { query: { level } }) => {
      if (level === 'prefectures' || level === 'counties') {
        const rows = await areasOf(
          scope,
          FAR_ROWS[level]().filter(({ no }) => covers(scope, no)),
          'far',
        );
        return { rows: rows.filter(({ areasPoint }) => areasPoint !== null) };
      }
      const row = await rowOf(scope);
      return { rows: await areasOf(scope, level === 'self' ? [row] : await childrenOf(row), 'full') };
    },

    mapNames: async (_context, { query: { province } }) => ({
      rows: province == null ? mapNames.far() : await mapNames.within(province),
    }),
  };
}
