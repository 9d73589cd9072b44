// Alarms on the wire: the writer and the matching reader. Wire names (isReal 0/1/null, fireType …) are not used outside the wire files.

import { fileUrl, formatTime, type GridNames, readTime, uploadsAt } from '@lookout/contract';
import { ancestorAt, type GridLevel, type GridNo } from '@lookout/domain';
import { readDrill, writeDrill } from '../exercise/drill.wire.ts';
import {
  type Acknowledgement,
  type Alarm,
  type AlarmFacts,
  type AlarmKind,
  type AlarmResponse,
  type AlarmStage,
  type CurrentJudgement,
  closureOf,
  type FactsOf,
  FIND_TYPES,
  type FindType,
  isApproximate,
  isHandled,
  judgementOf,
  type NamedAlarm,
  type Push,
  REAL_FIRE_TYPES,
  type RealFireType,
  type Verdict,
  verdictOf,
} from './alarm.ts';
import type { WireKind } from './alarm-kinds.wire.ts';
import { readPointing, writePointing } from './pointing.wire.ts';
import type {
  commonFields,
  WireAlarm,
  WireCameraAlarm,
  WireDangerAlarm,
  WireReportAlarm,
  WireSatelliteAlarm,
  WireSmokeAlarm,
} from './specified-alarm.schema.ts';

/** The wire's `kind` of each source, with the specification's `fireType` and `type` (§3). */
export const wireKinds = {
  satellite: { kind: 'satellite', fireType: 'satellite', type: 3 },
  camera: { kind: 'monitor', fireType: 'monitor', type: 2 },
  report: { kind: 'report', fireType: 'report', type: 1 },
  smoke: { kind: 'smoke', fireType: 'monitor', type: 2 },
  danger: { kind: 'danger', fireType: 'report', type: 1 },
} as const satisfies Record<AlarmKind, { kind: string; fireType: string; type: 1 | 2 | 3 }>;

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
const realOf = { unjudged: null, false: 0, real: 1 } as const satisfies Record<Verdict, 0 | 1 | null>;
export const writeVerdict = (verdict: Verdict): 0 | 1 | null => realOf[verdict];
export const readVerdict = (isReal: 0 | 1 | null): Verdict => (isReal === null ? 'unjudged' : isReal === 1 ? 'real' : 'false');
export const readRealFireType = (n: number | null | undefined): RealFireType | null =>
  n == null ? null : (REAL_FIRE_TYPES[n - 1] ?? null);
export const realFireTypeNumber = (t: RealFireType | null): number | null => (t === null ? null : REAL_FIRE_TYPES.indexOf(t) + 1);

type WireOf<K extends AlarmKind> = {
  satellite: WireSatelliteAlarm;
  camera: WireCameraAlarm;
  report: WireReportAlarm;
  smoke: WireSmokeAlarm;
  danger: WireDangerAlarm;
}[K];

/** The editable facts of an alarm, by the wire's name. */
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

const factsOfWireNames: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(editableFacts));
export const factOfWireName = (name: string): string => factsOfWireNames[name] ?? name;

type Part<K extends AlarmKind> = (
  facts: FactsOf<K>,
  alarm: Alarm,
  names: ReturnType<typeof gridNames>,
) => Omit<WireOf<K>, keyof typeof commonFields>;

const nth = (files: readonly string[], i: number): string | null => (files[i] === undefined ? null : fileUrl(files[i]));

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
    monitorId: f.monitoringPointId,
    deviceAmbiguous: f.isDeviceAmbiguous,
    maskName: f.maskName,
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
    accuracy: f.accuracyMetres,
    // Older events do not have it.
    pointing: f.pointing ? writePointing(f.pointing) : null,
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

function gridNames(gridNo: GridNo, nameOf: GridNames) {
  const at = (level: GridLevel) => ancestorAt(gridNo, level);
  const [provinceCode, cityCode, countyCode] = [at('province'), at('prefecture'), at('county')];
  const name = (g: GridNo | null) => (g === null ? null : nameOf(g));
  return { provinceCode, cityCode, countyCode, provinceName: name(provinceCode), cityName: name(cityCode), countyName: name(countyCode) };
}

const timeOrNull = (d: Date | undefined): string | null => (d === undefined ? null : formatTime(d));

/** An alarm on the wire. The type follows from the alarm's kind. */
export function writeAlarm<F extends AlarmFacts>(alarm: Alarm<F>, nameOf: GridNames): WireOf<F['kind']> {
  const { response, facts } = alarm;
  const { acknowledgement, push } = response;
  const [judgement, closure] = [judgementOf(response), closureOf(response)];
  const names = gridNames(alarm.gridNo, nameOf);
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
    isPutGridNo: push?.fromGridNo ?? null,
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
    // A satellite alarm is raised when its file arrives, hours after the overpass. Other sources raise an alarm as they detect it.
    alarmDatetime: formatTime(facts.kind === 'satellite' ? alarm.arrivedAt : alarm.observedAt),
    observationDateTime: formatTime(alarm.observedAt),
    arriveTime: formatTime(alarm.arrivedAt),
    gridNo: alarm.gridNo,
    gridName: nameOf(alarm.gridNo) ?? alarm.gridNo,
    gridBasis: alarm.gridBasis,
    gridApproximate: isApproximate(alarm),
    ...names,
    incidentId: alarm.incidentId ?? null,
    ...writeDrill(alarm),
  };
  // The table is keyed by the kind of these facts; TypeScript cannot follow key and value through the lookup.
  const part = parts[facts.kind] as unknown as Part<AlarmKind>;
  return { ...shared, ...part(facts as never, alarm, names) } as unknown as WireOf<F['kind']>;
}

