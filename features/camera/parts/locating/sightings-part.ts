// Camera sightings on the globe: rays with their bands, the draggable fire position, the ellipse of a triangulation, and the sectors of the
// cameras watched here.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { isDrawing, toolStoreOf } from '@lookout/web/globe/tools/tool-store.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import type { CameraView } from '@lookout/web/stores/overlays.ts';
import type { SightingsOnGround } from '../../layer/sightings.ts';
import { videoEn, videoZh } from '../messages.ts';
import { type LocatingState, locatingStoreOf, positionOf } from './locating-store.ts';
import { locatingEn, locatingZh } from './messages.ts';

/** Keeps the whole ray and the surroundings of the fire in view. */
const RANGE_TIMES = 1.6;
const LEAST_RANGE_METRES = 4_000;

export const sightings: GlobePart = ({ map, globe, services }) => {
  const locating = locatingStoreOf(services);
  const tools = toolStoreOf(services).store;
  const messages = { zh: locatingZh, en: locatingEn }[globe.language];
  const layer = map.mountSightings(globe, locating.correct);
  const draw = () => layer.set(onGround(locating.store.getState(), messages.triangulation));
  const hold = () => layer.setDraggable(!isDrawing(tools.getState()));
  const stops = [
    locating.store.subscribe((now, before) => {
      draw();
      const { located } = now;
      if (located === null || located === before.located) return;
      const rangeMetres = Math.max(LEAST_RANGE_METRES, located.distanceMetres * RANGE_TIMES);
      void globe.flyTo({ ...located.position, rangeMetres });
    }),
    tools.subscribe((now, before) => {
      if (isDrawing(now) !== isDrawing(before)) hold();
    }),
    layer.destroy,
  ];
  draw();
  hold();
  return () => {
    for (const stop of stops) stop();
  };
};

/** Draws the tray's sightings and the latest one, even if its bearing was dropped. */
export function onGround({ located, corrected, tray, triangulation }: LocatingState, triangulationLabel: string): SightingsOnGround {
  const sights = located === null || tray.includes(located) ? tray : [...tray, located];
  const position = positionOf({ located, corrected });
  return {
    rays: sights.map((sight) => ({
      eye: { ...sight.eye.position, heightMetres: sight.eye.heightMetres },
      position: sight.position,
      azimuthDegrees: sight.azimuthDegrees,
      nearMetres: sight.band.nearMetres,
      farMetres: sight.band.farMetres,
      isCurrent: sight === located,
    })),
    position: position && { ...position, label: decimalText(position) },
    triangulation: triangulation && {
      ...triangulation.position,
      label: `${triangulationLabel} ${decimalText(triangulation.position)}`,
      ...triangulation.ellipse,
    },
  };
}

/** The sectors of the cameras watched here, following their direction. */
/** Smaller turns are invisible on the map but would cost a redraw each. */
const SEEN_DEGREES = 0.1;

export const cameraViews: GlobePart = ({ map, globe, services: { overlays, layers } }) => {
  const layer = map.mountCameraViews(globe);
  let drawn = '';
  const row = layers.register({
    id: 'camera-views',
    group: 'monitoring',
    visible: true,
    setVisible: layer.show,
    title: { zh: videoZh.sector, en: videoEn.sector },
  });
  const stop = overlays.cameraViews.follow((views) => {
    const marks = views.map(markOf);
    const key = JSON.stringify(marks);
    if (key === drawn) return;
    drawn = key;
    layer.set(marks);
    row.setState(marks.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: marks.length });
  });
  return () => {
    stop();
    row.remove();
  };
};

const seen = (degrees: number): number => Math.round(degrees / SEEN_DEGREES) * SEEN_DEGREES;

const markOf = ({ name, lng, lat, azimuth, fieldOfView }: CameraView) => ({
  name,
  lng,
  lat,
  azimuthDegrees: seen(azimuth),
  fieldDegrees: fieldOfView === null ? null : seen(fieldOfView),
});
