// The door to what cameras see of a fire for the web: rays, their bands, the place that can be dragged, the ellipse of a crossing.
import { type Draw, mountDraw } from '../../engine/draw.ts';
import type { Globe } from '../../engine/globe.ts';
import { drawingLayer } from '../plots/drawing-layer.ts';
import { rayLayer } from './ray-layer.ts';
import { type SightingsOnGround, sightingDrawings } from './sighting.ts';

export interface SightingLayer {
  /** Replaces what was drawn. */
  readonly set: (sightings: SightingsOnGround) => void;
  /** Whether the place can be taken hold of: not while a tool has the pointer. */
  readonly setDraggable: (isDraggable: boolean) => void;
  readonly destroy: () => void;
}

/** @param onMove the place as it is dragged, WGS 84 degrees */
export function mountSightings(globe: Globe, onMove: (place: { readonly lng: number; readonly lat: number }) => void): SightingLayer {
  const rays = globe.addLayer(rayLayer);
  const ground = globe.addLayer(drawingLayer('sighting-ground', true));
  const draw: Draw = mountDraw(globe, 'sighting-drag');
  let place: SightingsOnGround['place'] = null;
  return {
    set: (sightings) => {
      place = sightings.place;
      rays.apply(sightings.rays);
      ground.apply(sightingDrawings(sightings));
    },
    setDraggable: (isDraggable) =>
      draw.set(
        isDraggable
          ? { kind: 'handles', points: () => (place === null ? [] : [place]), onMove: (_, at) => onMove(at), onDrop: () => undefined }
          : null,
      ),
    destroy: () => {
      for (const layer of [rays, ground, draw]) layer.destroy();
    },
  };
}
