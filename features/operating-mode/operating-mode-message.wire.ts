// The short message about an emergency.

import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import type { ModeSetting } from './operating-mode.ts';

/**
 * The short message that alerts the duty list in an emergency. It is always Chinese, because the people on duty read it, whatever language
 * the browser displays.
 */
export const callOutText = ({ gridName, reason, setBy, setAt }: Named<ModeSetting>): string =>
  `【应急响应】${gridName}于${formatTime(setAt)}进入应急状态，原因：${reason}。请立即到岗，保持通信畅通。下达人：${setBy}`;
