// The box of longitude and latitude that is in view, a little wide. For choosing what to draw in detail, not for culling.
import { Cartesian2, Math as CesiumMath, type Scene } from 'cesium';
import { centreOf, metresPerPixelOf } from './camera.ts';

export interface ViewBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const METRES_PER_DEGREE = 111_320;
/** A tilted camera sees to the horizon; detail ends this many screen widths from the middle. */
const TILTED_REACH_WIDTHS = 1.5;

export function viewBoxOf(scene: Scene): ViewBox {
  const { clientWidth: width, clientHeight: height } = scene.canvas;
  const centre = centreOf(scene);
  const lng = CesiumMath.toDegrees(centre.longitude);
  const lat = CesiumMath.toDegrees(centre.latitude);
  const reachMetres = metresPerPixelOf(scene) * width * TILTED_REACH_WIDTHS;
  const reachLat = reachMetres / METRES_PER_DEGREE;
  const reachLng = reachLat / Math.max(0.05, Math.cos(centre.latitude));
  const box = { west: lng - reachLng, south: lat - reachLat, east: lng + reachLng, north: lat + reachLat };
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x = 0, y = 0]) => scene.camera.pickEllipsoid(new Cartesian2(x, y), scene.ellipsoid));
  if (corners.some((corner) => !corner)) return box;
  const places = corners.flatMap((corner) => (corner ? [scene.ellipsoid.cartesianToCartographic(corner)] : []));
  const lngs = places.map(({ longitude }) => CesiumMath.toDegrees(longitude));
  const lats = places.map(({ latitude }) => CesiumMath.toDegrees(latitude));
  const margin = Math.max(...lats) - Math.min(...lats);
  return {
    west: Math.max(box.west, Math.min(...lngs) - margin * 0.1),
    south: Math.max(box.south, Math.min(...lats) - margin * 0.1),
    east: Math.min(box.east, Math.max(...lngs) + margin * 0.1),
    north: Math.min(box.north, Math.max(...lats) + margin * 0.1),
  };
}
