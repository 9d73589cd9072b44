// The camera in plain numbers: position, flights, metres per pixel, map mode, the box in view, and the event when it comes to rest.
import type { MapMode } from '@lookout/region';
import {
  BoundingSphere,
  Cartesian2,
  Cartesian3,
  Cartographic,
  Math as CesiumMath,
  HeadingPitchRange,
  Matrix4,
  OrthographicOffCenterFrustum,
  PerspectiveFrustum,
  type Scene,
  SceneMode,
} from 'cesium';
import { CAMERA_REST_MILLISECONDS, FLY_TO_HEIGHT_METRES, HOME_FLIGHT_SECONDS, HOME_PITCH_DEGREES } from '../bands.ts';
import { type Covered, fitOf } from './fit.ts';
import type { GeoBox } from './places.ts';
import type { FlyTarget, RestingView } from './types.ts';

/** Cesium's default field of view. */
const USUAL_FIELD_RADIANS = Math.PI / 3;

/** Camera height in metres; in the 2D map Cesium reports the width of the view instead. */
export const heightOf = (scene: Scene): number => scene.camera.positionCartographic.height;

/** The place at the centre of the view; the place under the camera when the centre is sky. */
function centreOf(scene: Scene): Cartographic {
  const middle = new Cartesian2(scene.canvas.clientWidth / 2, scene.canvas.clientHeight / 2);
  const point = scene.camera.pickEllipsoid(middle, scene.ellipsoid);
  return point ? Cartographic.fromCartesian(point) : scene.camera.positionCartographic;
}

/** Metres on the terrain per CSS pixel at the centre of the view. */
function metresPerPixelOf(scene: Scene): number {
  const { longitude, latitude } = centreOf(scene);
  return metresPerPixelAt(scene, new Cartographic(longitude, latitude, 0));
}

/** Metres per CSS pixel at a place, across the view. A length tilted away from the camera takes fewer pixels. */
export function metresPerPixelAt(scene: Scene, place: Cartographic): number {
  const { camera, canvas } = scene;
  // The flat maps stretch distances by 1/cos(latitude) (Mercator): a pixel there covers less than it does at the equator.
  const stretch = scene.mode === SceneMode.SCENE3D ? 1 : Math.max(0.01, Math.cos(place.latitude));
  if (camera.frustum instanceof OrthographicOffCenterFrustum) {
    const width = (camera.frustum.right ?? 0) - (camera.frustum.left ?? 0);
    return (width / Math.max(1, canvas.clientWidth)) * stretch;
  }
  const seen = scene.mode === SceneMode.SCENE3D ? Cartographic.toCartesian(place, scene.ellipsoid) : flat(scene, place);
  return camera.getPixelSize(new BoundingSphere(seen, 0), Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)) * stretch;
}

/** A place in the coordinates of Columbus view: x up, y east, z north. */
function flat(scene: Scene, position: Cartographic): Cartesian3 {
  const projected = scene.mapProjection.project(position);
  return new Cartesian3(projected.z, projected.x, projected.y);
}

export function restingView(scene: Scene): RestingView {
  const { camera } = scene;
  const { longitude, latitude, height } = camera.positionCartographic;
  return {
    lng: CesiumMath.toDegrees(longitude),
    lat: CesiumMath.toDegrees(latitude),
    heightMetres: height,
    headingDegrees: CesiumMath.toDegrees(CesiumMath.zeroToTwoPi(camera.heading)) % 360,
    pitchDegrees: CesiumMath.toDegrees(camera.pitch),
    mode: modeOf(scene),
    metresPerPixel: metresPerPixelOf(scene),
  };
}

/** Moves the camera to a view without a flight. */
export function setView(scene: Scene, view: Pick<RestingView, 'lng' | 'lat' | 'heightMetres'> & Partial<RestingView>): void {
  scene.camera.setView({
    destination: Cartesian3.fromDegrees(view.lng, view.lat, view.heightMetres),
    orientation: {
      heading: CesiumMath.toRadians(view.headingDegrees ?? 0),
      pitch: CesiumMath.toRadians(view.pitchDegrees ?? HOME_PITCH_DEGREES),
      roll: 0,
    },
  });
}

/** @param groundMetres terrain height at the target, for `rangeMetres` */
export function flyTo(scene: Scene, target: FlyTarget, groundMetres: number): Promise<'arrived' | 'cancelled'> {
  const heading = CesiumMath.toRadians(target.headingDegrees ?? 0);
  const pitch = CesiumMath.toRadians(target.pitchDegrees ?? HOME_PITCH_DEGREES);
  const duration = target.seconds ?? HOME_FLIGHT_SECONDS;
  return new Promise((resolve) => {
    const ends = { complete: () => resolve('arrived'), cancel: () => resolve('cancelled') };
    if (target.rangeMetres !== undefined) {
      const point = Cartesian3.fromDegrees(target.lng, target.lat, groundMetres);
      const offset = new HeadingPitchRange(heading, pitch, target.rangeMetres);
      scene.camera.flyToBoundingSphere(new BoundingSphere(point, 0), { offset, duration, ...ends });
    } else {
      const destination = Cartesian3.fromDegrees(target.lng, target.lat, target.heightMetres ?? FLY_TO_HEIGHT_METRES);
      scene.camera.flyTo({ destination, orientation: { heading, pitch, roll: 0 }, duration, ...ends });
    }
  });
}

