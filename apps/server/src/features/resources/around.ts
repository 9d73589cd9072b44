// What lies around a place: resources, monitoring points and cameras together, nearest first.
import { type Contract, type Received, resourceNames, writeResource } from '@lookout/contract';
import { haversineMetres, initialBearingDegrees, type PlacedKind, type PlacedThing } from '@lookout/domain';
import type { Context, Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/stopped-at.ts';
import type { GridCatalogue } from '../../services/grid-catalogue.ts';
import type { ResourceIndex } from '../../services/resource-index/index.ts';

type Around = Pick<Handlers<Contract['resources']>, 'around' | 'aroundByKind'>;
type Body = Received<Contract['resources']['around']>['body'];

export function aroundHandlers(index: ResourceIndex, grids: () => GridCatalogue): Around {
  const search = async ({ scope }: Context, body: Body, byKind: boolean) => {
    const { radius, resourceType, name, limit } = body;
    const centre = { lng: body.longitude, lat: body.latitude };
    const kinds = resourceType?.length ? resourceType : undefined;
    const found = await index.around(scope, { centre, radiusMetres: radius, kinds, text: name || undefined, byKind }, limit);
    const write = (thing: PlacedThing) => ({
      ...writeResource(thing, grids().nameOf),
      distance: haversineMetres(centre, thing.position),
      bearing: initialBearingDegrees(centre, thing.position),
    });
    return { list: found.list.map(write), counts: found.counts };
  };

  return {
    around: async (context, { body }) => {
      const { list, counts } = await search(context, body, false);
      return { rows: list, ...((counts.get('') ?? 0) > list.length && { remark: stoppedAt(body.limit) }) };
    },

    // The kind whose nearest is nearest comes first.
    aroundByKind: async (context, { body }) => {
      const { list, counts } = await search(context, body, true);
      const groups = Map.groupBy(list, ({ resourceType }) => resourceType);
      return {
        rows: [...groups].map(([resourceType, members]) => ({
          ...{ resourceType, resourceName: resourceNames[resourceType] },
          ...{ count: countOf(counts, resourceType), list: members },
        })),
      };
    },
  };
}

const countOf = (counts: ReadonlyMap<PlacedKind | '', number>, kind: PlacedKind): number => counts.get(kind) ?? 0;
