// Proves that there is one terrain: the surface that Cesium draws from our tiles, the heights that `heights` returns and the points at
// which a camera's ray meets it agree.
import {
  cellDegrees,
  createSurface,
  decodeTile,
  demoRelief,
  distanceMetres,
  encodeTile,
  locate,
  TILE_CELLS,
  TILE_POSTS,
} from '@lookout/geo';
import { Math as CesiumMath, GeographicTilingScheme, HeightmapTerrainData } from 'cesium';
import { expect, it } from 'vitest';

const relief = demoRelief();
const surface = createSurface(relief);
const scheme = new GeographicTilingScheme();

/** The height Cesium reads from our finest tile at a place, metres. */
function drawnHeight(lng: number, lat: number): number {
  const degrees = cellDegrees(relief.maxLevel) * TILE_CELLS;
  const [x, y] = [Math.floor((lng + 180) / degrees), Math.floor((90 - lat) / degrees)];
  const buffer = decodeTile(encodeTile(relief, relief.maxLevel, x, y));
  const data = new HeightmapTerrainData({ buffer, width: TILE_POSTS, height: TILE_POSTS });
  return data.interpolateHeight(
    scheme.tileXYToRectangle(x, y, relief.maxLevel),
    CesiumMath.toRadians(lng),
    CesiumMath.toRadians(lat),
  ) as number;
}

/** Reproducible scattered places over the stage. */
const places = Array.from({ length: 200 }, (_, i) => ({ lng: 101 + ((i * 0.618034) % 1) * 3, lat: 31 + ((i * 0.754878) % 1) * 3 }));

it('globe, heights and ray agree within a metre at 200 places', () => {
  let met = 0;
  for (const { lng, lat } of places) {
    const height = surface.heightAt(lng, lat) ?? Number.NaN;
    expect(Math.abs(drawnHeight(lng, lat) - height)).toBeLessThan(1);
    const seen = locate({ lng, lat, towerHeightMetres: 300, azimuthDegrees: (lng * 1000) % 360, tiltDegrees: -12 }, surface);
    if (!seen) continue;
    met += 1;
    expect(Math.abs(drawnHeight(seen.lng, seen.lat) - seen.heightMetres)).toBeLessThan(1);
    expect(Math.abs(distanceMetres({ lng, lat }, seen) - seen.distanceMetres)).toBeLessThan(1);
    // The ray passes at this height: eye height minus the fall along the tilt, plus the effect of the earth's curvature.
    const line = height + 300 + Math.tan((-12 * Math.PI) / 180) * seen.distanceMetres + (seen.distanceMetres ** 2 * 0.87) / (2 * 6_371_000);
    expect(Math.abs(line - seen.heightMetres)).toBeLessThan(1);
  }
  expect(met).toBeGreaterThan(190);
});
