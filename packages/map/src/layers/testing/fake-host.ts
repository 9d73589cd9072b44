// A scene without a screen, for tests of layers: records the primitives that they add and the frames that they request, with a camera that
// sees one box straight down.
import { Cartesian3, Cartographic, Ellipsoid, SceneMode } from 'cesium';
import type { GeoBox } from '../../engine/places.ts';
import type { RestingView } from '../../engine/types.ts';
import type { SceneHost } from '../layer.ts';
import { createMarkRoom } from '../mark-room.ts';

const WIDTH = 800;
const HEIGHT = 450;

export interface FakeHost {
  readonly host: SceneHost;
  /** Primitives in the scene, in order. */
  readonly primitives: unknown[];
  readonly groundPrimitives: unknown[];
  readonly imageryLayers: unknown[];
  readonly frames: () => number;
  /** Draws a frame. */
  readonly frame: () => void;
  /** Lets the camera rest over a box, at a height. */
  readonly rest: (box: GeoBox, heightMetres: number) => void;
}

const collection = (all: unknown[]) => ({
  add: (one: unknown) => {
    all.push(one);
    return one;
  },
  remove: (one: unknown) => {
    const at = all.indexOf(one);
    if (at >= 0) all.splice(at, 1);
    return at >= 0;
  },
  raiseToTop: (one: unknown) => {
    all.push(...all.splice(all.indexOf(one), 1));
  },
});

/** @param first the box that the camera sees until it rests elsewhere */
export function fakeHost(first: GeoBox = { west: 103, south: 31, east: 104, north: 31.6 }): FakeHost {
  const primitives: unknown[] = [];
  const groundPrimitives: unknown[] = [];
  const imageryLayers: unknown[] = [];
  const settled = new Set<(view: RestingView) => void>();
  const framed = new Set<(heightMetres: number, milliseconds: number) => void>();
  let box = first;
  let frames = 0;
  const middle = () => Cartographic.fromDegrees((box.west + box.east) / 2, (box.south + box.north) / 2, 20_000);
  const scene = {
    mode: SceneMode.SCENE3D,
    frameState: { mode: SceneMode.SCENE3D },
    ellipsoid: Ellipsoid.WGS84,
    canvas: { clientWidth: WIDTH, clientHeight: HEIGHT },
    camera: {
      frustum: {},
      get positionCartographic() {
        return middle();
      },
      pickEllipsoid: ({ x, y }: { x: number; y: number }) =>
        Cartesian3.fromDegrees(box.west + (x / WIDTH) * (box.east - box.west), box.north - (y / HEIGHT) * (box.north - box.south)),
      getPixelSize: () => ((box.east - box.west) * 95_000) / WIDTH,
    },
    primitives: collection(primitives),
    groundPrimitives: collection(groundPrimitives),
    imageryLayers: collection(imageryLayers),
  };
  const host = {
    scene,
    requestFrame: () => {
      frames++;
    },
    markRoom: createMarkRoom(),
    names: { add: () => ({ changed: () => undefined, remove: () => undefined }) },
    heightAt: () => 1500,
    onSettled: (run: (view: RestingView) => void) => {
      settled.add(run);
      return () => void settled.delete(run);
    },
    onFrame: (run: (heightMetres: number, milliseconds: number) => void) => {
      framed.add(run);
      return () => void framed.delete(run);
    },
  };
  return {
    host: host as unknown as SceneHost,
    primitives,
    groundPrimitives,
    imageryLayers,
    frames: () => frames,
    frame: () => {
      for (const run of [...framed]) run(20_000, 0);
    },
    rest: (next, heightMetres) => {
      box = next;
      const { longitude, latitude } = middle();
      const degrees = (radians: number) => (radians * 180) / Math.PI;
      const at = { lng: degrees(longitude), lat: degrees(latitude), heightMetres };
      for (const run of [...settled]) run({ ...at, headingDegrees: 0, pitchDegrees: -90, mode: '3d', metresPerPixel: 20 });
    },
  };
}
