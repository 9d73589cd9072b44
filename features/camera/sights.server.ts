// Locates what a camera sees and finds the cameras that see a position: rays over the elevation, and triangulation of bearings.

import { anglesOfPixel, type Bearing, eyeMetres, locate, triangulate } from '@lookout/geo';
import { notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerPart } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { rangeOf } from '../terrain/service/elevation.ts';
import { writeSeeingCamera } from './camera.wire.ts';
import { camerasSeeing, SEEN_FROM_METRES } from './service/seeing-cameras.ts';
import { around, viewOf } from './service/view.ts';
import type { sightCalls } from './sights.calls.ts';

export const sights: ServerPart<typeof sightCalls> = {
  open: (room) => ({ calls: sightHandlers(room) }),
};

function sightHandlers({ store, video, elevation }: Pick<Room, 'store' | 'video' | 'elevation'>): Handlers<typeof sightCalls> {
  return {
    async camerasThatSee({ scope }, { body }) {
      const position = { lng: body.lng, lat: body.lat };
      const seeing = await camerasSeeing({ store, elevation }, scope, position, body.maxDistance ?? SEEN_FROM_METRES);
      return { rows: seeing.map(writeSeeingCamera) };
    },

    async locateInPicture(context, { body }) {
      const reached = await video.cameras.find(context.scope, body.cameraId);
      const { camera } = reached;
      if (camera.towerHeightMetres === null) throw refused('tower-height-unknown');
      const view = await viewOf(reached, context.now);
      if (view.fieldOfView === null) throw refused('field-of-view-unknown');
      const direction = { panDegrees: view.horizontal, tiltDegrees: view.vertical };
      const angles = anglesOfPixel({ ...direction, horizontalFieldDegrees: view.fieldOfView, aspect: view.aspect }, body);
      const azimuth = around(angles.panDegrees + camera.northCorrectionDegrees);
      const tower = { ...camera.position, towerHeightMetres: camera.towerHeightMetres };
      const surface = elevation().surfaceAround(tower);
      const found = locate({ ...tower, azimuthDegrees: azimuth, tiltDegrees: angles.tiltDegrees }, surface);
      if (found === null) throw refused('no-place-found');
      return {
        horizontal: angles.panDegrees,
        vertical: angles.tiltDegrees,
        azimuth,
        lng: found.lng,
        lat: found.lat,
        height: found.heightMetres,
        ...rangeOf(found),
        eye: { ...camera.position, height: eyeMetres(tower, surface) },
      };
    },

    async triangulate({ scope }, { body }) {
      const ids = [...new Set(body.bearings.map(({ cameraId }) => cameraId))];
      const { list } = await store.cameras.list(scope, { ids }, { limit: ids.length });
      const byId = new Map(list.map((camera) => [camera.id, camera]));
      const bearings = body.bearings.map(({ cameraId, horizontal }): Bearing => {
        const camera = byId.get(cameraId);
        if (!camera) throw notFound();
        return { ...camera.position, azimuthDegrees: around(horizontal + camera.northCorrectionDegrees) };
      });
      const found = triangulate(bearings);
      if (found.kind === 'refused') throw refused(`triangulation-${found.reason}`);
      const [height] = await elevation().heightsAt([found]);
      const { semiMajorMetres, semiMinorMetres, azimuthDegrees } = found.ellipse;
      return {
        lng: found.lng,
        lat: found.lat,
        height: height ?? null,
        semiMajor: semiMajorMetres,
        semiMinor: semiMinorMetres,
        orientation: azimuthDegrees,
      };
    },
  };
}
