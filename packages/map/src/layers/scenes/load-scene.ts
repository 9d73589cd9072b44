// From a scene's address to what Cesium draws. Files are fenced like everything else: each request carries the session.
import {
  Cartesian3,
  Cesium3DTileset,
  Math as CesiumMath,
  Ellipsoid,
  HeadingPitchRoll,
  HeightReference,
  Matrix4,
  Model,
  Resource,
  type Scene,
  Transforms,
} from 'cesium';
import type { SceneLayer } from './scene-layer.ts';

export interface SceneWays {
  readonly headers: () => Readonly<Record<string, string>>;
  /** Parts of it could not be had; what stands stays. */
  readonly onFailed: (id: string) => void;
}

/** Far out a model is still a few pixels, so that one finds it. */
const MODEL_LEAST_PIXELS = 24;
const MODEL_MOST_SCALE = 60;

/** @throws when the entry cannot be had or read */
export function loadTileset({ id, url }: Pick<SceneLayer, 'id' | 'url'>, ways: SceneWays): Promise<Cesium3DTileset> {
  const resource = new Resource({ url, headers: { ...ways.headers() } });
  return Cesium3DTileset.fromUrl(resource, { projectTo2D: true }).then((tileset) => {
    // Heard, so that Cesium does not write into the console.
    tileset.tileFailed.addEventListener(() => ways.onFailed(id));
    return tileset;
  });
}

/** Stands where the scene says, on the ground unless it has a height. */
export async function loadModel(layer: SceneLayer, scene: Scene, ways: SceneWays): Promise<Model> {
  const { lng, lat, z } = layer.position ?? { lng: 0, lat: 0, z: null };
  const origin = Cartesian3.fromDegrees(lng, lat, z ?? 0);
  // Cesium's models look east at heading 0; people mean north.
  const turn = new HeadingPitchRoll(CesiumMath.toRadians(layer.headingDegrees - 90), 0, 0);
  const model = await Model.fromGltfAsync({
    url: new Resource({ url: layer.url, headers: { ...ways.headers() } }) as unknown as string,
    modelMatrix: Transforms.headingPitchRollToFixedFrame(origin, turn, Ellipsoid.WGS84, Transforms.eastNorthUpToFixedFrame, new Matrix4()),
    scale: layer.scale,
    minimumPixelSize: MODEL_LEAST_PIXELS,
    maximumScale: MODEL_MOST_SCALE * layer.scale,
    heightReference: z === null ? HeightReference.CLAMP_TO_TERRAIN : HeightReference.NONE,
    scene,
  });
  model.errorEvent.addEventListener(() => ways.onFailed(layer.id));
  return model;
}
