// A monitoring point with its cameras: conversion to the form and to the request. Form fields are named as in the call, so that the server's
// faults are shown at their fields. Pure.

import type { LngLat } from '@lookout/geo';
import type { Camera, MonitoringPoint } from '../../camera.ts';

type Text = string | null | undefined;
type Figure = number | null | undefined;

export interface CameraFields {
  readonly deviceId: string;
  readonly channelNum: Figure;
  readonly name: string;
  readonly cameraType?: Text;
  readonly manufacturer?: Text;
  /** Metres; empty: the point's value is used. */
  readonly towerHeight?: Figure;
  readonly northCorrection?: Figure;
}

export interface PointFields {
  readonly name: string;
  readonly resourceCode?: Text;
  readonly position: LngLat | null;
  readonly groundHeight?: Figure;
  readonly towerHeight?: Figure;
  readonly districtName?: Text;
  readonly streetName?: Text;
  readonly leaderName?: Text;
  readonly leaderPhone?: Text;
  readonly monitorRange?: Figure;
  readonly horizontalAngle?: Figure;
  readonly description?: Text;
  readonly cameras: readonly CameraFields[];
}

/** The server's default when none is given. */
const FIRST_CHANNEL = 1;

export const newCamera = (channelNum: number): CameraFields => ({
  deviceId: '',
  channelNum,
  name: '',
  cameraType: 'visible',
  manufacturer: 'onvif',
  northCorrection: 0,
});

export const EMPTY_POINT: PointFields = { name: '', position: null, cameras: [newCamera(FIRST_CHANNEL)] };

export const pointFields = (monitoringPoint: MonitoringPoint, cameras: readonly Camera[]): PointFields => ({
  name: monitoringPoint.name,
  resourceCode: monitoringPoint.resourceCode,
  position: monitoringPoint.position,
  groundHeight: monitoringPoint.groundHeightMetres,
  towerHeight: monitoringPoint.towerHeightMetres,
  districtName: monitoringPoint.districtName,
  streetName: monitoringPoint.streetName,
  leaderName: monitoringPoint.leaderName,
  leaderPhone: monitoringPoint.leaderPhone,
  monitorRange: monitoringPoint.rangeMetres,
  horizontalAngle: monitoringPoint.horizontalAngleDegrees,
  description: monitoringPoint.description,
  cameras: cameras.map(({ deviceId, channelNum, name, cameraType, manufacturer, towerHeightMetres, northCorrectionDegrees }) => ({
    deviceId,
    channelNum,
    name,
    cameraType,
    manufacturer,
    towerHeight: towerHeightMetres,
    northCorrection: northCorrectionDegrees,
  })),
});

const textOrNull = (text: Text): string | null => (text == null || text.trim() === '' ? null : text.trim());

export const pointBody = ({ groundHeight, ...fields }: Omit<PointFields, 'position'>, position: LngLat) => ({
  name: fields.name.trim(),
  resourceCode: textOrNull(fields.resourceCode),
  position: { lng: position.lng, lat: position.lat, z: groundHeight ?? null },
  towerHeight: fields.towerHeight ?? null,
  districtName: textOrNull(fields.districtName),
  streetName: textOrNull(fields.streetName),
  leaderName: textOrNull(fields.leaderName),
  leaderPhone: textOrNull(fields.leaderPhone),
  monitorRange: fields.monitorRange ?? null,
  horizontalAngle: fields.horizontalAngle ?? null,
  description: textOrNull(fields.description),
  cameras: fields.cameras.map((camera) => ({
    deviceId: camera.deviceId.trim(),
    channelNum: camera.channelNum ?? FIRST_CHANNEL,
    name: camera.name.trim(),
    cameraType: textOrNull(camera.cameraType),
    manufacturer: textOrNull(camera.manufacturer),
    towerHeight: camera.towerHeight ?? null,
    northCorrection: camera.northCorrection ?? 0,
  })),
});

/** A canonical text of what would be saved, independent of key order, to detect changes. */
export const pointText = ({ position, ...fields }: PointFields): string =>
  JSON.stringify([position?.lng, position?.lat, pointBody(fields, { lng: 0, lat: 0 })]);

const channelOf = ({ deviceId, channelNum }: Pick<CameraFields, 'deviceId' | 'channelNum'>): string =>
  `${deviceId.trim()}/${channelNum ?? FIRST_CHANNEL}`;

/** The existing cameras that are missing in the form and would be deleted by saving. Cameras are identified by device and channel. */
export function camerasLost(existing: readonly Camera[], cameras: readonly CameraFields[]): readonly Camera[] {
  const named = new Set(cameras.map(channelOf));
  return existing.filter((camera) => !named.has(channelOf(camera)));
}

/** Whether another camera of the form has the same device and channel. */
export const isSameChannel = (cameras: readonly CameraFields[], index: number): boolean => {
  const camera = cameras[index];
  return camera !== undefined && cameras.some((other, at) => at !== index && channelOf(other) === channelOf(camera));
};
