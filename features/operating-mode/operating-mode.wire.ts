// Operating modes on the wire.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireModeSetting } from './operating-mode.schema.ts';
import type { ModeSetting } from './operating-mode.ts';

export const writeModeSetting = ({ setBy, setAt, ...setting }: ModeSetting, nameOf: GridNames): WireModeSetting => ({
  ...setting,
  gridName: nameOf(setting.gridNo) ?? setting.gridNo,
  createUser: setBy,
  createTime: formatTime(setAt),
});

/** The inverse of `writeModeSetting`, to the second. */
export const readModeSetting = ({ createUser, createTime, gridNo, ...setting }: WireModeSetting): Named<ModeSetting> => ({
  ...setting,
  gridNo: gridNo as GridNo,
  setBy: createUser,
  setAt: readTime(createTime),
});

/** The short message that calls the duty list into an emergency. Always Chinese: it is read by the people on duty, whatever language the desk shows. */
export const callOutText = ({ reason, setBy, setAt }: ModeSetting, gridName: string): string =>
  `【应急响应】${gridName}于${formatTime(setAt)}进入应急状态，原因：${reason}。请立即到岗，保持通信畅通。下达人：${setBy}`;

/** How a client reads the replies of calls, by the name that a row gives. */
export const operatingModeReaders = {
  'mode-setting': readModeSetting,
} as const;
