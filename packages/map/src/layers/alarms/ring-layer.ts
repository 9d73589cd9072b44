// Rings around marks: white around the selected one; around a new one a ring that grows once and is gone (ui.md: "not a pulse without end").
import { type Billboard, BillboardCollection, Cartesian3, Color } from 'cesium';
import { EVERY_HEIGHT } from '../../bands.ts';
import type { Layer } from '../layer.ts';
import { cutCell } from './cut-cell.ts';
import type { AlarmMark } from './mark.ts';

export type RingChange = { readonly select: Pick<AlarmMark, 'lng' | 'lat'> | null } | { readonly arrived: readonly AlarmMark[] };

const GROW_MILLISECONDS = 900;
const GROW_FROM = 0.3;
const GROW_TO = 1.6;
/** A batch of a thousand needs no thousand rings. */
const GROWING_MAX = 40;
const SELECTED_SCALE = 0.62;

interface Growing {
  readonly billboard: Billboard;
  startedAt: number;
}

export function ringLayer(sheet: HTMLCanvasElement): Layer<RingChange> {
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
          for (const { lng, lat } of change.arrived.slice(0, GROWING_MAX - growing.size)) {
            growing.add({ billboard: ringAt(lng, lat, GROW_FROM), startedAt: 0 });
          }
        },
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
