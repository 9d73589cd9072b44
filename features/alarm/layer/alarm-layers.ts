// Everything drawn for alarms: marks, fires in progress, footprints, counts, rings. The web passes one stream of changes.

import { EVERY_HEIGHT, MARKER_BAND } from '@lookout/map/bands.ts';
import { viewBoxOf } from '@lookout/map/engine/camera.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { createChangeFlow } from '@lookout/map/layers/change-flow.ts';
import { countLayer } from '@lookout/map/layers/counts/area-counts.ts';
import type { CountLevel, Stand } from '@lookout/map/layers/counts/badges.ts';
import { ALARMS } from '@lookout/map/layers/depth.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { createMarkBillboards, OUT_OF_VIEW_PATIENCE_MILLISECONDS } from '@lookout/map/layers/mark-billboards.ts';
import { isInBox } from '@lookout/map/layers/mark-cells.ts';
import { type Billboard, BillboardCollection, Cartesian3, Color } from 'cesium';
import { ATLAS, cutCell, drawAtlas, imageOf } from './atlas.ts';
import { footprintLayer } from './footprints.ts';
import type { AlarmMark, MarkChange } from './mark.ts';

/** The switches in the layer tree. */
export type AlarmPart = 'marks' | 'fires' | 'footprints' | 'counts';

export interface AlarmLayers {
  readonly apply: (change: MarkChange) => void;
  /** Number of marks received but not drawn yet. */
  readonly waiting: () => number;
  /** Puts a white ring around the selected alarm; null removes it. */
  readonly select: (mark: Pick<AlarmMark, 'lng' | 'lat'> | null) => void;
  /** Recolours by age; call it from a slow timer (once a minute). */
  readonly setNow: (now: Date) => void;
  readonly show: (part: AlarmPart, visible: boolean) => void;
  readonly destroy: () => void;
}

const COUNT_LEVELS = ['county', 'prefecture'] as const satisfies readonly CountLevel[];

export interface AlarmLayersOptions {
  readonly now: Date;
}

export function mountAlarms(globe: Globe, { now }: AlarmLayersOptions): AlarmLayers {
  const sheet = drawAtlas(document.createElement('canvas'));
  const footprints = globe.addLayer(footprintLayer(now));
  const rings = globe.addLayer(ringLayer(sheet));
  const unhandled = {
    id: 'alarms',
    pickKind: 'alarm',
    wants: (mark: AlarmMark) => !mark.inProgress,
    sheet,
    now,
  } as const;
  const marks = globe.addLayer(markLayer(unhandled));
  const inProgress = {
    id: 'fires',
    pickKind: 'fire',
    wants: (mark: AlarmMark) => mark.inProgress,
    sheet,
    now,
  } as const;
  const fires = globe.addLayer(markLayer(inProgress));
  const countsOf = ({ id, wants }: Pick<MarkLayerOptions, 'id' | 'wants'>, image: string, stand: Stand) =>
    COUNT_LEVELS.map((level) =>
      globe.addLayer(countLayer<AlarmMark>({ id, level, image, stand, wants, pick: (area) => ({ kind: 'alarm-count', level, ...area }) })),
    );
  const counts = countsOf(unhandled, cutCell(sheet, 'badge'), 'above');
  const fireCounts = countsOf(inProgress, cutCell(sheet, 'badge-fire'), 'over');
  const parts = { marks: [marks], fires: [fires, ...fireCounts], footprints: [footprints], counts } as const satisfies Record<
    AlarmPart,
    readonly { show: (visible: boolean) => void }[]
  >;

  const flow = createChangeFlow<AlarmMark>((change) => {
    marks.apply({ change });
    fires.apply({ change });
    footprints.apply({ change });
    for (const layer of [...counts, ...fireCounts]) layer.apply(change);
    const arrived = change.upserts.filter((mark) => mark.isNew);
    if (arrived.length > 0) rings.apply({ arrived });
  });

  return {
    apply: flow.put,
    waiting: flow.waiting,
    select: (mark) => rings.apply({ select: mark }),
    setNow: (next) => {
      marks.apply({ now: next });
      footprints.apply({ now: next });
    },
    show: (part, visible) => {
      for (const layer of parts[part]) layer.show(visible);
    },
    destroy: () => {
      flow.stop();
      for (const layer of [marks, fires, footprints, ...counts, ...fireCounts, rings]) layer.destroy();
    },
  };
}

// A layer of marks drawn from the shared picture sheet: unhandled alarms, or fires in progress. Changes are applied mark by mark.

/** `now` recolours by age; `change` adds, moves and removes marks. */
type MarkLayerChange = { readonly change: MarkChange } | { readonly now: Date };

