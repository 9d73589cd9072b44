import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { Camera } from '../camera.ts';
import type { LinkedCamera } from '../cameras.store.ts';
import { emptyLink } from './cameras.ts';
import { isSameReach, reachesOf } from './reach.ts';

const CAMERA: Camera = {
  id: 'c',
  deviceId: 'D1',
  channelNum: 1,
  name: '',
  cameraType: null,
  manufacturer: 'onvif',
  monitoringPointId: null,
  towerHeightMetres: null,
  northCorrectionDegrees: 0,
  position: { lng: 0, lat: 0 },
  gridNo: '513221' as GridNo,
  online: true,
};
const camera = (link: Partial<LinkedCamera['link']>, manufacturer: string | null = 'onvif'): LinkedCamera => ({
  camera: { ...CAMERA, manufacturer },
  link: { ...emptyLink('c'), ...link },
});
const meet = (a: LinkedCamera, b: LinkedCamera): boolean =>
  reachesOf(a).some((one) => reachesOf(b).some((other) => isSameReach(one, other)));

const tower = camera({ controlUrl: 'http://tower.example/onvif/device_service' });

it.each([
  ['HTTP://Tower.EXAMPLE:80/onvif/device_service', 'onvif'],
  ['http://tower.example./onvif//device_service', 'onvif'],
  ['http://user@tower.example/x/onvif/device_service', 'onvif'],
  ['http://tower.example/', 'hikvision'],
])('%s of %s is the same device', (controlUrl, manufacturer) => {
  expect(meet(tower, camera({ controlUrl, channelCode: 'other' }, manufacturer))).toBe(true);
});

it('another port or host is another device', () => {
  expect(meet(tower, camera({ controlUrl: 'http://tower.example:8080/onvif/device_service' }))).toBe(false);
  expect(meet(tower, camera({ controlUrl: 'http://tower2.example/onvif/device_service' }))).toBe(false);
});

it('a gateway has a path for each ONVIF device, and a media server has one for each stream', () => {
  const behind = (path: string) => camera({ controlUrl: `http://gateway.example/${path}/onvif/device_service` });
  expect([meet(behind('A'), behind('a')), meet(behind('A'), behind('B'))]).toEqual([true, false]);
  const stream = (path: string) => camera({ streamUrl: `rtsp://media.example/${path}` }, null);
  expect([meet(stream('live/1'), stream('live//1')), meet(stream('live/1'), stream('live/2'))]).toEqual([true, false]);
});

it('all streams of a device belong to the device, whatever their path', () => {
  const own = camera({ controlUrl: 'http://tower.example/onvif/device_service', streamUrl: 'rtsp://tower.example/main' });
  expect(meet(own, camera({ streamUrl: 'rtsp://tower.example:554/sub' }, null))).toBe(true);
});
