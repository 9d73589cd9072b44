// A camera as it can be reached: the record, how it is linked, and the vendor's words that speak to it.
import type { Camera, GridNo } from '@lookout/domain';
import type { CameraLink, Store } from '@lookout/store';
import type { CameraDevice, CameraVendor, VendorId } from '@lookout/video';
import { notFound, refused } from '../../acting/refusal.ts';
import type { CameraPasswords } from './camera-passwords.ts';

export interface ReachedCamera {
  readonly camera: Camera;
  /** null: nobody has said how it is reached. */
  readonly link: CameraLink | null;
  readonly device: CameraDevice;
  /** null: a vendor whose words nobody here speaks. */
  readonly vendor: CameraVendor | null;
}

/** What a vendor's folder is called in records: `manufacturer`, whatever its case. */
const vendorNames: Readonly<Record<string, VendorId>> = {
  onvif: 'onvif',
  hikvision: 'hikvision',
  hik: 'hikvision',
  海康: 'hikvision',
  chinatower: 'chinaTower',
  铁塔: 'chinaTower',
  aqishi: 'aqishi',
  guide: 'guide',
  高德: 'guide',
  mediakit: 'mediaKit',
  zlmediakit: 'mediaKit',
};

export const vendorOf = (manufacturer: string | null): VendorId | null => vendorNames[(manufacturer ?? '').trim().toLowerCase()] ?? null;

export interface CameraCatalogue {
  /** @throws Refusal when there is none in scope */
  find(scope: GridNo, cameraId: string): Promise<ReachedCamera>;
  /**
   * The camera of a monitoring point.
   * @param channel its id, its channel number, or its device's id; absent: the point's first
   * @throws Refusal when there is none in scope
   */
  ofMonitoringPoint(scope: GridNo, monitorId: string, channel: string | null): Promise<ReachedCamera>;
  /** @throws Refusal when there is none in scope */
  ofDevice(scope: GridNo, deviceId: string): Promise<ReachedCamera>;
  /** All in scope whose link somebody has set. */
  linked(scope: GridNo): Promise<ReachedCamera[]>;
}

/** A point has a handful of channels; more than this are not looked at. */
const MOST_CHANNELS = 100;
const MOST_CAMERAS = 20_000;

export function createCameraCatalogue(
  store: Pick<Store, 'cameras' | 'cameraLinks'>,
  passwords: CameraPasswords,
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
        // An ONVIF device is at its own address: its profile is asked for where none is named.
        code: link?.channelCode ?? (vendor === 'onvif' ? null : camera.deviceId),
        address: link?.controlUrl ?? null,
        username: link?.userName ?? null,
        password: link?.encryptedPassword ? passwords.decrypt(link.encryptedPassword) : null,
      },
    };
  };
  const reachOne = async (scope: GridNo, camera: Camera | null | undefined): Promise<ReachedCamera> => {
    if (!camera) throw notFound();
    return reach(camera, await store.cameraLinks.find(scope, camera.id));
  };

  return {
    find: async (scope, cameraId) => reachOne(scope, await store.cameras.find(scope, cameraId)),
    async ofMonitoringPoint(scope, monitorId, channel) {
      const { list } = await store.cameras.list(scope, { monitorId }, { limit: MOST_CHANNELS });
      const inOrder = list.toSorted((one, other) => one.channelNum - other.channelNum || one.deviceId.localeCompare(other.deviceId));
      const wanted = (camera: Camera): boolean =>
        channel === null || camera.id === channel || String(camera.channelNum) === channel || camera.deviceId === channel;
      return reachOne(scope, inOrder.find(wanted));
    },
    ofDevice: async (scope, deviceId) => reachOne(scope, (await store.cameras.findByDevice(scope, deviceId))[0]),
    async linked(scope) {
      const links = new Map((await store.cameraLinks.list(scope)).map((link) => [link.cameraId, link]));
      const { list } = await store.cameras.list(scope, { ids: [...links.keys()] }, { limit: MOST_CAMERAS });
      return list.map((camera) => reach(camera, links.get(camera.id) ?? null));
    },
  };
}

/** @throws Refusal: nobody here speaks to this camera */
export function speaking({ camera, vendor }: ReachedCamera): CameraVendor {
  if (vendor === null) throw refused('vendor-not-spoken', { manufacturer: camera.manufacturer });
  return vendor;
}
