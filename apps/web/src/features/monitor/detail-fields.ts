// Every field of specification §3 that a fire popup shows, by source, as tables: what it is called and how it reads. Unknown is —.

import type {
  WireAlarm,
  WireCameraAlarm,
  WireDangerAlarm,
  WireKind,
  WireReportAlarm,
  WireSatelliteAlarm,
  WireSmokeAlarm,
} from '@lookout/contract';
import { formatDecimal, formatDms } from '@lookout/geo';
import { instantOf } from '../../globe/wire-time.ts';
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
  | 'isReal'
  | 'isHandle'
  | 'isPut'
  | 'isPutOutNote'
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
  | 'daynight'
  | 'deviceId'
  | 'monitorId'
  | 'maxHeat'
  | 'horizonAngle'
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
  | 'dangerStatus'
  | 'dangerDescription';

export interface DetailRow {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  /** Long texts take the whole width. */
  readonly wide: boolean;
}

/** How a value reads; null or an empty text: unknown. */
type Read<A> = (alarm: A, words: MonitorWords, now: number) => string | null;
type Table<A> = readonly (readonly [field: AlarmField, read: Read<A>, wide?: 'wide'])[];

/** At most `digits` decimals, none of them idle. */
const number = (value: number | null, digits = 1): string | null => (value === null ? null : String(Number(value.toFixed(digits))));
const withUnit = (value: number | null, unit: (text: string) => string, digits = 1): string | null => {
  const text = number(value, digits);
  return text === null ? null : unit(text);
};

const verdict: Read<WireAlarm> = ({ isReal }, { popup }) =>
  isReal === null ? popup.states.unjudged : isReal === 1 ? popup.states.real : popup.states.false;

const observedField = {
  satellite: 'overpass',
  monitor: 'alarmed',
  report: 'reported',
  smoke: 'alarmed',
  danger: 'checked',
} as const satisfies Record<WireKind, AlarmField>;

/** What every alarm has. */
const basics = (kind: WireKind): Table<WireAlarm> => [
  ['formattedAddress', (a) => a.formattedAddress, 'wide'],
  ['gridName', (a, { panel }) => (a.gridApproximate ? `${a.gridName}（${panel.approximate}）` : a.gridName)],
  ['gridNo', (a) => a.gridNo],
  ['coordinates5', (a) => `${formatDecimal(a.longitude)}, ${formatDecimal(a.latitude)}`],
  ['coordinates4', (a) => `${formatDecimal(a.longitude, 4)}, ${formatDecimal(a.latitude, 4)}`],
  ['coordinatesDms', (a) => `${formatDms(a.longitude, 'lng')} ${formatDms(a.latitude, 'lat')}`, 'wide'],
  [observedField[kind], (a) => a.observationDateTime],
  ['arrived', (a) => a.arriveTime],
  ['age', (a, { age }, now) => ageText(instantOf(a.observationDateTime), now, age)],
  ['findType', (a, { popup }) => popup.findTypes[a.findType]],
  ['isReal', verdict],
  ['isHandle', (a, { popup }) => (a.isHandle === 1 ? popup.states.handled : popup.states.unhandled)],
  ['isPut', (a, { popup }) => (a.isPut === 1 ? popup.states.pushed : popup.states.notPushed)],
];

