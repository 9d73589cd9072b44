// Wire format of a fire (火情), and the readable reasons why its alarms are considered one fire.

import { formatTime, type GridNames, type Language, readTime } from '@lookout/contract';
import { type GridNo, withGridName } from '@lookout/domain';
import { readAlarm, readKind, wireKinds } from '../alarm/alarm.wire.ts';
import type { CalmingReason, CertaintyFactor } from '../alarm/certainty.ts';
import type { WireAlarm } from '../alarm/specified-alarm.schema.ts';
import { THREAT_METRES, type Threatened } from './fire-danger.ts';
import type { WireIncident, WireIncidentDecision } from './incident.schema.ts';
import type { IncidentFile, IncidentSource, IncidentSummary, ListedIncident } from './incident.ts';

export const listedIncident = (summary: IncidentSummary, nameOf: GridNames, language: Language): ListedIncident => {
  const { certainty, ...rest } = summary;
  const { probability, factors } = certainty;
  return { ...withGridName(rest, nameOf), probability, factors, reasons: reasonsOf(summary, language) };
};

export const writeIncident = (incident: ListedIncident): WireIncident => ({
  id: incident.id,
  gridNo: incident.gridNo,
  gridName: incident.gridName,
  longitude: incident.position.lng,
  latitude: incident.position.lat,
  address: incident.address,
  ellipse: {
    semiMajorMetres: incident.ellipse.semiMajorMetres,
    semiMinorMetres: incident.ellipse.semiMinorMetres,
    bearingDegrees: incident.ellipse.azimuthDegrees,
  },
  spanMetres: incident.spanMetres,
  firstSeen: formatTime(incident.firstSeenAt),
  lastSeen: formatTime(incident.lastSeenAt),
  probability: incident.probability,
  threatens: incident.threatens && { ...incident.threatens },
  state: incident.state,
  alarmIds: [...incident.alarmIds],
  sources: incident.sources.map(({ kind, name, count }) => ({ kind: wireKinds[kind].kind, name, count })),
  looks: incident.looks.map(({ kind, name, seenAt, probability, calmedBy }) => ({
    kind: wireKinds[kind].kind,
    name,
    time: formatTime(seenAt),
    probability,
    calmedBy: [...calmedBy],
  })),
  factors: [...incident.factors],
  reasons: [...incident.reasons],
});

/** The inverse of `writeIncident`, precise to the second. */
export const readIncident = (wire: WireIncident): ListedIncident => ({
  id: wire.id,
  gridNo: wire.gridNo as GridNo,
  gridName: wire.gridName,
  position: { lng: wire.longitude, lat: wire.latitude },
  address: wire.address,
  ellipse: {
    semiMajorMetres: wire.ellipse.semiMajorMetres,
    semiMinorMetres: wire.ellipse.semiMinorMetres,
    azimuthDegrees: wire.ellipse.bearingDegrees,
  },
  spanMetres: wire.spanMetres,
  firstSeenAt: readTime(wire.firstSeen),
  lastSeenAt: readTime(wire.lastSeen),
  probability: wire.probability,
  threatens: wire.threatens,
  state: wire.state,
  alarmIds: wire.alarmIds,
  sources: wire.sources.map(({ kind, name, count }) => ({ kind: readKind(kind), name, count })),
  looks: wire.looks.map(({ kind, time, ...look }) => ({ ...look, kind: readKind(kind), seenAt: readTime(time) })),
  factors: wire.factors,
  reasons: wire.reasons,
});

interface WireIncidentFile {
  readonly incident: WireIncident;
  readonly alarms: readonly WireAlarm[];
  readonly decisions: readonly WireIncidentDecision[];
}

const readIncidentFile = ({ incident, alarms, decisions }: WireIncidentFile): IncidentFile => ({
  ...readIncident(incident),
  alarms: alarms.map(readAlarm),
  decisions: decisions.map(({ id, kind, by, time }) => ({ id, kind, by, at: readTime(time) })),
});

/** null: the alarm belongs to no fire yet. */
const readIncidentOfAlarm = (file: WireIncidentFile | null): IncidentFile | null => file && readIncidentFile(file);

// Readable texts.

const MINUTES_MS = 60_000;
/** Durations up to two hours are shown in minutes. */
const LONG_MINUTES = 120;

interface Texts {
  readonly cameras: (count: number) => string;
  readonly satellites: (names: readonly string[]) => string;
  readonly people: (count: number) => string;
  readonly sensors: (count: number) => string;
  readonly list: (parts: readonly string[]) => string;
  readonly apart: (metres: number, minutes: number) => string;
  readonly threatens: (kilometres: number, what: string) => string;
  readonly inhabitants: (count: number) => string;
  readonly dangerSources: (count: number) => string;
  readonly calmed: Readonly<Record<CalmingReason, string>>;
  readonly factors: Readonly<Record<'fire-level' | 'forest', { readonly raised: string; readonly lowered: string }>>;
}

