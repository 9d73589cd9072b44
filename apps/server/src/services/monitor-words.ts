// Monitoring points and cameras as they travel (specification §3).
import type { Camera } from '@lookout/domain';
import type { Monitor } from '@lookout/store';

const onlineWord = (online: boolean): '0' | '1' => (online ? '1' : '0');

export const writeMonitor = (m: Monitor, gridName: string) => ({
  id: m.id,
  name: m.name,
  resourceCode: m.resourceCode,
  resourceType: 'monitor' as const,
  isOnline: onlineWord(m.online),
  districtName: m.districtName,
  streetName: m.streetName,
  gridNo: m.gridNo,
  gridName,
  position: { ...m.position, z: m.groundHeightMetres },
  towerHeight: m.towerHeightMetres,
  leaderName: m.leaderName,
  leaderPhone: m.leaderPhone,
  description: m.description,
  monitorRange: m.rangeMetres,
  horizontalAngle: m.horizontalAngleDegrees,
});

export const writeCamera = (c: Camera) => ({
  id: c.id,
  monitorId: c.monitorId,
  deviceId: c.deviceId,
  channelNum: c.channelNum,
  name: c.name,
  cameraType: c.cameraType,
  towerHeight: c.towerHeightMetres,
  position: c.position,
  northCorrection: c.northCorrectionDegrees,
  manufacturer: c.manufacturer,
  isOnline: onlineWord(c.online),
  gridNo: c.gridNo,
});
