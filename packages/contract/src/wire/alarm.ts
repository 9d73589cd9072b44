// Alarms as they travel: one common part, and what each source adds. Wire words (isReal 0/1/null, fireType …) stop here.
import type { Alarm, AlarmFacts, AlarmKind, FactsOf, FindType, GridNo, RealFireType, Verdict } from '@lookout/domain';
import { CLOSE_OUTCOMES, closureOf, isHandled, judgementOf, levelOf, lineage, REAL_FIRE_TYPES, verdictOf } from '@lookout/domain';
import { z } from 'zod';
import { formatTime } from '../times.ts';

/** The wire's word for each source (`kind`), the specification's `fireType` and `type` (§3), and the source's name for people. */
export const wireKinds = {
  satellite: { kind: 'satellite', fireType: 'satellite', type: 3 },
  camera: { kind: 'monitor', fireType: 'monitor', type: 2 },
  report: { kind: 'report', fireType: 'report', type: 1 },
  smoke: { kind: 'smoke', fireType: 'monitor', type: 2 },
  danger: { kind: 'danger', fireType: 'report', type: 1 },
} as const satisfies Record<AlarmKind, { kind: string; fireType: string; type: 1 | 2 | 3 }>;

export const WIRE_KINDS = ['satellite', 'monitor', 'report', 'smoke', 'danger'] as const;
export type WireKind = (typeof WIRE_KINDS)[number];

const kindOfWire = {
  satellite: 'satellite',
  monitor: 'camera',
  report: 'report',
  smoke: 'smoke',
  danger: 'danger',
} as const satisfies Record<WireKind, AlarmKind>;
export const readKind = (kind: WireKind): AlarmKind => kindOfWire[kind];

export const findTypes = { 'camera-smoke': 1, 'camera-heat': 2, satellite: 3, person: 4, sensor: 5 } as const satisfies Record<
  FindType,
  number
>;
export function readFindType(n: 1 | 2 | 3 | 4 | 5): FindType {
  return (['camera-smoke', 'camera-heat', 'satellite', 'person', 'sensor'] as const)[n - 1] as FindType;
}

const realOf = { unjudged: null, false: 0, real: 1 } as const satisfies Record<Verdict, 0 | 1 | null>;
export const writeVerdict = (verdict: Verdict): 0 | 1 | null => realOf[verdict];
export const readVerdict = (isReal: 0 | 1 | null): Verdict => (isReal === null ? 'unjudged' : isReal === 1 ? 'real' : 'false');
export const readRealFireType = (n: number | null | undefined): RealFireType | null =>
  n == null ? null : (REAL_FIRE_TYPES[n - 1] ?? null);
export const realFireTypeNumber = (t: RealFireType | null): number | null => (t === null ? null : REAL_FIRE_TYPES.indexOf(t) + 1);

const nullable = { number: z.number().nullable(), string: z.string().nullable(), bit: z.literal([0, 1]) };

const common = {
  id: z.uuid(),
  kind: z.enum(WIRE_KINDS),
  fireType: z.enum(['monitor', 'satellite', 'report']),
  type: z.literal([1, 2, 3]),
  findType: z.literal([1, 2, 3, 4, 5]),
  isReal: z.literal([0, 1]).nullable(),
  isTrueNote: nullable.string,
  trueAlarmType: nullable.number,
  isHandle: nullable.bit,
  isPush: nullable.bit,
  isPut: nullable.bit,
  isPutOutNote: nullable.string,
  isPutTime: nullable.string,
  acknowledgedBy: nullable.string,
  acknowledgedById: nullable.string,
  acknowledgedTime: nullable.string,
  judgedBy: nullable.string,
  judgedTime: nullable.string,
  closeTime: nullable.string,
  closedBy: nullable.string,
  outcome: z.enum(CLOSE_OUTCOMES).nullable(),
  closeNote: nullable.string,
  longitude: z.number(),
  latitude: z.number(),
  address: nullable.string,
  formattedAddress: z.string(),
  alarmDatetime: z.string(),
  observationDateTime: z.string(),
  arriveTime: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  gridApproximate: z.boolean(),
  provinceCode: nullable.string,
  cityCode: nullable.string,
  countyCode: nullable.string,
  provinceName: nullable.string,
  cityName: nullable.string,
  countyName: nullable.string,
};

