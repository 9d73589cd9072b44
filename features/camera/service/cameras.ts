// A camera with all that is needed to reach it: its record, its link, and the vendor protocol that controls it.

import type { GridNo } from '@lookout/domain';
import type { StoredSecrets } from '@lookout/server/access/stored-secrets.ts';
import { invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { CameraDevice, CameraVendor, VendorId } from '@lookout/video';
import type { Store } from '../../store.ts';
import { type Camera, type CameraAccess, isOfSeveralOwners, type TourStop } from '../camera.ts';
import { keepsPassword } from '../camera-access.wire.ts';
import type { CameraLink } from '../cameras.store.ts';
import { vendorOf } from './vendor-names.ts';

export interface ReachedCamera {
  readonly camera: Camera;
  /** null: not configured. */
  readonly link: CameraLink | null;
  readonly device: CameraDevice;
  /** null: a vendor whose protocol is not supported. */
  readonly vendor: CameraVendor | null;
}

export interface CameraCatalogue {
  /** @throws Refusal when there is no such camera in scope */
  find(scope: GridNo, cameraId: string): Promise<ReachedCamera>;
  /**
   * The camera of a monitoring point.
   * @param channel its id, its channel number, or its device's id; absent: the point's first
   * @throws Refusal when there is no such camera in scope
   */
  ofMonitoringPoint(scope: GridNo, monitoringPointId: string, channel: string | null): Promise<ReachedCamera>;
  /**
   * The camera with the vendor that the caller names (§7 `getStream`: manufacturer), for a record without one.
   * @throws Refusal when the record names another vendor, or the vendor's protocol is not supported
   */
  madeBy(reached: ReachedCamera, manufacturer: string | null | undefined): ReachedCamera;
  /** @throws Refusal when there is no such camera in scope, or cameras of several owners match */
  ofDevice(scope: GridNo, deviceId: string): Promise<ReachedCamera>;
  /** All cameras in scope that have a link. */
  linked(scope: GridNo): Promise<ReachedCamera[]>;
}

/** A limit far above real data: a point has a handful of channels. Channels beyond it are ignored. */
const MOST_CHANNELS = 100;
const MOST_CAMERAS = 20_000;

export function createCameraCatalogue(
  store: Pick<Store, 'cameras' | 'cameraLinks'>,
  passwords: StoredSecrets,
  vendors: Readonly<Record<VendorId, CameraVendor>>,
): CameraCatalogue {
  const reach = (camera: Camera, link: CameraLink | null): ReachedCamera => {
    const vendor = vendorOf(camera.manufacturer);
    return {
      camera,
      link,
      vendor: vendor && vendors[vendor],
      device: {
        cameraId: camera.id,
        channelId: String(camera.channelNum),
        // An ONVIF device has an address. If no profile is configured, the vendor module queries it.
        code: link?.channelCode ?? (vendor === 'onvif' ? null : camera.deviceId),
        address: link?.controlUrl ?? null,
        username: link?.userName ?? null,
        password: link?.encryptedPassword ? passwords.decrypt(link.encryptedPassword) : null,
        isBasicAllowed: link?.isBasicAllowed ?? false,
      },
    };
  };
  const reachOne = async (scope: GridNo, camera: Camera | null | undefined): Promise<ReachedCamera> => {
    if (!camera) throw notFound();
    return reach(camera, await store.cameraLinks.find(scope, camera.id));
  };

  return {
    find: async (scope, cameraId) => reachOne(scope, await store.cameras.find(scope, cameraId)),
    async ofMonitoringPoint(scope, monitoringPointId, channel) {
      const { list } = await store.cameras.list(scope, { monitoringPointId }, { limit: MOST_CHANNELS });
      const inOrder = list.toSorted((one, other) => one.channelNum - other.channelNum || one.deviceId.localeCompare(other.deviceId));
      const wanted = (camera: Camera): boolean =>
        channel === null || camera.id === channel || String(camera.channelNum) === channel || camera.deviceId === channel;
      return reachOne(scope, inOrder.find(wanted));
    },
    madeBy(reached, manufacturer) {
      const [named, recorded] = [manufacturer?.trim() ?? '', reached.camera.manufacturer?.trim() ?? ''];
      if (named === '' || named.toLowerCase() === recorded.toLowerCase()) return reached;
      const vendor = vendorOf(named);
      if (vendor === null) throw refused('vendor-not-spoken', { manufacturer: named });
      if (recorded === '') return reach({ ...reached.camera, manufacturer: named }, reached.link);
      if (vendorOf(recorded) !== vendor) throw refused('other-vendor', { vendor });
      return reached;
    },
    async ofDevice(scope, deviceId) {
      const cameras = await store.cameras.findByDevice(scope, deviceId);
      if (isOfSeveralOwners(cameras)) throw invalid('cameraIndexCode', 'device-ambiguous');
      return reachOne(scope, cameras[0]);
    },
    async linked(scope) {
      const links = new Map((await store.cameraLinks.list(scope)).map((link) => [link.cameraId, link]));
      const { list } = await store.cameras.list(scope, { ids: [...links.keys()] }, { limit: MOST_CAMERAS });
      return list.map((camera) => reach(camera, links.get(camera.id) ?? null));
    },
  };
}

/** @throws Refusal when the vendor's protocol is not supported */
export function vendorFor({ camera, vendor }: ReachedCamera): CameraVendor {
  if (vendor === null) throw refused('vendor-not-spoken', { manufacturer: camera.manufacturer });
  return vendor;
}

// Camera links, as stored and as changed by a caller.

/** The default link of a camera that is not set up. */
export const emptyLink = (cameraId: string): CameraLink => ({
  cameraId,
  controlUrl: null,
  channelCode: null,
  streamUrl: null,
  subStreamUrl: null,
  userName: null,
  encryptedPassword: null,
  isBasicAllowed: false,
  widestFieldDegrees: null,
  narrowestFieldDegrees: null,
  masks: [],
  ranges: [],
  tour: [],
  isRecorded: false,
});

/** A change of a link. Fields left out keep their value. */
interface LinkChange {
  readonly controlUrl?: string | null | undefined;
  readonly channelCode?: string | null | undefined;
  readonly streamUrl?: string | null | undefined;
  readonly subStreamUrl?: string | null | undefined;
  readonly userName?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly isBasicAllowed?: boolean | null | undefined;
  readonly widestFieldDegrees?: number | null | undefined;
  readonly narrowestFieldDegrees?: number | null | undefined;
  readonly tour?: readonly TourStop[] | null | undefined;
}

/** The encrypted password of a changed link: a new one, or the stored one if it may be kept (`keepsPassword`). */
export function passwordAfter(
  before: CameraLink | null,
  after: CameraAccess,
  { password, passwords }: { readonly password: string | null | undefined; readonly passwords: StoredSecrets },
): string | null {
  if (password) return passwords.encrypt(password);
  return before !== null && keepsPassword(before, after) ? before.encryptedPassword : null;
}

/** Whether Basic is allowed after a change. A permission given for one address does not apply to another. */
export const basicAfter = (before: CameraLink | null, after: CameraAccess, given: boolean | null | undefined): boolean =>
  given ?? (before !== null && keepsPassword(before, after) && before.isBasicAllowed);

/**
 * The links of these cameras after the changes.
 * @param changes by camera; if a camera has two changes, the later wins
 * @param ofOtherVendor cameras whose vendor protocol changes: their stored passwords are cleared
 */
export async function relinked(
  store: Pick<Store, 'cameraLinks'>,
  passwords: StoredSecrets,
  scope: GridNo,
  changes: readonly { readonly cameraId: string; readonly link: LinkChange }[],
  ofOtherVendor: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, CameraLink>> {
  const links = new Map<string, CameraLink>();
  if (changes.length === 0) return links;
  const before = await store.cameraLinks.list(scope, [...new Set(changes.map(({ cameraId }) => cameraId))]);
  const current = new Map(
    before.map((link) => [link.cameraId, ofOtherVendor.has(link.cameraId) ? { ...link, encryptedPassword: null } : link]),
  );
  for (const { cameraId, link } of changes) {
    links.set(cameraId, withChange(links.get(cameraId) ?? current.get(cameraId) ?? emptyLink(cameraId), link, passwords));
  }
  return links;
}

function withChange(current: CameraLink, change: LinkChange, passwords: StoredSecrets): CameraLink {
  const after = {
    ...current,
    controlUrl: change.controlUrl || current.controlUrl,
    channelCode: change.channelCode || current.channelCode,
    streamUrl: change.streamUrl || current.streamUrl,
    subStreamUrl: change.subStreamUrl || current.subStreamUrl,
    userName: change.userName || current.userName,
    widestFieldDegrees: change.widestFieldDegrees ?? current.widestFieldDegrees,
    narrowestFieldDegrees: change.narrowestFieldDegrees ?? current.narrowestFieldDegrees,
    tour: change.tour ?? current.tour,
  };
  return {
    ...after,
    encryptedPassword: passwordAfter(current, after, { password: change.password, passwords }),
    isBasicAllowed: basicAfter(current, after, change.isBasicAllowed),
  };
}
