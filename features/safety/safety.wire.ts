// The safety of people near a fire on the wire.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import { COMPASS_NAMES, compassOf, type GridNo, initialBearingDegrees, type Named, type Position } from '@lookout/domain';
import type { WireOwnSafety, WirePersonSafety } from './safety.schema.ts';
import type { EscapeWay, OwnSafety, PersonSafety, SafePlaceKind, SafetyAlarm, SafetyReason } from './safety.ts';

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

/** Five decimals, about a metre, are enough for a way on foot. */
const DEGREE_DECIMALS = 1e5;
const rounded = (degrees: number): number => Math.round(degrees * DEGREE_DECIMALS) / DEGREE_DECIMALS;
const pairOf = ({ lng, lat }: Position): [number, number] => [rounded(lng), rounded(lat)];
const placeOf = ([lng, lat]: readonly [number, number]): Position => ({ lng, lat });

export const writePersonSafety = (s: PersonSafety, nameOf: GridNames): WirePersonSafety => ({
  id: s.id,
  userId: s.userId,
  fullName: s.fullName,
  phone: s.phone,
  gridNo: s.gridNo,
  gridName: nameOf(s.gridNo) ?? s.gridNo,
  fireId: s.fireId,
  spreadId: s.runId,
  longitude: s.position.lng,
  latitude: s.position.lat,
  positionTime: formatTime(s.positionAt),
  arriveTime: s.arrivesAt && formatTime(s.arrivesAt),
  escape: s.escape && writeEscape(s.escape),
  marginMinutes: s.marginMinutes,
  class: s.class,
  contact: s.contact,
  alarm: s.alarm && {
    raiseTime: formatTime(s.alarm.raisedAt),
    reasons: [...s.alarm.reasons],
    takeUser: s.alarm.taken?.by ?? null,
    takeUserId: s.alarm.taken?.accountId ?? null,
    takeTime: s.alarm.taken && formatTime(s.alarm.taken.at),
  },
  checkTime: formatTime(s.checkedAt),
  revision: s.revision,
});

const writeEscape = ({ seconds, metres, kind, place, path }: EscapeWay): NonNullable<WirePersonSafety['escape']> => {
  const [longitude, latitude] = pairOf(place);
  return { seconds: Math.round(seconds), metres: Math.round(metres), kind, longitude, latitude, path: path.map(pairOf) };
};

/** The inverse of `writePersonSafety`: times to the second, positions to a metre. */
export const readPersonSafety = (s: WirePersonSafety): Named<PersonSafety> => ({
  id: s.id,
  userId: s.userId,
  fullName: s.fullName,
  phone: s.phone,
  gridNo: s.gridNo as GridNo,
  gridName: s.gridName,
  fireId: s.fireId,
  runId: s.spreadId,
  position: { lng: s.longitude, lat: s.latitude },
  positionAt: readTime(s.positionTime),
  arrivesAt: s.arriveTime === null ? null : readTime(s.arriveTime),
  escape: s.escape && readEscape(s.escape),
  marginMinutes: s.marginMinutes,
  class: s.class,
  contact: s.contact,
  alarm: s.alarm && readAlarmOf(s.alarm),
  checkedAt: readTime(s.checkTime),
  revision: s.revision,
});

const readEscape = ({ longitude: lng, latitude: lat, path, ...way }: NonNullable<WirePersonSafety['escape']>): EscapeWay => ({
  ...way,
  place: { lng, lat },
  path: path.map(placeOf),
});

const readAlarmOf = ({ raiseTime, reasons, takeTime, takeUser, takeUserId }: NonNullable<WirePersonSafety['alarm']>): SafetyAlarm => ({
  raisedAt: readTime(raiseTime),
  reasons,
  taken: takeTime === null ? null : { at: readTime(takeTime), by: takeUser ?? '', accountId: takeUserId ?? '' },
});

/** What a ranger's phone stores for use offline; null: no fire reaches him. */
export type NamedOwnSafety = Omit<OwnSafety, 'safety'> & { readonly safety: Named<PersonSafety> };

export const writeOwnSafety = (own: OwnSafety | null, nameOf: GridNames): WireOwnSafety => ({
  own: own && {
    safety: writePersonSafety(own.safety, nameOf),
    safePlaces: own.safePlaces.map(({ kind, position, metres }) => {
      const [longitude, latitude] = pairOf(position);
      return { kind, longitude, latitude, metres: Math.round(metres) };
    }),
    separationMetres: Math.round(own.separationMetres),
    outlines: own.outlines.map(({ at, coordinates }) => ({
      time: formatTime(at),
      coordinates: coordinates.map((rings) => rings.map((ring) => ring.map(([lng, lat]) => [rounded(lng), rounded(lat)]))),
    })),
    validTime: formatTime(own.validUntil),
    isDemo: own.isDemo,
  },
});

export const readOwnSafety = ({ own }: WireOwnSafety): NamedOwnSafety | null =>
  own && {
    safety: readPersonSafety(own.safety),
    safePlaces: own.safePlaces.map(({ kind, longitude: lng, latitude: lat, metres }) => ({ kind, position: { lng, lat }, metres })),
    separationMetres: own.separationMetres,
    outlines: own.outlines.map(({ time, coordinates }) => ({ at: readTime(time), coordinates })),
    validUntil: readTime(own.validTime),
    isDemo: own.isDemo,
  };

/** Readers for the replies of calls, by the reader name that a call's row gives. */
export const safetyReaders = {
  'person-safety': readPersonSafety,
  'own-safety': readOwnSafety,
} as const;
