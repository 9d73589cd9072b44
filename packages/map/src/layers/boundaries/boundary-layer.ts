// Administrative boundaries: outlines of provinces, prefectures and, where available, finer levels.
import {
  ArcType,
  Cartesian3,
  ClassificationType,
  Color,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  GroundPolylineGeometry,
  GroundPolylinePrimitive,
  PolylineColorAppearance,
  PolylineGeometry,
  Primitive,
} from 'cesium';
import { type BoundaryLevel, EVERY_HEIGHT, showsBoundary } from '../../bands.ts';
import { viewBoxOf } from '../../engine/camera.ts';
import type { Globe } from '../../engine/globe.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { type BoundaryFeatures, type BoundaryLine, boundaryLines, clipLines, type FarLine, farLines } from './lines.ts';

export interface Boundaries {
  /** GeoJSON whose features carry `properties.gridNo`. Replaces what was drawn. */
  readonly set: (collection: BoundaryFeatures) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountBoundaries(globe: Globe): Boundaries {
  const layer = globe.addLayer(boundaryLayer());
  return { set: (collection) => layer.apply(boundaryLines(collection)), show: layer.show, destroy: layer.destroy };
}

// Far out: plain lines, built once. Near: only the lines in view, draped on the ground and rebuilt when the view settles (draping every
// outline of the country would take minutes and gigabytes).

const LOOK = {
  province: { colour: '#9fd8ff', alpha: 0.7, pixels: 1.6, drapedPixels: 3 },
  prefecture: { colour: '#86bfe6', alpha: 0.4, pixels: 1, drapedPixels: 2.2 },
  county: { colour: '#7fa2c0', alpha: 0.5, pixels: 1, drapedPixels: 1.6 },
  village: { colour: '#7f95ab', alpha: 0.4, pixels: 1, drapedPixels: 1.4 },
} as const satisfies Record<BoundaryLevel, object>;

/** Below this height a line at sea level is visibly offset from the mountain it belongs to. */
const DRAPED_BELOW_METRES = 250_000;
/** Above the ellipsoid, so that far lines do not z-fight with flat ground. */
const FAR_LIFT_METRES = 100;
/** With more points than this the view is still too wide for draping. */
const DRAPED_POINTS_MAX = 12_000;

/** apply(lines) replaces all lines: boundaries change only by import. */
function boundaryLayer(): Layer<readonly BoundaryLine[]> {
  return { id: 'boundaries', heights: EVERY_HEIGHT, mount: mountLines };
}

function mountLines(host: SceneHost): MountedLayer<readonly BoundaryLine[]> {
  const { scene } = host;
  const far = new Map<BoundaryLevel, Primitive>();
  let near: GroundPolylinePrimitive | null = null;
  let lines: readonly BoundaryLine[] = [];
  let visible = false;

  function clearFar(): void {
    for (const primitive of far.values()) scene.primitives.remove(primitive);
    far.clear();
  }

  function drawFar(): void {
    clearFar();
    const byLevel = Map.groupBy(farLines(lines), ({ level }) => level);
    for (const [level, group] of byLevel) {
      const primitive = farPrimitive(level, group);
      far.set(level, primitive);
      scene.primitives.add(primitive);
    }
  }

  function clearNear(): void {
    if (near) scene.groundPrimitives.remove(near);
    near = null;
  }

  function showByHeight(heightMetres: number): void {
    const draped = near?.ready === true;
    for (const [level, primitive] of far) primitive.show = visible && !draped && showsBoundary(level, heightMetres);
    if (near) near.show = visible;
  }

  function drawNear(heightMetres: number): void {
    clearNear();
    if (!visible || heightMetres > DRAPED_BELOW_METRES) return;
    const shown = clipLines(
      lines.filter(({ level }) => showsBoundary(level, heightMetres)),
      viewBoxOf(scene),
    );
    const points = shown.reduce((sum, { degrees }) => sum + degrees.length / 2, 0);
    if (points === 0 || points > DRAPED_POINTS_MAX) return;
    near = new GroundPolylinePrimitive({
      geometryInstances: shown.map(drapedLine),
      appearance: new PolylineColorAppearance(),
      classificationType: ClassificationType.TERRAIN,
      allowPicking: false,
    });
    scene.groundPrimitives.add(near);
  }

  let settledKey = '';
  const stops = [
    host.onFrame((heightMetres) => showByHeight(heightMetres)),
    host.onSettled((view) => {
      // Tiles that load later do not change which lines are in view: drape once per view.
      const key = [view.lng, view.lat, view.heightMetres, view.headingDegrees, view.pitchDegrees, view.mode].join();
      if (key === settledKey) return;
      settledKey = key;
      drawNear(view.heightMetres);
      host.requestFrame();
    }),
  ];

  return {
    apply: (next) => {
      lines = next;
      settledKey = '';
      clearNear();
      drawFar();
    },
    show: (next) => {
      visible = next;
      settledKey = '';
      if (!next) clearNear();
      showByHeight(scene.camera.positionCartographic.height);
    },
    destroy: () => {
      for (const stop of stops) stop();
      clearNear();
      clearFar();
    },
  };
}

/** Built in Cesium's workers, without blocking the page. */
function farPrimitive(level: BoundaryLevel, group: readonly FarLine[]): Primitive {
  const { colour, alpha, pixels } = LOOK[level];
  const color = ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(colour).withAlpha(alpha));
  return new Primitive({
    geometryInstances: group.map(
      ({ degrees }) =>
        new GeometryInstance({
          geometry: new PolylineGeometry({
            positions: Cartesian3.fromDegreesArrayHeights(withHeight(degrees, FAR_LIFT_METRES)),
            width: pixels,
            arcType: ArcType.NONE,
            vertexFormat: PolylineColorAppearance.VERTEX_FORMAT,
          }),
          attributes: { color },
        }),
    ),
    appearance: new PolylineColorAppearance({ translucent: true }),
    allowPicking: false,
  });
}

function withHeight(degrees: readonly number[], heightMetres: number): number[] {
  const all: number[] = [];
  for (let index = 0; index + 1 < degrees.length; index += 2) all.push(degrees[index] ?? 0, degrees[index + 1] ?? 0, heightMetres);
  return all;
}

function drapedLine({ level, degrees }: BoundaryLine): GeometryInstance {
  const { colour, alpha, drapedPixels } = LOOK[level];
  return new GeometryInstance({
    geometry: new GroundPolylineGeometry({ positions: Cartesian3.fromDegreesArray([...degrees]), width: drapedPixels }),
    attributes: { color: ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(colour).withAlpha(alpha)) },
  });
}
