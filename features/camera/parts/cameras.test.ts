import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { SeeingCamera } from '../camera.ts';
import { isThermal } from '../channel.ts';
import { bestOf, channelName, nameParts, pairOf, towersOf } from './cameras.ts';

const channel = (name: string, cameraType: string | null, channelNum: number | null = null) => ({ name, cameraType, channelNum });

describe('the two channels of a point', () => {
  const visible = channel('可见光', 'visible', 2);
  const thermal = channel('热成像', 'thermal', 1);
  it('visible comes first, thermal second, whatever their numbers', () => expect(pairOf([thermal, visible])).toEqual([visible, thermal]));
  it('a single channel is shown alone', () =>
    expect([pairOf([thermal]), pairOf([])]).toEqual([
      [thermal, null],
      [null, null],
    ]));
  it('two visible channels are shown side by side', () => {
    const second = channel('可见光2', null, 3);
    expect(pairOf([second, visible])).toEqual([visible, second]);
  });
  it('the type takes precedence over the name', () =>
    expect([channel('红外一号', null), channel('红外一号', 'visible'), channel('a', 'IR')].map(isThermal)).toEqual([true, false, true]));
});

describe('a channel’s name', () => {
  const named = (name: string, monitoringPointName: string | null) => ({ name, monitoringPointName });
  it('does not repeat its point', () => {
    const names = [named('一号塔 可见光', '一号塔'), named('一号塔', '一号塔'), named('云台', '一号塔'), named('云台', null)];
    expect(names.map(channelName)).toEqual(['可见光', '一号塔', '云台', '云台']);
  });
  it('is split into the part that may be truncated and the part that distinguishes channels', () => {
    expect([named('一号塔 可见光', '一号塔'), named('一号塔', '一号塔'), named('云台', '一号塔')].map(nameParts)).toEqual([
      ['一号塔', '可见光'],
      ['', '一号塔'],
      ['', '云台'],
    ]);
  });
});

const camera = (id: string, monitoringPointId: string | null, distanceMetres: number, over: Partial<SeeingCamera> = {}): SeeingCamera => ({
  id,
  monitoringPointId,
  distanceMetres,
  deviceId: 'd',
  channelNum: 1,
  name: id,
  cameraType: 'visible',
  towerHeightMetres: 30,
  position: { lng: 103, lat: 31 },
  manufacturer: 'onvif',
  online: true,
  gridNo: '513221' as GridNo,
  monitoringPointName: monitoringPointId,
  northCorrectionDegrees: 0,
  azimuthDegrees: 10,
  horizontalDegrees: 10,
  verticalDegrees: -2,
  clearanceMetres: 40,
  ...over,
});
const ids = (cameras: readonly SeeingCamera[]) => cameras.map(({ id }) => id);

describe('cameras that see a position', () => {
  it('are listed one per tower, the visible channel, nearest first', () => {
    const towers = towersOf([
      camera('b-thermal', 'b', 900, { cameraType: 'thermal' }),
      camera('b-visible', 'b', 900),
      camera('a-thermal', 'a', 500, { cameraType: 'thermal' }),
      camera('lone', null, 700),
    ]);
    expect(ids(towers)).toEqual(['a-thermal', 'lone', 'b-visible']);
  });
  it('the best camera is the nearest that is online', () => {
    const off = camera('near', 'a', 100, { online: false });
    const on = camera('far', 'b', 5_000);
    expect([bestOf([off, on])?.id, bestOf([off])?.id, bestOf([])]).toEqual(['far', 'near', null]);
  });
});
