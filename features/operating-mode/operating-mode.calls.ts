// Operating modes: daily, emergency, simulation (specification §4), set for a grid and all below it.

import { errorCode, gridNo, numeric, requiredText, row } from '@lookout/contract';
import { z } from 'zod';
import { modeSetting } from './operating-mode.schema.ts';
import { OPERATING_MODES } from './operating-mode.ts';

export const MOST_REASON = 200;

export const modeCalls = {
  modeList: row({
    method: 'GET',
    path: '/fire/api/mode/list',
    summary: '运行模式：对本网格有效的各级设定（本级、上级）与下级网格的设定',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: modeSetting,
  }),
  modeSet: row({
    method: 'POST',
    path: '/fire/api/mode/set',
    summary: '设定运行模式（日常、应急），附原因；version 为所见设定的版本，没有设定为 0。演练由演练开始',
    permission: { anyOf: ['dispatch'] },
    scope: 'list',
    envelope: 'data',
    effect: 'write',
    act: 'set-operating-mode',
    input: z.object({
      /** Absent: the caller's own grid. */
      gridNo: gridNo.nullish(),
      mode: z.enum(OPERATING_MODES, errorCode('mode-unknown')).refine((mode) => mode !== 'simulation', errorCode('mode-by-exercise')),
      reason: requiredText(MOST_REASON, errorCode('mode-reason-needed')),
      version: numeric(z.number().int().min(0)),
    }),
    reply: modeSetting,
    current: modeSetting,
  }),
};
