// Camera sightings of a fire. Each ray goes through the air from the camera to the terrain. Draped on the terrain are the band in which the
// fire may be, the located position (it can be dragged) and the 95 % ellipse of triangulated sightings.
import { destination, ellipseRing } from '@lookout/geo';
import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import { type Draw, mountDraw } from '@lookout/map/engine/draw.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Place } from '@lookout/map/engine/places.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { Cartesian3, Color, Material, PolylineCollection } from 'cesium';

export interface SightingLayer {
  /** Replaces all sightings. */
  readonly set: (sightings: SightingsOnGround) => void;
  /** Whether the position can be dragged; not while a tool has claimed the pointer. */
  readonly setDraggable: (isDraggable: boolean) => void;
  readonly destroy: () => void;
}

/** @param onMove called with the dragged position, WGS 84 degrees */
export function mountSightings(globe: Globe, onMove: (position: { readonly lng: number; readonly lat: number }) => void): SightingLayer {
  const rays = globe.addLayer(rayLayer);
  const ground = globe.addLayer(drawingLayer('sighting-ground', true));
  const draw: Draw = mountDraw(globe, 'sighting-drag');
  let position: SightingsOnGround['position'] = null;
  return {
    set: (sightings) => {
      position = sightings.position;
      rays.apply(sightings.rays);
      ground.apply(sightingDrawings(sightings));
    },
    setDraggable: (isDraggable) =>
      draw.set(
        isDraggable
          ? { kind: 'handles', points: () => (position === null ? [] : [position]), onMove: (_, at) => onMove(at), onDrop: () => undefined }
          : null,
      ),
    destroy: () => {
      for (const layer of [rays, ground, draw]) layer.destroy();
    },
  };
}

// Rays are straight lines in the air; a ridge hides them as it would block the line of sight.

const WIDTH_PIXELS = 3;
const EDGE = Color.fromCssColorString('#0b1220');

export const rayLayer: Layer<readonly SightRay[]> = {
  id: 'sighting-rays',
  heights: EVERY_HEIGHT,
  mount: ({ scene, heightAt, onSettled, requestFrame }) => {
    const lines = scene.primitives.add(new PolylineCollection()) as PolylineCollection;
    let rays: readonly SightRay[] = [];

    const draw = (): void => {
      lines.removeAll();
      for (const ray of rays) {
        const { eye, position } = ray;
        const ground = heightAt(position.lng, position.lat) ?? 0;
        lines.add({
          positions: [
            Cartesian3.fromDegrees(eye.lng, eye.lat, eye.heightMetres ?? heightAt(eye.lng, eye.lat) ?? 0),
            Cartesian3.fromDegrees(position.lng, position.lat, ground),
          ],
          width: WIDTH_PIXELS,
          material: Material.fromType('PolylineOutline', {
            color: Color.fromCssColorString(rayColour(ray)),
            outlineColor: EDGE,
            outlineWidth: 1,
          }),
        });
      }
    };
    // Finer tiles have loaded: move the end of each ray to the terrain.
    const stop = onSettled(() => {
      if (rays.length === 0) return;
      draw();
      requestFrame();
    });

    return {
      apply: (next) => {
        rays = next;
        draw();
      },
      show: (visible) => {
        lines.show = visible;
      },
      destroy: () => {
        stop();
        scene.primitives.remove(lines);
      },
    };
  },
};

/** WGS 84 degrees, metres, degrees clockwise from true north. */
export interface SightRay {
  readonly eye: Place & { readonly heightMetres: number | null };
  /** Intersection of the ray with the terrain. */
  readonly position: Place;
  readonly azimuthDegrees: number;
  /** The band along the ray, as distances from the foot of the tower. */
  readonly nearMetres: number;
  readonly farMetres: number;
  /** Whether it is the latest sighting. */
  readonly isCurrent: boolean;
}

export interface SightingsOnGround {
  readonly rays: readonly SightRay[];
  /** The located position, which can be dragged; null: nothing is located. */
  readonly position: (Place & { readonly label: string }) | null;
  readonly triangulation:
    | (Place & {
        readonly label: string;
        readonly semiMajorMetres: number;
        readonly semiMinorMetres: number;
        readonly azimuthDegrees: number;
      })
    | null;
}

const RAY = '#2dd4ff';
const OTHER_RAY = '#8e9bb3';
const POSITION = '#ff7a1a';
const TRIANGULATION = '#facc15';
const BAND_PIXELS = 9;
const EDGE_PIXELS = 2;

const rayColour = ({ isCurrent }: Pick<SightRay, 'isCurrent'>): string => (isCurrent ? RAY : OTHER_RAY);

export function sightingDrawings({ rays, position, triangulation }: SightingsOnGround): Drawing[] {
  const plain = { plotId: null, texts: [], handles: false } as const;
  const drawings: Drawing[] = rays.map((ray) => ({
    ...plain,
    shape: 'line',
    colour: rayColour(ray),
    widthPixels: BAND_PIXELS,
    points: [ray.nearMetres, ray.farMetres].map((metres) => destination(ray.eye, ray.azimuthDegrees, metres)),
  }));
  if (triangulation) {
    const { lng, lat, semiMajorMetres, semiMinorMetres, azimuthDegrees } = triangulation;
    const ring = ellipseRing({ lng, lat, ellipse: { semiMajorMetres, semiMinorMetres, azimuthDegrees } });
    const edge = ring.slice(0, -1).map(([east, north]) => ({ lng: east, lat: north }));
    drawings.push(
      { ...plain, shape: 'area', colour: TRIANGULATION, widthPixels: EDGE_PIXELS, points: edge },
      { ...plain, shape: 'point', colour: TRIANGULATION, widthPixels: 0, points: [{ lng, lat }], texts: [triangulation.label] },
    );
  }
  if (position)
    drawings.push({
      ...plain,
      shape: 'point',
      colour: POSITION,
      widthPixels: 0,
      handles: true,
      points: [{ lng: position.lng, lat: position.lat }],
      texts: [position.label],
    });
  return drawings;
}
