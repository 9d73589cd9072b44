// Resources: the call handlers for lists by kind and for resources around a position. Bulk writes are in put.ts, single entries in care.ts.

import { LIST_LIMIT, type Received } from '@lookout/contract';
import { haversineMetres, initialBearingDegrees, lineage, withGridName } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Context, Handler, Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { within } from '@lookout/server/serve/fence.ts';
import { mapInSlices } from '@lookout/store';
import type { Contract } from '../contract.ts';
import type { GridCatalogue } from '../grid/service/grid-catalogue.ts';
import type { Store } from '../store.ts';
import { resourceNames } from './resource.calls.ts';
import type { WireAssetKind } from './resource.schema.ts';
import { type Asset, type AssetKind, RESOURCE_KINDS, type ResourceKind } from './resource.ts';
import { readAssetKind, writeResource } from './resource.wire.ts';
import { careHandlers } from './server/care.ts';
import { putHandlers } from './server/put.ts';
import type { AssetLookup } from './service/asset-index/index.ts';

export const resource: ServerFeature<'resource'> = {
  open: ({ store, gazetteer, grids, assetIndex, journal, fileReader }) => ({
    calls: {
      ...listHandlers(store, assetIndex, grids),
      ...aroundHandlers(assetIndex, grids),
      ...putHandlers(journal, gazetteer),
      ...careHandlers({ store, gazetteer, journal, fileReader }),
    },
  }),
};

type Resources = Contract['resource'];
type Lists = Pick<Handlers<Resources>, ResourceKind | 'gridList' | 'resourceList' | 'counts' | 'resourceOne'>;

function listHandlers(store: Store, index: AssetLookup, grids: () => GridCatalogue): Lists {
  const listOf =
    (kind: ResourceKind): Handler<Resources[ResourceKind]> =>
    async ({ scope }, { body }) => {
      const filters = { kinds: [kind], text: body.name || undefined };
      const { list, more } = await store.resources.list(within(scope, 'gridNoba', body.gridNoba), filters, { limit: LIST_LIMIT });
      return {
        rows: await mapInSlices(list, (resource) => writeResource(resource, grids().nameOf)),
        ...(more && { remark: stoppedAt(LIST_LIMIT) }),
      };
    };

  return {
    ...(Object.fromEntries(RESOURCE_KINDS.map((kind) => [kind, listOf(kind)])) as Pick<Lists, ResourceKind>),

    gridList: async ({ scope }, { body }) => {
      const text = body.name || undefined;
      // All 41,000 towns are too many for a list; filtered by name they are few.
      const filters = text === undefined ? { levels: LEVELS } : { text };
      const { list: found, more } = await store.grids.list(within(scope, 'gridNoba', body.gridNoba), filters, { limit: LIST_LIMIT });
      return {
        rows: await mapInSlices(found, ({ no, name, level, fullName, parentNo, centre }) => {
          const of = centre ?? lineage(parentNo ?? no).flatMap((above) => grids().find(above)?.centre ?? [])[0] ?? null;
          return {
            ...{ no, name, level, fullName, longitude: of?.lng ?? null, latitude: of?.lat ?? null },
            ...(centre === null && of !== null && { approximate: true as const }),
          };
        }),
        ...(more && { remark: stoppedAt(LIST_LIMIT) }),
      };
    },

    resourceList: async ({ scope }, { body }) => {
      const { gridNoba, resourceType, name, box, limit } = body;
      const filters = { kinds: kindsOf(resourceType), text: name || undefined, box: box ?? undefined };
      const { list: found, more } = await index.assets(within(scope, 'gridNoba', gridNoba), filters, limit);
      return { rows: await mapInSlices(found, (asset) => writeResource(asset, grids().nameOf)), ...(more && { remark: stoppedAt(limit) }) };
    },

    counts: async ({ scope }, { query }) => {
      const counts = await index.counts(scope, query.level);
      return {
        rows: counts.map(({ gridNo, kind, count, middle }) => {
          const grid = grids().find(gridNo);
          return { gridNo, gridName: grid?.name ?? gridNo, position: grid?.centre ?? middle, kind, count };
        }),
      };
    },

    resourceOne: async ({ scope }, { params }) => {
      const resource = await store.resources.find(scope, params.id);
      if (!resource) throw notFound();
      return withGridName(resource, grids().nameOf);
    },
  };
}

/** Down to counties: the country's 41,000 towns are too many for a list. */
const LEVELS = ['nation', 'province', 'prefecture', 'county'] as const;

type Around = Pick<Handlers<Contract['resource']>, 'around' | 'aroundByKind'>;
type Body = Received<Contract['resource']['around']>['body'];

function aroundHandlers(index: AssetLookup, grids: () => GridCatalogue): Around {
  const search = async ({ scope }: Context, body: Body, byKind: boolean) => {
    const { radius, resourceType, name, limit } = body;
    const centre = { lng: body.longitude, lat: body.latitude };
    const kinds = kindsOf(resourceType);
    const found = await index.around(scope, { centre, radiusMetres: radius, kinds, text: name || undefined, byKind }, limit);
    const write = (asset: Asset) => ({
      ...writeResource(asset, grids().nameOf),
      distance: haversineMetres(centre, asset.position),
      bearing: initialBearingDegrees(centre, asset.position),
    });
    return { list: await mapInSlices(found.list, write), counts: found.counts };
  };

  return {
    around: async (context, { body }) => {
      const { list, counts } = await search(context, body, false);
      return { rows: list, ...((counts.get('') ?? 0) > list.length && { remark: stoppedAt(body.limit) }) };
    },

    // Kinds are ordered by the distance of their nearest resource.
    aroundByKind: async (context, { body }) => {
      const { list, counts } = await search(context, body, true);
      const groups = Map.groupBy(list, ({ resourceType }) => resourceType);
      return {
        rows: [...groups].map(([resourceType, members]) => ({
          resourceType,
          resourceName: resourceNames[readAssetKind(resourceType)],
          count: countOf(counts, readAssetKind(resourceType)),
          list: members,
        })),
      };
    },
  };
}

/** The named kinds; all if none is named. */
const kindsOf = (named: readonly WireAssetKind[] | null | undefined): readonly AssetKind[] | undefined =>
  named?.length ? named.map(readAssetKind) : undefined;

const countOf = (counts: ReadonlyMap<AssetKind | '', number>, kind: AssetKind): number => counts.get(kind) ?? 0;
