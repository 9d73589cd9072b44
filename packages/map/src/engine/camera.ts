// The camera in plain numbers: where it is, where it flies, how many metres a pixel covers.
import {
  BoundingSphere,
  Cartesian2,
  Cartesian3,
  Cartographic,
  Math as CesiumMath,
  HeadingPitchRange,
  OrthographicOffCenterFrustum,
  type Scene,
  SceneMode,
} from 'cesium';
import { FLY_TO_HEIGHT_METRES, HOME_FLIGHT_SECONDS, HOME_PITCH_DEGREES } from '../bands.ts';
import { modeOf } from './mode-of.ts';
import type { FlyTarget, RestingView } from './types.ts';

/** Camera height in metres; in the flat map the width of the view stands for it (as Cesium itself has it). */
export const heightOf = (scene: Scene): number => scene.camera.positionCartographic.height;

/** The place in the middle of the view; the place under the camera when the middle is sky. */
export function centreOf(scene: Scene): Cartographic {
  const middle = new Cartesian2(scene.canvas.clientWidth / 2, scene.canvas.clientHeight / 2);
  const point = scene.camera.pickEllipsoid(middle, scene.ellipsoid);
  return point ? Cartographic.fromCartesian(point) : scene.camera.positionCartographic;
}

/** Ground metres under one CSS pixel at the middle of the view. */
export function metresPerPixelOf(scene: Scene): number {
  const { camera, canvas } = scene;
  const centre = centreOf(scene);
  // The flat maps stretch the ground by 1/cos(latitude) (Mercator): a pixel there covers less than it does at the equator.
  const stretch = scene.mode === SceneMode.SCENE3D ? 1 : Math.max(0.01, Math.cos(centre.latitude));
  if (camera.frustum instanceof OrthographicOffCenterFrustum) {
    const width = (camera.frustum.right ?? 0) - (camera.frustum.left ?? 0);
    return (width / Math.max(1, canvas.clientWidth)) * stretch;
  }
  const ground = Cartesian3.fromRadians(centre.longitude, centre.latitude, 0);
  const seen = scene.mode === SceneMode.SCENE3D ? ground : flat(scene, centre);
  return camera.getPixelSize(new BoundingSphere(seen, 0), Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)) * stretch;
}

/** A place in the coordinates of Columbus view: x up, y east, z north. */
function flat(scene: Scene, place: Cartographic): Cartesian3 {
  const projected = scene.mapProjection.project(new Cartographic(place.longitude, place.latitude, 0));
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

/** Puts the camera there at once. */
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

/** @param groundMetres height of the ground at the target, for `rangeMetres` */
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
