// Tasks, rangers, plots, sights and alarms for tests, in the form in which a client stores them.

import type { GridNo, Named } from '@lookout/domain';
import {
  type AlarmFacts,
  type AlarmKind,
  type AlarmResponse,
  type FactsOf,
  type FindType,
  type JudgedVerdict,
  type NamedAlarm,
  NO_SATELLITE_EXTRAS,
  UNANSWERED,
} from '../alarm/alarm.ts';
import type { Located } from '../camera/parts/locating/locating-store.ts';
import type { LiveUpdate } from '../live-messages.ts';
import type { Plot } from '../plot/plot.ts';
import type { ListedRanger, TrackPoint } from '../ranger/ranger.ts';
import type { RangerMessage } from '../ranger-message/ranger-message.ts';
import type { PersonSafety } from '../safety/safety.ts';
import type { NamedTask, TaskMember, TaskState, TaskStatus } from '../task/task.ts';
import type { Arrival, WayBack } from '../travel/parts/arrivals.ts';

export const WENCHUAN = { gridNo: '513221' as GridNo, gridName: 'Wenchuan' };

/** `2026-11-21 10:00:00`, Beijing time. */
export const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`);

export const aMember = (state: TaskState, userId = 'r'): Named<TaskMember> => ({
  ...WENCHUAN,
  userId,
  fullName: userId,
  state,
  stateAt: at('2026-11-21 10:00:00'),
});

/** At ten, with the fire 25 minutes and a safe place 12 minutes away: an alarm that no officer has taken. */
export const aPerson = (id: string, over: Partial<Named<PersonSafety>> = {}): Named<PersonSafety> => ({
  id,
  userId: `user of ${id}`,
  fullName: '扎西',
  phone: '13800000000',
  ...WENCHUAN,
  fireId: 'fire',
  runId: 'run',
  position: { lng: 103.55, lat: 31.45 },
  positionAt: at('2026-11-21 09:59:00'),
  arrivesAt: at('2026-11-21 10:25:00'),
  escape: {
    seconds: 720,
    metres: 600,
    kind: 'bare',
    place: { lng: 103.5545, lat: 31.4538 },
    path: [
      { lng: 103.55, lat: 31.45 },
      { lng: 103.5545, lat: 31.4538 },
    ],
  },
  marginMinutes: 13,
  class: 'alarm',
  contact: 'live',
  alarm: { raisedAt: at('2026-11-21 10:00:00'), reasons: ['margin'], taken: null },
  checkedAt: at('2026-11-21 10:00:00'),
  revision: 1,
  ...over,
});

/** A new message from the desk; each has a distinct id. */
export const aRangerMessage = (over: Partial<RangerMessage> = {}): RangerMessage => ({
  id: crypto.randomUUID(),
  fireId: '01930000-0000-7000-8000-000000000001',
  fireName: '汶川县映秀镇东北约3公里',
  gridNo: WENCHUAN.gridNo,
  userId: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0007',
  fullName: '扎西',
  sender: 'desk',
  authorId: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0001',
  author: over.sender === 'ranger' ? '扎西' : '汶川县值班员',
  content: '请报告火势',
  writtenAt: new Date(),
  receivedAt: new Date(),
  read: null,
  ...over,
});

/** Members and cancellation that give a task this status. */
const progress: Readonly<Record<TaskStatus, Pick<NamedTask, 'members' | 'cancelledAt'>>> = {
  waiting: { members: [aMember('sent')], cancelledAt: null },
  'under-way': { members: [aMember('received')], cancelledAt: null },
  done: { members: [aMember('done')], cancelledAt: null },
  cancelled: { members: [aMember('received')], cancelledAt: at('2026-11-21 12:00:00') },
};

/** Sent to one ranger on 2026-11-21 at 10:00, Beijing time, for four hours. */
export const aTask = (id: string, status: TaskStatus = 'waiting', over: Partial<NamedTask> = {}): NamedTask => ({
  id,
  content: id,
  type: 'newly-found',
  priority: 2,
  position: { lng: 103, lat: 31 },
  address: '',
  ...WENCHUAN,
  startsAt: at('2026-11-21 10:00:00'),
  endsAt: at('2026-11-21 14:00:00'),
  createdAt: at('2026-11-21 10:00:00'),
  fireId: null,
  fireKind: null,
  operatorId: 'o',
  operatorName: 'o',
  photos: [],
  reserve: null,
  cancelReason: null,
  peopleCount: 0,
  vehicleCount: 0,
  equipmentCount: 0,
  ...progress[status],
  ...over,
});

/** A position received when it was sent; null: none. */
export const contactAt = (time: string | null, lng = 103): TrackPoint | null =>
  time === null ? null : { position: { lng, lat: 31 }, at: at(time), receivedAt: at(time) };

export const aRanger = (userId: string, over: Partial<ListedRanger> = {}): ListedRanger => ({
  ...WENCHUAN,
  userId,
  fullName: userId,
  phone: null,
  last: null,
  taskIds: [],
  distanceMetres: null,
  bearingDegrees: null,
  ...over,
});

export const aPlot = (id: string, over: Partial<Named<Plot>> = {}): Named<Plot> => ({
  ...WENCHUAN,
  id,
  kind: 'point',
  symbol: null,
  name: id,
  points: [{ lng: 103, lat: 31 }],
  colour: 'red',
  widthPixels: 3,
  note: null,
  fireId: null,
  version: 1,
  createdBy: 'o',
  createdAt: at('2026-11-21 08:00:00'),
  changedBy: 'o',
  changedAt: at('2026-11-21 08:00:00'),
  ...over,
});

/** A fire located by this camera, four kilometres away. */
export const aSight = (cameraId: string, over: Partial<Located> = {}): Located => ({
  key: cameraId,
  camera: { id: cameraId, name: cameraId, monitoringPointId: 'm' },
  at: 0,
  horizontalDegrees: 10,
  verticalDegrees: -2,
  azimuthDegrees: 12,
  position: { lng: 103.6, lat: 31.5 },
  heightMetres: 1500,
  distanceMetres: 4000,
  nearMetres: 3950,
  farMetres: 4100,
  band: { nearMetres: 3900, farMetres: 4200, halfWidthMetres: 19 },
  eye: { position: { lng: 103.58, lat: 31.47 }, heightMetres: 2300 },
  ...over,
});

/** The common fields of every live update; an update with a `seq` is in the log. */
export const envelope = (seq?: number): Pick<LiveUpdate, 'seq' | 'publishedAt' | 'gridNo' | 'requestId'> => ({
  ...(seq !== undefined && { seq }),
  publishedAt: at('2026-11-21 10:30:00'),
  gridNo: WENCHUAN.gridNo,
  requestId: null,
});

// Alarms for tests of the globe, the stores and the pages.

const none = { deviceId: null, monitoringPointId: null, pictures: [] as readonly string[] };

const facts: Readonly<Record<AlarmKind, AlarmFacts>> = {
  satellite: {
    ...NO_SATELLITE_EXTRAS,
    kind: 'satellite',
    fireNo: 'N-20261121-0526-1',
    satellite: 'N',
    instrument: 'VIIRS',
    version: '2.0NRT',
    confidence: 'nominal',
    credibility: 60,
    brightnessKelvin: 334.1,
    brightness2Kelvin: 291.2,
    frpMegawatts: 6.2,
    scanKilometres: 0.41,
    trackKilometres: 0.38,
    dayNight: 'night',
    areaHectares: 1.256,
    pixelAreaHectares: null,
  },
  camera: {
    ...none,
    kind: 'camera',
    isDeviceAmbiguous: false,
    maskName: null,
    deviceId: 'cam-1',
    horizontalDegrees: 120.5,
    verticalDegrees: -2.1,
    maxHeat: 182.4,
    distanceMetres: 5000.4,
    nearMetres: 4300,
    farMetres: 5900,
    alarmType: null,
    handleOpinions: null,
    pictures: ['p1', 'p2'],
    videos: [],
  },
  report: {
    kind: 'report',
    altitudeMetres: 2010,
    accuracyMetres: null,
    pointing: null,
    description: 'smoke on the slope',
    comment: null,
    reporterId: null,
    reporterName: 'Tashi',
    reporterPhone: '13800000000',
    pictures: [],
  },
  smoke: {
    kind: 'smoke',
    deviceId: 'smk-7',
    deviceName: 'sensor of Chuanzhusi',
    smokeLevel: 33,
    temperatureCelsius: 41,
    batteryPercent: 87,
    pictures: [],
  },
  danger: {
    kind: 'danger',
    resourceName: 'graveyard of Shuangjiangkou',
    resourceType: null,
    dangerType: 'forbidden fire',
    dangerDescription: 'offerings not cleared',
    checkStatus: 'open',
    renovationPictures: [],
  },
};

const findTypes: Readonly<Record<AlarmKind, FindType>> = {
  satellite: 'satellite',
  camera: 'camera-heat',
  report: 'person',
  smoke: 'sensor',
  danger: 'person',
};

/** Seen at 13:26, arrived at 14:00 Beijing time on 2026-11-21, in Wenchuan county, not handled yet. */
export const anAlarm = <K extends AlarmKind>(kind: K, over: Partial<NamedAlarm<FactsOf<K>>> = {}): NamedAlarm<FactsOf<K>> => ({
  id: `${kind}-1`,
  findType: findTypes[kind],
  position: { lng: 103.590_12, lat: 31.48 },
  observedAt: new Date('2026-11-21T05:26:00Z'),
  arrivedAt: new Date('2026-11-21T06:00:00Z'),
  address: null,
  facts: facts[kind] as FactsOf<K>,
  gridNo: '513221' as GridNo,
  gridBasis: 'nearest-seat',
  gridName: 'Wenchuan',
  areaNames: { province: 'Sichuan', prefecture: 'Aba', county: 'Wenchuan' },
  formattedAddress: 'Sichuan Aba Wenchuan，0.3 km north of Wenchuan',
  response: UNANSWERED,
  ...over,
});

const ANSWERED_AT = new Date('2026-11-21T07:00:00Z');

export const HANDLED: AlarmResponse = { ...UNANSWERED, stage: 'handled' };

export const judgedBy = (verdict: JudgedVerdict, by = 'officer of Wenchuan', note: string | null = null): AlarmResponse => ({
  ...UNANSWERED,
  stage: verdict === 'real' ? 'in-progress' : 'dismissed',
  judgement: { verdict, note, realFireType: null, at: ANSWERED_AT, by },
});

const real = { verdict: 'real', note: null, realFireType: null, at: ANSWERED_AT, by: 'officer of Wenchuan' } as const;
export const CLOSED: AlarmResponse = {
  ...UNANSWERED,
  stage: 'closed',
  judgement: real,
  closure: { at: ANSWERED_AT, by: 'officer of Wenchuan', outcome: 'extinguished', note: null },
};

export const acknowledgedBy = (accountId: string): AlarmResponse => ({
  ...UNANSWERED,
  acknowledgement: { at: ANSWERED_AT, by: 'x', accountId },
});

export const pushedFrom = (gridNo: string, response: AlarmResponse = UNANSWERED): AlarmResponse => ({
  ...response,
  push: { at: ANSWERED_AT, note: null, fromGridNo: gridNo as GridNo },
});

/** A team that arrives by road and on foot within 25 minutes, over the roads of the demo. */
export const anArrival = (over: Partial<Arrival> = {}): Arrival => ({
  kind: 'team',
  id: 'team',
  name: '一队',
  longitude: 103.5,
  latitude: 31.4,
  positionTime: null,
  distance: 9_800,
  seconds: 1_500,
  metres: 13_800,
  roadMetres: 12_000,
  footMetres: 1_800,
  flightMetres: 0,
  climbMetres: 340,
  path: [
    [103.5, 31.4],
    [103.55, 31.45],
    [103.56, 31.46],
  ],
  stages: [
    { by: 'road', end: 1 },
    { by: 'foot', end: 2 },
  ],
  words: { zh: '公路 12 公里，步行 1.8 公里爬升 340 米', en: '12 km by road, 1.8 km on foot, climbing 340 m' },
  why: null,
  avoidsFire: false,
  forecastTime: null,
  roads: 'demo',
  ...over,
});

/** The way back from a fire in 38 minutes, over the roads of the demo; no forecast closes it. */
export const aWayBack = (over: Partial<WayBack> = {}): WayBack => ({
  seconds: 2_280,
  metres: 13_800,
  path: [],
  stages: [],
  words: { zh: '公路 12 公里', en: '12 km by road' },
  why: null,
  cutOffAt: null,
  isCutOffOnArrival: false,
  roads: 'demo',
  forecastAt: null,
  ...over,
});
