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
import { BOUNDARIES_DRAPED_BELOW_METRES, type BoundaryLevel, EVERY_HEIGHT, showsBoundary } from '../../bands.ts';
import { viewBoxOf } from '../../engine/camera.ts';
import type { Globe } from '../../engine/globe.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { type SeenView, viewWatch } from '../view-watch.ts';
import { type BoundaryFeatures, type BoundaryLine, boundaryLines, createFarLines, type LevelledLine, nearLines } from './lines.ts';

export interface Boundaries {
  /**
   * Adds areas, coarser levels before finer ones: GeoJSON whose features have `properties.gridNo`. An area that exists already is replaced
   * in the near view, where its detail matters; the far view is unchanged.
   */
  readonly add: (collection: BoundaryFeatures) => void;
  /** Called when the camera rests on a new view. @returns stop */
  readonly onSeen: (report: (view: SeenView) => void) => () => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountBoundaries(globe: Globe): Boundaries {
  const layer = globe.addLayer(boundaryLayer());
  const listeners = new Set<(view: SeenView) => void>();
  const watch = globe.addLayer(
    viewWatch('boundaries-view', (view) => {
      for (const report of [...listeners]) report(view);
    }),
  );
  return {
    add: (collection) => layer.apply(boundaryLines(collection)),
    onSeen: (report) => {
      listeners.add(report);
      return () => void listeners.delete(report);
    },
    show: layer.show,
    destroy: () => {
      layer.destroy();
      watch.destroy();
    },
  };
}

// Far out: plain lines, built once per area. Near: only the lines in view, draped on the terrain and rebuilt when the view settles (draping
// every outline of the country would take minutes and gigabytes).

const LOOK = {
  province: { colour: '#9fd8ff', alpha: 0.7, pixels: 1.6, drapedPixels: 3 },
  prefecture: { colour: '#86bfe6', alpha: 0.4, pixels: 1, drapedPixels: 2.2 },
  county: { colour: '#7fa2c0', alpha: 0.5, pixels: 1, drapedPixels: 1.6 },
  village: { colour: '#7f95ab', alpha: 0.4, pixels: 1, drapedPixels: 1.4 },
} as const satisfies Record<BoundaryLevel, object>;

/** Height above the ellipsoid, so that far lines do not z-fight with flat terrain. */
const FAR_LIFT_METRES = 100;
/** Most points that are draped; a view with more is still too wide. */
const DRAPED_POINTS_MAX = 12_000;
/** Areas arrive in bursts: the near view is rebuilt once after each burst. */
const GATHER_MILLISECONDS = 150;

/** `apply(lines)` adds the lines of further areas. */
function boundaryLayer(): Layer<readonly BoundaryLine[]> {
  return { id: 'boundaries', heights: EVERY_HEIGHT, mount: mountLines };
}

function mountLines(host: SceneHost): MountedLayer<readonly BoundaryLine[]> {
  const { scene } = host;
  const far: { readonly level: BoundaryLevel; readonly primitive: Primitive }[] = [];
  const farLines = createFarLines();
  const lines = new Map<string, readonly BoundaryLine[]>();
  let near: GroundPolylinePrimitive | null = null;
  /** Replaces `near` as soon as the workers have built it. */
  let coming: GroundPolylinePrimitive | null = null;
  let visible = false;
  let gathering: ReturnType<typeof setTimeout> | null = null;

  function drawFar(added: readonly BoundaryLine[]): void {
    for (const [level, group] of Map.groupBy(farLines(added), ({ level: one }) => one)) {
      const primitive = farPrimitive(level, group);
      far.push({ level, primitive });
      scene.primitives.add(primitive);
    }
  }

  function remove(primitive: GroundPolylinePrimitive | null): null {
    if (primitive) scene.groundPrimitives.remove(primitive);
    return null;
  }

  function clearNear(): void {
    near = remove(near);
    coming = remove(coming);
  }

  function showByHeight(heightMetres: number): void {
    if (coming?.ready) {
      remove(near);
      near = coming;
      coming = null;
    }
    const draped = near?.ready === true;
    for (const { level, primitive } of far) primitive.show = visible && !draped && showsBoundary(level, heightMetres);
    for (const primitive of [near, coming]) if (primitive) primitive.show = visible;
  }

  function drawNear(heightMetres: number): void {
    coming = remove(coming);
    const shown = visible && heightMetres <= BOUNDARIES_DRAPED_BELOW_METRES ? linesInView(heightMetres) : [];
    const points = shown.reduce((sum, { degrees }) => sum + degrees.length / 2, 0);
    if (points === 0 || points > DRAPED_POINTS_MAX) {
      near = remove(near);
      return;
    }
    coming = new GroundPolylinePrimitive({
      geometryInstances: shown.map(drapedLine),
      appearance: new PolylineColorAppearance(),
      classificationType: ClassificationType.TERRAIN,
      allowPicking: false,
    });
    scene.groundPrimitives.add(coming);
  }

  const linesInView = (heightMetres: number): LevelledLine[] =>
    nearLines(
      [...lines.values()].flat().filter(({ level }) => showsBoundary(level, heightMetres)),
      viewBoxOf(scene),
    );

  let settledKey = '';
  let settledHeight = Number.POSITIVE_INFINITY;
  const stops = [
    host.onFrame((heightMetres) => showByHeight(heightMetres)),
    host.onSettled((view) => {
      // Tiles that load later do not change which lines are in view: drape once per view.
      const key = [view.lng, view.lat, view.heightMetres, view.headingDegrees, view.pitchDegrees, view.mode].join();
      if (key === settledKey) return;
      settledKey = key;
      settledHeight = view.heightMetres;
      near = remove(near);
      drawNear(view.heightMetres);
      host.requestFrame();
    }),
  ];
  const gather = (): void => {
    gathering ??= setTimeout(() => {
      gathering = null;
      drawNear(settledHeight);
      host.requestFrame();
    }, GATHER_MILLISECONDS);
  };

  return {
    apply: (added) => {
      drawFar(added.filter(({ gridNo }) => !lines.has(gridNo)));
      for (const [gridNo, group] of Map.groupBy(added, (line) => line.gridNo)) lines.set(gridNo, group);
      gather();
    },
    show: (next) => {
      visible = next;
      settledKey = '';
      if (next) gather();
      else clearNear();
      showByHeight(scene.camera.positionCartographic.height);
    },
    destroy: () => {
      if (gathering) clearTimeout(gathering);
      for (const stop of stops) stop();
      clearNear();
      for (const { primitive } of far) scene.primitives.remove(primitive);
    },
  };
}

/** Built in Cesium's workers, without blocking the page. */
function farPrimitive(level: BoundaryLevel, group: readonly LevelledLine[]): Primitive {
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

function drapedLine({ level, degrees }: LevelledLine): GeometryInstance {
  const { colour, alpha, drapedPixels } = LOOK[level];
  return new GeometryInstance({
    geometry: new GroundPolylineGeometry({ positions: Cartesian3.fromDegreesArray([...degrees]), width: drapedPixels }),
    attributes: { color: ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(colour).withAlpha(alpha)) },
  });
}
