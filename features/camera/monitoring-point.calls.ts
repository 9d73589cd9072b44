// Monitoring points and their cameras.

import {
  errorCode,
  id,
  LIST_WEIGHT,
  latitude,
  longitude,
  numeric,
  optionalText,
  paging,
  requestedGrid,
  requiredText,
  row,
} from '@lookout/contract';
import { z } from 'zod';
import { camera, monitoringPoint } from './camera.schema.ts';
import { fieldOfView, linkFields, tourStop } from './camera-setup.calls.ts';

const editsCameras = { anyOf: ['set-up-cameras'] } as const;
// The pages 摄像头设置 and 设备纠偏 list the points and cameras they edit, so their permission also allows these lists.
const seesPoints = { anyOf: ['watch-alarms', 'set-up-cameras'] } as const;
const seesCameras = { anyOf: ['watch-alarms', 'watch-video', 'set-up-cameras'] } as const;

const position = z.object({ lng: longitude, lat: latitude, z: numeric(z.number().min(-500).max(9000)).nullish() });

const cameraLink = z.object({
  ...linkFields,
  basicAllowed: z.boolean().nullish(),
  widestFieldOfView: fieldOfView,
  narrowestFieldOfView: fieldOfView,
  tour: z.array(tourStop).max(64).nullish(),
});
export type WireCameraLink = z.output<typeof cameraLink>;

const cameraFields = {
  deviceId: requiredText(128, errorCode('device-number-needed')),
  channelNum: numeric(z.number().int().min(0).max(10_000)).nullish(),
  name: requiredText(64, errorCode('camera-name-needed')),
  cameraType: optionalText(32),
  towerHeight: numeric(z.number().min(0).max(1000)).nullish(),
  northCorrection: numeric(z.number().min(-360).max(360)).nullish(),
  manufacturer: optionalText(32),
  /** The camera's link, so that one call can register a camera and set it up; absent: the stored link is kept. */
  link: cameraLink.nullish(),
};

const monitorFields = z.object({
  name: requiredText(64, errorCode('monitoring-point-name-needed')),
  resourceCode: optionalText(64),
  position,
  towerHeight: numeric(z.number().min(0).max(1000)).nullish(),
  districtName: optionalText(64),
  streetName: optionalText(64),
  leaderName: optionalText(64),
  leaderPhone: optionalText(32),
  description: optionalText(500),
  monitorRange: numeric(z.number().min(0).max(100_000)).nullish(),
  horizontalAngle: numeric(z.number().min(-360).max(360)).nullish(),
  cameras: z.array(z.object(cameraFields)).max(32).nullish(),
});

const monitorFilter = { ...requestedGrid, name: optionalText(64) };

export const monitoringPointCalls = {
  createMonitoringPoint: row({
    method: 'POST',
    path: '/resource/api/monitor',
    summary: '新建监控点与其摄像头',
    permission: editsCameras,
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'create-monitor',
    input: monitorFields,
    reply: z.object({ id: z.uuid() }),
  }),
  monitorPage: row({
    method: 'POST',
    path: '/resource/api/monitor/page',
    summary: '监控点（分页）',
    permission: seesPoints,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...monitorFilter, ...paging }),
    reply: monitoringPoint,
    reads: 'monitor',
  }),
  monitorList: row({
    method: 'POST',
    path: '/resource/api/monitor/list',
    summary: '监控点列表',
    permission: seesCameras,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: LIST_WEIGHT,
    input: z.object(monitorFilter),
    reply: monitoringPoint,
    reads: 'monitor',
  }),
  monitorOne: row({
    method: 'GET',
    path: '/resource/api/monitor/{id}',
    summary: '一个监控点',
    permission: seesPoints,
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    params: z.object({ id }),
    reply: monitoringPoint,
    reads: 'monitor',
  }),
  updateMonitoringPoint: row({
    method: 'PUT',
    path: '/resource/api/monitor/{id}',
    summary: '修改监控点',
    permission: editsCameras,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'update-monitor',
    params: z.object({ id }),
    input: monitorFields,
    reply: z.null(),
  }),
  deleteMonitoringPoint: row({
    method: 'DELETE',
    path: '/resource/api/monitor/{id}',
    summary: '删除监控点与其摄像头',
    permission: editsCameras,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'delete-monitor',
    verified: true,
    params: z.object({ id }),
    reply: z.null(),
  }),
  cameraList: row({
    method: 'POST',
    path: '/resource/api/camera/list',
    summary: '摄像头列表',
    permission: seesCameras,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: LIST_WEIGHT,
    input: z.object({ ...requestedGrid, monitorId: id.nullish(), name: optionalText(64) }),
    reply: camera,
    reads: 'camera',
  }),
};
