// The door to the 3D scenes for the web.

import type { SceneKind } from '@lookout/domain';
import {
  Cartesian2,
  Cartesian3,
  Cartographic,
  Cesium3DTileset,
  Math as CesiumMath,
  Color,
  Ellipsoid,
  HeadingPitchRoll,
  HeightReference,
  HorizontalOrigin,
  LabelCollection,
  LabelStyle,
  Matrix4,
  Model,
  PointPrimitiveCollection,
  Resource,
  type Scene,
  SceneMode,
  Transforms,
} from 'cesium';
import { EVERY_HEIGHT, isWithin, localSceneLevelAt, SCENE_BAND } from '../bands.ts';
import type { Globe } from '../engine/globe.ts';
import { cutLabel } from './labels.ts';
import type { Layer, MountedLayer, SceneHost } from './layer.ts';

export interface Scenes {
  /** Replaces all; which were hidden stay hidden. */
  readonly set: (scenes: readonly SceneLayer[]) => void;
  readonly show: (id: string, visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountScenes(globe: Globe, ways: SceneWays): Scenes {
  const layer = globe.addLayer(sceneLayer(ways));
  return {
    set: (scenes) => layer.apply({ scenes }),
    show: (id, visible) => layer.apply({ id, visible }),
    destroy: layer.destroy,
  };
}

// 3D scenes: 3D Tiles and models below 100,000 m, the local levels at every height, each at its own. A flat map cannot show what stands up:
// there (2D) a square and the name mark the place.

export interface SceneLayer {
  readonly id: string;
  readonly kind: SceneKind;
  readonly name: string;
  /** Of `levels`: with `{level}` in it. */
  readonly url: string;
  readonly position: { readonly lng: number; readonly lat: number; readonly z: number | null } | null;
  readonly headingDegrees: number;
  readonly scale: number;
  readonly levels: readonly number[];
}

type SceneChange = { readonly scenes: readonly SceneLayer[] } | { readonly id: string; readonly visible: boolean };

const sceneLayer = (ways: SceneWays): Layer<SceneChange> => ({
  id: 'scenes',
  heights: EVERY_HEIGHT,
  mount: (host) => mount(host, ways),
});

type Solid = Cesium3DTileset | Model;

interface Shown {
  readonly layer: SceneLayer;
  wanted: boolean;
  solid: Solid | null;
  /** What stands, or is on its way: an address; null: nothing was asked for yet. */
  url: string | null;
  gone: boolean;
}

const MARK_COLOUR = '#c9b8ff';

function mount(host: SceneHost, ways: SceneWays): MountedLayer<SceneChange> {
  const { scene } = host;
  const points = scene.primitives.add(new PointPrimitiveCollection());
  const labels = scene.primitives.add(new LabelCollection());
  let shown: Shown[] = [];
  let visible = false;
  let before = '';

  const load = (layer: SceneLayer, url: string): Promise<Solid> =>
    layer.kind === 'model' ? loadModel(layer, scene, ways) : loadTileset({ id: layer.id, url }, ways);

  /** Begins what this height asks for; what stands stays until the other is there. */
  function call(one: Shown, heightMetres: number): void {
    const url = urlAt(one.layer, heightMetres);
    if (url === null || url === one.url) return;
    one.url = url;
    load(one.layer, url).then(
      (solid) => {
        if (one.gone || one.url !== url) return solid.destroy();
        if (one.solid) scene.primitives.remove(one.solid);
        one.solid = solid;
        solid.show = false;
        scene.primitives.add(solid);
        before = '';
        host.requestFrame();
      },
      () => {
        if (!one.gone) ways.onFailed(one.layer.id);
      },
    );
  }

  function settle(heightMetres: number): void {
    const isFlat = scene.mode === SceneMode.SCENE2D;
    const inView = shown.filter(({ layer, wanted }) => visible && wanted && isSceneShown(layer.kind, heightMetres));
    for (const one of inView) if (!isFlat || one.layer.position === null) call(one, heightMetres);
    const key = [isFlat, ...inView.map(({ layer, solid, url }) => `${layer.id} ${solid === null} ${url}`)].join();
    if (key === before) return;
    before = key;
    for (const one of shown) if (one.solid) one.solid.show = !isFlat && inView.includes(one);
    points.removeAll();
    labels.removeAll();
    if (isFlat) for (const one of inView) mark(one);
    host.requestFrame();
  }

  function mark({ layer, solid }: Shown): void {
    const place = placeOf(layer, solid);
    if (!place) return;
    points.add({
      position: place,
      pixelSize: 11,
      color: Color.TRANSPARENT,
      outlineColor: Color.fromCssColorString(MARK_COLOUR),
      outlineWidth: 3,
    });
    labels.add({
      position: place,
      text: cutLabel(layer.name),
      font: '14px "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
      fillColor: Color.fromCssColorString(MARK_COLOUR),
      outlineColor: Color.BLACK,
      outlineWidth: 3,
      style: LabelStyle.FILL_AND_OUTLINE,
      horizontalOrigin: HorizontalOrigin.LEFT,
      pixelOffset: new Cartesian2(12, 6),
    });
  }

  function clear(): void {
    for (const one of shown) {
      one.gone = true;
      if (one.solid) scene.primitives.remove(one.solid);
    }
    shown = [];
  }

  const stop = host.onFrame(settle);
  return {
    apply: (change) => {
      if ('scenes' in change) {
        const wanted = new Map(shown.map((one) => [one.layer.id, one.wanted]));
        clear();
        shown = change.scenes.map((layer) => ({ layer, wanted: wanted.get(layer.id) ?? true, solid: null, url: null, gone: false }));
      } else {
        for (const one of shown) if (one.layer.id === change.id) one.wanted = change.visible;
      }
      before = '';
    },
    show: (next) => {
      visible = next;
    },
    destroy: () => {
      stop();
      clear();
      scene.primitives.remove(points);
      scene.primitives.remove(labels);
    },
  };
}

/** "3D scene layers below 100000 m"; the local levels begin above 300,000 m (L09) and are shown at every height. */
const isSceneShown = (kind: SceneKind, heightMetres: number): boolean => kind === 'levels' || isWithin(heightMetres, SCENE_BAND);

/** The address asked for at a height; null: there is no level at all. */
function urlAt({ kind, url, levels }: Pick<SceneLayer, 'kind' | 'url' | 'levels'>, heightMetres: number): string | null {
  if (kind !== 'levels') return url;
  const level = levelShownAt(heightMetres, levels);
  return level === null ? null : url.replace('{level}', String(level).padStart(2, '0'));
}

function placeOf({ position }: SceneLayer, solid: Solid | null): Cartesian3 | null {
  if (position) return Cartesian3.fromDegrees(position.lng, position.lat);
  if (!solid) return null;
  const centre = Cartographic.fromCartesian(solid.boundingSphere.center);
  return Cartesian3.fromDegrees(CesiumMath.toDegrees(centre.longitude), CesiumMath.toDegrees(centre.latitude));
}

// Which of the local levels that are there is shown at a camera height.

/** The level of the specification; where it is missing the next coarser one, else the coarsest there is. null: there is none at all. */
export function levelShownAt(heightMetres: number, levels: readonly number[]): number | null {
  const wanted = localSceneLevelAt(heightMetres);
  const notFiner = levels.filter((level) => level <= wanted);
  if (notFiner.length > 0) return Math.max(...notFiner);
  return levels.length > 0 ? Math.min(...levels) : null;
}

// From a scene's address to what Cesium draws. Files are fenced like everything else: each request carries the session.

interface SceneWays {
  readonly headers: () => Readonly<Record<string, string>>;
  /** Parts of it could not be had; what stands stays. */
  readonly onFailed: (id: string) => void;
}

/** Far out a model is still a few pixels, so that one finds it. */
const MODEL_LEAST_PIXELS = 24;
const MODEL_MOST_SCALE = 60;

/** @throws when the entry cannot be had or read */
function loadTileset({ id, url }: Pick<SceneLayer, 'id' | 'url'>, ways: SceneWays): Promise<Cesium3DTileset> {
  const resource = new Resource({ url, headers: { ...ways.headers() } });
  return Cesium3DTileset.fromUrl(resource, { projectTo2D: true }).then((tileset) => {
    // Heard, so that Cesium does not write into the console.
    tileset.tileFailed.addEventListener(() => ways.onFailed(id));
    return tileset;
  });
}

/** Stands where the scene says, on the ground unless it has a height. */
async function loadModel(layer: SceneLayer, scene: Scene, ways: SceneWays): Promise<Model> {
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
