// Two points, one post (两点一岗): checkpoints by grid, their cameras, and images of passages.

import { errorCode, gridNo, id, LIST_WEIGHT, optionalText, paging, requiredText, row, time, timeWindow } from '@lookout/contract';
import { photo } from '@lookout/contract/photo.ts';
import { z } from 'zod';
import { camera, gatePoint, talliedPoint } from '../camera/camera.schema.ts';
import { GATE_CATEGORIES } from '../camera/camera.ts';
import { resource } from '../resource/resource.schema.ts';

export const gateImage = z.object({
  id: z.uuid(),
  postId: z.string().nullable(),
  postName: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  captureTime: z.string(),
  /** 车辆, 人员, as sent by the gate. */
  category: z.enum(GATE_CATEGORIES),
  plate: z.string().nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  picPath: z.string(),
  position: z.object({ lng: z.number(), lat: z.number() }),
});
export type WireGateImage = z.output<typeof gateImage>;

const listing = { permission: { anyOf: ['watch-alarms'] }, scope: 'list', effect: 'read' } as const;
const byGrid = z.object({ gridId: gridNo.nullish(), gridNo: gridNo.nullish() });

export const postCalls = {
  inspectionPosts: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/inspectionPost/getInspectionPostByGrid',
    summary: '网格内的检查哨卡（gridId）',
    envelope: 'list',
    query: byGrid,
    reply: resource,
    reads: 'resource',
  }),
  monitorsByGrid: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/monitor/getMonitorDetaisByGrid',
    summary: '网格内的监控点，附摄像头数量与在线数量',
    weight: LIST_WEIGHT,
    envelope: 'list',
    query: byGrid,
    reply: talliedPoint,
    reads: 'tallied-monitor',
  }),
  gateMonitorsByGrid: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/monitor/getKakouMonitorDetaisByGrid',
    summary: '网格内的卡口监控点：离检查站或检查哨卡不超过 1 公里的监控点',
    weight: LIST_WEIGHT,
    envelope: 'list',
    query: byGrid,
    reply: gatePoint,
    reads: 'gate-monitor',
  }),
  camerasByPoint: row({
    method: 'GET',
    path: '/resource/api/monitor/getCameraListByMonitorId',
    summary: '一个监控点的摄像头（monitorId）',
    // 摄像头设置, which has its own right, lists a point’s cameras with this call.
    permission: { anyOf: ['watch-alarms', 'set-up-cameras'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    query: z.object({ monitorId: id }),
    reply: camera,
    reads: 'camera',
  }),
  cameraListNew: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/camera/listNew',
    summary: '摄像头列表',
    weight: LIST_WEIGHT,
    envelope: 'list',
    query: z.object({ gridNo: gridNo.nullish(), name: optionalText(64) }),
    reply: camera,
    reads: 'camera',
  }),
  gateImagePage: row({
    ...listing,
    method: 'POST',
    path: '/resource/api/gateMonitorImg/page',
    summary: '卡口抓拍（分页），新的在前',
    envelope: 'page',
    input: z.object({
      gridNo: gridNo.nullish(),
      postId: id.nullish(),
      category: z.enum(['vehicle', 'person']).nullish(),
      plate: optionalText(16),
      ...timeWindow,
      ...paging,
    }),
    reply: gateImage,
    reads: 'gate-image',
  }),
  createGateImage: row({
    method: 'POST',
    path: '/resource/api/gateMonitorImg',
    summary: '接收卡口抓拍：哨卡编号（resourceCode）、时间、类别、图片',
    permission: { feedOr: ['set-up-cameras'] },
    scope: 'none',
    envelope: 'created',
    effect: 'write',
    act: 'create-gate-image',
    input: z.object({
      resourceCode: requiredText(64, errorCode('post-number-needed')),
      captureTime: time,
      category: z.enum(['vehicle', 'person'], errorCode('gate-category')),
      plate: optionalText(16),
      direction: z.enum(['in', 'out']).nullish(),
      /** The id of an upload, or its `/files/…` address. */
      picPath: photo,
    }),
    reply: z.object({ id: z.uuid() }),
  }),
};
