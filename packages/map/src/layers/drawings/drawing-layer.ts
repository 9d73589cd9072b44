// Drawings on the globe: the basis of plots, measures, the selection box and camera views.
import {
  BillboardCollection,
  Cartesian2,
  Cartesian3,
  ClassificationType,
  Color,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  GroundPolylineGeometry,
  GroundPolylinePrimitive,
  GroundPrimitive,
  HorizontalOrigin,
  LabelCollection,
  PerInstanceColorAppearance,
  PointPrimitiveCollection,
  PolygonGeometry,
  PolygonHierarchy,
  PolylineColorAppearance,
  VerticalOrigin,
} from 'cesium';
import { EVERY_HEIGHT } from '../../bands.ts';
import type { Place } from '../../engine/places.ts';
import type { Picked } from '../../engine/types.ts';
import type { Layer, MountedLayer, SceneHost } from '../layer.ts';
import { distinct, openRing } from './distinct.ts';
import { createSymbolPictures, type SymbolPicture } from './symbol-picture.ts';

/** Position of a text relative to its point. `above`: above and to the right, clear of a line through the point. */
export type TextPlace = 'beside' | 'above' | 'centre';

export interface Drawing {
  /** The plot it belongs to; null: cannot be picked. */
  readonly plotId: string | null;
  /** `point`: a dot at each point. `picture`: a symbol at each point. `text`: texts only. */
  readonly shape: 'point' | 'picture' | 'line' | 'area' | 'text';
  readonly points: readonly Place[];
  /** Holes of an area. */
  readonly holes?: readonly (readonly Place[])[];
  /** CSS colour. */
  readonly colour: string;
  /** 0: an area without an outline. */
  readonly widthPixels: number;
  /** One per point; '' or missing: none. */
  readonly texts: readonly string[];
  /** Absent: `beside`. */
  readonly textPlace?: TextPlace;
  /** The points can be dragged and are drawn as handles. */
  readonly handles: boolean;
  /** Opacity of an area, 0 to 1; absent: the default. */
  readonly fillOpacity?: number;
  /** The picture; used only for the shape `picture`. */
  readonly picture?: SymbolPicture;
}

// Lines and areas are draped on the terrain (this also works in 2D and Columbus view), dots and texts are placed on it. The old drawing
// remains until the new one is ready, so that nothing flickers.

const FILL_ALPHA = 0.25;
const DOT_PIXELS = 10;
const HANDLE_PIXELS = 12;
const TEXT_PLACES = {
  beside: { pixelOffset: new Cartesian2(14, 0), horizontalOrigin: HorizontalOrigin.LEFT },
  above: { pixelOffset: new Cartesian2(8, -16), horizontalOrigin: HorizontalOrigin.LEFT },
  centre: { pixelOffset: Cartesian2.ZERO, horizontalOrigin: HorizontalOrigin.CENTER },
} as const satisfies Record<TextPlace, object>;
const BESIDE_PICTURE = { ...TEXT_PLACES.beside, pixelOffset: new Cartesian2(20, 0) };
const FONT = '13px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
/** Dots and texts are never hidden by the terrain. */
const NO_DEPTH_TEST_METRES = 400_000;

/**
 * apply(drawings) replaces all drawings.
 * @param isLive the drawings follow the pointer: geometry is built synchronously within the frame, not in a worker some frames later
 */
export function drawingLayer(id: string, isLive: boolean): Layer<readonly Drawing[]> {
  return { id, heights: EVERY_HEIGHT, mount: (host) => mountDrawings(host, isLive) };
}

type Draped = GroundPrimitive | GroundPolylinePrimitive;

