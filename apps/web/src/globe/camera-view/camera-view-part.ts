// Where the cameras look that are watched here: their sector on the ground follows them.
import { videoEn, videoZh } from '../../entities/camera/messages.ts';
import type { CameraView } from '../../stores/overlays.ts';
import type { GlobePart } from '../part.ts';

/** Finer turns are not seen on the map, and each costs a drawing. */
const SEEN_DEGREES = 0.1;

export const cameraViews: GlobePart = ({ map, globe, services: { overlays, layers } }) => {
  const layer = map.mountCameraViews(globe);
  let drawn = '';
  const row = layers.register({
    ...{ id: 'camera-views', group: 'monitoring', visible: true, setVisible: layer.show },
    title: { zh: videoZh.sector, en: videoEn.sector },
  });
  const stop = overlays.cameraViews.follow((views) => {
    const marks = views.map(markOf);
    const key = JSON.stringify(marks);
    if (key === drawn) return;
    drawn = key;
    layer.set(marks);
    row.tell(marks.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: marks.length });
  });
  return () => {
    stop();
    row.remove();
  };
};

const seen = (degrees: number): number => Math.round(degrees / SEEN_DEGREES) * SEEN_DEGREES;

const markOf = ({ name, lng, lat, azimuth, fieldOfView }: CameraView) => ({
  ...{ name, lng, lat, azimuthDegrees: seen(azimuth) },
  fieldDegrees: fieldOfView === null ? null : seen(fieldOfView),
});
