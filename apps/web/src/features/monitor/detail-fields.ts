// Every field of specification §3 that a fire popup shows, by source, as tables: what it is called and how it reads. Unknown is —.

import { fileUrl, formatTime } from '@lookout/contract';
import {
  type AlarmFacts,
  type AlarmKind,
  type FactsOf,
  isApproximate,
  isHandled,
  type NamedAlarm,
  type Position,
  verdictOf,
} from '@lookout/domain';
import { formatDecimal, formatDms } from '@lookout/geo';
import { ageText } from './age.ts';
import { isDemo } from './demo.ts';
import type { MonitorWords } from './text.zh-CN.ts';

export type AlarmField =
  | 'formattedAddress'
  | 'address'
  | 'gridName'
  | 'gridNo'
  | 'coordinates5'
  | 'coordinates4'
  | 'coordinatesDms'
  | 'observed'
  | 'overpass'
  | 'reported'
  | 'checked'
  | 'alarmed'
  | 'arrived'
  | 'age'
  | 'findType'
  | 'verdict'
  | 'handled'
  | 'pushed'
  | 'pushNote'
  | 'province'
  | 'city'
  | 'county'
  | 'satellite'
  | 'instrument'
  | 'version'
  | 'fireNo'
  | 'credibility'
  | 'confidence'
  | 'area'
  | 'observationFrequency'
  | 'pixelArea'
  | 'pixelNumber'
  | 'footprint'
  | 'woodland'
  | 'grassland'
  | 'farmland'
  | 'otherland'
  | 'strength'
  | 'strengthLevel'
  | 'frp'
  | 'brightness'
  | 'brightness2'
  | 'dayNight'
  | 'deviceId'
  | 'monitorId'
  | 'maxHeat'
  | 'horizontalAngle'
  | 'verticalAngle'
  | 'distance'
  | 'distanceBand'
  | 'alarmType'
  | 'handleOpinions'
  | 'altitude'
  | 'description'
  | 'comment'
  | 'reporterName'
  | 'reporterPhone'
  | 'deviceName'
  | 'smokeLevel'
  | 'temperature'
  | 'battery'
  | 'resourceName'
  | 'resourceType'
  | 'dangerType'
  | 'checkStatus'
  | 'dangerDescription';

export interface DetailRow {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  /** Long texts take the whole width. */
  readonly wide: boolean;
}

/** How a value reads; null or an empty text: unknown. */
type Read<K extends AlarmKind> = (alarm: NamedAlarm<FactsOf<K>>, words: MonitorWords, now: number) => string | null;
type Table<K extends AlarmKind> = readonly (readonly [field: AlarmField, read: Read<K>, wide?: 'wide'])[];

/** At most `digits` decimals, none of them idle. */
const number = (value: number | null, digits = 1): string | null => (value === null ? null : String(Number(value.toFixed(digits))));
const withUnit = (value: number | null, unit: (text: string) => string, digits = 1): string | null => {
  const text = number(value, digits);
  return text === null ? null : unit(text);
};

const observedField = {
  satellite: 'overpass',
  camera: 'alarmed',
  report: 'reported',
  smoke: 'alarmed',
  danger: 'checked',
} as const satisfies Record<AlarmKind, AlarmField>;

