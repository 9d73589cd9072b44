// Locates what a camera sees and finds the cameras that see a position: rays over the elevation, and triangulation of bearings.

import { anglesOfPixel, type Bearing, eyeMetres, locate, triangulate } from '@lookout/geo';
import { notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerPart } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { camerasSeeing, SEEN_FROM_METRES } from './service/seeing-cameras.ts';
import { around, viewOf } from './service/view.ts';
import type { sightCalls } from './sights.calls.ts';

export const sights: ServerPart<typeof sightCalls> = {
  open: (room) => ({ calls: sightHandlers(room) }),
};

function sightHandlers({ store, video, elevation }: Pick<Room, 'store' | 'video' | 'elevation'>): Handlers<typeof sightCalls> {
  return {
    async camerasThatSee({ scope }, { body }) {
      const { position, maxDistanceMetres } = body;
      return { rows: await camerasSeeing({ store, elevation }, scope, position, maxDistanceMetres ?? SEEN_FROM_METRES) };
    },

    async locateInPicture(context, { body }) {
      const reached = await video.cameras.find(context.scope, body.cameraId);
      const { camera } = reached;
      if (camera.towerHeightMetres === null) throw refused('tower-height-unknown');
      const view = await viewOf(reached, context.now);
      if (view.fieldOfViewDegrees === null) throw refused('field-of-view-unknown');
      const direction = { panDegrees: view.horizontalDegrees, tiltDegrees: view.verticalDegrees };
      const angles = anglesOfPixel({ ...direction, horizontalFieldDegrees: view.fieldOfViewDegrees, aspect: view.aspect }, body);
      const azimuthDegrees = around(angles.panDegrees + camera.northCorrectionDegrees);
      const tower = { ...camera.position, towerHeightMetres: camera.towerHeightMetres };
      const surface = elevation().surfaceAround(tower);
      const found = locate({ ...tower, azimuthDegrees, tiltDegrees: angles.tiltDegrees }, surface);
      if (found === null) throw refused('no-place-found');
      const { lng, lat, heightMetres, distanceMetres, nearMetres, farMetres } = found;
      return {
        horizontalDegrees: angles.panDegrees,
        verticalDegrees: angles.tiltDegrees,
        azimuthDegrees,
        position: { lng, lat },
        heightMetres,
        distanceMetres,
        nearMetres,
        farMetres,
        band: found.band,
        eye: { position: camera.position, heightMetres: eyeMetres(tower, surface) },
      };
    },

    async triangulate({ scope }, { body }) {
      const ids = [...new Set(body.bearings.map(({ cameraId }) => cameraId))];
      const { list } = await store.cameras.list(scope, { ids }, { limit: ids.length });
      const byId = new Map(list.map((camera) => [camera.id, camera]));
      const bearings = body.bearings.map(({ cameraId, horizontalDegrees }): Bearing => {
        const camera = byId.get(cameraId);
        if (!camera) throw notFound();
        return { ...camera.position, azimuthDegrees: around(horizontalDegrees + camera.northCorrectionDegrees) };
      });
      const found = triangulate(bearings);
      if (found.kind === 'refused') throw refused(`triangulation-${found.reason}`);
      const [heightMetres] = await elevation().heightsAt([found]);
      const { semiMajorMetres, semiMinorMetres, azimuthDegrees } = found.ellipse;
      return {
        position: { lng: found.lng, lat: found.lat },
        heightMetres: heightMetres ?? null,
        ellipse: { semiMajorMetres, semiMinorMetres, azimuthDegrees },
      };
    },
  };
}
