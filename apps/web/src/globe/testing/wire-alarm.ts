// Alarms for tests of the globe and the room, as the wire carries them.
import { type WireAlarm, type WireKind, writeAlarm } from '@lookout/contract';
import { type Alarm, type AlarmFacts, type GridNo, UNANSWERED } from '@lookout/domain';

const none = { deviceId: null, monitorId: null, pictures: [] as readonly string[] };

const facts: Readonly<Record<WireKind, AlarmFacts>> = {
  satellite: {
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
    observationFrequency: null,
    pixelAreaHectares: null,
    pixelNumber: null,
    woodland: null,
    grassland: null,
    farmland: null,
    otherland: null,
    strength: null,
    strengthLevel: null,
    infraredImage: null,
    visibleImage: null,
  },
  monitor: {
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

const names: Readonly<Record<string, string>> = { '510000': 'Sichuan', '513200': 'Aba', '513221': 'Wenchuan' };

/** Seen at 13:26, arrived at 14:00 Beijing time on 2026-11-21, in Wenchuan county, unjudged. */
export function aWireAlarm<K extends WireKind>(kind: K, overrides: Partial<WireAlarm> = {}): Extract<WireAlarm, { kind: K }> {
  const alarm: Alarm = {
    id: `${kind}-1`,
    findType: kind === 'satellite' ? 'satellite' : kind === 'monitor' ? 'camera-heat' : kind === 'smoke' ? 'sensor' : 'person',
    position: { lng: 103.590_12, lat: 31.48 },
    observedAt: new Date('2026-11-21T05:26:00Z'),
    arrivedAt: new Date('2026-11-21T06:00:00Z'),
    address: null,
    facts: facts[kind],
    gridNo: '513221' as GridNo,
    gridBasis: 'nearest-seat',
    formattedAddress: 'Sichuan Aba Wenchuan，0.3 km north of Wenchuan',
    response: UNANSWERED,
  };
  return { ...writeAlarm(alarm, (no) => names[no] ?? null), ...overrides } as Extract<WireAlarm, { kind: K }>;
}