/** What every alarm has. */
const basics = (kind: AlarmKind): Table<AlarmKind> => [
  ['formattedAddress', (a) => a.formattedAddress, 'wide'],
  ['gridName', (a, { panel }) => (isApproximate(a) ? `${a.gridName}（${panel.approximate}）` : a.gridName)],
  ['gridNo', (a) => a.gridNo],
  ['coordinates5', ({ position: { lng, lat } }) => `${formatDecimal(lng)}, ${formatDecimal(lat)}`],
  ['coordinates4', ({ position: { lng, lat } }) => `${formatDecimal(lng, 4)}, ${formatDecimal(lat, 4)}`],
  ['coordinatesDms', ({ position: { lng, lat } }) => `${formatDms(lng, 'lng')} ${formatDms(lat, 'lat')}`, 'wide'],
  [observedField[kind], (a) => formatTime(a.observedAt)],
  ['arrived', (a) => formatTime(a.arrivedAt)],
  ['age', (a, { age }, now) => ageText(a.observedAt, now, age)],
  ['findType', (a, { popup }) => popup.findTypes[a.findType]],
  ['verdict', (a, { popup }) => popup.states[verdictOf(a.response)]],
  ['handled', (a, { popup }) => (isHandled(a.response) ? popup.states.handled : popup.states.unhandled)],
  ['pushed', (a, { popup }) => (a.response.push === null ? popup.states.notPushed : popup.states.pushed)],
];