const satellitePart = {
  fireNo: z.string(),
  satellite: z.string(),
  instrument: nullable.string,
  version: nullable.string,
  confidence: z.string(),
  credibility: z.number(),
  brightness: nullable.number,
  brightness2: nullable.number,
  frp: nullable.number,
  scan: nullable.number,
  track: nullable.number,
  daynight: z.enum(['D', 'N']).nullable(),
  observationDatetime: z.string(),
  province: nullable.string,
  city: nullable.string,
  county: nullable.string,
  area: nullable.number,
  observationFrequency: nullable.number,
  pixelArea: nullable.number,
  pixelNumber: nullable.number,
  woodland: nullable.number,
  grassland: nullable.number,
  farmland: nullable.number,
  otherland: nullable.number,
  strength: nullable.number,
  strengthLevel: nullable.number,
  irImageAddress: nullable.string,
  lightImageAddress: nullable.string,
};

const cameraPart = {
  deviceId: nullable.string,
  monitorId: nullable.string,
  alarmLongitude: z.number(),
  alarmLatitude: z.number(),
  horizonAngle: nullable.number,
  verticalAngle: nullable.number,
  maxHeat: nullable.number,
  alarmType: nullable.string,
  handleOpinions: nullable.string,
  distance: nullable.number,
  near: nullable.number,
  far: nullable.number,
  img1: nullable.string,
  img2: nullable.string,
  picPath1: nullable.string,
  picPath2: nullable.string,
  video1: nullable.string,
  video2: nullable.string,
  videoPath1: nullable.string,
  videoPath2: nullable.string,
};

const reportPart = {
  reportTime: z.string(),
  altitude: nullable.number,
  description: nullable.string,
  comment: nullable.string,
  reporterId: nullable.string,
  reporterName: nullable.string,
  reporterPhone: nullable.string,
  picPath1: nullable.string,
  picPath2: nullable.string,
  picPath3: nullable.string,
};

const smokePart = {
  deviceId: z.string(),
  deviceName: nullable.string,
  smokeLevel: nullable.number,
  temperature: nullable.number,
  battery: nullable.number,
  picPath1: nullable.string,
  picPath2: nullable.string,
};

const dangerPart = {
  resourceName: z.string(),
  resourceType: nullable.string,
  position: z.object({ lng: z.number(), lat: z.number() }),
  checkTime: z.string(),
  dangerType: nullable.string,
  status: nullable.bit,
  dangerDescription: nullable.string,
  renovationPic1: nullable.string,
  renovationPic2: nullable.string,
};

export const satelliteAlarm = z.object({ ...common, kind: z.literal('satellite'), ...satellitePart });
export const cameraAlarm = z.object({ ...common, kind: z.literal('monitor'), ...cameraPart });
export const reportAlarm = z.object({ ...common, kind: z.literal('report'), ...reportPart });
export const smokeAlarm = z.object({ ...common, kind: z.literal('smoke'), ...smokePart });
export const dangerAlarm = z.object({ ...common, kind: z.literal('danger'), ...dangerPart });
export const anyAlarm = z.discriminatedUnion('kind', [satelliteAlarm, cameraAlarm, reportAlarm, smokeAlarm, dangerAlarm]);

export type WireSatelliteAlarm = z.output<typeof satelliteAlarm>;
export type WireCameraAlarm = z.output<typeof cameraAlarm>;
export type WireReportAlarm = z.output<typeof reportAlarm>;
export type WireSmokeAlarm = z.output<typeof smokeAlarm>;
export type WireDangerAlarm = z.output<typeof dangerAlarm>;
export type WireAlarm = z.output<typeof anyAlarm>;
type WireOf<K extends AlarmKind> = {
  satellite: WireSatelliteAlarm;
  camera: WireCameraAlarm;
  report: WireReportAlarm;
  smoke: WireSmokeAlarm;
  danger: WireDangerAlarm;
}[K];