const satellite: Table<WireSatelliteAlarm> = [
  ['province', (a) => a.province],
  ['city', (a) => a.city],
  ['county', (a) => a.county],
  ['satellite', (a) => a.satellite],
  ['instrument', (a) => a.instrument],
  ['version', (a, { panel }) => (isDemo(a) ? panel.demo : a.version)],
  ['credibility', (a, { popup }) => withUnit(a.credibility, popup.units.percent, 0)],
  ['confidence', (a) => a.confidence],
  ['area', (a, { popup }) => withUnit(a.area, popup.units.hectares, 2)],
  ['observationFrequency', (a) => number(a.observationFrequency, 0)],
  ['pixelArea', (a, { popup }) => withUnit(a.pixelArea, popup.units.hectares, 2)],
  ['pixelNumber', (a) => number(a.pixelNumber, 0)],
  ['footprint', (a, { popup }) => (a.scan === null || a.track === null ? null : popup.units.kilometres(`${a.scan} × ${a.track}`))],
  ['woodland', (a, { popup }) => withUnit(a.woodland, popup.units.percent)],
  ['grassland', (a, { popup }) => withUnit(a.grassland, popup.units.percent)],
  ['farmland', (a, { popup }) => withUnit(a.farmland, popup.units.percent)],
  ['otherland', (a, { popup }) => withUnit(a.otherland, popup.units.percent)],
  ['strength', (a) => number(a.strength, 2)],
  ['strengthLevel', (a) => number(a.strengthLevel, 0)],
  ['frp', (a, { popup }) => withUnit(a.frp, popup.units.megawatts)],
  ['brightness', (a, { popup }) => withUnit(a.brightness, popup.units.kelvin)],
  ['brightness2', (a, { popup }) => withUnit(a.brightness2, popup.units.kelvin)],
  ['daynight', (a, { popup }) => (a.daynight === null ? null : a.daynight === 'D' ? popup.day : popup.night)],
  ['fireNo', (a) => a.fireNo, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const camera: Table<WireCameraAlarm> = [
  ['maxHeat', (a, { popup }) => withUnit(a.maxHeat, popup.units.celsius)],
  ['alarmType', (a) => a.alarmType],
  ['horizonAngle', (a, { popup }) => withUnit(a.horizonAngle, popup.units.degrees, 2)],
  ['verticalAngle', (a, { popup }) => withUnit(a.verticalAngle, popup.units.degrees, 2)],
  ['distance', (a, { popup }) => withUnit(a.distance, popup.units.metres, 0)],
  [
    'distanceBand',
    (a, { popup }) => (a.near === null || a.far === null ? null : popup.units.metres(`${Math.round(a.near)}–${Math.round(a.far)}`)),
  ],
  ['isPutOutNote', (a) => a.isPutOutNote],
  ['handleOpinions', (a) => a.handleOpinions, 'wide'],
  ['deviceId', (a) => a.deviceId, 'wide'],
  ['monitorId', (a) => a.monitorId, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const report: Table<WireReportAlarm> = [
  ['province', (a) => a.provinceName],
  ['city', (a) => a.cityName],
  ['county', (a) => a.countyName],
  ['altitude', (a, { popup }) => withUnit(a.altitude, popup.units.metres, 0)],
  ['reporterName', (a) => a.reporterName],
  ['reporterPhone', (a) => a.reporterPhone],
  ['description', (a) => a.description, 'wide'],
  ['comment', (a) => a.comment, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const smoke: Table<WireSmokeAlarm> = [
  ['deviceName', (a) => a.deviceName],
  ['smokeLevel', (a) => number(a.smokeLevel, 2)],
  ['temperature', (a, { popup }) => withUnit(a.temperature, popup.units.celsius)],
  ['battery', (a, { popup }) => withUnit(a.battery, popup.units.percent, 0)],
  ['deviceId', (a) => a.deviceId, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const danger: Table<WireDangerAlarm> = [
  ['resourceName', (a) => a.resourceName],
  ['resourceType', (a) => a.resourceType],
  ['dangerType', (a) => a.dangerType],
  ['dangerStatus', (a, { popup }) => (a.status === 1 ? popup.renovated : popup.notRenovated)],
  ['dangerDescription', (a) => a.dangerDescription, 'wide'],
  ['address', (a) => a.address, 'wide'],
];

const tables = { satellite, monitor: camera, report, smoke, danger } as const;

const rowsOf = <A extends WireAlarm>(table: Table<A>, alarm: A, words: MonitorWords, now: number): DetailRow[] =>
  table.map(([field, read, wide]) => ({
    field,
    label: words.fields[field],
    value: read(alarm, words, now) || words.unknown,
    wide: wide === 'wide',
  }));

/** Where, when, and what has been done about it. */
export const basicRows = (alarm: WireAlarm, words: MonitorWords, now: number): DetailRow[] => rowsOf(basics(alarm.kind), alarm, words, now);

/** What this source alone can say. */
export const sourceRows = (alarm: WireAlarm, words: MonitorWords, now: number): DetailRow[] =>
  // The table is keyed by this alarm's own kind; TypeScript cannot follow a key and its value through a lookup.
  rowsOf(tables[alarm.kind] as unknown as Table<WireAlarm>, alarm, words, now);

/** `103.59012, 31.48000`: what is copied. */
export const copyText = ({ longitude, latitude }: WireAlarm): string => `${formatDecimal(longitude)}, ${formatDecimal(latitude)}`;

export interface Picture {
  readonly url: string;
  readonly caption: string;
}

/** The pictures of an alarm in the order they are compared: infrared beside visible, first beside second. */
export function picturesOf(alarm: WireAlarm, { pictures: { names } }: MonitorWords): Picture[] {
  const list: readonly (readonly [string | null, string])[] =
    alarm.kind === 'satellite'
      ? [
          [alarm.irImageAddress, names.infrared],
          [alarm.lightImageAddress, names.visible],
        ]
      : alarm.kind === 'danger'
        ? [
            [alarm.renovationPic1, names.renovation(1)],
            [alarm.renovationPic2, names.renovation(2)],
          ]
        : [
            [alarm.picPath1, names.picture(1)],
            [alarm.picPath2, names.picture(2)],
            [alarm.kind === 'report' ? alarm.picPath3 : null, names.picture(3)],
          ];
  return list.flatMap(([url, caption]) => (url === null ? [] : [{ url, caption }]));
}
