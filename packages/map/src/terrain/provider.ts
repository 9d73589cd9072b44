// Our elevation tiles as a Cesium terrain provider. Not a CustomHeightmapTerrainProvider: sampleTerrainMostDetailed needs `availability`.
import { TILE_POSTS } from '@lookout/geo';
import { Credit, Event, GeographicTilingScheme, HeightmapTerrainData, type TerrainData, TerrainProvider, TileAvailability } from 'cesium';
import type { ServedGround, TerrainTiles } from './tiles.ts';

/** Finer tiles may exist; getTileDataAvailable returns which. */
const ALL_CHILDREN = 15;

export function createTerrainProvider(tiles: TerrainTiles): TerrainProvider {
  const tilingScheme = new GeographicTilingScheme();
  const availability = availabilityOf(tiles.ground(), tilingScheme);
  const levelZeroErrorMetres = TerrainProvider.getEstimatedLevelZeroGeometricErrorForAHeightmap(
    tilingScheme.ellipsoid,
    TILE_POSTS,
    tilingScheme.getNumberOfXTilesAtLevel(0),
  );

  return {
    errorEvent: new Event(),
    credit: new Credit(''),
    tilingScheme,
    hasWaterMask: false,
    hasVertexNormals: false,
    availability,
    getLevelMaximumGeometricError: (level) => levelZeroErrorMetres / 2 ** level,
    getTileDataAvailable: (x, y, level) => tiles.isServed(level, x, y),
    loadTileDataAvailability: () => undefined,
    requestTileGeometry: async (x, y, level): Promise<TerrainData> => {
      const heights = await tiles.tile({ level, x, y });
      return new HeightmapTerrainData({
        // A copy, because Cesium may transfer the buffer to a worker. Unknown terrain is drawn at sea level.
        buffer: heights.map((height) => (Number.isNaN(height) ? 0 : height)),
        width: TILE_POSTS,
        height: TILE_POSTS,
        childTileMask: level < tiles.ground().maxLevel ? ALL_CHILDREN : 0,
      });
    },
  };
}

function availabilityOf(ground: ServedGround, scheme: GeographicTilingScheme): TileAvailability {
  const { maxLevel, baseLevel = maxLevel, detail = [] } = ground;
  const availability = new TileAvailability(scheme, maxLevel);
  for (let level = 0; level <= baseLevel; level++) {
    availability.addAvailableTileRange(level, 0, 0, scheme.getNumberOfXTilesAtLevel(level) - 1, scheme.getNumberOfYTilesAtLevel(level) - 1);
  }
  for (const { west, south, east, north, maxLevel: finest } of detail) {
    for (let level = baseLevel + 1; level <= finest; level++) {
      const columns = scheme.getNumberOfXTilesAtLevel(level);
      const rows = scheme.getNumberOfYTilesAtLevel(level);
      const column = (lng: number): number => Math.min(Math.max(Math.floor(((lng + 180) / 360) * columns), 0), columns - 1);
      const row = (lat: number): number => Math.min(Math.max(Math.floor(((90 - lat) / 180) * rows), 0), rows - 1);
      availability.addAvailableTileRange(level, column(west), row(north), column(east), row(south));
    }
  }
  return availability;
}
