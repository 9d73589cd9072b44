// 3D scenes: 3D Tiles and models below 100,000 m, and local levels at every height. The 2D map cannot show them: a square and the name mark
// the place there.

import { EVERY_HEIGHT, isWithin, localSceneLevelAt, SCENE_BAND } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { cutLabel } from '@lookout/map/layers/labels.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
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
import type { SceneKind } from '../map-layer.ts';

export interface Scenes {
  /** Replaces all scenes; hidden ones remain hidden. */
  readonly set: (scenes: readonly SceneLayer[]) => void;
  readonly show: (id: string, visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountScenes(globe: Globe, access: SceneAccess): Scenes {
  const layer = globe.addLayer(sceneLayer(access));
  return {
    set: (scenes) => layer.apply({ scenes }),
    show: (id, visible) => layer.apply({ id, visible }),
    destroy: layer.destroy,
  };
}

export interface SceneLayer {
  readonly id: string;
  readonly kind: SceneKind;
  readonly name: string;
  /** Contains `{level}` if kind is `levels`. */
  readonly url: string;
  readonly position: { readonly lng: number; readonly lat: number; readonly z: number | null } | null;
  readonly headingDegrees: number;
  readonly scale: number;
  readonly levels: readonly number[];
}

type SceneChange = { readonly scenes: readonly SceneLayer[] } | { readonly id: string; readonly visible: boolean };

const sceneLayer = (access: SceneAccess): Layer<SceneChange> => ({
  id: 'scenes',
  heights: EVERY_HEIGHT,
  mount: (host) => mount(host, access),
});

type Solid = Cesium3DTileset | Model;

interface Shown {
  readonly layer: SceneLayer;
  wanted: boolean;
  solid: Solid | null;
  /** URL of the solid that is shown or loading; null: nothing requested yet. */
  url: string | null;
  gone: boolean;
}

const MARK_COLOUR = '#c9b8ff';

function mount(host: SceneHost, access: SceneAccess): MountedLayer<SceneChange> {
  const { scene } = host;
  const points = scene.primitives.add(new PointPrimitiveCollection());
  const labels = scene.primitives.add(new LabelCollection());
  let shown: Shown[] = [];
  let visible = false;
  let before = '';

  const load = (layer: SceneLayer, url: string): Promise<Solid> =>
    layer.kind === 'model' ? loadModel(layer, scene, access) : loadTileset({ id: layer.id, url }, access);

  /** Starts loading the solid for this height; the current one remains until the new one is loaded. */
  function startLoading(one: Shown, heightMetres: number): void {
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
        if (!one.gone) access.onFailed(one.layer.id);
      },
    );
  }

  function settle(heightMetres: number): void {
    const isFlat = scene.mode === SceneMode.SCENE2D;
    const inView = shown.filter(({ layer, wanted }) => visible && wanted && isSceneShown(layer.kind, heightMetres));
    for (const one of inView) if (!isFlat || one.layer.position === null) startLoading(one, heightMetres);
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
    const place = positionOf(layer, solid);
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

/** "3D scene layers below 100000 m"; local levels begin above 300,000 m (L09) and show at every height. */
const isSceneShown = (kind: SceneKind, heightMetres: number): boolean => kind === 'levels' || isWithin(heightMetres, SCENE_BAND);

/** The URL to load at a height; null: there are no levels. */
function urlAt({ kind, url, levels }: Pick<SceneLayer, 'kind' | 'url' | 'levels'>, heightMetres: number): string | null {
  if (kind !== 'levels') return url;
  const level = levelShownAt(heightMetres, levels);
  return level === null ? null : url.replace('{level}', String(level).padStart(2, '0'));
}

function positionOf({ position }: SceneLayer, solid: Solid | null): Cartesian3 | null {
  if (position) return Cartesian3.fromDegrees(position.lng, position.lat);
  if (!solid) return null;
  const centre = Cartographic.fromCartesian(solid.boundingSphere.center);
  return Cartesian3.fromDegrees(CesiumMath.toDegrees(centre.longitude), CesiumMath.toDegrees(centre.latitude));
}

/**
 * The specification's level for this camera height; if it is missing the next coarser one, else the coarsest available. null: no levels.
 */
export function levelShownAt(heightMetres: number, levels: readonly number[]): number | null {
  const wanted = localSceneLevelAt(heightMetres);
  const notFiner = levels.filter((level) => level <= wanted);
  if (notFiner.length > 0) return Math.max(...notFiner);
  return levels.length > 0 ? Math.min(...levels) : null;
}

// Loading: scene files are access-controlled, so each request carries the session.

interface SceneAccess {
  readonly headers: () => Readonly<Record<string, string>>;
  /** Parts could not be loaded; parts already shown remain. */
  readonly onFailed: (id: string) => void;
}

/** Smallest size of a model far out, so that it can be found. */
const MODEL_LEAST_PIXELS = 24;
const MODEL_MOST_SCALE = 60;

/** @throws when the tileset cannot be loaded or read */
function loadTileset({ id, url }: Pick<SceneLayer, 'id' | 'url'>, access: SceneAccess): Promise<Cesium3DTileset> {
  const resource = new Resource({ url, headers: { ...access.headers() } });
  return Cesium3DTileset.fromUrl(resource, { projectTo2D: true }).then((tileset) => {
    // Without a listener Cesium writes to the console.
    tileset.tileFailed.addEventListener(() => access.onFailed(id));
    return tileset;
  });
}

/** Places a model at the scene's position, on the terrain unless a height is given. */
async function loadModel(layer: SceneLayer, scene: Scene, access: SceneAccess): Promise<Model> {
  const { lng, lat, z } = layer.position ?? { lng: 0, lat: 0, z: null };
  const origin = Cartesian3.fromDegrees(lng, lat, z ?? 0);
  // Cesium's models face east at heading 0; here 0 means north.
  const turn = new HeadingPitchRoll(CesiumMath.toRadians(layer.headingDegrees - 90), 0, 0);
  const model = await Model.fromGltfAsync({
    url: new Resource({ url: layer.url, headers: { ...access.headers() } }) as unknown as string,
    modelMatrix: Transforms.headingPitchRollToFixedFrame(origin, turn, Ellipsoid.WGS84, Transforms.eastNorthUpToFixedFrame, new Matrix4()),
    scale: layer.scale,
    minimumPixelSize: MODEL_LEAST_PIXELS,
    maximumScale: MODEL_MOST_SCALE * layer.scale,
    heightReference: z === null ? HeightReference.CLAMP_TO_TERRAIN : HeightReference.NONE,
    scene,
  });
  model.errorEvent.addEventListener(() => access.onFailed(layer.id));
  return model;
}
