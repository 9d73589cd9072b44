// Alarms for tests of the globe, the stores and the pages.
import {
  type AlarmFacts,
  type AlarmKind,
  type AlarmResponse,
  type FactsOf,
  type FindType,
  type GridNo,
  type JudgedVerdict,
  type NamedAlarm,
  NO_SATELLITE_EXTRAS,
  UNANSWERED,
} from '@lookout/domain';

const none = { deviceId: null, monitorId: null, pictures: [] as readonly string[] };

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

/** Seen at 13:26, arrived at 14:00 Beijing time on 2026-11-21, in Wenchuan county, unanswered. */
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

const at = new Date('2026-11-21T07:00:00Z');

export const HANDLED: AlarmResponse = { ...UNANSWERED, stage: 'handled' };

export const judgedBy = (verdict: JudgedVerdict, by = 'officer of Wenchuan'): AlarmResponse => ({
  ...UNANSWERED,
  stage: verdict === 'real' ? 'in-progress' : 'dismissed',
  judgement: { verdict, note: null, realFireType: null, at, by },
});

const real = { verdict: 'real', note: null, realFireType: null, at, by: 'officer of Wenchuan' } as const;
export const CLOSED: AlarmResponse = {
  ...UNANSWERED,
  stage: 'closed',
  judgement: real,
  closure: { at, by: 'officer of Wenchuan', outcome: 'extinguished', note: null },
};

export const acknowledgedBy = (accountId: string): AlarmResponse => ({ ...UNANSWERED, acknowledgement: { at, by: 'x', accountId } });

export const pushedFrom = (gridNo: string, response: AlarmResponse = UNANSWERED): AlarmResponse => ({
  ...response,
  push: { at, note: null, fromGridNo: gridNo as GridNo },
});
