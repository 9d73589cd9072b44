// 自动复核 (second look): the look at an alarm, and the settings by grid and by camera.

import { gridNo, id, row } from '@lookout/contract';
import { z } from 'zod';
import { alarmLook, secondLookSetting } from './second-look.schema.ts';

/** As for the operating modes: a grid's duty decides whether its cameras turn by themselves. */
const decides = { permission: { anyOf: ['dispatch'] }, scope: 'list', envelope: 'data' } as const;

export const secondLookCalls = {
  secondLookOfAlarm: row({
    method: 'GET',
    path: '/oa/api/second-look',
    summary: '火警的自动复核：摄像机拍到的现场、热源与结论；没有复核时 why 说明原因',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ alarmId: id }),
    reply: alarmLook,
  }),
  secondLookSetting: row({
    method: 'GET',
    path: '/oa/api/second-look/setting',
    summary: '自动复核的设置：本网格的，没有时为上级的；都没有时为系统默认（演示环境开启，其他关闭）',
    permission: { anyOf: ['watch-alarms', 'set-up-cameras'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: secondLookSetting,
  }),
  saveSecondLookSetting: row({
    ...decides,
    method: 'PUT',
    path: '/oa/api/second-look/setting',
    summary: '开启或关闭自动复核：对本网格的火警和摄像机有效，下级可以另行设置',
    effect: 'write',
    act: 'save-second-look',
    input: z.object({ gridNo: gridNo.nullish(), isOn: z.boolean() }),
    reply: secondLookSetting,
  }),
  secondLookCamera: row({
    method: 'GET',
    path: '/oa/api/second-look/camera',
    summary: '摄像机是否参加自动复核',
    permission: { anyOf: ['watch-alarms', 'set-up-cameras'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ cameraId: id }),
    reply: z.object({ isOn: z.boolean() }),
  }),
  saveSecondLookCamera: row({
    method: 'PUT',
    path: '/oa/api/second-look/camera',
    summary: '让摄像机参加或不参加自动复核；不参加的从不自动转动',
    permission: { anyOf: ['set-up-cameras'] },
    scope: 'object',
    authority: 'own',
    envelope: 'data',
    effect: 'write',
    act: 'save-second-look-camera',
    input: z.object({ cameraId: id, isOn: z.boolean() }),
    reply: z.object({ isOn: z.boolean() }),
  }),
};
