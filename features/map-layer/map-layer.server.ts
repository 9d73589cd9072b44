// Imported map layers and 3D scenes: lists, and the features under a click. The group's region determines the visible vector layers
// (specification §6).
import { join } from 'node:path';
import type { GridNo, Position } from '@lookout/domain';
import { nearestOnShape } from '@lookout/geo';
import { gridShownTo } from '@lookout/region';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Contract } from '../contract.ts';
import type { Store } from '../store.ts';
import type { LayerFeature, ListedScene, ListedVectorLayer } from './map-layer.calls.ts';
import { sharesLayer } from './map-layer.ts';
import type { LayerBox, MapFeature, MapScene } from './map-layers.store.ts';
import { sceneRoute, tileRoute, tileUrlOf } from './server/routes.ts';
import { FINEST_LEVEL } from './service/vector-tile.ts';
import { createVectorTiles, type VectorTiles } from './service/vector-tiles.ts';

/** The most features whose box contains the place; each is then tested exactly. */
const MOST_CANDIDATES = 500;

export const mapLayer: ServerFeature<'mapLayer'> = {
  open({ store, config: { dataDir }, log }) {
    const tiles = createVectorTiles({ store, folder: join(dataDir, 'cache', 'tiles'), log, now: () => performance.now() });
    return {
      calls: layerHandlers(store, tiles),
      rawRoutes: [tileRoute(tiles), sceneRoute(store, join(dataDir, 'scenes'))],
      jobs: [tiles],
    };
  },
};

/** The group determines whose layers are shown (specification §6), within the scope, which alone restricts access. */
const shownTo = (context: Context): GridNo => gridShownTo(accountOf(context).groupId, context.scope);

function layerHandlers(store: Store, tiles: VectorTiles): Handlers<Contract['mapLayer']> {
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
      const touched = list.filter(({ geometry }) => (nearestOnShape(geometry, at)?.metres ?? Number.POSITIVE_INFINITY) <= metres);
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

const METRES_PER_DEGREE = 111_320;

function boxAround({ lng, lat }: Position, metres: number): LayerBox {
  const north = metres / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [lng - east, lat - north, lng + east, lat + north];
}
