// Watching: live streams, their state, recordings and snapshots (specification §7 "Resources and video"; docs/interface.md "Video").

import { errorCode, gridNo, id, LIST_WEIGHT, numeric, optionalText, paging, row, timeWindow, wireTime } from '@lookout/contract';
import { z } from 'zod';
import { camera, checkedCamera, recording, snapshot } from '../camera/camera.schema.ts';

const watches = { anyOf: ['watch-video'] } as const;

/** Specification §3: "response has a list with code, result, url"; §8: "whose first item carries a code: its result text shown as error". */
export const streamReply = z.object({
  /** null: the stream may be opened at `url`. */
  code: z.string().nullable(),
  /** The error as text for users; null if there is a stream. */
  result: z.string().nullable(),
  /** §8: "its result text (or msg)": the same text, for servers without `result`. */
  msg: z.string().nullish(),
  /** Absolute, or below `/media/`. It contains the ticket. */
  url: z.string().nullable(),
  protocol: z.enum(['flv', 'hls', 'mp4']).nullable(),
  cameraId: z.string(),
  name: z.string(),
  /** When the ticket expires. Requesting the stream again extends it. */
  expiresAt: wireTime.nullable(),
});
export type StreamReply = z.output<typeof streamReply>;

/** A recording of an alarm; fields as in `streamReply`. */
const alarmVideo = streamReply.pick({ code: true, result: true, msg: true, url: true });

/** 1: main stream, 2: sub-stream. */
const streamType = numeric(z.number().int().min(1, errorCode('stream-type')).max(2, errorCode('stream-type'))).default(1);

export const cameraTime = z.object({
  cameraId: z.string(),
  name: z.string(),
  gridNo: z.string(),
  isOnline: z.enum(['0', '1']),
  beginTime: wireTime,
  /** null: the recording has not ended. */
  endTime: wireTime.nullable(),
});

const listing = { permission: watches, scope: 'list', effect: 'read', envelope: 'list' } as const;
const stream = { permission: watches, scope: 'object', effect: 'read', envelope: 'list', reply: streamReply } as const;

export const videoCalls = {
  liveVideo: row({
    ...stream,
    method: 'POST',
    path: '/resource/api/liveVideo/getLiveVideo',
    summary: '一个摄像头的实时视频地址（带票据）',
    input: z.object({ cameraId: id, manufacturer: optionalText(32), streamType }),
  }),
  mediaStream: row({
    ...stream,
    method: 'GET',
    path: '/resource/api/mediaKit/getStream',
    summary: '一个摄像头的实时视频地址（cameraId、manufacturer、streamType）',
    query: z.object({ cameraId: id, manufacturer: optionalText(32), streamType }),
  }),
  checkAll: row({
    ...listing,
    method: 'POST',
    path: '/resource/api/videoCheck/listAllVideo',
    summary: '网格内全部摄像头与其视频状态',
    weight: LIST_WEIGHT,
    input: z.object({ gridNo: gridNo.nullish(), name: optionalText(64), monitorId: id.nullish() }),
    reply: checkedCamera,
    reads: 'checked-camera',
  }),
  camerasOnline: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/camera/online',
    summary: '在线的摄像头',
    weight: LIST_WEIGHT,
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: camera,
    reads: 'camera',
  }),
  onlineDevices: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/camera/getOnlineDevices',
    summary: '在线的设备与其在线通道数',
    weight: LIST_WEIGHT,
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: z.object({ deviceId: z.string(), manufacturer: z.string().nullable(), channels: z.number(), monitorId: z.string().nullable() }),
  }),
  cameraTimes: row({
    ...listing,
    method: 'POST',
    path: '/resource/api/cameraTime/list',
    summary: '摄像头上线、离线的时段，新的在前',
    weight: LIST_WEIGHT,
    input: z.object({ gridNo: gridNo.nullish(), cameraId: id.nullish(), ...timeWindow }),
    reply: cameraTime,
  }),
  recordingPage: row({
    method: 'POST',
    path: '/resource/api/liveVideo/recordings',
    summary: '一个摄像头的录像（分页），新的在前',
    permission: watches,
    scope: 'object',
    envelope: 'page',
    effect: 'read',
    input: z.object({ cameraId: id, ...timeWindow, ...paging }),
    reply: recording,
  }),
  alarmVideos: row({
    method: 'GET',
    path: '/fire/api/fire/videos',
    summary: '一条火警的录像（video1、video2）的播放地址，带票据',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    query: z.object({ id }),
    reply: alarmVideo,
  }),
  record: row({
    method: 'POST',
    path: '/resource/api/liveVideo/record',
    summary: '开始或停止录像',
    permission: watches,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'record-video',
    input: z.object({ cameraId: id, isOn: z.boolean(errorCode('recording-on-or-off')) }),
    reply: z.undefined(),
  }),
  snapshot: row({
    method: 'POST',
    path: '/resource/api/liveVideo/snapshot',
    summary: '抓拍当前画面，存为照片',
    permission: watches,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'snapshot',
    input: z.object({ cameraId: id }),
    reply: snapshot,
  }),
};