/** What duty may put right in an alarm's facts, by the wire's name. */
export const editableFacts = {
  satellite: {
    area: 'areaHectares',
    woodland: 'woodland',
    grassland: 'grassland',
    farmland: 'farmland',
    otherland: 'otherland',
    strength: 'strength',
    strengthLevel: 'strengthLevel',
    observationFrequency: 'observationFrequency',
  },
  camera: { handleOpinions: 'handleOpinions', alarmType: 'alarmType', maxHeat: 'maxHeat' },
  report: { description: 'description', comment: 'comment' },
} as const satisfies { readonly [K in AlarmKind]?: Readonly<Record<string, keyof FactsOf<K>>> };

const wireNamesOfFacts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(editableFacts).flatMap((table) => Object.entries(table).map(([wire, fact]) => [fact, wire])),
);
export const wireNameOfFact = (fact: string): string => wireNamesOfFacts[fact] ?? fact;

/** A grid's own name (汶川县), or null for a number nobody knows. */
export type GridNames = (no: GridNo) => string | null;

type Part<K extends AlarmKind> = (
  facts: FactsOf<K>,
  alarm: Alarm,
  names: ReturnType<typeof gridWords>,
) => Omit<WireOf<K>, keyof typeof common>;

/** The address of a stored file as a client asks for it; null stays null. */
export const fileUrl = (uploadId: string | null | undefined): string | null => (uploadId == null ? null : `/files/${uploadId}`);
const nth = (files: readonly string[], i: number): string | null => fileUrl(files[i]);

const parts: { readonly [K in AlarmKind]: Part<K> } = {
  satellite: (f, a, names) => ({
    fireNo: f.fireNo,
    satellite: f.satellite,
    instrument: f.instrument,
    version: f.version,
    confidence: f.confidence,
    credibility: f.credibility,
    brightness: f.brightnessKelvin,
    brightness2: f.brightness2Kelvin,
    frp: f.frpMegawatts,
    scan: f.scanKilometres,
    track: f.trackKilometres,
    daynight: f.dayNight === null ? null : f.dayNight === 'day' ? 'D' : 'N',
    observationDatetime: formatTime(a.observedAt),
    province: names.provinceName,
    city: names.cityName,
    county: names.countyName,
    area: f.areaHectares,
    observationFrequency: f.observationFrequency,
    pixelArea: f.pixelAreaHectares,
    pixelNumber: f.pixelNumber,
    woodland: f.woodland,
    grassland: f.grassland,
    farmland: f.farmland,
    otherland: f.otherland,
    strength: f.strength,
    strengthLevel: f.strengthLevel,
    irImageAddress: f.infraredImage,
    lightImageAddress: f.visibleImage,
  }),
  camera: (f, a) => ({
    deviceId: f.deviceId,
    monitorId: f.monitorId,
    alarmLongitude: a.position.lng,
    alarmLatitude: a.position.lat,
    horizonAngle: f.horizontalDegrees,
    verticalAngle: f.verticalDegrees,
    maxHeat: f.maxHeat,
    alarmType: f.alarmType,
    handleOpinions: f.handleOpinions,
    distance: f.distanceMetres,
    near: f.nearMetres,
    far: f.farMetres,
    img1: nth(f.pictures, 0),
    img2: nth(f.pictures, 1),
    picPath1: nth(f.pictures, 0),
    picPath2: nth(f.pictures, 1),
    video1: f.videos[0] ?? null,
    video2: f.videos[1] ?? null,
    videoPath1: f.videos[0] ?? null,
    videoPath2: f.videos[1] ?? null,
  }),
  report: (f, a) => ({
    reportTime: formatTime(a.observedAt),
    altitude: f.altitudeMetres,
    description: f.description,
    comment: f.comment,
    reporterId: f.reporterId,
    reporterName: f.reporterName,
    reporterPhone: f.reporterPhone,
    picPath1: nth(f.pictures, 0),
    picPath2: nth(f.pictures, 1),
    picPath3: nth(f.pictures, 2),
  }),
  smoke: (f) => ({
    deviceId: f.deviceId,
    deviceName: f.deviceName,
    smokeLevel: f.smokeLevel,
    temperature: f.temperatureCelsius,
    battery: f.batteryPercent,
    picPath1: nth(f.pictures, 0),
    picPath2: nth(f.pictures, 1),
  }),
  danger: (f, a) => ({
    resourceName: f.resourceName,
    resourceType: f.resourceType,
    position: { lng: a.position.lng, lat: a.position.lat },
    checkTime: formatTime(a.observedAt),
    dangerType: f.dangerType,
    status: f.checkStatus === 'renovated' ? 1 : 0,
    dangerDescription: f.dangerDescription,
    renovationPic1: nth(f.renovationPictures, 0),
    renovationPic2: nth(f.renovationPictures, 1),
  }),
};

