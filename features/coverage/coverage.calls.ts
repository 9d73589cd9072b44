// Coverage (护林视域): what masts see, by grid, by mast and as pictures, and what another mast would change.
import { errorCode, gridNo, HEAVY, id, row } from '@lookout/contract';
import { z } from 'zod';
import {
  coverageFigures,
  coveragePicture,
  coverageTrial,
  mastCoverage,
  sentTargetMetres,
  sentVisibilityMetres,
  trialMast,
} from './coverage.schema.ts';
import { COVERAGE_PICTURES } from './coverage.ts';

const MOST_TRIAL_MASTS = 10;

const seen = { permission: { anyOf: ['watch-alarms'] }, effect: 'read' } as const;

export const coverageCalls = {
  coverageFigures: row({
    ...seen,
    method: 'GET',
    path: '/fire/api/coverage/figures',
    summary:
      '一个网格与其下级的视域：塔数、林地面积，离地0、10、50米处看得见、两塔可交会（夹角≥15°）与看不见（盲区）的林地公顷数，按火险与可燃物加权的盲区比例，误差椭圆；visibilityMetres 为能见度，缺省为晴好。逐县计算，pendingCounties 为还在算的县数',
    scope: 'object',
    envelope: 'data',
    weight: HEAVY,
    query: z.object({ gridNo, visibilityMetres: sentVisibilityMetres.nullish() }),
    reply: coverageFigures,
  }),
  coverageMasts: row({
    ...seen,
    method: 'GET',
    path: '/fire/api/coverage/masts',
    summary: '网格内的塔：位置、塔高、距离、可转的方位，看得见的公顷数；不计入的说明原因（没有塔高、塔下没有高程、离线、没有摄像机）',
    scope: 'list',
    envelope: 'list',
    weight: 5,
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: mastCoverage,
  }),
  coveragePicture: row({
    ...seen,
    method: 'GET',
    path: '/fire/api/coverage/picture',
    summary:
      '一个市州或县的视域图（PNG，附范围与图例）：show 为 masts（盲区林地、一塔、两塔、可交会）或 ellipse（误差椭圆的长半轴），targetMetres 为离地高度',
    scope: 'object',
    envelope: 'data',
    weight: HEAVY,
    query: z.object({
      gridNo,
      targetMetres: sentTargetMetres,
      show: z.enum(COVERAGE_PICTURES).default('masts'),
      visibilityMetres: sentVisibilityMetres.nullish(),
    }),
    reply: coveragePicture,
  }),
  mastViewshed: row({
    ...seen,
    method: 'GET',
    path: '/fire/api/coverage/mast',
    summary: '一座塔的视域图（PNG，高程的原始格），离地0、10、50米三级',
    scope: 'object',
    envelope: 'data',
    weight: 5,
    query: z.object({ id, visibilityMetres: sentVisibilityMetres.nullish() }),
    reply: coveragePicture,
  }),
  coverageTrial: row({
    ...seen,
    method: 'POST',
    path: '/fire/api/coverage/trial',
    summary: '试一试：塔移位、加高或新建后的差别（看得见、可交会、盲区的公顷数，多看见的与不再看见的），不保存',
    scope: 'position',
    envelope: 'data',
    weight: 5,
    input: z.object({
      targetMetres: sentTargetMetres,
      masts: z
        .array(trialMast)
        .min(1)
        .max(MOST_TRIAL_MASTS, errorCode('items-at-most', { most: MOST_TRIAL_MASTS })),
    }),
    /** The picture shows the ground that only the trial sees, and the ground that it no longer sees, at `targetMetres`. */
    reply: z.object({ trial: coverageTrial, picture: coveragePicture }),
  }),
};