const texts: Readonly<Record<Language, Texts>> = {
  zh: {
    cameras: (count) => `${count} 个摄像头`,
    satellites: (names) => names.join('、'),
    people: (count) => `${count} 人上报`,
    sensors: (count) => `${count} 个烟感`,
    list: (parts) => parts.join('、'),
    apart: (metres, minutes) => `相距 ${metres} 米、${minutes <= LONG_MINUTES ? `${minutes} 分钟内` : `${Math.ceil(minutes / 60)} 小时内`}`,
    threatens: (kilometres, what) => `${kilometres} 公里内有 ${what}`,
    inhabitants: (count) => `${count} 人居住`,
    dangerSources: (count) => `${count} 处危险源`,
    calmed: { mask: '在摄像头屏蔽区内', 'known-heat': '在已知热源处', burning: '在已批准的用火处' },
    factors: {
      'fire-level': { raised: '火险等级高', lowered: '火险等级低' },
      forest: { raised: '下方多为林地', lowered: '下方少林地' },
    },
  },
  en: {
    cameras: (count) => (count === 1 ? '1 camera' : `${count} cameras`),
    satellites: (names) => names.join(', '),
    people: (count) => (count === 1 ? '1 report' : `${count} reports`),
    sensors: (count) => (count === 1 ? '1 smoke sensor' : `${count} smoke sensors`),
    list: (parts) => parts.join(', '),
    apart: (metres, minutes) =>
      `${metres} m apart, within ${minutes <= LONG_MINUTES ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`}`,
    threatens: (kilometres, what) => `within ${kilometres} km: ${what}`,
    inhabitants: (count) => `${count} inhabitants`,
    dangerSources: (count) => (count === 1 ? '1 danger source' : `${count} danger sources`),
    calmed: { mask: 'in a mask of the camera', 'known-heat': 'at a known heat source', burning: 'at an approved burning' },
    factors: {
      'fire-level': { raised: 'high fire danger', lowered: 'low fire danger' },
      forest: { raised: 'mostly forest below', lowered: 'little forest below' },
    },
  },
};

/** 「2 个摄像头、VIIRS，相距 410 米、12 分钟内」, followed by what makes the fire less certain and by the properties of the place, one line each. */
export function reasonsOf(
  summary: Omit<IncidentSummary, 'gridNo' | 'position' | 'ellipse' | 'state' | 'id'>,
  language: Language,
): string[] {
  const { sources, spanMetres, firstSeenAt, lastSeenAt, alarmIds, certainty, threatens } = summary;
  const text = texts[language];
  const seen = text.list(seenBy(sources, text));
  const minutes = Math.ceil((lastSeenAt.getTime() - firstSeenAt.getTime()) / MINUTES_MS);
  const together = alarmIds.length === 1 ? seen : `${seen}${language === 'zh' ? '，' : '; '}${text.apart(Math.round(spanMetres), minutes)}`;
  const calmed = [...new Set(certainty.looks.flatMap(({ calmedBy }) => calmedBy))].map((reason) => text.calmed[reason]);
  return [together, ...calmed, ...certainty.factors.flatMap((factor) => factorText(factor, text)), ...threatText(threatens, text)];
}

/** Only what is present nearby is listed. */
function threatText(threatens: Threatened | null, text: Texts): string[] {
  const parts = [
    ...((threatens?.inhabitants ?? 0) > 0 ? [text.inhabitants(threatens?.inhabitants ?? 0)] : []),
    ...((threatens?.dangerSources ?? 0) > 0 ? [text.dangerSources(threatens?.dangerSources ?? 0)] : []),
  ];
  return parts.length === 0 ? [] : [text.threatens(THREAT_METRES / 1_000, text.list(parts))];
}

function seenBy(sources: readonly IncidentSource[], text: Texts): string[] {
  const of = (kind: IncidentSource['kind']) => sources.filter((source) => source.kind === kind);
  const [cameras, satellites, people, sensors] = [of('camera'), of('satellite'), of('report'), of('smoke')];
  const reports = people.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(cameras.length > 0 ? [text.cameras(cameras.length)] : []),
    ...(satellites.length > 0 ? [text.satellites(satellites.flatMap(({ name }) => name ?? []))] : []),
    ...(reports > 0 ? [text.people(reports)] : []),
    ...(sensors.length > 0 ? [text.sensors(sensors.length)] : []),
  ];
}

/** A factor without effect is not listed. */
function factorText({ kind, odds }: CertaintyFactor, text: Texts): string[] {
  if (odds === 1) return [];
  return [odds > 1 ? text.factors[kind].raised : text.factors[kind].lowered];
}

/** The functions that convert the rows of replies for a client, by the row type's name. */
export const incidentReaders = {
  incident: readIncident,
  'incident-file': readIncidentFile,
  'incident-of-alarm': readIncidentOfAlarm,
} as const;
