import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { Camera, MonitoringPoint } from '../../camera.ts';
import { camerasLost, EMPTY_POINT, isSameChannel, newCamera, pointBody, pointFields, pointText } from './point-form.ts';

const monitoringPoint: MonitoringPoint = {
  id: 'm',
  name: '雁门塔',
  resourceCode: 'T-1',
  online: true,
  gridNo: '513221' as GridNo,
  districtName: '汶川县',
  streetName: '雁门镇',
  position: { lng: 103.6, lat: 31.5 },
  groundHeightMetres: 1800,
  towerHeightMetres: 30,
  leaderName: '李四',
  leaderPhone: '0837-1',
  description: null,
  rangeMetres: 5000,
  horizontalAngleDegrees: 12.5,
};
const camera = (deviceId: string, channelNum: number): Camera => ({
  id: `${deviceId}${channelNum}`,
  monitoringPointId: 'm',
  deviceId,
  channelNum,
  name: `枪机${channelNum}`,
  cameraType: 'visible',
  towerHeightMetres: 28,
  position: { lng: 103.6, lat: 31.5 },
  northCorrectionDegrees: -3.25,
  manufacturer: 'onvif',
  online: true,
  gridNo: '513221' as GridNo,
});

describe('the form of a monitoring point', () => {
  it('is converted to the form and back without losing any editable field', () => {
    const fields = pointFields(monitoringPoint, [camera('A', 1), camera('A', 2)]);
    const { position } = monitoringPoint;
    expect(pointBody(fields, { lng: position.lng, lat: position.lat })).toEqual({
      name: '雁门塔',
      resourceCode: 'T-1',
      position: { lng: 103.6, lat: 31.5, z: 1800 },
      towerHeight: 30,
      districtName: '汶川县',
      streetName: '雁门镇',
      leaderName: '李四',
      leaderPhone: '0837-1',
      description: null,
      monitorRange: 5000,
      horizontalAngle: 12.5,
      cameras: [1, 2].map((channelNum) => ({
        deviceId: 'A',
        channelNum,
        name: `枪机${channelNum}`,
        cameraType: 'visible',
        manufacturer: 'onvif',
        towerHeight: 28,
        northCorrection: -3.25,
      })),
    });
  });

  it('is converted to the form and back without loss of an editable field', () => {
    const body = pointBody({ ...EMPTY_POINT, name: ' 新塔 ', leaderName: '  ' }, { lng: 1, lat: 2 });
    expect(body).toMatchObject({ name: '新塔', leaderName: null, towerHeight: null, position: { lng: 1, lat: 2, z: null } });
  });

  it('texts are trimmed, empty texts are left out, empty numbers become null', () => {
    const fields = pointFields(monitoringPoint, [camera('A', 1)]);
    const reordered = { ...fields, cameras: fields.cameras.map((one) => Object.fromEntries(Object.entries(one).reverse()) as typeof one) };
    expect(pointText(reordered)).toBe(pointText(fields));
    expect(pointText({ ...fields, position: { lng: 103.6, lat: 31.6 } })).not.toBe(pointText(fields));
    expect(pointText({ ...fields, cameras: [] })).not.toBe(pointText(fields));
  });

  it('a camera that is removed, or gets another device or channel, is lost; a renamed one is not', () => {
    const stored = [camera('A', 1), camera('A', 2), camera('B', 1)];
    const { cameras } = pointFields(monitoringPoint, stored);
    expect(camerasLost(stored, cameras)).toEqual([]);
    expect(camerasLost(stored, [{ ...newCamera(1), deviceId: ' A ', name: '新名' }]).map(({ id }) => id)).toEqual(['A2', 'B1']);
    expect(camerasLost(stored, [...cameras.slice(0, 2), { ...newCamera(2), deviceId: 'B' }]).map(({ id }) => id)).toEqual(['B1']);
  });

  it('two cameras on the same channel are detected; an empty channel is channel 1', () => {
    const cameras = [
      { ...newCamera(1), deviceId: 'A' },
      { ...newCamera(1), deviceId: 'A ', channelNum: null },
      { ...newCamera(2), deviceId: 'A' },
    ];
    expect(cameras.map((_, index) => isSameChannel(cameras, index))).toEqual([true, true, false]);
    expect(isSameChannel(cameras, 7)).toBe(false);
  });
});
