// Operating modes in the wire format.

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

/**
 * The short message that alerts the duty list in an emergency. It is always Chinese, because the people on duty read it, whatever language
 * the browser displays.
 */
export const callOutText = ({ reason, setBy, setAt }: ModeSetting, gridName: string): string =>
  `【应急响应】${gridName}于${formatTime(setAt)}进入应急状态，原因：${reason}。请立即到岗，保持通信畅通。下达人：${setBy}`;

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const operatingModeReaders = {
  'mode-setting': readModeSetting,
} as const;
