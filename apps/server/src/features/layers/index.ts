// Map layers and 3D scenes that were imported: lists, what lies under a click, and the routes that give tiles and files.
import { join } from 'node:path';
import type { Contract, LayerFeature, ListedScene, ListedVectorLayer } from '@lookout/contract';
import { sharesLayer } from '@lookout/domain';
import type { MapFeature, MapScene, Store } from '@lookout/store';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import { FINEST_LEVEL } from '../../services/vector-tile.ts';
import { createVectorTiles, type VectorTiles } from '../../services/vector-tiles.ts';
import { sceneRoute } from './scene-files.ts';
import { tileRoute, tileUrlOf } from './tiles.ts';
import { boxAround, isNear } from './touch.ts';

/** Features whose box is touched; which of them the point truly touches is looked at one by one. */
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

function layerHandlers(store: Store, tiles: VectorTiles): Handlers<Contract['layers']> {
  return {
    layerList: async ({ scope }) => {
      const layers = await tiles.layers();
      const rows = layers.filter(({ gridNo }) => sharesLayer(scope, gridNo)).map((layer) => writeLayer(layer));
      return { rows };
    },

    layerFeaturePage: async ({ scope }, { body }) => {
      const { layerId, kind, name, longitude, latitude, radius, pageNo, pageSize } = body;
      const layers = (await store.mapLayers.list(scope)).filter(
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
  ...{ id, layerId, kind, name, attributes: { ...attributes } },
  box: [...box],
  area: areaHectares,
  length: lengthKilometres,
});

const writeScene = (scene: MapScene): ListedScene => ({
  ...{ id: scene.id, kind: scene.kind, name: scene.name, gridNo: scene.gridNo, schematic: scene.schematic },
  url: `/scenes/${scene.folder}/${scene.kind === 'levels' ? 'L{level}/' : ''}${scene.entry.split('/').map(encodeURIComponent).join('/')}`,
  position: scene.position && { ...scene.position, z: scene.heightMetres },
  headingDegrees: scene.headingDegrees,
  scale: scene.scale,
  levels: [...scene.levels],
});
