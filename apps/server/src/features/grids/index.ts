// Grid tree and boundaries, within the caller's own grid.

import type { Contract, GridTree } from '@lookout/contract';
import { covers, type GridNo, levelOf, NATION } from '@lookout/domain';
import { farOutline } from '@lookout/geo';
import type { GridRow, SourcedArea, Store } from '@lookout/store';
import { invalid, notFound } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import { areasInParts } from '../../services/gazetteer.ts';
import { type GridCatalogue, writeArea } from '../../services/grid-catalogue.ts';
import { keptWithGazetteer } from '../../services/kept-with-gazetteer.ts';

export const grids: ServerFeature<'grids'> = {
  open: ({ store, grids }) => ({ calls: gridHandlers(store, grids) }),
};

/** Levels below the root: nation → province → prefecture → county. */
const DOWN_TO_COUNTIES = 3;

/** A county has a few dozen towns, a prefecture some hundreds; all 41,000 are too many for a list. */
const MOST_TOWNS = 2_000;

function gridHandlers(store: Store, grids: () => GridCatalogue): Handlers<Contract['grids']> {
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

  /** Towns and villages are not in memory. */
  const childrenOf = async ({ no, level }: GridRow): Promise<readonly GridRow[]> => {
    const children = grids().childrenOf(no);
    if (children.length > 0 || level === 'nation' || level === 'province') return children;
    return (await store.grids.list(no, { parentNo: no }, { limit: MOST_TOWNS })).list;
  };
  const farAreas = createFarAreas(store, grids);

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
      if (level === 'prefectures' || level === 'counties') return { rows: await farAreas(scope, level) };
      const row = await rowOf(scope);
      const asked = level === 'self' ? [row] : await childrenOf(row);
      const known = await store.areas.of(
        scope,
        asked.map(({ no }) => no),
      );
      const areas = new Map(known.map((area) => [area.no, area]));
      return { rows: asked.map((one) => writeLevelled(one, areas.get(one.no))) };
    },
  };
}

type Area = ReturnType<typeof writeLevelled>;

const writeLevelled = (row: GridRow, area: SourcedArea | undefined) => ({ ...writeArea(row, area ?? null), level: row.level });

/**
 * The outlines for views from far out of all provinces and prefectures, or of all counties, of a scope. Made for the whole country when first asked
 * for, and again when the gazetteer was loaded anew.
 */
function createFarAreas(store: Store, grids: () => GridCatalogue) {
  const rowsOf = {
    prefectures: (catalogue: GridCatalogue) =>
      catalogue.childrenOf(NATION).flatMap((province) => [province, ...catalogue.childrenOf(province.no)]),
    counties: (catalogue: GridCatalogue) =>
      rowsOf.prefectures(catalogue).flatMap(({ no, level }) => (level === 'prefecture' ? catalogue.childrenOf(no) : [])),
  } as const;
  type Level = keyof typeof rowsOf;
  const areasOf = keptWithGazetteer(grids, async (level: Level): Promise<readonly Area[]> => {
    const rows = new Map(rowsOf[level](grids()).map((row) => [row.no, row]));
    const list: Area[] = [];
    for await (const area of areasInParts(store, [...rows.keys()]))
      list.push(writeLevelled(rows.get(area.no) as GridRow, { ...area, boundary: farOutline(area.boundary) }));
    return list;
  });
  return async (scope: GridNo, level: Level): Promise<Area[]> => (await areasOf(level)).filter(({ gridNo }) => covers(scope, gridNo));
}