function mountDrawings(host: SceneHost, isLive: boolean): MountedLayer<readonly Drawing[]> {
  const { scene, heightAt, requestFrame } = host;
  const dots = scene.primitives.add(new PointPrimitiveCollection()) as PointPrimitiveCollection;
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const pictures = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
  const symbols = createSymbolPictures(pictures, NO_DEPTH_TEST_METRES);
  let drawings: readonly Drawing[] = [];
  let current: Draped[] = [];
  let pending: Draped[] | null = null;
  let visible = false;
  let dirty = false;
  let isDestroyed = false;
  // Synchronous geometry needs Cesium's table of coarse heights first; its workers fetch the table themselves.
  let canBuild = !isLive;
  if (isLive) {
    void Promise.all([GroundPrimitive.initializeTerrainHeights(), GroundPolylinePrimitive.initializeTerrainHeights()]).then(() => {
      if (isDestroyed) return;
      canBuild = true;
      requestFrame();
    });
  }

  const removeAll = (some: readonly Draped[]) => {
    for (const primitive of some) scene.groundPrimitives.remove(primitive);
  };
  const settle = () => {
    if (!pending?.every(({ ready }) => ready)) return;
    removeAll(current);
    current = pending;
    pending = null;
  };
  const at = ({ lng, lat }: Place) => Cartesian3.fromDegrees(lng, lat, heightAt(lng, lat) ?? 0);

  function draw(): void {
    settle();
    if (pending) removeAll(pending);
    pending = [areasOf(drawings, !isLive), linesOf(drawings, !isLive)].filter((primitive) => primitive !== null);
    for (const primitive of pending) scene.groundPrimitives.add(primitive);
    if (pending.length === 0) settle();
    placeDotsAndTexts();
  }

  /** Places dots and texts on the terrain as known now. */
  function placeDotsAndTexts(): void {
    dots.removeAll();
    labels.removeAll();
    symbols.put(
      drawings.flatMap(({ picture, colour, points, plotId }) =>
        picture === undefined ? [] : points.map((point) => ({ picture, colour, position: at(point), id: pickOf({ plotId, points }) })),
      ),
    );
    const pictured = new Set(drawings.flatMap(({ picture, plotId }) => (picture === undefined ? [] : [plotId])));
    for (const drawing of drawings) {
      const color = Color.fromCssColorString(drawing.colour);
      const id = pickOf(drawing);
      const textPlace = drawing.textPlace ?? 'beside';
      for (const [index, point] of drawing.points.entries()) {
        const position = at(point);
        if (drawing.handles || drawing.shape === 'point') {
          dots.add({
            position,
            id,
            disableDepthTestDistance: NO_DEPTH_TEST_METRES,
            color: drawing.handles ? Color.WHITE : color,
            outlineColor: drawing.handles ? color : Color.BLACK,
            pixelSize: drawing.handles ? HANDLE_PIXELS : DOT_PIXELS + drawing.widthPixels,
            outlineWidth: drawing.handles ? 3 : 1.5,
          });
        }
        const text = drawing.texts[index] ?? '';
        if (text === '') continue;
        labels.add({
          position,
          id,
          text,
          font: FONT,
          fillColor: Color.fromCssColorString('#e6edf7'),
          showBackground: true,
          backgroundColor: Color.fromCssColorString('#0d1626').withAlpha(0.88),
          ...(textPlace === 'beside' && pictured.has(drawing.plotId) ? BESIDE_PICTURE : TEXT_PLACES[textPlace]),
          verticalOrigin: VerticalOrigin.CENTER,
          disableDepthTestDistance: NO_DEPTH_TEST_METRES,
        });
      }
    }
  }

  const stops = [
    host.onFrame(() => {
      settle();
      if (dirty && visible && canBuild) {
        dirty = false;
        draw();
      }
      // The old drawing is removed in a later frame, when the new one is ready: request that frame.
      if (pending && visible) requestFrame();
    }),
    // Finer tiles have loaded: dots and texts follow the terrain.
    host.onSettled(() => {
      if (!visible || drawings.length === 0) return;
      placeDotsAndTexts();
      requestFrame();
    }),
  ];

  return {
    apply: (next) => {
      drawings = next;
      dirty = true;
    },
    show: (next) => {
      visible = next;
      dots.show = next;
      labels.show = next;
      pictures.show = next;
      for (const primitive of [...current, ...(pending ?? [])]) primitive.show = next;
      requestFrame();
    },
    destroy: () => {
      isDestroyed = true;
      for (const stop of stops) stop();
      removeAll([...current, ...(pending ?? [])]);
      scene.primitives.remove(dots);
      scene.primitives.remove(labels);
      scene.primitives.remove(pictures);
    },
  };
}

function pickOf({ plotId, points }: Pick<Drawing, 'plotId' | 'points'>): Picked | undefined {
  const [first] = points;
  return plotId === null || first === undefined ? undefined : { kind: 'plot', id: plotId, lng: first.lng, lat: first.lat };
}

const positionsOf = (points: readonly Place[]): Cartesian3[] => Cartesian3.fromDegreesArray(points.flatMap(({ lng, lat }) => [lng, lat]));

function areasOf(drawings: readonly Drawing[], asynchronous: boolean): GroundPrimitive | null {
  const instances = drawings.flatMap((drawing) => {
    const points = openRing(drawing.points);
    if (drawing.shape !== 'area' || points.length < 3) return [];
    const color = Color.fromCssColorString(drawing.colour).withAlpha(drawing.fillOpacity ?? FILL_ALPHA);
    const holes = (drawing.holes ?? []).map((hole) => new PolygonHierarchy(positionsOf(openRing(hole))));
    return new GeometryInstance({
      id: pickOf(drawing),
      geometry: new PolygonGeometry({ polygonHierarchy: new PolygonHierarchy(positionsOf(points), holes) }),
      attributes: { color: ColorGeometryInstanceAttribute.fromColor(color) },
    });
  });
  if (instances.length === 0) return null;
  return new GroundPrimitive({
    geometryInstances: instances,
    appearance: new PerInstanceColorAppearance({ flat: true, translucent: true }),
    classificationType: ClassificationType.TERRAIN,
    asynchronous,
  });
}

function linesOf(drawings: readonly Drawing[], asynchronous: boolean): GroundPolylinePrimitive | null {
  const instances = drawings.flatMap((drawing) => {
    const points = drawing.shape === 'area' ? openRing(drawing.points) : distinct(drawing.points);
    const isLine = drawing.shape === 'line' || drawing.shape === 'area';
    if (!isLine || points.length < 2 || drawing.widthPixels === 0) return [];
    const color = Color.fromCssColorString(drawing.colour);
    const loop = drawing.shape === 'area' && points.length > 2;
    return new GeometryInstance({
      id: pickOf(drawing),
      geometry: new GroundPolylineGeometry({ positions: positionsOf(points), loop, width: drawing.widthPixels }),
      attributes: { color: ColorGeometryInstanceAttribute.fromColor(color) },
    });
  });
  if (instances.length === 0) return null;
  return new GroundPolylinePrimitive({
    geometryInstances: instances,
    appearance: new PolylineColorAppearance(),
    classificationType: ClassificationType.TERRAIN,
    asynchronous,
  });
}
