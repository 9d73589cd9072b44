// Imported map layers and 3D scenes: lists, and the features under a click. Vector layers go by the group's region (specification §6).
import { join } from 'node:path';
import type { Contract, LayerFeature, ListedScene, ListedVectorLayer } from '@lookout/contract';
import { type GridNo, type Position, sharesLayer } from '@lookout/domain';
import { gridShownTo } from '@lookout/region';
import type { LayerBox, MapFeature, MapScene, Store } from '@lookout/store';
import type { ServerFeature } from '../../feature.ts';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import { FINEST_LEVEL } from '../../services/vector-tile.ts';
import { createVectorTiles, type VectorTiles } from '../../services/vector-tiles.ts';
import { sceneRoute, tileRoute, tileUrlOf } from './routes.ts';

/** The most features whose box is touched; each is then tested exactly. */
const MOST_CANDIDATES = 500;

export const layers: ServerFeature<'layers'> = {
  open({ store, config: { dataDir }, log }) {
    const tiles = createVectorTiles({ store, folder: join(dataDir, 'cache', 'tiles'), log, now: () => performance.now() });
    return {
      calls: layerHandlers(store, tiles),
      rawRoutes: [tileRoute(tiles), sceneRoute(store, join(dataDir, 'scenes'))],
      jobs: [tiles],
    };
  },
};

/** The group decides whose layers are shown (specification §6); within the scope, which alone is the fence. */
const shownTo = (context: Context): GridNo => gridShownTo(accountOf(context).groupId, context.scope);

function layerHandlers(store: Store, tiles: VectorTiles): Handlers<Contract['layers']> {
  return {
    layerList: async (context) => {
      const shown = shownTo(context);
      const layers = await tiles.layers();
      const rows = layers.filter(({ gridNo }) => sharesLayer(shown, gridNo)).map((layer) => writeLayer(layer));
      return { rows };
    },

    layerFeaturePage: async (context, { body }) => {
      const { layerId, kind, name, longitude, latitude, radius, pageNo, pageSize } = body;
      const layers = (await store.mapLayers.list(shownTo(context))).filter(
        (layer) => (layerId == null || layer.id === layerId) && (kind == null || layer.kind === kind),
      );
      const filters = { layerIds: layers.map(({ id }) => id), name: name ?? undefined };
      const offset = (pageNo - 1) * pageSize;
      if (longitude == null || latitude == null) {
        const { total, list } = await store.mapLayers.features(filters, { offset, limit: pageSize });
        return { total, pageNo, pageSize, list: list.map(writeFeature) };
      }
      const at = { lng: longitude, lat: latitude };
      const metres = radius ?? 0;
      const { list } = await store.mapLayers.features({ ...filters, box: boxAround(at, metres) }, { offset: 0, limit: MOST_CANDIDATES });
      const touched = list.filter(({ geometry }) => isNear(geometry, at, metres));
      return { total: touched.length, pageNo, pageSize, list: touched.slice(offset, offset + pageSize).map(writeFeature) };
    },

    sceneList: async ({ scope }) => ({ rows: (await store.mapScenes.list(scope)).map(writeScene) }),
  };
}

function writeLayer(layer: Awaited<ReturnType<VectorTiles['layers']>>[number]): ListedVectorLayer {
  const { id, kind, name, gridNo, schematic, featureCount, box } = layer;
  return { id, kind, name, gridNo, schematic, featureCount, box: [...box], tileUrl: tileUrlOf(layer), maxLevel: FINEST_LEVEL };
}

const writeFeature = ({ id, layerId, kind, name, box, areaHectares, lengthKilometres, attributes }: MapFeature): LayerFeature => ({
  id,
  layerId,
  kind,
  name,
  attributes: { ...attributes },
  box: [...box],
  area: areaHectares,
  length: lengthKilometres,
});

const writeScene = (scene: MapScene): ListedScene => ({
  id: scene.id,
  kind: scene.kind,
  name: scene.name,
  gridNo: scene.gridNo,
  schematic: scene.schematic,
  url: `/scenes/${scene.folder}/${scene.kind === 'levels' ? 'L{level}/' : ''}${scene.entry.split('/').map(encodeURIComponent).join('/')}`,
  position: scene.position && { ...scene.position, z: scene.heightMetres },
  headingDegrees: scene.headingDegrees,
  scale: scene.scale,
  levels: [...scene.levels],
});

// Does a position lie in a shape, or near a line or point? On a plane around the position: accurate enough for the metres of a click.

const METRES_PER_DEGREE = 111_320;
type Point = readonly [number, number];
type Line = readonly Point[];

function boxAround({ lng, lat }: Position, metres: number): LayerBox {
  const north = metres / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [lng - east, lat - north, lng + east, lat + north];
}

/** @param metres tolerance for lines, points and the edges of areas */
function isNear({ type, coordinates }: MapFeature['geometry'], at: Position, metres: number): boolean {
  const scale = Math.cos((at.lat * Math.PI) / 180);
  const flat = ([lng, lat]: Point): Point => [(lng - at.lng) * scale * METRES_PER_DEGREE, (lat - at.lat) * METRES_PER_DEGREE];
  const nearLine = (line: Line) => line.some((point, i) => i > 0 && distanceTo(flat(line[i - 1] as Point), flat(point)) <= metres);
  const inArea = (rings: readonly Line[]) => rings.filter((ring) => isInside(ring, at)).length % 2 === 1 || rings.some(nearLine);
  const nearPoint = (point: Point) => Math.hypot(...flat(point)) <= metres;
  switch (type) {
    case 'Point':
      return nearPoint(coordinates as Point);
    case 'MultiPoint':
      return (coordinates as Line).some(nearPoint);
    case 'LineString':
      return nearLine(coordinates as Line);
    case 'MultiLineString':
      return (coordinates as readonly Line[]).some(nearLine);
    case 'Polygon':
      return inArea(coordinates as readonly Line[]);
    case 'MultiPolygon':
      return (coordinates as readonly (readonly Line[])[]).some(inArea);
    default:
      return false;
  }
}

/** From the origin to the segment. */
function distanceTo([ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + t * dx, ay + t * dy);
}

/** Even-odd rule. */
function isInside(ring: Line, { lng, lat }: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [x0, y0] = ring[i - 1] as Point;
    const [x1, y1] = ring[i] as Point;
    if (y0 > lat !== y1 > lat && lng < x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside;
}
