// Monitoring points and their cameras: created, changed and read within the grid.

import { randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { type GridNo, withinSendersGrid } from '@lookout/domain';
import { originOf } from '@lookout/server/acting/act.ts';
import { fieldFault, invalid, notFound, refuseFaults } from '@lookout/server/acting/refusal.ts';
import type { ServerPart } from '@lookout/server/feature.ts';
import type { Context, Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { within } from '@lookout/server/serve/fence.ts';
import { cameraEvents, monitoringPointRemoved, monitoringPointSaved } from '@lookout/server/services/installation-events.ts';
import type { Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { mapInSlices } from '@lookout/store';
import type { Repositories } from '../store.ts';
import type { Camera, MonitoringPoint } from './camera.ts';
import { readCameraLink, writeCamera, writeMonitoringPoint } from './camera.wire.ts';
import type { CameraLink } from './cameras.store.ts';
import type { monitoringPointCalls } from './monitoring-point.calls.ts';
import { relinked } from './service/cameras.ts';
import { deviceFaults, ownedElsewhere } from './service/ownership.ts';
import { vendorOf } from './service/vendor-names.ts';

export const monitoringPoints: ServerPart<typeof monitoringPointCalls> = {
  open: (room) => ({ calls: monitoringPointHandlers(room) }),
};

type Body = Received<(typeof monitoringPointCalls)['createMonitoringPoint']>['body'];

/** A limit far above real data: a point has a handful of cameras. */
const MOST_CAMERAS = 1_000;

const keyOf = ({ deviceId, channelNum }: { readonly deviceId: string; readonly channelNum?: number | null | undefined }): string =>
  `${deviceId}/${channelNum ?? FIRST_CHANNEL}`;
const FIRST_CHANNEL = 1;

/** @throws Refusal when the body names a channel twice */
function requireEachOnce({ cameras }: Body): void {
  const keys = (cameras ?? []).map(keyOf);
  refuseFaults(keys.flatMap((key, n) => (keys.indexOf(key) < n ? [fieldFault(`cameras.${n}.channelNum`, 'channel-twice')] : [])));
}

/** @throws Refusal 409 when a device, or an address it is reached by, belongs to another grid. The reply does not name that grid. */
async function requireOwn(
  tx: Repositories,
  { scope }: Context,
  wanted: { readonly cameras: readonly Camera[]; readonly links: ReadonlyMap<string, CameraLink>; readonly leaving: ReadonlySet<string> },
): Promise<void> {
  const { cameras, links, leaving } = wanted;
  const faults = await deviceFaults(tx, scope, cameras, leaving);
  refuseFaults(
    cameras.flatMap(({ id }, n) => {
      const fault = faults.get(id);
      if (fault === undefined) return [];
      return [fieldFault(`cameras.${n}.${fault === 'channel-on-record' ? 'channelNum' : 'deviceId'}`, fault)];
    }),
  );
  const elsewhere = await ownedElsewhere(
    tx,
    scope,
    cameras.map((camera) => ({ camera, link: links.get(camera.id) ?? null })),
  );
  refuseFaults(
    cameras.flatMap(({ id }, n) => {
      const field = elsewhere.get(id);
      return field === undefined ? [] : [fieldFault(`cameras.${n}.link.${field}`, 'address-held-elsewhere')];
    }),
  );
}

function monitoringPointHandlers({
  store,
  gazetteer,
  video,
  journal,
}: Pick<Room, 'store' | 'gazetteer' | 'video' | 'journal'>): Handlers<typeof monitoringPointCalls> {
  /** The grid at the point's position. It must lie within the caller's grid. */
  const gridOf = ({ caller }: Context, { position }: Body): GridNo => {
    const own = caller.kind === 'account' ? caller.gridNo : null;
    const gridNo = gazetteer().gridAt(position, own);
    if (gridNo === null) throw invalid('position', 'outside-china');
    if (!withinSendersGrid(own, gridNo)) throw invalid('position', 'outside-senders-grid');
    return gridNo;
  };

  /** Only the point gets an audit row, because its cameras change with it. */
  const record = async (tx: Repositories, context: Context, ofPoint: Happened, ofCameras: readonly Happened[] = []) => [
    ...(await journal.record(tx, context, [ofPoint])),
    ...(await journal.append(tx, ofCameras)),
  ];

  /**
   * Saves the point and its cameras in one transaction. Cameras that the body no longer names are deleted. @param isKnown true to change an
   * existing point, false to create one
   */
  const save = async (context: Context, id: string, gridNo: GridNo, body: Body, isKnown: boolean) => {
    requireEachOnce(body);
    const { changed, messages } = await store.transaction(async (tx) => {
      await tx.cameras.holdOwners();
      const current = isKnown ? await tx.monitoringPoints.find(context.scope, id) : null;
      if (isKnown && !current) throw notFound();
      // The form does not set the online state.
      const monitoringPoint = { ...monitoringPointFrom(id, gridNo, body), online: current?.online ?? true };
      if ((await tx.monitoringPoints.put(context.scope, [monitoringPoint])).length === 0) throw notFound();
      const saved = monitoringPointSaved(originOf(context), context.now, monitoringPoint, current?.gridNo ?? null);
      if (body.cameras == null) return { changed: [], messages: await record(tx, context, saved) };
      const channels = (await tx.cameras.list(context.scope, { monitoringPointId: id }, { limit: MOST_CAMERAS })).list;
      const byDevice = new Map(channels.map((camera) => [keyOf(camera), camera]));
      const cameras = body.cameras.map((camera) => cameraFrom(monitoringPoint, camera, byDevice));
      const remaining = new Set(cameras.map((camera) => camera.id));
      const removed = channels.filter((camera) => !remaining.has(camera.id));
      const vendors = new Map(channels.map((camera) => [camera.id, vendorOf(camera.manufacturer)]));
      const ofOtherVendor = new Set(
        cameras.flatMap((camera) =>
          vendors.has(camera.id) && vendors.get(camera.id) !== vendorOf(camera.manufacturer) ? [camera.id] : [],
        ),
      );
      const changes = body.cameras.flatMap(({ link }, index) => {
        const camera = cameras[index];
        if (!camera || (link == null && !ofOtherVendor.has(camera.id))) return [];
        return [{ cameraId: camera.id, link: link ? readCameraLink(link) : {} }];
      });
      const before = await tx.cameraLinks.list(context.scope, [...remaining]);
      const after = await relinked(tx, video.passwords, context.scope, changes, ofOtherVendor);
      const links = new Map([...before.map((link) => [link.cameraId, link] as const), ...after]);
      await requireOwn(tx, context, { cameras, links, leaving: new Set(removed.map((camera) => camera.id)) });
      await tx.cameras.put(context.scope, cameras);
      await tx.cameraLinks.put(context.scope, [...after.values()]);
      for (const camera of removed) await tx.cameras.remove(context.scope, camera.id);
      const happened = cameraEvents(originOf(context), context.now, {
        before: new Map(channels.map((camera) => [camera.id, camera])),
        saved: cameras,
        removed,
      });
      return { changed: [...after.keys()], messages: await record(tx, context, saved, happened) };
    });
    journal.publish(messages);
    for (const camera of changed) video.changed(camera);
  };

  const write = (monitoringPoint: MonitoringPoint) => writeMonitoringPoint(monitoringPoint, gazetteer().grids.nameOf);

  return {
    async createMonitoringPoint(context, { body }) {
      const id = randomUUID();
      await save(context, id, gridOf(context, body), body, false);
      return { id };
    },
    async updateMonitoringPoint(context, { params, body }) {
      const current = await store.monitoringPoints.find(context.scope, params.id);
      if (!current) throw notFound();
      // The audit row names the point even when the change is refused.
      context.audit.target('monitoring-point', params.id, current.gridNo);
      await save(context, params.id, gridOf(context, body), body, true);
      return undefined;
    },
    async deleteMonitoringPoint(context, { params }) {
      const messages = await store.transaction(async (tx) => {
        // Without this lock, a camera added meanwhile would be deleted with the point, without an event in the log.
        await tx.cameras.holdOwners();
        const current = await tx.monitoringPoints.find(context.scope, params.id);
        const { list: removed } = await tx.cameras.list(context.scope, { monitoringPointId: params.id }, { limit: MOST_CAMERAS });
        if (!current || !(await tx.monitoringPoints.remove(context.scope, params.id))) throw notFound();
        const origin = originOf(context);
        const happened = cameraEvents(origin, context.now, { before: new Map(), removed });
        return record(tx, context, monitoringPointRemoved(origin, context.now, current), happened);
      });
      journal.publish(messages);
      return undefined;
    },
    async monitorOne({ scope }, { params }) {
      const monitoringPoint = await store.monitoringPoints.find(scope, params.id);
      if (!monitoringPoint) throw notFound();
      return write(monitoringPoint);
    },
    async monitorList({ scope }, { body }) {
      const { list, more } = await store.monitoringPoints.list(
        within(scope, 'gridNoba', body.gridNoba),
        { text: body.name || undefined },
        { limit: LIST_LIMIT },
      );
      return { rows: await mapInSlices(list, write), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },
    async monitorPage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const page = await store.monitoringPoints.page(
        within(scope, 'gridNoba', body.gridNoba),
        { text: body.name || undefined },
        { offset: (pageNo - 1) * pageSize, limit: pageSize },
      );
      return { total: page.total, pageNo, pageSize, list: page.list.map(write) };
    },
    async cameraList({ scope }, { body }) {
      const { list, more } = await store.cameras.list(
        within(scope, 'gridNoba', body.gridNoba),
        { monitoringPointId: body.monitorId ?? undefined, text: body.name || undefined },
        { limit: LIST_LIMIT },
      );
      return { rows: await mapInSlices(list, writeCamera), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },
  };
}

const monitoringPointFrom = (id: string, gridNo: GridNo, body: Body): Omit<MonitoringPoint, 'online'> => ({
  id,
  name: body.name,
  resourceCode: body.resourceCode ?? null,
  districtName: body.districtName ?? null,
  streetName: body.streetName ?? null,
  gridNo,
  position: { lng: body.position.lng, lat: body.position.lat },
  groundHeightMetres: body.position.z ?? null,
  towerHeightMetres: body.towerHeight ?? null,
  leaderName: body.leaderName ?? null,
  leaderPhone: body.leaderPhone ?? null,
  description: body.description ?? null,
  rangeMetres: body.monitorRange ?? null,
  horizontalAngleDegrees: body.horizontalAngle ?? null,
});

function cameraFrom(
  monitoringPoint: MonitoringPoint,
  body: NonNullable<Body['cameras']>[number],
  current: ReadonlyMap<string, Camera>,
): Camera {
  const channelNum = body.channelNum ?? FIRST_CHANNEL;
  const known = current.get(keyOf(body));
  return {
    id: known?.id ?? randomUUID(),
    deviceId: body.deviceId,
    channelNum,
    name: body.name,
    cameraType: body.cameraType ?? null,
    manufacturer: body.manufacturer ?? null,
    monitoringPointId: monitoringPoint.id,
    towerHeightMetres: body.towerHeight ?? monitoringPoint.towerHeightMetres,
    northCorrectionDegrees: body.northCorrection ?? 0,
    position: monitoringPoint.position,
    gridNo: monitoringPoint.gridNo,
    // Only the camera check sets the online state.
    online: known?.online ?? true,
  };
}
