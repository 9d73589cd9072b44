import type { GridNo, SeeingCamera } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { bestOf, towersOf } from './sights.ts';

const camera = (id: string, monitorId: string | null, distanceMetres: number, over: Partial<SeeingCamera> = {}): SeeingCamera => ({
  ...{ id, monitorId, distanceMetres, deviceId: 'd', channelNum: 1, name: id, cameraType: 'visible', towerHeightMetres: 30 },
  ...{ position: { lng: 103, lat: 31 }, manufacturer: 'onvif', online: true, gridNo: '513221' as GridNo, monitorName: monitorId },
  ...{ northCorrectionDegrees: 0, azimuthDegrees: 10, horizontalDegrees: 10, verticalDegrees: -2, clearanceMetres: 40 },
  ...over,
});
const ids = (cameras: readonly SeeingCamera[]) => cameras.map(({ id }) => id);

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
    const off = camera('near', 'a', 100, { online: false });
    const on = camera('far', 'b', 5_000);
    expect([bestOf([off, on])?.id, bestOf([off])?.id, bestOf([])]).toEqual(['far', 'near', null]);
  });
});