export const readFindType = (n: 1 | 2 | 3 | 4 | 5): FindType => FIND_TYPES[n - 1] as FindType;

const factsReaders: { readonly [K in AlarmKind]: (wire: WireOf<K>) => FactsOf<K> } = {
  satellite: (w) => ({
    kind: 'satellite',
    fireNo: w.fireNo,
    satellite: w.satellite,
    instrument: w.instrument,
    version: w.version,
    confidence: w.confidence,
    credibility: w.credibility,
    brightnessKelvin: w.brightness,
    brightness2Kelvin: w.brightness2,
    frpMegawatts: w.frp,
    scanKilometres: w.scan,
    trackKilometres: w.track,
    dayNight: w.daynight === null ? null : w.daynight === 'D' ? 'day' : 'night',
    areaHectares: w.area,
    observationFrequency: w.observationFrequency,
    pixelAreaHectares: w.pixelArea,
    pixelNumber: w.pixelNumber,
    woodland: w.woodland,
    grassland: w.grassland,
    farmland: w.farmland,
    otherland: w.otherland,
    strength: w.strength,
    strengthLevel: w.strengthLevel,
    infraredImage: w.irImageAddress,
    visibleImage: w.lightImageAddress,
  }),
  camera: (w) => ({
    kind: 'camera',
    deviceId: w.deviceId,
    monitoringPointId: w.monitorId,
    isDeviceAmbiguous: w.deviceAmbiguous,
    maskName: w.maskName,
    horizontalDegrees: w.horizonAngle,
    verticalDegrees: w.verticalAngle,
    maxHeat: w.maxHeat,
    distanceMetres: w.distance,
    nearMetres: w.near,
    farMetres: w.far,
    alarmType: w.alarmType,
    handleOpinions: w.handleOpinions,
    pictures: uploadsAt([w.picPath1, w.picPath2]),
    videos: [w.video1, w.video2].filter((video) => video !== null),
  }),
  report: (w) => ({
    kind: 'report',
    altitudeMetres: w.altitude,
    accuracyMetres: w.accuracy,
    pointing: w.pointing && readPointing(w.pointing),
    description: w.description,
    comment: w.comment,
    reporterId: w.reporterId,
    reporterName: w.reporterName,
    reporterPhone: w.reporterPhone,
    pictures: uploadsAt([w.picPath1, w.picPath2, w.picPath3]),
  }),
  smoke: (w) => ({
    kind: 'smoke',
    deviceId: w.deviceId,
    deviceName: w.deviceName,
    smokeLevel: w.smokeLevel,
    temperatureCelsius: w.temperature,
    batteryPercent: w.battery,
    pictures: uploadsAt([w.picPath1, w.picPath2]),
  }),
  danger: (w) => ({
    kind: 'danger',
    resourceName: w.resourceName,
    resourceType: w.resourceType,
    dangerType: w.dangerType,
    dangerDescription: w.dangerDescription,
    checkStatus: w.status === 1 ? 'renovated' : 'open',
    renovationPictures: uploadsAt([w.renovationPic1, w.renovationPic2]),
  }),
};

/** The person and the time. On the wire they are separate fields, both set or both null. */
const signature = (by: string | null, time: string | null) => (by === null || time === null ? null : { by, at: readTime(time) });

function readStage(w: WireAlarm): AlarmStage {
  const [judger, closer] = [signature(w.judgedBy, w.judgedTime), signature(w.closedBy, w.closeTime)];
  if (w.isReal === null || judger === null) return { stage: w.isHandle === 1 ? 'handled' : 'open' };
  const verdict = w.isReal === 1 ? 'real' : 'false';
  const judgement: CurrentJudgement = { ...judger, verdict, note: w.isTrueNote, realFireType: readRealFireType(w.trueAlarmType) };
  if (closer !== null) return { stage: 'closed', judgement, closure: { ...closer, outcome: w.outcome ?? 'other', note: w.closeNote } };
  return { stage: w.isReal === 1 ? 'in-progress' : 'dismissed', judgement };
}

function readResponse(w: WireAlarm): AlarmResponse {
  const taken = signature(w.acknowledgedBy, w.acknowledgedTime);
  const acknowledgement: Acknowledgement | null = taken && { ...taken, accountId: w.acknowledgedById ?? '' };
  const push: Push | null =
    w.isPutTime === null ? null : { at: readTime(w.isPutTime), note: w.isPutOutNote, fromGridNo: (w.isPutGridNo ?? w.gridNo) as GridNo };
  return { ...readStage(w), acknowledgement, push };
}

/** The inverse of `writeAlarm`, to the second. */
export function readAlarm(w: WireAlarm): NamedAlarm {
  // The table is keyed by the kind of this alarm; TypeScript cannot follow key and value through the lookup.
  const readFacts = factsReaders[readKind(w.kind)] as (wire: WireAlarm) => AlarmFacts;
  return {
    id: w.id,
    findType: readFindType(w.findType),
    position: { lng: w.longitude, lat: w.latitude },
    observedAt: readTime(w.observationDateTime),
    arrivedAt: readTime(w.arriveTime),
    address: w.address,
    formattedAddress: w.formattedAddress,
    gridNo: w.gridNo as GridNo,
    gridBasis: w.gridBasis,
    gridName: w.gridName,
    areaNames: { province: w.provinceName, prefecture: w.cityName, county: w.countyName },
    facts: readFacts(w),
    response: readResponse(w),
    ...(w.incidentId !== null && { incidentId: w.incidentId }),
    ...readDrill(w),
  };
}

/** Readers for the replies of calls, keyed by the name in a call's `reads`. */
export const alarmReaders = {
  alarm: readAlarm,
} as const;
