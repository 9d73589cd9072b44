// Sends the demo's resources and camera towers once at the start. Sending again changes nothing.
import { contract } from '@lookout/features/contract.ts';
import { CHANNELS, type Tower } from '../cameras/towers.ts';
import type { ResourceBody } from '../resources/layout.ts';
import { cameraTexts, notices } from '../texts.ts';
import { fieldDegrees } from '../towers/optics.ts';
import type { TowerAddress } from '../towers/start.ts';
import type { Parcel } from './queue.ts';
import type { Session } from './session.ts';
import type { CameraTowerBody, Wire } from './wire.ts';

/** A batch of this many rows is some hundred kilobytes below the server's limit for a call. */
const BATCH = 250;

/** Sends the resources batch by batch; a retry begins with the batch that was not delivered. */
export function resourcesParcel(resources: Iterator<ResourceBody>, wire: Pick<Wire, 'resources'>): Parcel {
  let batch: ResourceBody[] = [];
  const faults: string[] = [];
  return {
    name: notices.parcels.resources,
    async send() {
      for (;;) {
        while (batch.length < BATCH) {
          const { value, done } = resources.next();
          if (done) break;
          batch.push(value);
        }
        if (batch.length === 0)
          return faults.length === 0 ? { kind: 'delivered' } : { kind: 'refused', why: faults.slice(0, 3).join('; ') };
        const answer = await wire.resources(batch);
        if (answer.kind !== 'delivered') return answer;
        for (const { index, path, reason } of answer.data.rejected) faults.push(`${batch[index]?.resourceCode} ${path}: ${reason}`);
        batch = [];
      }
    },
  };
}

/**
 * Creates the missing towers, recognised by their code, and then sends the addresses of all, which change with every start.
 * @param addresses empty: the towers have no video and cannot be controlled
 */
export function towersParcel(
  towers: () => readonly Tower[],
  session: Pick<Session, 'call'>,
  addresses: readonly TowerAddress[] = [],
): Parcel {
  return {
    name: notices.parcels.tower,
    async send() {
      const existing = await session.call(contract.camera.monitorList, {});
      if (existing.kind !== 'delivered') return existing;
      const codes = new Set(existing.data.map(({ resourceCode }) => resourceCode));
      for (const tower of towers()) {
        if (codes.has(tower.code)) continue;
        const made = await session.call(contract.camera.createMonitoringPoint, bodyOf(tower));
        if (made.kind !== 'delivered') return made;
      }
      if (addresses.length === 0) return { kind: 'delivered' };
      const linked = await session.call(contract.camera.relinkCameras, { cameras: addresses.flatMap(linksOf) });
      if (linked.kind !== 'delivered') return linked;
      const [fault] = linked.data.rejected;
      return fault ? { kind: 'refused', why: fault.reason } : { kind: 'delivered' };
    },
  };
}

const linksOf = ({ towerId, onvif, userName, password }: TowerAddress) =>
  CHANNELS.map((channel, n) => ({
    deviceId: towerId,
    channelNum: n + 1,
    link: {
      controlUrl: onvif,
      channelCode: channel,
      userName,
      password,
      widestFieldDegrees: fieldDegrees(channel, 0),
      narrowestFieldDegrees: fieldDegrees(channel, 1),
    },
  }));

/** Seconds that a tower stays at each preset of its tour. */
const TOUR_STOP_SECONDS = 20;
/**
 * The initial presets of every tower. They are sent only with the tower's creation, so that a tour which an officer sets afterwards is
 * kept.
 */
const tour = cameraTexts.presets.map((_, n) => ({ preset: n + 1, seconds: TOUR_STOP_SECONDS }));

const bodyOf = (tower: Tower): CameraTowerBody => ({
  name: tower.name,
  resourceCode: tower.code,
  position: { lng: tower.lng, lat: tower.lat, z: Math.round(tower.heightMetres) },
  towerHeight: tower.towerHeightMetres,
  districtName: tower.districtName,
  streetName: tower.streetName,
  leaderName: tower.leaderName,
  leaderPhone: tower.leaderPhone,
  description: cameraTexts.description,
  monitorRange: tower.rangeMetres,
  cameras: CHANNELS.map((channel, n) => ({
    deviceId: tower.code,
    channelNum: n + 1,
    name: `${tower.name} ${cameraTexts.channels[channel]}`,
    cameraType: channel,
    towerHeight: tower.towerHeightMetres,
    northCorrection: tower.northCorrectionDegrees,
    manufacturer: 'onvif',
    link: { tour },
  })),
});
