// Monitoring points, cameras and gate images on the wire (specification §3).

import { fileUrl, formatTime, type GridNames, readTime, uploadsAt } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireGateImage } from '../post/post.calls.ts';
import type { WireCamera, WireCheckedCamera, WireGatePoint, WireMonitoringPoint, WireTalliedPoint } from './camera.schema.ts';
import type { Camera, CheckedCamera, GatePoint, ListedGateImage, MonitoringPoint, TalliedPoint } from './camera.ts';
import type { WireCameraLink } from './monitoring-point.calls.ts';

const writeOnline = (online: boolean): '0' | '1' => (online ? '1' : '0');
/** Specification §3: only '0' is offline. */
const readOnline = (isOnline: '0' | '1' | null): boolean => isOnline !== '0';

export const writeMonitoringPoint = (m: MonitoringPoint, nameOf: GridNames): WireMonitoringPoint => ({
  id: m.id,
  name: m.name,
  resourceCode: m.resourceCode,
  resourceType: 'monitor',
  isOnline: writeOnline(m.online),
  districtName: m.districtName,
  streetName: m.streetName,
  gridNo: m.gridNo,
  gridName: nameOf(m.gridNo) ?? m.gridNo,
  position: { ...m.position, z: m.groundHeightMetres },
  towerHeight: m.towerHeightMetres,
  leaderName: m.leaderName,
  leaderPhone: m.leaderPhone,
  description: m.description,
  monitorRange: m.rangeMetres,
  horizontalAngle: m.horizontalAngleDegrees,
});

/** The inverse of `writeMonitoringPoint`. */
export const readMonitoringPoint = (w: WireMonitoringPoint): Named<MonitoringPoint> => ({
  id: w.id,
  name: w.name,
  resourceCode: w.resourceCode,
  online: readOnline(w.isOnline),
  districtName: w.districtName,
  streetName: w.streetName,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  position: { lng: w.position.lng, lat: w.position.lat },
  groundHeightMetres: w.position.z,
  towerHeightMetres: w.towerHeight,
  leaderName: w.leaderName,
  leaderPhone: w.leaderPhone,
  description: w.description,
  rangeMetres: w.monitorRange,
  horizontalAngleDegrees: w.horizontalAngle,
});

export const readTalliedPoint = (w: WireTalliedPoint): TalliedPoint => ({
  ...readMonitoringPoint(w),
  cameraCount: w.cameraCount,
  onlineCount: w.onlineCount,
});

export const readGatePoint = (w: WireGatePoint): GatePoint => ({ ...readTalliedPoint(w), postName: w.postName });

export const writeCamera = (c: Camera): WireCamera => ({
  id: c.id,
  monitorId: c.monitoringPointId,
  deviceId: c.deviceId,
  channelNum: c.channelNum,
  name: c.name,
  cameraType: c.cameraType,
  towerHeight: c.towerHeightMetres,
  position: c.position,
  northCorrection: c.northCorrectionDegrees,
  manufacturer: c.manufacturer,
  isOnline: writeOnline(c.online),
  gridNo: c.gridNo,
});

/** The inverse of `writeCamera`. */
export const readCamera = (w: WireCamera): Camera => ({
  id: w.id,
  monitoringPointId: w.monitorId,
  deviceId: w.deviceId,
  channelNum: w.channelNum,
  name: w.name,
  cameraType: w.cameraType,
  towerHeightMetres: w.towerHeight,
  position: w.position,
  northCorrectionDegrees: w.northCorrection,
  manufacturer: w.manufacturer,
  online: readOnline(w.isOnline),
  gridNo: w.gridNo as GridNo,
});

export const readCheckedCamera = (w: WireCheckedCamera): CheckedCamera => ({
  ...readCamera(w),
  gridName: w.gridName,
  monitoringPointName: w.monitorName,
  state: w.state,
  stateText: w.stateText,
  viewers: w.viewers,
  isRecording: w.isRecording,
  checkedAt: w.checkedAt === null ? null : readTime(w.checkedAt),
});

/** The link of a camera in a request that creates or changes its monitoring point. */
export const readCameraLink = ({ basicAllowed, widestFieldOfView, narrowestFieldOfView, ...link }: WireCameraLink) => ({
  ...link,
  isBasicAllowed: basicAllowed,
  widestFieldDegrees: widestFieldOfView,
  narrowestFieldDegrees: narrowestFieldOfView,
});

export const writeGateImage = ({ capturedAt, pictureId, ...image }: ListedGateImage): WireGateImage => ({
  ...image,
  captureTime: formatTime(capturedAt),
  picPath: fileUrl(pictureId),
});

/** The inverse of `writeGateImage`, to the second. */
export function readGateImage({ captureTime, picPath, gridNo, ...image }: WireGateImage): ListedGateImage {
  const [pictureId = ''] = uploadsAt([picPath]);
  return { ...image, gridNo: gridNo as GridNo, capturedAt: readTime(captureTime), pictureId };
}

/** Readers that turn the replies of calls into domain types, by the name given in the call's row. */
export const cameraReaders = {
  'gate-image': readGateImage,
  monitor: readMonitoringPoint,
  'tallied-monitor': readTalliedPoint,
  'gate-monitor': readGatePoint,
  camera: readCamera,
  'checked-camera': readCheckedCamera,
} as const;
