// Footprints of satellite alarms, draped on the terrain. Draping is expensive: only footprints in view are drawn, again whenever the view
// settles.

import { FOOTPRINT_BAND } from '@lookout/map/bands.ts';
import { viewBoxOf } from '@lookout/map/engine/camera.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
import { createMarkCells } from '@lookout/map/layers/mark-cells.ts';
import {
  Cartesian3,
  ClassificationType,
  Color,
  ColorGeometryInstanceAttribute,
  GeometryInstance,
  GroundPolylineGeometry,
  GroundPolylinePrimitive,
  GroundPrimitive,
  PerInstanceColorAppearance,
  PolygonGeometry,
  PolylineColorAppearance,
} from 'cesium';
import { AGE_LEGEND, type AlarmMark, ageClassOf, type Footprint, type MarkChange } from './mark.ts';

type FootprintChange = { readonly change: MarkChange } | { readonly now: Date };

const DRAWN_AT_MOST = 300;
const GATHER_MILLISECONDS = 200;
const FILL_ALPHA = 0.22;
const LINE_PIXELS = 1.5;

export function footprintLayer(startNow: Date): Layer<FootprintChange> {
  return { id: 'alarm-footprints', heights: FOOTPRINT_BAND, mount: (host) => mountFootprints(host, startNow) };
}

function mountFootprints(host: SceneHost, startNow: Date): MountedLayer<FootprintChange> {
  const { scene } = host;
  const marks = createMarkCells<AlarmMark>();
  let now = startNow;
  let visible = false;
  /** Whether the drawn footprints have changed. */
  let dirty = false;
  let drawnIds: ReadonlySet<string> = new Set();
  let drawn: Array<GroundPrimitive | GroundPolylinePrimitive> = [];
  let drawnKey = '';
  let timer: ReturnType<typeof setTimeout> | null = null;

  function clear(): void {
    for (const primitive of drawn) scene.groundPrimitives.remove(primitive);
    drawn = [];
    drawnIds = new Set();
    drawnKey = '';
  }

  function draw(): void {
    if (!visible) return;
    const inView = marks.within(viewBoxOf(scene), DRAWN_AT_MOST);
    const key = inView.map((mark) => mark.id).join();
    if (key === drawnKey && !dirty) return;
    clear();
    dirty = false;
    drawnKey = key;
    drawnIds = new Set(inView.map((mark) => mark.id));
    if (inView.length === 0) return;
    drawn = [fills(inView, now), outlines(inView, now)];
    for (const primitive of drawn) scene.groundPrimitives.add(primitive);
    host.requestFrame();
  }

  const stop = host.onSettled(draw);

  /** Changes come in bursts, so footprints are draped once after each burst. */
  function drawSoon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      draw();
    }, GATHER_MILLISECONDS);
  }

  return {
    apply: (change) => {
      if ('now' in change) {
        now = change.now;
        dirty = true;
        return drawSoon();
      }
      const { upserts, removals } = change.change;
      const isOurs = (mark: AlarmMark): boolean => mark.footprint !== undefined && !mark.inProgress;
      const gone = [...removals, ...upserts.filter((mark) => !isOurs(mark)).map(({ id }) => id)].filter((id) => marks.get(id));
      const put = upserts.filter(isOurs);
      for (const id of gone) marks.remove(id);
      for (const mark of put) marks.put(mark);
      dirty ||= put.some(({ id }) => drawnIds.has(id));
      if (gone.length + put.length > 0) drawSoon();
    },
    // Draping requests its frame itself.
    patienceMs: () => Number.POSITIVE_INFINITY,
    show: (next) => {
      visible = next;
      if (next) draw();
      else clear();
    },
    destroy: () => {
      stop();
      if (timer) clearTimeout(timer);
      clear();
    },
  };
}

const ringOf = (mark: AlarmMark): Cartesian3[] => {
  const corners = mark.footprint ? footprintCorners(mark.lng, mark.lat, mark.footprint) : [];
  return Cartesian3.fromDegreesArray(corners.flat());
};

function fills(marks: readonly AlarmMark[], now: Date): GroundPrimitive {
  return new GroundPrimitive({
    geometryInstances: marks.map(
      (mark) =>
        new GeometryInstance({
          id: { kind: 'alarm', id: mark.id, lng: mark.lng, lat: mark.lat },
          geometry: PolygonGeometry.fromPositions({ positions: ringOf(mark) }),
          attributes: {
            color: ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(colourOfFootprint(mark, now)).withAlpha(FILL_ALPHA)),
          },
        }),
    ),
    appearance: new PerInstanceColorAppearance({ flat: true, translucent: true }),
    classificationType: ClassificationType.TERRAIN,
  });
}

function outlines(marks: readonly AlarmMark[], now: Date): GroundPolylinePrimitive {
  return new GroundPolylinePrimitive({
    geometryInstances: marks.map(
      (mark) =>
        new GeometryInstance({
          geometry: new GroundPolylineGeometry({ positions: ringOf(mark), loop: true, width: LINE_PIXELS }),
          attributes: { color: ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(colourOfFootprint(mark, now))) },
        }),
    ),
    appearance: new PolylineColorAppearance(),
    classificationType: ClassificationType.TERRAIN,
    allowPicking: false,
  });
}

const KILOMETRES_PER_DEGREE = 111.32;

/**
 * Corners of the satellite pixel around its centre, degrees, south-west first, counter-clockwise.
 * The files give its size but not its rotation: scan is drawn east–west, track north–south. The satellites fly nearly over the poles, so
 * the true footprint is rotated by some ten degrees.
 */
export function footprintCorners(
  lng: number,
  lat: number,
  { scanKilometres, trackKilometres }: Footprint,
): ReadonlyArray<readonly [number, number]> {
  const halfLat = trackKilometres / 2 / KILOMETRES_PER_DEGREE;
  const halfLng = scanKilometres / 2 / (KILOMETRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return [
    [lng - halfLng, lat - halfLat],
    [lng + halfLng, lat - halfLat],
    [lng + halfLng, lat + halfLat],
    [lng - halfLng, lat + halfLat],
  ];
}

/** CSS colour of a footprint at a given time: the legend's colour for its age. */
export const colourOfFootprint = (mark: Pick<AlarmMark, 'observedAt'>, now: Date): string =>
  AGE_LEGEND[ageClassOf(mark.observedAt, now)]?.colour ?? AGE_LEGEND[0].colour;
