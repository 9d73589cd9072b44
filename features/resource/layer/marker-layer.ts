// Individually drawn markers of resources, monitoring points, rangers or tasks. Only marks near and in view have labels; a crowd is drawn as
// plain dots without labels.

import { type HeightBand, isWithin, LABEL_BAND } from '@lookout/map/bands.ts';
import { viewBoxOf } from '@lookout/map/engine/camera.ts';
import { screenPositionOf } from '@lookout/map/engine/pick.ts';
import { BELOW_ALARMS } from '@lookout/map/layers/depth.ts';
import { cutLabel, LABEL_BEGINS_PIXELS, labelBox, withRoom } from '@lookout/map/layers/labels.ts';
import type { Layer, MountedLayer, SceneHost } from '@lookout/map/layers/layer.ts';
import { createMarkBillboards, OUT_OF_VIEW_PATIENCE_MILLISECONDS } from '@lookout/map/layers/mark-billboards.ts';
import { Cartesian2, Cartesian3, Color, HorizontalOrigin, LabelCollection, VerticalOrigin } from 'cesium';
import { dotOfMarker, imageOfMarker, MARKER_SHEET, type Marker, type MarkerChange, type MarkerImage } from './marker.ts';

export interface MarkerLayerOptions {
  readonly id: string;
  readonly heights: HeightBand;
  readonly pickKind: 'resource' | 'ranger' | 'task';
  readonly canvas: HTMLCanvasElement;
  /** With more marks than this they are drawn as a crowd; default: never. */
  readonly crowdAbove?: number;
  /** How long the frame of a change in view may wait; default: not at all. */
  readonly patienceMs?: number;
}

const MOST_LABELS = 150;
/** Changes come in bursts: labels are set once after each burst. */
const GATHER_MILLISECONDS = 200;
/** Hysteresis: a crowd ends at this share of its limit, so that a count around the limit does not repaint everything. */
const CROWD_ENDS_AT = 0.9;
const FONT = '13px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui';
const BESIDE = new Cartesian2(LABEL_BEGINS_PIXELS, 0);
const PAPER = Color.fromCssColorString('#0d1626').withAlpha(0.8);
const INK = Color.fromCssColorString('#e6edf7');

export function markerLayer(options: MarkerLayerOptions): Layer<MarkerChange> {
  return { id: options.id, heights: options.heights, mount: (host) => mountMarkerLayer(host, options) };
}

function mountMarkerLayer(host: SceneHost, options: MarkerLayerOptions): MountedLayer<MarkerChange> {
  const { scene } = host;
  const { crowdAbove = Number.POSITIVE_INFINITY, patienceMs = 0 } = options;
  let isCrowd = false;
  const pictures = createMarkBillboards<Marker, MarkerImage>(host, {
    sheet: MARKER_SHEET,
    canvas: options.canvas,
    imageOf: (mark) => (isCrowd ? dotOfMarker(mark) : imageOfMarker(mark)),
    pickKind: options.pickKind,
  });
  const labels = scene.primitives.add(new LabelCollection({ scene })) as LabelCollection;
  const labelled = new Map<string, ReturnType<LabelCollection['add']>>();
  let near = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const positionOf = ({ id, lng, lat }: Marker) => Cartesian3.fromDegrees(lng, lat, pictures.heightOf(id));
  const unlabel = (id: string): void => {
    const label = labelled.get(id);
    if (label) labels.remove(label);
    labelled.delete(id);
  };
  const label = (mark: Marker): void => {
    const existing = labelled.get(mark.id);
    if (existing) {
      existing.text = cutLabel(mark.label);
      existing.position = positionOf(mark);
      return;
    }
    const { id, lng, lat } = mark;
    labelled.set(
      id,
      labels.add({
        id: { kind: options.pickKind, id, lng, lat, label: mark.label },
        position: positionOf(mark),
        text: cutLabel(mark.label),
        font: FONT,
        fillColor: INK,
        showBackground: true,
        backgroundColor: PAPER,
        pixelOffset: BESIDE,
        horizontalOrigin: HorizontalOrigin.LEFT,
        verticalOrigin: VerticalOrigin.CENTER,
        ...BELOW_ALARMS,
      }),
    );
  };
  const relabel = (): void => {
    const inView = near && !isCrowd ? pictures.marks.within(viewBoxOf(scene), MOST_LABELS) : [];
    const ids = withRoom(
      inView.flatMap((mark) => {
        const at = screenPositionOf(scene, mark.lng, mark.lat, pictures.heightOf(mark.id));
        return at ? [{ id: mark.id, ...at, label: cutLabel(mark.label) }] : [];
      }),
    );
    for (const id of [...labelled.keys()]) if (!ids.has(id)) unlabel(id);
    for (const mark of inView) if (ids.has(mark.id)) label(mark);
    host.requestFrame();
  };
  const relabelSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      relabel();
    }, GATHER_MILLISECONDS);
  };
  const updateCrowd = (): void => {
    const count = pictures.marks.size();
    const next = count > (isCrowd ? crowdAbove * CROWD_ENDS_AT : crowdAbove);
    if (next === isCrowd) return;
    isCrowd = next;
    pictures.redraw();
    relabelSoon();
  };
  const labelBoxes = () =>
    [...labelled.keys()].flatMap((id) => {
      const mark = labels.show ? pictures.marks.get(id) : undefined;
      const at = mark && screenPositionOf(scene, mark.lng, mark.lat, pictures.heightOf(id));
      return at ? [labelBox(at, cutLabel(mark.label))] : [];
    });
  const stops = [
    host.onSettled(({ heightMetres }) => {
      near = isWithin(heightMetres, LABEL_BAND);
      relabel();
    }),
    host.markRoom.add(labelBoxes),
  ];

  return {
    apply: ({ upserts, removals }) => {
      for (const id of removals) {
        pictures.drop(id);
        unlabel(id);
      }
      let isNew = false;
      for (const mark of upserts) {
        isNew ||= !pictures.marks.get(mark.id);
        pictures.put(mark);
        if (labelled.has(mark.id)) label(mark);
      }
      updateCrowd();
      // A mark that only moved keeps its label; a new one needs room for one.
      if (near && isNew && !isCrowd) relabelSoon();
    },
    patienceMs: (change) => (pictures.isInView(change) ? patienceMs : OUT_OF_VIEW_PATIENCE_MILLISECONDS),
    show: (visible) => {
      pictures.show(visible);
      labels.show = visible;
    },
    destroy: () => {
      for (const stop of stops) stop();
      if (timer) clearTimeout(timer);
      pictures.destroy();
      scene.primitives.remove(labels);
    },
  };
}