/**
 * The camera position straight above a box from which all of it is visible outside the panels.
 * @param leastRangeMetres the shortest range, for smaller boxes
 */
export function viewOfBox(scene: Scene, box: GeoBox, covered: Covered, leastRangeMetres: number): FlyTarget {
  const { clientWidth: width, clientHeight: height } = scene.canvas;
  const { frustum } = scene.camera;
  // In the 2D map the height is the width of the view; the field of view applies to the longer side.
  const pixels =
    frustum instanceof PerspectiveFrustum ? Math.max(width, height) / (2 * Math.tan((frustum.fov ?? USUAL_FIELD_RADIANS) / 2)) : width;
  const { lng, lat, metresPerPixel } = fitOf(box, { width, height }, covered, leastRangeMetres / pixels);
  return { lng, lat, rangeMetres: metresPerPixel * pixels };
}

export function modeOf(scene: Scene): MapMode {
  if (scene.mode === SceneMode.SCENE2D) return '2d';
  return scene.mode === SceneMode.COLUMBUS_VIEW ? 'glb' : '3d';
}

/**
 * Switches between 2d, 3d and glb (Columbus view) and keeps the place at the centre of the view. Without Cesium's two-second morph, because
 * nothing in the interface moves for decoration.
 */
export function switchMode(scene: Scene, mode: MapMode): void {
  if (modeOf(scene) === mode) return;
  const centre = centreOf(scene);
  const height = heightOf(scene);
  if (mode === '2d') scene.morphTo2D(0);
  else if (mode === 'glb') scene.morphToColumbusView(0);
  else scene.morphTo3D(0);
  scene.camera.setView({
    destination: Cartesian3.fromRadians(centre.longitude, centre.latitude, height),
    orientation: { heading: 0, pitch: -CesiumMath.PI_OVER_TWO, roll: 0 },
  });
  scene.requestRender();
}

/**
 * Moves a camera that is too near to the terrain straight up.
 * @param leastMetres above the terrain @param groundMetres terrain height below the camera
 * @returns whether it was moved
 */
export function keepDistance(scene: Scene, leastMetres: number, groundMetres: number): boolean {
  const missing = groundMetres + leastMetres - heightOf(scene);
  if (missing < 1) return false;
  const view = restingView(scene);
  setView(scene, { ...view, heightMetres: view.heightMetres + missing });
  return true;
}

/**
 * Calls back when neither the camera nor the size of the map has changed for 200 ms (specification §9 "Debounce 200 ms"; Cesium's own moveEnd
 * waits 500). Call `check` before every drawn frame; a camera that does not move draws none.
 */
export function watchRest({ camera, canvas }: Scene, onRest: () => void): { readonly check: () => void; readonly stop: () => void } {
  const last = new Matrix4();
  let [lastHeight, lastWidth, lastTall] = [Number.NaN, Number.NaN, Number.NaN];
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    check: () => {
      // In the 2D map zooming changes only the frustum, so the height is compared too.
      const { height } = camera.positionCartographic;
      const [width, tall] = [canvas.clientWidth, canvas.clientHeight];
      const isSame = height === lastHeight && width === lastWidth && tall === lastTall;
      if (isSame && Matrix4.equals(camera.viewMatrix, last)) return;
      [lastHeight, lastWidth, lastTall] = [height, width, tall];
      Matrix4.clone(camera.viewMatrix, last);
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => {
        timer = null;
        onRest();
      }, CAMERA_REST_MILLISECONDS);
    },
    stop: () => {
      if (timer) clearTimeout(timer);
    },
  };
}

// The box of longitude and latitude in view, with a margin. For choosing what to draw in detail, not for culling.

const METRES_PER_DEGREE = 111_320;
/** A tilted camera sees to the horizon; detail is drawn only up to this many screen widths from the centre. */
const TILTED_REACH_WIDTHS = 1.5;

export function viewBoxOf(scene: Scene): GeoBox {
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
  const positions = corners.flatMap((corner) => (corner ? [scene.ellipsoid.cartesianToCartographic(corner)] : []));
  const lngs = positions.map(({ longitude }) => CesiumMath.toDegrees(longitude));
  const lats = positions.map(({ latitude }) => CesiumMath.toDegrees(latitude));
  const margin = Math.max(...lats) - Math.min(...lats);
  return {
    west: Math.max(box.west, Math.min(...lngs) - margin * 0.1),
    south: Math.max(box.south, Math.min(...lats) - margin * 0.1),
    east: Math.min(box.east, Math.max(...lngs) + margin * 0.1),
    north: Math.min(box.north, Math.max(...lats) + margin * 0.1),
  };
}
