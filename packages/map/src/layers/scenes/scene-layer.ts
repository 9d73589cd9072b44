// 3D scenes: 3D Tiles and models below 100,000 m, the local levels at every height, each at its own. A flat map cannot show what stands up:
// there (2D) a square and the name mark the place.
import type { SceneKind } from '@lookout/domain';
import {
  Cartesian2,
  Cartesian3,
  Cartographic,
  type Cesium3DTileset,
  Math as CesiumMath,
  Color,
  HorizontalOrigin,
  LabelCollection,
  LabelStyle,
  type Model,
  PointPrimitiveCollection,
  SceneMode,
} from 'cesium';
import { EVERY_HEIGHT, isWithin, SCENE_BAND } from '../../bands.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { cutLabel } from '../places/place.ts';
import { levelShownAt } from './level.ts';
import { loadModel, loadTileset, type SceneWays } from './load-scene.ts';

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

export type SceneChange = { readonly scenes: readonly SceneLayer[] } | { readonly id: string; readonly visible: boolean };

export const sceneLayer = (ways: SceneWays): Layer<SceneChange> => ({
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
export const isSceneShown = (kind: SceneKind, heightMetres: number): boolean => kind === 'levels' || isWithin(heightMetres, SCENE_BAND);

/** The address asked for at a height; null: there is no level at all. */
export function urlAt({ kind, url, levels }: Pick<SceneLayer, 'kind' | 'url' | 'levels'>, heightMetres: number): string | null {
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
