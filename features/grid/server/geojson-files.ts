// `/json/…`: boundaries and home views as GeoJSON files (specification §7), for the map of a GIS or another site. They are read like files
// but restricted like calls: a grid outside the caller's is answered as missing.
import { createHash } from 'node:crypto';
import { covers, type GridNo, parseGridNo } from '@lookout/domain';
import { homeOf, type Region } from '@lookout/region';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { Context, Handler, RawRoute } from '@lookout/server/serve/context.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Contract } from '../../contract.ts';
import { GEOJSON_FILES } from '../grid.calls.ts';
import type { GridCatalogue } from '../service/grid-catalogue.ts';

interface Sources {
  readonly grids: () => GridCatalogue;
  /** The call that returns the boundaries. */
  readonly areas: Handler<Contract['grid']['areaData']>;
  readonly region: Pick<Region, 'areaRangeMetres'>;
}

/** A Feature of RFC 7946, WGS 84. */
interface Feature {
  readonly type: 'Feature';
  readonly id: string;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
  readonly geometry: unknown;
}

export function geoJsonFiles({ grids, areas, region }: Sources): readonly RawRoute[] {
  const file = { method: 'GET', permission: 'session', scope: 'object' } as const;
  return [
    {
      ...file,
      name: 'boundaries-file',
      ...GEOJSON_FILES.boundaries,
      async handle(context, request, reply) {
        const gridNo = gridOfFile(context, request);
        const at: Context = { ...context, scope: gridNo };
        const rowsOf = async (level: 'self' | 'children') => (await areas(at, { params: {}, query: { level }, body: undefined })).rows;
        const rows = [...(await rowsOf('self')), ...(await rowsOf('children'))];
        const features = rows.flatMap(({ areasPoint, gridNo: no, gridName, level, approximate }): Feature[] =>
          areasPoint === null
            ? []
            : [
                {
                  type: 'Feature',
                  id: no,
                  properties: { gridNo: no, name: gridName, level, approximate },
                  geometry: JSON.parse(areasPoint),
                },
              ],
        );
        return sendFile(request, reply, features);
      },
    },
    {
      ...file,
      name: 'home-file',
      ...GEOJSON_FILES.home,
      async handle(context, request, reply) {
        const gridNo = gridOfFile(context, request);
        const grid = grids().find(gridNo);
        if (!grid?.centre) throw notFound();
        // The group defines the home view of its own officers; for any other grid the file is that of the grid.
        const groupId = context.caller.kind === 'account' && context.caller.gridNo === gridNo ? context.caller.groupId : '';
        const { lng, lat, heightMetres } = homeOf(grid.centre, gridNo, groupId, region);
        const properties = { gridNo, name: grid.name, heightMetres };
        return sendFile(request, reply, [
          { type: 'Feature', id: gridNo, properties, geometry: { type: 'Point', coordinates: [lng, lat] } },
        ]);
      },
    },
  ];
}

/** @throws Refusal 404: no such file, or a grid that is not the caller's */
function gridOfFile({ scope }: Pick<Context, 'scope'>, request: FastifyRequest): GridNo {
  const { file = '' } = request.params as { readonly file?: string };
  const gridNo = file.endsWith('.json') ? parseGridNo(file.slice(0, -'.json'.length)) : null;
  if (gridNo === null || !covers(scope, gridNo)) throw notFound();
  return gridNo;
}

/** Boundaries change with an import: the browser revalidates the file, which is sent again only after a change. */
function sendFile(request: FastifyRequest, reply: FastifyReply, features: readonly Feature[]): FastifyReply {
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', etag).header('x-content-type-options', 'nosniff');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.header('content-type', 'application/geo+json; charset=utf-8').send(text);
}