function gridWords(gridNo: GridNo, nameOf: GridNames) {
  const at = (level: 'province' | 'prefecture' | 'county') => lineage(gridNo).find((g) => levelOf(g) === level) ?? null;
  const [provinceCode, cityCode, countyCode] = [at('province'), at('prefecture'), at('county')];
  const name = (g: GridNo | null) => (g === null ? null : nameOf(g));
  return { provinceCode, cityCode, countyCode, provinceName: name(provinceCode), cityName: name(cityCode), countyName: name(countyCode) };
}

const timeOrNull = (d: Date | undefined): string | null => (d === undefined ? null : formatTime(d));

/** Turns an alarm into what a client reads. The reply's type follows the alarm's kind. */
export function writeAlarm<F extends AlarmFacts>(alarm: Alarm<F>, nameOf: GridNames): WireOf<F['kind']> {
  const { response, facts } = alarm;
  const { acknowledgement, push } = response;
  const [judgement, closure] = [judgementOf(response), closureOf(response)];
  const names = gridWords(alarm.gridNo, nameOf);
  const shared = {
    id: alarm.id,
    ...wireKinds[facts.kind],
    findType: findTypes[alarm.findType],
    isReal: writeVerdict(verdictOf(response)),
    isTrueNote: judgement?.note ?? null,
    trueAlarmType: realFireTypeNumber(judgement?.realFireType ?? null),
    isHandle: isHandled(response) ? 1 : 0,
    isPush: push === null ? 0 : 1,
    isPut: push === null ? 0 : 1,
    isPutOutNote: push?.note ?? null,
    isPutTime: timeOrNull(push?.at),
    acknowledgedBy: acknowledgement?.by ?? null,
    acknowledgedById: acknowledgement?.accountId ?? null,
    acknowledgedTime: timeOrNull(acknowledgement?.at),
    judgedBy: judgement?.by ?? null,
    judgedTime: timeOrNull(judgement?.at),
    closeTime: timeOrNull(closure?.at),
    closedBy: closure?.by ?? null,
    outcome: closure?.outcome ?? null,
    closeNote: closure?.note ?? null,
    longitude: alarm.position.lng,
    latitude: alarm.position.lat,
    address: alarm.address,
    formattedAddress: alarm.formattedAddress,
    // A satellite's alarm is raised when its file arrives, hours after the overpass; the others raise it as they see it.
    alarmDatetime: formatTime(facts.kind === 'satellite' ? alarm.arrivedAt : alarm.observedAt),
    observationDateTime: formatTime(alarm.observedAt),
    arriveTime: formatTime(alarm.arrivedAt),
    gridNo: alarm.gridNo,
    gridName: nameOf(alarm.gridNo) ?? alarm.gridNo,
    gridApproximate: alarm.gridBasis !== 'boundary',
    ...names,
  };
  // The table is keyed by the kind of these very facts; TypeScript cannot follow a key and its value through a mapped lookup.
  const part = parts[facts.kind] as unknown as Part<AlarmKind>;
  return { ...shared, ...part(facts as never, alarm, names) } as unknown as WireOf<F['kind']>;
}
