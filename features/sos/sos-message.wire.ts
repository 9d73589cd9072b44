// The short message about an SOS.

import { formatTime } from '@lookout/contract';
import type { Sos } from './sos.ts';

/** The short message to the duty list. It is always Chinese, because the people on duty read it, whatever language the browser displays. */
export function sosMessage({ fullName, phone, place, address, raisedAt, pressedAgain }: Sos, gridName: string): string {
  const where =
    place === null
      ? '位置不明'
      : `位置${place.position.lng.toFixed(5)},${place.position.lat.toFixed(5)}（${address ?? gridName}，${formatTime(place.foundAt)}）`;
  return `【护林员求救】${gridName}${fullName}于${formatTime(raisedAt)}求救${pressedAgain === null ? '' : `（已按${pressedAgain.count}次）`}，${where}${phone === null ? '' : `，电话${phone}`}。请立即接手。`;
}
