// Resources and grids as lists, within the caller's grid.
import { type Contract, LIST_LIMIT, writeGridCount, writeResource } from '@lookout/contract';
import { type GridNo, narrow, RESOURCE_KINDS, type ResourceKind } from '@lookout/domain';
import type { Store } from '@lookout/store';
import { invalid, notFound } from '../../acting/refusal.ts';
import type { Handler, Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/stopped-at.ts';
import type { GridCatalogue } from '../../services/grid-catalogue.ts';
import type { ResourceIndex } from '../../services/resource-index/index.ts';

type Resources = Contract['resources'];
type Lists = Pick<Handlers<Resources>, ResourceKind | 'gridList' | 'resourceList' | 'counts' | 'resourceOne'>;

export function listHandlers(store: Store, index: ResourceIndex, grids: () => GridCatalogue): Lists {
  const listOf =
    (kind: ResourceKind): Handler<Resources[ResourceKind]> =>
    async ({ scope }, { body }) => {
      const filters = { kinds: [kind], text: body.name || undefined };
      const { list, more } = await store.resources.list(within(scope, body.gridNoba), filters, { limit: LIST_LIMIT });
      return { rows: list.map((resource) => writeResource(resource, grids().nameOf)), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    };

  return {
    ...(Object.fromEntries(RESOURCE_KINDS.map((kind) => [kind, listOf(kind)])) as Pick<Lists, ResourceKind>),

    gridList: async ({ scope }, { body }) => {
      const { list: grids, more } = await store.grids.list(within(scope, body.gridNoba), { levels: LEVELS }, { limit: LIST_LIMIT });
      return {
        rows: grids
          .filter(({ name }) => name.includes(body.name ?? ''))
          .map(({ no, name, level, fullName, centre }) => ({
            ...{ no, name, level, fullName },
            ...{ longitude: centre?.lng ?? null, latitude: centre?.lat ?? null },
          })),
        ...(more && { remark: stoppedAt(LIST_LIMIT) }),
      };
    },

    resourceList: async ({ scope }, { body }) => {
      const { gridNoba, resourceType, name, box, limit } = body;
      const filters = { kinds: resourceType?.length ? resourceType : undefined, text: name || undefined, box: box ?? undefined };
      const { list: found, more } = await index.placed(within(scope, gridNoba), filters, limit);
      return { rows: found.map((thing) => writeResource(thing, grids().nameOf)), ...(more && { remark: stoppedAt(limit) }) };
    },

    counts: async ({ scope }, { query }) => {
      const counts = await index.counts(scope, query.level);
      return {
        rows: counts.map(({ gridNo, kind, count, middle }) => {
          const grid = grids().find(gridNo);
          return writeGridCount({ gridNo, gridName: grid?.name ?? gridNo, position: grid?.centre ?? middle, kind, count });
        }),
      };
    },

    resourceOne: async ({ scope }, { params }) => {
      const resource = await store.resources.find(scope, params.id);
      if (!resource) throw notFound();
      return writeResource(resource, grids().nameOf);
    },
  };
}

/** Down to counties: the country's 41,000 towns at once serve nobody. */
const LEVELS = ['nation', 'province', 'prefecture', 'county'] as const;

/** `gridNoba` is `gridNo` by another name: it may narrow, never widen. */
function within(scope: GridNo, gridNoba: GridNo | null | undefined): GridNo {
  const held = narrow(scope, gridNoba);
  if (held === null) throw invalid('gridNoba', 'outside-own-grid');
  return held;
}
