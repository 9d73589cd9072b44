// Safety of rangers near a fire: a ring around each of them, by safety margin, visible at every height; and the escape route of one of
// them.
import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { ABOVE_ALL } from '@lookout/map/layers/depth.ts';
import { dashesOf, lengthOf } from '@lookout/map/layers/drawings/dashes.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { type PlateImage, plateLayer } from '@lookout/map/layers/plate-layer.ts';
import { SAFETY_LOOK_NAMES, SAFETY_LOOKS, type SafetyColours, type SafetyLook, type SafetyLookName } from './safety-looks.ts';

export interface PersonSafetyMark {
  readonly userId: string;
  readonly lng: number;
  readonly lat: number;
  readonly look: SafetyLookName;
  /** Label next to the ring; null: none. */
  readonly label: string | null;
}

export interface EscapeWayMark {
  /** Path from the ranger's position to the safe place, WGS 84 degrees. */
  readonly path: readonly Place[];
  /** Text at the safe place. */
  readonly text: string;
}

export interface PeopleSafetyOnMap {
  /** Replaces all rings. */
  readonly set: (marks: readonly PersonSafetyMark[]) => void;
  /** Replaces the escape route; null: none is drawn. */
  readonly setWay: (way: EscapeWayMark | null) => void;
  readonly destroy: () => void;
}

export function mountPeopleSafety(globe: Globe, colours: SafetyColours): PeopleSafetyOnMap {
  const rings = globe.addLayer(safetyRingLayer(imagesOf(colours, () => document.createElement('canvas'))));
  const way = globe.addLayer(drawingLayer('escape-way', false));
  return {
    set: rings.apply,
    setWay: (mark) => way.apply(mark === null ? [] : escapeDrawings(mark)),
    destroy: () => {
      rings.destroy();
      way.destroy();
    },
  };
}

export function safetyRingLayer(images: Readonly<Record<SafetyLookName, PlateImage>>): Layer<readonly PersonSafetyMark[]> {
  return plateLayer({
    id: 'people-safety',
    heights: EVERY_HEIGHT,
    depth: ABOVE_ALL,
    plateOf: ({ userId, lng, lat, look, label }) => ({
      lng,
      lat,
      image: images[look],
      text: label,
      pick: { kind: 'ranger', id: userId, lng, lat },
    }),
  });
}

/** Differs from the route to a fire; no mark or line of a forecast has this colour. */
const WAY_COLOUR = '#b8ff3d';
const WAY_PIXELS = 5;
const SAFE_PLACE_PIXELS = 8;
const DASHES = 60;
/** Shortest dash, so that a short route is dashed too, metres. */
const LEAST_DASH_METRES = 15;

/** Lines draped on the terrain cannot have a pattern, so each dash is a line. */
export function escapeDrawings({ path, text }: EscapeWayMark): Drawing[] {
  const safePlace = path.at(-1);
  if (safePlace === undefined) return [];
  const same = { plotId: null, colour: WAY_COLOUR, handles: false } as const;
  const dashMetres = Math.max(LEAST_DASH_METRES, lengthOf(path) / DASHES);
  return [
    ...dashesOf(path, dashMetres, dashMetres / 2).map(
      (points): Drawing => ({ ...same, shape: 'line', points, texts: [], widthPixels: WAY_PIXELS }),
    ),
    { ...same, shape: 'point', points: [safePlace], texts: [text], widthPixels: SAFE_PLACE_PIXELS },
  ];
}

const SIZE = 96;
const RADIUS = 37;
const BADGE = { x: 74, y: 22, radius: 17 } as const;
const EDGE = '#0b1220';
const FAMILY = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';

const imagesOf = (colours: SafetyColours, make: () => HTMLCanvasElement): Readonly<Record<SafetyLookName, PlateImage>> =>
  Object.fromEntries(
    SAFETY_LOOK_NAMES.map((name) => [name, { name: `safety-${name}`, canvas: drawRing(make(), colours[name], SAFETY_LOOKS[name]) }]),
  ) as Record<SafetyLookName, PlateImage>;

type Pen = CanvasRenderingContext2D;
interface Stroke {
  readonly widthPixels: number;
  readonly dash: readonly number[];
  readonly trace: (pen: Pen) => void;
}

const circle = (radius: number) => (pen: Pen) => pen.arc(SIZE / 2, SIZE / 2, radius, 0, 2 * Math.PI);
const STROKES: Readonly<Record<SafetyLook['ring'], readonly Stroke[]>> = {
  thin: [{ widthPixels: 5, dash: [], trace: circle(RADIUS) }],
  dashed: [{ widthPixels: 7, dash: [18, 9], trace: circle(RADIUS) }],
  thick: [{ widthPixels: 11, dash: [], trace: circle(RADIUS) }],
  double: [
    { widthPixels: 6, dash: [], trace: circle(RADIUS + 4) },
    { widthPixels: 6, dash: [], trace: circle(RADIUS - 8) },
  ],
  square: [{ widthPixels: 10, dash: [], trace: (pen) => pen.rect(SIZE / 2 - RADIUS, SIZE / 2 - RADIUS, 2 * RADIUS, 2 * RADIUS) }],
  dotted: [{ widthPixels: 8, dash: [3, 11], trace: circle(RADIUS) }],
};

function drawRing(canvas: HTMLCanvasElement, colour: string, { ring, sign }: SafetyLook): HTMLCanvasElement {
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  for (const { widthPixels, dash, trace } of STROKES[ring]) {
    // A dark edge below makes the ring visible on light terrain too.
    for (const [style, width] of [
      [EDGE, widthPixels + 4],
      [colour, widthPixels],
    ] as const) {
      pen.beginPath();
      trace(pen);
      pen.setLineDash(dash);
      pen.strokeStyle = style;
      pen.lineWidth = width;
      pen.stroke();
    }
  }
  pen.setLineDash([]);
  pen.beginPath();
  pen.arc(BADGE.x, BADGE.y, BADGE.radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.strokeStyle = EDGE;
  pen.lineWidth = 3;
  pen.stroke();
  pen.font = `bold 24px ${FAMILY}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = EDGE;
  pen.fillText(sign, BADGE.x, BADGE.y + 1);
  return canvas;
}
