// Camera setup: links, lens, masks and tours; and north correction by landmarks (设备纠偏).

import { isDeepStrictEqual } from 'node:util';
import { codedError } from '@lookout/contract';
import { northCorrection } from '@lookout/geo';
import { originOf } from '@lookout/server/acting/act.ts';
import { fieldFault, invalid, notFound, refused, refuseFaults } from '@lookout/server/acting/refusal.ts';
import type { ServerPart } from '@lookout/server/feature.ts';
import type { Context, Handlers } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import { cameraEvents } from '@lookout/server/services/installation-events.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Repositories } from '../store.ts';
import type { Camera, CameraSetup } from './camera.ts';
import type { cameraSetupCalls } from './camera-setup.calls.ts';
import type { CameraLink } from './cameras.store.ts';
import { basicAfter, emptyLink, passwordAfter, relinked } from './service/cameras.ts';
import { ownedElsewhere } from './service/ownership.ts';

/** Maximum number of channels on the devices that one call names. */
const MOST_RELINKED = 10_000;

export const cameraSetup: ServerPart<typeof cameraSetupCalls> = {
  open: (room) => ({ calls: cameraSetupHandlers(room) }),
};

function cameraSetupHandlers({ store, video, journal }: Pick<Room, 'store' | 'video' | 'journal'>): Handlers<typeof cameraSetupCalls> {
  /**
   * Saves the camera, its event and further changes in one transaction.
   * @param also returns whether it changes something of the camera's link that servers cache
   */
  const save = async (context: Context, before: Camera, after: Camera, also?: (tx: Repositories) => Promise<boolean>) => {
    const messages = await store.transaction(async (tx) => {
      await tx.cameras.holdOwners();
      const isRelinked = (await also?.(tx)) === true;
      if ((await tx.cameras.put(context.scope, [after])).length === 0) throw notFound();
      const happened = cameraEvents(originOf(context), context.now, {
        before: new Map([[before.id, before]]),
        saved: [after],
        relinked: new Set(isRelinked ? [after.id] : []),
      });
      return journal.record(tx, context, happened);
    });
    journal.publish(messages);
  };

  return {
    async cameraSetup({ scope }, { query }) {
      const { camera, link } = await video.cameras.find(scope, query.cameraId);
      return setupOf(camera, link ?? emptyLink(camera.id));
    },

    async updateCameraSetup(context, { body }) {
      const { scope } = context;
      const { camera, link } = await video.cameras.find(scope, body.cameraId);
      context.audit.target('camera', camera.id, camera.gridNo);
      const { widestFieldDegrees = null, narrowestFieldDegrees = null } = body;
      if (widestFieldDegrees !== null && narrowestFieldDegrees !== null && narrowestFieldDegrees > widestFieldDegrees)
        throw invalid('narrowestFieldDegrees', 'fields-of-view-reversed');
      const access = {
        controlUrl: body.controlUrl || null,
        streamUrl: body.streamUrl || null,
        subStreamUrl: body.subStreamUrl || null,
        userName: body.userName || null,
      };
      const after = {
        ...camera,
        towerHeightMetres: body.towerHeightMetres === undefined ? camera.towerHeightMetres : body.towerHeightMetres,
        northCorrectionDegrees: body.northCorrectionDegrees ?? camera.northCorrectionDegrees,
      };
      const changed: CameraLink = {
        cameraId: camera.id,
        ...access,
        channelCode: body.channelCode === undefined ? (link?.channelCode ?? null) : body.channelCode || null,
        encryptedPassword: passwordAfter(link, access, { password: body.password, passwords: video.passwords }),
        isBasicAllowed: basicAfter(link, access, body.isBasicAllowed),
        widestFieldDegrees,
        narrowestFieldDegrees,
        masks: body.masks.map(({ endsAt = null, ...sector }) => ({ ...sector, endsAt })),
        ranges: body.ranges,
        tour: body.tour,
        isRecorded: link?.isRecorded ?? false,
      };
      await save(context, camera, after, async (tx) => {
        const elsewhere = await ownedElsewhere(tx, scope, [{ camera: after, link: changed }]);
        refuseFaults([...elsewhere.values()].map((field) => fieldFault(field, 'address-held-elsewhere')));
        await tx.cameraLinks.put(scope, [changed]);
        // Coverage depends on where a camera may be turned.
        return !isDeepStrictEqual(link?.ranges ?? [], changed.ranges);
      });
      video.changed(camera.id);
      return undefined;
    },

    async relinkCameras(context, { body }) {
      const { scope } = context;
      const deviceIds = [...new Set(body.cameras.map(({ deviceId }) => deviceId))];
      const { list } = await store.cameras.list(scope, { deviceIds }, { limit: MOST_RELINKED });
      const byChannel = new Map(list.map((camera) => [`${camera.deviceId}/${camera.channelNum}`, camera]));
      const named = body.cameras.map(({ deviceId, channelNum, link }) => ({ camera: byChannel.get(`${deviceId}/${channelNum}`), link }));
      const { written, held } = await store.transaction(async (tx) => {
        await tx.cameras.holdOwners();
        const links = await relinked(
          tx,
          video.passwords,
          scope,
          named.flatMap(({ camera, link }) => (camera === undefined ? [] : [{ cameraId: camera.id, link }])),
        );
        const elsewhere = await ownedElsewhere(
          tx,
          scope,
          list.flatMap((camera) => {
            const link = links.get(camera.id);
            return link ? [{ camera, link }] : [];
          }),
        );
        const own = [...links.values()].filter(({ cameraId }) => !elsewhere.has(cameraId));
        return { written: new Set(await tx.cameraLinks.put(scope, own)), held: elsewhere };
      });
      const rejected = named.flatMap(({ camera }, index) => {
        if (camera !== undefined && written.has(camera.id)) return [];
        const isElsewhere = camera !== undefined && held.has(camera.id);
        return [{ index, ...whyIn(context.language, codedError(isElsewhere ? 'address-held-elsewhere' : 'no-such-camera')) }];
      });
      for (const cameraId of written) video.changed(cameraId);
      const changed = named.length - rejected.length;
      context.audit.detail({ changed });
      return { changed, rejected };
    },

    async correctNorth(context, { body }) {
      const { scope } = context;
      const { camera } = await video.cameras.find(scope, body.cameraId);
      context.audit.target('camera', camera.id, camera.gridNo);
      const current = camera.northCorrectionDegrees;
      const landmarks = body.landmarks.map(({ position, horizontalDegrees }) => ({ ...position, horizontalDegrees }));
      const found = northCorrection(camera.position, landmarks, current);
      if (found.kind === 'refused') throw refused(`north-${found.reason}`);
      const { correctionDegrees } = found;
      const after = found.residuals.map(({ residualDegrees }) => residualDegrees);
      context.audit.detail({ before: current, after: correctionDegrees, isSaved: body.save });
      if (body.save) await save(context, camera, { ...camera, northCorrectionDegrees: correctionDegrees });
      return {
        correctionDegrees,
        before: {
          rmsDegrees: found.rmsBeforeDegrees,
          residualsDegrees: after.map((residual) => halfTurn(residual + correctionDegrees - current)),
        },
        after: { rmsDegrees: found.rmsAfterDegrees, residualsDegrees: after },
        outliers: found.residuals.flatMap(({ isLeftOut }, index) => (isLeftOut ? [index] : [])),
        isSaved: body.save,
      };
    },
  };
}

/** Names every field, so that the password and what else is internal to a link stay on the server. */
const setupOf = (camera: Camera, link: CameraLink): CameraSetup => ({
  cameraId: camera.id,
  name: camera.name,
  controlUrl: link.controlUrl,
  streamUrl: link.streamUrl,
  subStreamUrl: link.subStreamUrl,
  userName: link.userName,
  channelCode: link.channelCode,
  isBasicAllowed: link.isBasicAllowed,
  hasPassword: link.encryptedPassword !== null,
  northCorrectionDegrees: camera.northCorrectionDegrees,
  towerHeightMetres: camera.towerHeightMetres,
  widestFieldDegrees: link.widestFieldDegrees,
  narrowestFieldDegrees: link.narrowestFieldDegrees,
  masks: link.masks,
  ranges: link.ranges,
  tour: link.tour,
});

/** −180 ≤ … < 180. */
const halfTurn = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
