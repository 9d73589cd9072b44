// The forecast of a fire (蔓延推演) on the terrain: the area burned up to a minute as one draped picture, in the colours of its times, and a
// line around each area. Long work is done in slices, one per frame. A slider hides and shows lines, and repaints the picture off-screen
// while the old one is shown.

import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
import {
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
  Material,
  MaterialAppearance,
  PolylineColorAppearance,
  Rectangle,
  RectangleGeometry,
  VerticalOrigin,
} from 'cesium';
import {
  boxOf,
  colourOf,
  cornersOf,
  cornersOfLine,
  type DrawnArea,
  inPaintingOrder,
  isMain,
  labelPlaces,
  lastMinutesOf,
  paintArea,
  pixelsOf,
  type SpreadBox,
  type SpreadOnGround,
  type SpreadPen,
  shownAt,
} from './areas.ts';

export interface SpreadOnMap {
  /** Replaces the forecast; null: nothing is drawn. */
  readonly set: (forecast: SpreadOnGround | null) => void;
  /** Shows the area burned up to a minute from the start. */
  readonly at: (minutes: number) => void;
  readonly show: (visible: boolean) => void;
  readonly destroy: () => void;
}

export function mountSpread(globe: Globe): SpreadOnMap {
  const layer = globe.addLayer(spreadLayer({ drape, lineOf }));
  return {
    set: (forecast) => layer.apply({ kind: 'forecast', forecast }),
    at: (minutes) => layer.apply({ kind: 'time', minutes }),
    show: layer.show,
    destroy: layer.destroy,
  };
}

type SpreadChange =
  | { readonly kind: 'forecast'; readonly forecast: SpreadOnGround | null }
  | { readonly kind: 'time'; readonly minutes: number };

/** A line becomes ready some frames after its creation. */
export type SpreadLine = Pick<GroundPolylinePrimitive, 'show' | 'ready'>;

/** Pictures draped over a box, one visible at a time. */
export interface Draped {
  readonly primitive: Pick<GroundPrimitive, 'show'>;
  /** Frees resources that the scene does not free with the primitive. */
  readonly free: () => void;
  /** Returns an empty picture to paint, which is not visible yet. */
  readonly blank: (size: { readonly width: number; readonly height: number }) => { readonly pen: SpreadPen; readonly see: () => void };
}

/** Functions that draw a forecast on the terrain. */
export interface SpreadDrawing {
  readonly drape: (box: SpreadBox) => Draped;
  /** Lines of all rings of an area; null: it has none. */
  readonly lineOf: (area: DrawnArea, colour: string) => SpreadLine | null;
}

const FILL_ALPHA = 0.5;
const MAIN_PIXELS = 2.5;
const QUARTER_PIXELS = 1;
const FONT = '13px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
/** Labels are never hidden by the terrain. */
const NO_DEPTH_TEST_METRES = 400_000;
/** Most corners per slice, unless one area alone has more. */
const CORNERS_A_FRAME = 20_000;

function drape({ west, south, east, north }: SpreadBox): Draped {
  const material = Material.fromType('Image', { color: Color.WHITE.withAlpha(FILL_ALPHA) });
  const primitive = new GroundPrimitive({
    geometryInstances: new GeometryInstance({
      geometry: new RectangleGeometry({ rectangle: Rectangle.fromDegrees(west, south, east, north) }),
    }),
    appearance: new MaterialAppearance({ material, translucent: true, flat: true, faceForward: true }),
    classificationType: ClassificationType.TERRAIN,
    allowPicking: false,
  });
  return {
    primitive,
    free: () => void material.destroy(),
    blank: (size) => {
      const canvas = Object.assign(document.createElement('canvas'), size);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no 2d canvas');
      return {
        pen,
        see: () => {
          material.uniforms.image = canvas;
        },
      };
    },
  };
}

function lineOf(area: DrawnArea, colour: string): GroundPolylinePrimitive | null {
  const color = ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(colour));
  const width = isMain(area) ? MAIN_PIXELS : QUARTER_PIXELS;
  const rings = area.coordinates
    .flat()
    .map(cornersOfLine)
    .filter((ring) => ring.length > 2);
  if (rings.length === 0) return null;
  return new GroundPolylinePrimitive({
    geometryInstances: rings.map(
      (ring) =>
        new GeometryInstance({
          geometry: new GroundPolylineGeometry({
            positions: Cartesian3.fromDegreesArray(ring.flatMap(({ lng, lat }) => [lng, lat])),
            loop: true,
            width,
          }),
          attributes: { color },
        }),
    ),
    appearance: new PolylineColorAppearance(),
    classificationType: ClassificationType.TERRAIN,
    allowPicking: false,
  });
}

export const spreadLayer = (drawing: SpreadDrawing): Layer<SpreadChange> => ({
  id: 'spread',
  heights: EVERY_HEIGHT,
  mount: (host) => mountOn(host, drawing),
});

