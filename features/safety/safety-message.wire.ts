// The short messages and notifications about a person near a fire.

import { formatTime } from '@lookout/contract';
import { COMPASS_NAMES, compassOf, initialBearingDegrees } from '@lookout/domain';
import type { PersonSafety, SafePlaceKind, SafetyReason } from './safety.ts';

/**
 * The actor of the safety watch in the log. It is stored and read by officers on duty whatever language a browser shows, so it is always
 * Chinese.
 */
export const SAFETY_WATCH_NAME = '人员安全监视';

/** Title of a browser notification. */
export const SAFETY_TITLE = '人员安全告警';

/** The message to the duty list. Always Chinese: officers on duty read it, whatever language the browser shows. */
export function safetyMessage({ fullName, phone, alarm, marginMinutes, position, positionAt }: PersonSafety, gridName: string): string {
  const why = (alarm?.reasons ?? []).map((reason) => DESK_REASONS[reason]).join('、');
  const margin = marginMinutes === null ? '' : `，余量${Math.floor(marginMinutes)}分钟`;
  const where = `${position.lng.toFixed(5)},${position.lat.toFixed(5)}（${formatTime(positionAt)}）`;
  return `【人员安全】${gridName}${fullName}${why}${margin}，最后位置${where}${phone === null ? '' : `，电话${phone}`}。模型推算，请立即联系。`;
}

/** The message to the person: when the fire arrives, and where to go. */
export function ownSafetyMessage({ arrivesAt, escape: way, position }: PersonSafety): string {
  const when = arrivesAt === null ? '' : `火预计${formatTime(arrivesAt).slice(11, 16)}到您的位置。`;
  const where =
    way === null
      ? '没有找到来得及的撤离路线，请立即报告位置并求救'
      : `请立即向${COMPASS_NAMES[compassOf(initialBearingDegrees(position, way.place))]}步行撤离约${Math.round(way.metres)}米（约${Math.ceil(way.seconds / 60)}分钟），到${SAFE_PLACES[way.kind]}`;
  return `【人员安全】${when}${where}。模型推算，以现场为准。`;
}

const DESK_REASONS = { 'no-way-out': '无路可退', margin: '撤离余量不足', 'lost-contact': '在火场附近失联' } as const satisfies Record<
  SafetyReason,
  string
>;
const SAFE_PLACES = {
  burnt: '已烧过的地方',
  bare: '没有可燃物的开阔地',
  water: '水边',
  clear: '火不会烧到的地方',
} as const satisfies Record<SafePlaceKind, string>;