interface MarkLayerOptions {
  readonly id: string;
  readonly pickKind: 'alarm' | 'fire';
  /** Which marks belong to this layer; a mark that no longer does is removed. */
  readonly wants: (mark: AlarmMark) => boolean;
  readonly sheet: HTMLCanvasElement;
  readonly now: Date;
}

function markLayer(options: MarkLayerOptions): Layer<MarkLayerChange> {
  return {
    id: options.id,
    heights: MARKER_BAND,
    mount: (host) => {
      let { now } = options;
      const pictures = createMarkBillboards<AlarmMark, (typeof ATLAS.images)[number]>(host, {
        sheet: ATLAS,
        canvas: options.sheet,
        imageOf: (mark) => imageOf(mark, now),
        pickKind: options.pickKind,
        depth: ALARMS,
      });
      return {
        apply: (change) => {
          if ('now' in change) {
            now = change.now;
            pictures.redraw();
            return;
          }
          for (const id of change.change.removals) pictures.drop(id);
          for (const mark of change.change.upserts) {
            if (options.wants(mark)) pictures.put(mark);
            else pictures.drop(mark.id);
          }
        },
        patienceMs: (change) => ('now' in change || pictures.isInView(change.change) ? 0 : OUT_OF_VIEW_PATIENCE_MILLISECONDS),
        show: pictures.show,
        destroy: pictures.destroy,
      };
    },
  };
}

// Rings around marks: a white one around the selected mark, and one that grows once and vanishes around a new mark, because a pulse must
// not repeat endlessly.

type RingChange = { readonly select: Pick<AlarmMark, 'lng' | 'lat'> | null } | { readonly arrived: readonly AlarmMark[] };

const GROW_MILLISECONDS = 900;
const GROW_FROM = 0.3;
const GROW_TO = 1.6;
/** A large batch does not need a ring for each alarm. */
const GROWING_MAX = 40;
const SELECTED_SCALE = 0.62;

interface Growing {
  readonly billboard: Billboard;
  startedAt: number;
}

function ringLayer(sheet: HTMLCanvasElement): Layer<RingChange> {
  return {
    id: 'alarm-rings',
    heights: EVERY_HEIGHT,
    mount: ({ scene, onFrame, onSettled, heightAt, requestFrame }) => {
      const rings = scene.primitives.add(new BillboardCollection({ scene })) as BillboardCollection;
      const image = cutCell(sheet, 'ring');
      const growing = new Set<Growing>();
      let selected: { readonly billboard: Billboard; readonly lng: number; readonly lat: number } | null = null;

      const ringAt = (lng: number, lat: number, scale: number): Billboard =>
        rings.add({ position: Cartesian3.fromDegrees(lng, lat, heightAt(lng, lat) ?? 0), image, scale, disableDepthTestDistance: 50_000 });

      const stopFrames = onFrame((_height, milliseconds) => {
        for (const ring of growing) {
          ring.startedAt ||= milliseconds;
          const share = (milliseconds - ring.startedAt) / GROW_MILLISECONDS;
          if (share >= 1) {
            rings.remove(ring.billboard);
            growing.delete(ring);
            continue;
          }
          ring.billboard.scale = GROW_FROM + (GROW_TO - GROW_FROM) * share;
          ring.billboard.color = Color.WHITE.withAlpha(1 - share);
        }
        if (growing.size > 0) requestFrame();
      });
      const stopSettled = onSettled(() => {
        if (!selected) return;
        const { billboard, lng, lat } = selected;
        const height = heightAt(lng, lat);
        if (height === null) return;
        const position = Cartesian3.fromDegrees(lng, lat, height);
        if (Cartesian3.equalsEpsilon(position, billboard.position, 0, 1)) return;
        billboard.position = position;
        requestFrame();
      });

      return {
        apply: (change) => {
          if ('select' in change) {
            if (selected) rings.remove(selected.billboard);
            const at = change.select;
            selected = at && { billboard: ringAt(at.lng, at.lat, SELECTED_SCALE), lng: at.lng, lat: at.lat };
            return;
          }
          const box = viewBoxOf(scene);
          const seen = change.arrived.filter((mark) => isInBox(box, mark));
          for (const { lng, lat } of seen.slice(0, GROWING_MAX - growing.size)) {
            growing.add({ billboard: ringAt(lng, lat, GROW_FROM), startedAt: 0 });
          }
          if (seen.length > 0) requestFrame();
        },
        patienceMs: (change) => ('select' in change ? 0 : Number.POSITIVE_INFINITY),
        show: (visible) => {
          rings.show = visible;
        },
        destroy: () => {
          stopFrames();
          stopSettled();
          scene.primitives.remove(rings);
        },
      };
    },
  };
}