interface Drawn {
  readonly area: DrawnArea;
  readonly colour: string;
  /** Position of its label; null: it has none. */
  readonly place: readonly [number, number] | null;
  line: SpreadLine | null;
  isIn: boolean;
}

function mountOn({ scene, heightAt, onFrame, onSettled, requestFrame }: SceneHost, drawing: SpreadDrawing): MountedLayer<SpreadChange> {
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  let drawn: Drawn[] = [];
  let forecast: SpreadOnGround | null = null;
  let picture: { readonly draped: Draped; readonly box: SpreadBox } | null = null;
  let minutes = Number.POSITIVE_INFINITY;
  let visible = false;
  /** Remaining work, one slice per frame: the picture, then the lines. */
  let painting: (() => number)[] = [];
  let lining: (() => number)[] = [];

  function clear(): void {
    for (const { line } of drawn) if (line) scene.groundPrimitives.remove(line);
    if (picture) {
      scene.groundPrimitives.remove(picture.draped.primitive);
      picture.draped.free();
    }
    labels.removeAll();
    [drawn, picture, painting, lining] = [[], null, [], []];
  }

  function draw(): void {
    clear();
    const areas = inPaintingOrder(forecast?.areas ?? []);
    const box = boxOf(areas);
    if (box === null) return;
    const last = lastMinutesOf(areas);
    const places = labelPlaces(areas);
    drawn = areas.map((area, index) => ({ area, colour: colourOf(area, last), place: places[index] ?? null, line: null, isIn: false }));
    const draped = drawing.drape(box);
    // Hidden until it is painted.
    draped.primitive.show = false;
    scene.groundPrimitives.add(draped.primitive);
    picture = { draped, box };
    // The earliest first, because users look for it first.
    lining = drawn.toReversed().map((one) => () => {
      one.line = drawing.lineOf(one.area, one.colour);
      if (one.line) {
        one.line.show = visible && one.isIn;
        scene.groundPrimitives.add(one.line);
      }
      return cornersOf(one.area);
    });
    goTo();
  }

  /** Shows the area burned up to the minute: lines at once, the picture when it is painted. */
  function goTo(): void {
    const isIn = shownAt(
      drawn.map(({ area }) => area),
      minutes,
    );
    for (const [index, one] of drawn.entries()) {
      one.isIn = isIn[index] === true;
      if (one.line) one.line.show = visible && one.isIn;
    }
    placeLabels();
    if (picture === null) return;
    const { draped, box } = picture;
    const size = pixelsOf(box);
    const { pen, see } = draped.blank(size);
    const steps = drawn
      .filter((one) => one.isIn)
      .map(({ area, colour }) => () => {
        paintArea(pen, area, colour, box, size);
        return cornersOf(area);
      });
    painting = [
      ...steps,
      () => {
        see();
        draped.primitive.show = visible;
        return 0;
      },
    ];
    requestFrame();
  }

  function placeLabels(): void {
    labels.removeAll();
    for (const { area, isIn, place } of drawn) {
      const text = forecast?.labelOf(area);
      if (!isIn || !place || !text) continue;
      const [lng, lat] = place;
      labels.add({
        position: Cartesian3.fromDegrees(lng, lat, heightAt(lng, lat) ?? 0),
        text,
        font: FONT,
        fillColor: Color.fromCssColorString('#e6edf7'),
        showBackground: true,
        backgroundColor: Color.fromCssColorString('#0d1626').withAlpha(0.88),
        pixelOffset: new Cartesian2(8, 0),
        horizontalOrigin: HorizontalOrigin.LEFT,
        verticalOrigin: VerticalOrigin.CENTER,
        disableDepthTestDistance: NO_DEPTH_TEST_METRES,
      });
    }
  }

  const stops = [
    onFrame(() => {
      if (!visible) return;
      const waiting = painting.length > 0 ? painting : lining;
      let corners = 0;
      for (let step = waiting.shift(); step; step = corners < CORNERS_A_FRAME ? waiting.shift() : undefined) corners += step();
      // Lines are built in workers, and are ready some frames later.
      if (painting.length + lining.length > 0 || drawn.some(({ line }) => line?.show && !line.ready)) requestFrame();
    }),
    // Finer tiles have loaded: labels follow the terrain. Picture and lines are draped and follow by themselves.
    onSettled(() => {
      if (!visible || drawn.length === 0) return;
      placeLabels();
      requestFrame();
    }),
  ];

  return {
    apply: (change) => {
      if (change.kind === 'forecast') {
        forecast = change.forecast;
        draw();
        return;
      }
      if (change.minutes === minutes) return;
      minutes = change.minutes;
      goTo();
    },
    show: (next) => {
      visible = next;
      labels.show = next;
      if (picture) picture.draped.primitive.show = next && painting.length === 0;
      for (const { line, isIn } of drawn) if (line) line.show = next && isIn;
      requestFrame();
    },
    destroy: () => {
      for (const stop of stops) stop();
      clear();
      scene.primitives.remove(labels);
    },
  };
}
