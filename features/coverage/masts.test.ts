import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { Camera, MonitoringPoint, Sector } from '../camera/camera.ts';
import { MOST_RANGE_METRES, USUAL_RANGE_METRES } from './coverage.ts';
import { mastsOf } from './masts.ts';

const gridNo = '513221' as GridNo;
const position = { lng: 103.5, lat: 31.4 };
const point = (more: Partial<MonitoringPoint> = {}): MonitoringPoint => ({
  ...{
    id: 'p',
    name: '塔',
    resourceCode: null,
    online: true,
    districtName: null,
    streetName: null,
    gridNo,
    position,
    groundHeightMetres: null,
  },
  ...{ towerHeightMetres: 30, leaderName: null, leaderPhone: null, description: null, rangeMetres: null, horizontalAngleDegrees: null },
  ...more,
});
const camera = (id: string, more: Partial<Camera> = {}): Camera => ({
  ...{ id, deviceId: id, channelNum: 1, name: id, cameraType: null, manufacturer: null, monitoringPointId: 'p', towerHeightMetres: null },
  ...{ northCorrectionDegrees: 0, position, gridNo, online: true },
  ...more,
});
const range = (fromHorizontal: number, toHorizontal: number): Sector => ({
  name: '',
  fromHorizontal,
  toHorizontal,
  fromVertical: -90,
  toVertical: 90,
});
const masts = (
  monitoringPoints: readonly MonitoringPoint[],
  cameras: readonly Camera[],
  ranges: Readonly<Record<string, readonly Sector[]>> = {},
) => mastsOf({ monitoringPoints, cameras, ranges: new Map(Object.entries(ranges)) });

it('a monitoring point and its cameras are one mast; a camera without one is a mast of its own', () => {
  const found = masts(
    [point()],
    [
      camera('a'),
      camera('b'),
      camera('c', { monitoringPointId: null, towerHeightMetres: 12 }),
      camera('d', { monitoringPointId: 'unknown' }),
    ],
  );
  expect(found.map(({ id, kind, mastMetres, cameraIds, uncounted }) => [id, kind, mastMetres, cameraIds, uncounted])).toEqual([
    ['p', 'monitoring-point', 30, ['a', 'b'], null],
    ['c', 'camera', 12, ['c'], null],
    ['d', 'camera', 0, ['d'], 'no-mast-height'],
  ]);
});

it('the point’s own height counts before those of its cameras, the highest of which counts without it', () => {
  const cameras = [camera('a', { towerHeightMetres: 20 }), camera('b', { towerHeightMetres: 25 })];
  expect(masts([point()], cameras)[0]?.mastMetres).toBe(30);
  expect(masts([point({ towerHeightMetres: null })], cameras)[0]?.mastMetres).toBe(25);
});

it('a mast counts for nothing without cameras, without a height, and with all cameras off line', () => {
  const reasonOf = (...args: Parameters<typeof masts>) => masts(...args)[0]?.uncounted;
  expect(reasonOf([point()], [])).toBe('no-camera');
  expect(reasonOf([point({ towerHeightMetres: null })], [camera('a')])).toBe('no-mast-height');
  expect(reasonOf([point({ towerHeightMetres: 0 })], [camera('a', { towerHeightMetres: 20 })])).toBe('no-mast-height');
  expect(reasonOf([point()], [camera('a', { online: false })])).toBe('offline');
  expect(reasonOf([point()], [camera('a', { online: false }), camera('b')])).toBeNull();
});

it('the range is that of the point, the usual one where none is on record, and never beyond the longest', () => {
  const rangeOf = (rangeMetres: number | null) => masts([point({ rangeMetres })], [camera('a')])[0]?.rangeMetres;
  expect([6_000, null, 0, 200_000].map(rangeOf)).toEqual([6_000, USUAL_RANGE_METRES, USUAL_RANGE_METRES, MOST_RANGE_METRES]);
});

it('sectors are true azimuths, of the cameras that are online; one camera without ranges looks everywhere', () => {
  const sectorsOf = (...args: Parameters<typeof masts>) => masts(...args)[0]?.sectors;
  const north = camera('a', { northCorrectionDegrees: -20 });
  expect(sectorsOf([point()], [north], { a: [range(10, 100), range(350, 5)] })).toEqual([
    { fromDegrees: 350, toDegrees: 80 },
    { fromDegrees: 330, toDegrees: 345 },
  ]);
  expect(sectorsOf([point()], [north, camera('b')], { a: [range(10, 100)] })).toEqual([]);
  expect(sectorsOf([point()], [north, camera('b', { online: false })], { a: [range(10, 100)] })).toEqual([
    { fromDegrees: 350, toDegrees: 80 },
  ]);
  expect(sectorsOf([point()], [north], { a: [range(0, 360)] })).toEqual([]);
});
