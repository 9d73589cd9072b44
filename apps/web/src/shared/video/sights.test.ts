import type { WireSeeingCamera } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { bestOf, towersOf } from './sights.ts';

const camera = (id: string, monitorId: string | null, distance: number, over: Partial<WireSeeingCamera> = {}): WireSeeingCamera => ({
  ...{ id, monitorId, distance, deviceId: 'd', channelNum: 1, name: id, cameraType: 'visible', towerHeight: 30, northCorrection: 0 },
  ...{ position: { lng: 103, lat: 31 }, manufacturer: 'onvif', isOnline: '1', gridNo: '513221', monitorName: monitorId },
  ...{ azimuth: 10, horizontal: 10, vertical: -2, clearance: 40 },
  ...over,
});
const ids = (cameras: readonly WireSeeingCamera[]) => cameras.map(({ id }) => id);

describe('cameras that see a place', () => {
  it('one for each tower, the visible channel, nearest first', () => {
    const towers = towersOf([
      camera('b-thermal', 'b', 900, { cameraType: 'thermal' }),
      camera('b-visible', 'b', 900),
      camera('a-thermal', 'a', 500, { cameraType: 'thermal' }),
      camera('lone', null, 700),
    ]);
    expect(ids(towers)).toEqual(['a-thermal', 'lone', 'b-visible']);
  });
  it('the best is the nearest that is online', () => {
    const off = camera('near', 'a', 100, { isOnline: '0' });
    const on = camera('far', 'b', 5_000);
    expect([bestOf([off, on])?.id, bestOf([off])?.id, bestOf([])]).toEqual(['far', 'near', null]);
  });
});
