import { contract } from '@lookout/features/contract.ts';
import { expect, test } from 'vitest';
import { towersOn } from '../cameras/towers.ts';
import { resourcesOn } from '../resources/layout.ts';
import { demoGround } from '../testing/demo-ground.ts';
import type { Answer } from './sender.ts';
import { resourcesParcel, towersParcel } from './setup.ts';
import type { Wire } from './wire.ts';

const surface = demoGround;
const later: Answer<never> = { kind: 'later', why: 'ECONNREFUSED' };

/** A wire that fails with these answers in turn; null: the call succeeds. */
const aWire = (...failures: (Answer<never> | null)[]) => {
  const batches: (readonly unknown[])[] = [];
  const wire: Pick<Wire, 'resources'> = {
    async resources(rows) {
      const failure = failures.shift();
      if (failure) return failure;
      batches.push(rows);
      return { kind: 'delivered', data: { received: rows.length, accepted: rows.length, rejected: [] } };
    },
  };
  return { wire, batches };
};

test('all resources are sent once, in batches that the server accepts, also when a batch has to be retried', async () => {
  const { wire, batches } = aWire(null, later);
  const parcel = resourcesParcel(resourcesOn(surface), wire);
  expect([(await parcel.send()).kind, (await parcel.send()).kind]).toEqual(['later', 'delivered']);
  expect(batches.flat()).toEqual([...resourcesOn(surface)]);
  expect(Math.max(...batches.map((rows) => Buffer.byteLength(JSON.stringify(rows))))).toBeLessThan(500_000);
});

test('a rejected row is reported', async () => {
  const parcel = resourcesParcel(resourcesOn(surface), {
    resources: async (rows) => ({
      kind: 'delivered',
      data: {
        ...{ received: rows.length, accepted: rows.length - 1 },
        rejected: [{ index: 0, path: 'position', reason: '位置在中国境外', error: { code: 'outside-china', params: {} } }],
      },
    }),
  });
  expect(await parcel.send()).toMatchObject({ kind: 'refused', why: expect.stringContaining('DEMO-513221-fireCommand-01 position') });
});

test('Towers are created as the interface requires: two channels, onvif, height, north correction and a tour; a lost response creates no duplicate', async () => {
  const points: { resourceCode: string }[] = [];
  const linked: string[] = [];
  let losesResponse = true;
  const session = {
    async call(row: { readonly path: string }, body: unknown) {
      if (row.path === contract.camera.relinkCameras.path) {
        const { cameras } = contract.camera.relinkCameras.input.parse(body);
        linked.push(...cameras.map(({ deviceId, channelNum, link }) => `${deviceId}/${channelNum} ${link.channelCode}`));
        return { kind: 'delivered', data: { changed: cameras.length, rejected: [] } } as Answer<never>;
      }
      if (row.path === contract.camera.monitorList.path) return { kind: 'delivered', data: [...points] } as Answer<never>;
      const read = contract.camera.createMonitoringPoint.input.parse(body);
      expect(read.cameras).toHaveLength(2);
      for (const camera of read.cameras ?? []) {
        expect(camera).toMatchObject({ manufacturer: 'onvif', towerHeight: read.towerHeight, deviceId: read.resourceCode });
        expect(camera.northCorrection).toEqual(expect.any(Number));
        expect(camera.link?.tour?.map(({ preset }) => preset)).toEqual([1, 2, 3, 4]);
      }
      points.push({ resourceCode: read.resourceCode ?? '' });
      if (points.length === 5 && losesResponse) {
        losesResponse = false;
        return later;
      }
      return { kind: 'delivered', data: { id: 'x' } } as Answer<never>;
    },
  };
  const address = {
    towerId: 'T1',
    onvif: 'http://h/T1',
    rtsp: { visible: 'rtsp://h/v', thermal: 'rtsp://h/t' },
    userName: 'u',
    password: 'p',
  };
  const parcel = towersParcel(() => towersOn(surface), session, [address]);
  expect([(await parcel.send()).kind, (await parcel.send()).kind, (await parcel.send()).kind]).toEqual(['later', 'delivered', 'delivered']);
  expect(points.map(({ resourceCode }) => resourceCode)).toEqual(towersOn(surface).map(({ code }) => code));
  // Sent again the second time, since the addresses change with every start.
  expect(linked).toEqual(['T1/1 visible', 'T1/2 thermal', 'T1/1 visible', 'T1/2 thermal']);
});