const satellite: Table<'satellite'> = [
  ['province', (a) => a.areaNames.province],
  ['city', (a) => a.areaNames.prefecture],
  ['county', (a) => a.areaNames.county],
  ['satellite', ({ facts }) => facts.satellite],
  ['instrument', ({ facts }) => facts.instrument],
  ['version', (a, { panel }) => (isDemo(a) ? panel.demo : a.facts.version)],
  ['credibility', ({ facts }, { popup }) => withUnit(facts.credibility, popup.units.percent, 0)],
  ['confidence', ({ facts }) => facts.confidence],
  ['area', ({ facts }, { popup }) => withUnit(facts.areaHectares, popup.units.hectares, 2)],
  ['observationFrequency', ({ facts }) => number(facts.observationFrequency, 0)],
  ['pixelArea', ({ facts }, { popup }) => withUnit(facts.pixelAreaHectares, popup.units.hectares, 2)],
  ['pixelNumber', ({ facts }) => number(facts.pixelNumber, 0)],
  [
    'footprint',
    ({ facts: { scanKilometres: scan, trackKilometres: track } }, { popup }) =>
      scan === null || track === null ? null : popup.units.kilometres(`${scan} × ${track}`),
  ],
  ['woodland', ({ facts }, { popup }) => withUnit(facts.woodland, popup.units.percent)],
  ['grassland', ({ facts }, { popup }) => withUnit(facts.grassland, popup.units.percent)],
  ['farmland', ({ facts }, { popup }) => withUnit(facts.farmland, popup.units.percent)],
  ['otherland', ({ facts }, { popup }) => withUnit(facts.otherland, popup.units.percent)],
  ['strength', ({ facts }) => number(facts.strength, 2)],
  ['strengthLevel', ({ facts }) => number(facts.strengthLevel, 0)],
  ['frp', ({ facts }, { popup }) => withUnit(facts.frpMegawatts, popup.units.megawatts)],
  ['brightness', ({ facts }, { popup }) => withUnit(facts.brightnessKelvin, popup.units.kelvin)],
  ['brightness2', ({ facts }, { popup }) => withUnit(facts.brightness2Kelvin, popup.units.kelvin)],
  ['dayNight', ({ facts }, { popup }) => facts.dayNight && popup[facts.dayNight]],
  ['fireNo', ({ facts }) => facts.fireNo, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const camera: Table<'camera'> = [
  ['maxHeat', ({ facts }, { popup }) => withUnit(facts.maxHeat, popup.units.celsius)],
  ['alarmType', ({ facts }) => facts.alarmType],
  ['horizontalAngle', ({ facts }, { popup }) => withUnit(facts.horizontalDegrees, popup.units.degrees, 2)],
  ['verticalAngle', ({ facts }, { popup }) => withUnit(facts.verticalDegrees, popup.units.degrees, 2)],
  ['distance', ({ facts }, { popup }) => withUnit(facts.distanceMetres, popup.units.metres, 0)],
  [
    'distanceBand',
    ({ facts: { nearMetres: near, farMetres: far } }, { popup }) =>
      near === null || far === null ? null : popup.units.metres(`${Math.round(near)}–${Math.round(far)}`),
  ],
  ['pushNote', (a) => a.response.push?.note ?? null],
  ['handleOpinions', ({ facts }) => facts.handleOpinions, 'wide'],
  ['deviceId', ({ facts }) => facts.deviceId, 'wide'],
  ['monitorId', ({ facts }) => facts.monitorId, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const report: Table<'report'> = [
  ['province', (a) => a.areaNames.province],
  ['city', (a) => a.areaNames.prefecture],
  ['county', (a) => a.areaNames.county],
  ['altitude', ({ facts }, { popup }) => withUnit(facts.altitudeMetres, popup.units.metres, 0)],
  ['reporterName', ({ facts }) => facts.reporterName],
  ['reporterPhone', ({ facts }) => facts.reporterPhone],
  ['description', ({ facts }) => facts.description, 'wide'],
  ['comment', ({ facts }) => facts.comment, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const smoke: Table<'smoke'> = [
  ['deviceName', ({ facts }) => facts.deviceName],
  ['smokeLevel', ({ facts }) => number(facts.smokeLevel, 2)],
  ['temperature', ({ facts }, { popup }) => withUnit(facts.temperatureCelsius, popup.units.celsius)],
  ['battery', ({ facts }, { popup }) => withUnit(facts.batteryPercent, popup.units.percent, 0)],
  ['deviceId', ({ facts }) => facts.deviceId, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const danger: Table<'danger'> = [
  ['resourceName', ({ facts }) => facts.resourceName],
  ['resourceType', ({ facts }) => facts.resourceType],
  ['dangerType', ({ facts }) => facts.dangerType],
  ['checkStatus', ({ facts }, { popup }) => (facts.checkStatus === 'renovated' ? popup.renovated : popup.notRenovated)],
  ['dangerDescription', ({ facts }) => facts.dangerDescription, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const tables: { readonly [K in AlarmKind]: Table<K> } = { satellite, camera, report, smoke, danger };

const rowsOf = (table: Table<AlarmKind>, alarm: NamedAlarm, words: MonitorWords, now: number): DetailRow[] =>
  table.map(([field, read, wide]) => ({
    field,
    label: words.fields[field],
    value: read(alarm, words, now) || words.unknown,
    wide: wide === 'wide',
  }));

/** Where, when, and what has been done about it. */
export const basicRows = (alarm: NamedAlarm, words: MonitorWords, now: number): DetailRow[] =>
  rowsOf(basics(alarm.facts.kind), alarm, words, now);

/** What this source alone can say. */
export const sourceRows = (alarm: NamedAlarm, words: MonitorWords, now: number): DetailRow[] =>
  // The table is keyed by this alarm's own kind; TypeScript cannot follow a key and its value through a lookup.
  rowsOf(tables[alarm.facts.kind] as Table<AlarmKind>, alarm, words, now);

/** `103.59012, 31.48000`: what is copied. */
export const copyText = ({ lng, lat }: Position): string => `${formatDecimal(lng)}, ${formatDecimal(lat)}`;

export interface Picture {
  readonly url: string;
  readonly caption: string;
}

const numbered = (uploads: readonly string[], caption: (n: number) => string): Picture[] =>
  uploads.map((id, index) => ({ url: fileUrl(id), caption: caption(index + 1) }));

/** The pictures of an alarm in the order they are compared: infrared beside visible, first beside second. */
export function picturesOf(facts: AlarmFacts, { pictures: { names } }: MonitorWords): Picture[] {
  if (facts.kind === 'danger') return numbered(facts.renovationPictures, names.renovation);
  if (facts.kind !== 'satellite') return numbered(facts.pictures, names.picture);
  const images: readonly (readonly [string | null, string])[] = [
    [facts.infraredImage, names.infrared],
    [facts.visibleImage, names.visible],
  ];
  return images.flatMap(([url, caption]) => (url === null ? [] : [{ url, caption }]));
}
