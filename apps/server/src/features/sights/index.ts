// The position of what a camera sees, and which cameras see a position: rays over the elevation, and triangulation of bearings.
import { type Contract, writeCamera } from '@lookout/contract';
import { anglesOfPixel, type Bearing, camerasThatSee, eyeMetres, locate, triangulate } from '@lookout/geo';
import { notFound, refused } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import { rangeOf } from '../../services/elevation.ts';
import type { Room } from '../../services/open.ts';
import { around, viewOf } from '../../services/video/view.ts';

const MOST_CAMERAS = 2_000;
const FAR_METRES = 30_000;

export const sights: ServerFeature<'sights'> = {
  open: (room) => ({ calls: sightHandlers(room) }),
};

function sightHandlers({ store, video, elevation }: Pick<Room, 'store' | 'video' | 'elevation'>): Handlers<Contract['sights']> {
  return {
    async camerasThatSee({ scope }, { body }) {
      const position = { lng: body.lng, lat: body.lat };
      const { list } = await store.cameras.list(scope, {}, { limit: MOST_CAMERAS });
      const towers = list.flatMap((camera) =>
        camera.towerHeightMetres === null ? [] : [{ ...camera.position, towerHeightMetres: camera.towerHeightMetres, camera }],
      );
      const seeing = camerasThatSee(position, towers, elevation().surfaceAround(position), {
        maxDistanceMetres: body.maxDistance ?? FAR_METRES,
      });
      const monitoringPointIds = [...new Set(seeing.flatMap(({ camera: { camera } }) => camera.monitoringPointId ?? []))];
      const monitoringPoints = await store.monitoringPoints.list(scope, { ids: monitoringPointIds }, { limit: MOST_CAMERAS });
      const nameOf = new Map(monitoringPoints.list.map(({ id, name }) => [id, name]));
      return {
        rows: seeing.map(({ camera: { camera }, sightline }) => ({
          ...writeCamera(camera),
          monitorName: camera.monitoringPointId === null ? null : (nameOf.get(camera.monitoringPointId) ?? null),
          distance: sightline.distanceMetres,
          azimuth: sightline.azimuthDegrees,
          vertical: sightline.tiltDegrees,
          horizontal: around(sightline.azimuthDegrees - camera.northCorrectionDegrees),
          clearance: sightline.clearanceMetres,
        })),
      };
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
