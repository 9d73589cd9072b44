// Every detail of an alarm that is shown anywhere: one table of how a field is read, and one of which view shows it, in which order. The
// labels are in messages.ts.

import { formatTime } from '@lookout/contract';
import { decimalText, dmsText } from '@lookout/web/shared/text/position-text.ts';
import { ageText } from '@lookout/web/shared/time-text.ts';
import {
  type Alarm,
  type AlarmKind,
  type AlarmStage,
  type CurrentJudgement,
  closureOf,
  type FactsOf,
  isApproximate,
  isInherited,
  judgementOf,
  type NamedAlarm,
  verdictOf,
} from '../alarm.ts';
import { hoursLate } from '../late-alarm.ts';
import { satelliteName } from '../satellite.ts';
import type { AlarmTerms } from './messages.ts';

/** The messages a view uses and how it formats values. */
interface Format {
  readonly terms: AlarmTerms;
  readonly now: number;
  readonly units: AlarmTerms['units'];
  /** The popup rounds values to be read at a glance. The page shows the measured value. */
  readonly rounded: (value: number, digits: number) => number;
  /** Separates the person from the time. */
  readonly pause: string;
  /** Separates the verdict from the person. */
  readonly judgementPause: string;
}

/** null or an empty text: unknown. */
type Read<K extends AlarmKind> = (alarm: NamedAlarm<FactsOf<K>>, format: Format) => string | null;
type Reads<K extends AlarmKind, F extends string = string> = Readonly<Record<F, Read<K>>>;

/** Without trailing zeros. */
const number = (value: number | null, { rounded }: Format, digits = 1): string | null =>
  value === null ? null : String(rounded(value, digits));
const measure = (value: number | null, unit: keyof AlarmTerms['units'], format: Format, digits = 1): string | null => {
  const text = number(value, format, digits);
  return text === null ? null : format.units[unit](text);
};
const personAndTime = (done: { readonly by: string; readonly at: Date } | null, { pause }: Format): string | null =>
  done && [done.by, formatTime(done.at)].filter(Boolean).join(pause);
const joined = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' · ');

/** The state shown next to the verdict. 已处理 is only shown where somebody handled the alarm. */
export const STATE_OF_STAGE = {
  open: 'open',
  handled: 'handled',
  dismissed: 'judged',
  'in-progress': 'underway',
  closed: 'closed',
} as const satisfies Readonly<Record<AlarmStage['stage'], keyof AlarmTerms['states']>>;

/** The name of the judge, or that the verdict was taken over from the alarm's fire. */
export const judgeText = (judgement: CurrentJudgement, { inherited }: Pick<AlarmTerms, 'inherited'>): string =>
  isInherited(judgement) ? inherited : judgement.by;

export const fireTypeText = (response: Alarm['response'], { fireTypes }: AlarmTerms): string | null => {
  const type = judgementOf(response)?.realFireType ?? null;
  return type && fireTypes[type];
};

/** Fields of every alarm. */
const common = {
  formattedAddress: (a) => a.formattedAddress,
  address: (a) => a.address,
  gridName: (a, { terms }) => (isApproximate(a) ? `${a.gridName}（${terms.approximate}）` : a.gridName),
  gridNo: (a) => a.gridNo,
  gridWithNumber: (a) => `${a.gridName}（${a.gridNo}）`,
  province: (a) => a.areaNames.province,
  city: (a) => a.areaNames.prefecture,
  county: (a) => a.areaNames.county,
  coordinates5: ({ position }) => decimalText(position),
  coordinates4: ({ position }) => decimalText(position, 4),
  coordinatesDms: ({ position }) => dmsText(position),
  observed: (a) => formatTime(a.observedAt),
  arrived: (a, { terms }) => {
    const hours = hoursLate(a);
    return `${formatTime(a.arrivedAt)}${hours === null ? '' : terms.late(hours, a.facts.kind)}`;
  },
  age: (a, { terms, now }) => ageText(a.observedAt, now, terms.age),
  findType: (a, { terms }) => terms.findTypes[a.findType],
  verdict: (a, { terms }) => terms.states[verdictOf(a.response)],
  handled: (a, { terms }) => terms.states[STATE_OF_STAGE[a.response.stage]],
  pushed: (a, { terms }) => terms.states[a.response.push === null ? 'notPushed' : 'pushed'],
  acknowledged: ({ response }, format) => personAndTime(response.acknowledgement, format),
  judged: ({ response }, format) => {
    const judgement = judgementOf(response);
    return (
      judgement &&
      `${format.terms.states[judgement.verdict]}${format.judgementPause}${personAndTime({ ...judgement, by: judgeText(judgement, format.terms) }, format)}`
    );
  },
  realFireType: ({ response }, { terms }) => fireTypeText(response, terms),
  judgeNote: ({ response }) => judgementOf(response)?.note ?? null,
  pushedAt: ({ response: { push } }) => push && formatTime(push.at),
  pushNote: ({ response }) => response.push?.note ?? null,
  closed: ({ response }, format) => personAndTime(closureOf(response), format),
  outcome: ({ response }, { terms }) => {
    const closure = closureOf(response);
    return closure && terms.outcomes[closure.outcome];
  },
  closeNote: ({ response }) => closureOf(response)?.note ?? null,
  id: (a) => a.id,
} satisfies Reads<AlarmKind>;

const satellite = {
  satellite: ({ facts }) => satelliteName(facts.satellite),
  instrument: ({ facts }) => facts.instrument,
  satelliteAndInstrument: ({ facts }) => joined(satelliteName(facts.satellite), facts.instrument),
  version: (a, { terms }) => (isDemo(a) ? terms.demo : a.facts.version),
  credibility: ({ facts }, format) => measure(facts.credibility, 'percent', format, 0),
  confidence: ({ facts }) => facts.confidence,
  area: ({ facts }, format) => measure(facts.areaHectares, 'hectares', format, 2),
  observationFrequency: ({ facts }, format) => number(facts.observationFrequency, format, 0),
  pixelArea: ({ facts }, format) => measure(facts.pixelAreaHectares, 'hectares', format, 2),
  pixelNumber: ({ facts }, format) => number(facts.pixelNumber, format, 0),
  footprint: ({ facts: { scanKilometres: scan, trackKilometres: track } }, { units }) =>
    scan === null || track === null ? null : units.kilometres(`${scan} × ${track}`),
  woodland: ({ facts }, format) => measure(facts.woodland, 'percent', format),
  grassland: ({ facts }, format) => measure(facts.grassland, 'percent', format),
  farmland: ({ facts }, format) => measure(facts.farmland, 'percent', format),
  otherland: ({ facts }, format) => measure(facts.otherland, 'percent', format),
  strength: ({ facts }, format) => number(facts.strength, format, 2),
  strengthLevel: ({ facts }, format) => number(facts.strengthLevel, format, 0),
  frp: ({ facts }, format) => measure(facts.frpMegawatts, 'megawatts', format),
  brightness: ({ facts }, format) => measure(facts.brightnessKelvin, 'kelvin', format),
  brightness2: ({ facts }, format) => measure(facts.brightness2Kelvin, 'kelvin', format),
  dayNight: ({ facts }, { terms }) => facts.dayNight && terms[facts.dayNight],
  fireNo: ({ facts }) => facts.fireNo,
} satisfies Reads<'satellite'>;

const camera = {
  maxHeat: ({ facts }, format) => measure(facts.maxHeat, 'celsius', format),
  alarmType: ({ facts }) => facts.alarmType,
  horizontalAngle: ({ facts }, format) => measure(facts.horizontalDegrees, 'degrees', format, 2),
  verticalAngle: ({ facts }, format) => measure(facts.verticalDegrees, 'degrees', format, 2),
  distance: ({ facts }, format) => measure(facts.distanceMetres, 'metres', format, 0),
  distanceBand: ({ facts: { nearMetres: near, farMetres: far } }, { units }) =>
    near === null || far === null ? null : units.metres(`${Math.round(near)}–${Math.round(far)}`),
  handleOpinions: ({ facts }) => facts.handleOpinions,
  deviceId: ({ facts }, { terms }) => (facts.isDeviceAmbiguous ? terms.ambiguousDevice(facts.deviceId ?? '') : facts.deviceId),
  mask: ({ facts }) => facts.maskName,
  monitorId: ({ facts }) => facts.monitoringPointId,
} satisfies Reads<'camera'>;

const report = {
  altitude: ({ facts }, format) => measure(facts.altitudeMetres, 'metres', format, 0),
  accuracy: ({ facts }, format) => measure(facts.accuracyMetres, 'metres', format, 0),
  pointing: ({ facts: { pointing } }, { terms }) => pointing && terms.pointing(pointing),
  standpoint: ({ facts: { pointing } }, { terms }) =>
    pointing?.from ? joined(decimalText(pointing.from.position), terms.standpoint(pointing.from)) : null,
  reporterName: ({ facts }) => facts.reporterName,
  reporterPhone: ({ facts }) => facts.reporterPhone,
  description: ({ facts }) => facts.description,
  comment: ({ facts }) => facts.comment,
} satisfies Reads<'report'>;

const smoke = {
  deviceName: ({ facts }) => facts.deviceName,
  deviceNameOrId: ({ facts }) => facts.deviceName ?? facts.deviceId,
  smokeLevel: ({ facts }, format) => number(facts.smokeLevel, format, 2),
  temperature: ({ facts }, format) => measure(facts.temperatureCelsius, 'celsius', format),
  battery: ({ facts }, format) => measure(facts.batteryPercent, 'percent', format, 0),
  deviceId: ({ facts }) => facts.deviceId,
} satisfies Reads<'smoke'>;

const danger = {
  resourceName: ({ facts }) => facts.resourceName,
  resourceType: ({ facts }) => facts.resourceType,
  dangerType: ({ facts }) => facts.dangerType,
  resourceAndDanger: ({ facts }) => joined(facts.resourceName, facts.dangerType),
  checkStatus: ({ facts }, { terms }) => (facts.checkStatus === 'renovated' ? terms.renovated : terms.notRenovated),
  dangerDescription: ({ facts }) => facts.dangerDescription,
} satisfies Reads<'danger'>;

const reads = { satellite, camera, report, smoke, danger };

type CommonField = keyof typeof common;
type Field<K extends AlarmKind> = CommonField | (keyof (typeof reads)[K] & string);
type AnyField = CommonField | { [K in AlarmKind]: keyof (typeof reads)[K] & string }[AlarmKind];

/** A field is labelled by its own name unless the view names another label; combined fields always need one. */
type FieldLabel = keyof AlarmTerms['fields'];
type Shown<F extends string> = (F & FieldLabel) | readonly [field: F, calledBy: FieldLabel];
type Fields = { readonly [K in AlarmKind]: readonly Shown<Field<K>>[] };

/** The label of the observation time, by source. */
const observedAs = { satellite: 'overpass', camera: 'alarmed', report: 'reported', smoke: 'alarmed', danger: 'checked' } as const;

const basics = (kind: AlarmKind): readonly Shown<CommonField>[] => [
  'formattedAddress',
  'gridName',
  'gridNo',
  'coordinates5',
  'coordinates4',
  'coordinatesDms',
  ['observed', observedAs[kind]],
  'arrived',
  'age',
  'findType',
  'verdict',
  'handled',
  'pushed',
];

const source: Fields = {
  satellite: [
    'province',
    'city',
    'county',
    'satellite',
    'instrument',
    'version',
    'credibility',
    'confidence',
    'area',
    'observationFrequency',
    'pixelArea',
    'pixelNumber',
    'footprint',
    'woodland',
    'grassland',
    'farmland',
    'otherland',
    'strength',
    'strengthLevel',
    'frp',
    'brightness',
    'brightness2',
    'dayNight',
    'fireNo',
    'address',
  ],
  camera: [
    'maxHeat',
    'alarmType',
    'horizontalAngle',
    'verticalAngle',
    'distance',
    'distanceBand',
    'pushNote',
    'handleOpinions',
    'deviceId',
    'monitorId',
    'mask',
    'address',
  ],
  report: [
    'province',
    'city',
    'county',
    'altitude',
    'accuracy',
    'pointing',
    'standpoint',
    'reporterName',
    'reporterPhone',
    'description',
    'comment',
    'address',
  ],
  smoke: ['deviceName', 'smokeLevel', 'temperature', 'battery', 'deviceId', 'address'],
  danger: ['resourceName', 'resourceType', 'dangerType', 'checkStatus', 'dangerDescription', 'address'],
};

/** The response to the alarm. */
const responseFields: readonly Shown<CommonField>[] = [
  'acknowledged',
  'judged',
  'realFireType',
  'judgeNote',
  ['pushedAt', 'pushed'],
  'pushNote',
  'closed',
  'outcome',
  'closeNote',
];

const pageHead: readonly Shown<CommonField>[] = [
  'formattedAddress',
  'address',
  ['gridWithNumber', 'gridName'],
  'coordinates5',
  'coordinatesDms',
  'observed',
  'arrived',
  ...responseFields,
];
const pageSource: Fields = {
  satellite: ['fireNo', ['satelliteAndInstrument', 'satellite'], 'credibility', 'frp'],
  camera: [['deviceId', 'device'], 'mask', 'alarmType', 'maxHeat'],
  report: ['reporterName', ['reporterPhone', 'phone'], 'description'],
  smoke: [
    ['deviceNameOrId', 'device'],
    ['temperature', 'maxHeat'],
  ],
  danger: [
    ['resourceAndDanger', 'danger'],
    ['dangerDescription', 'description'],
  ],
};

/**
 * In the popup: `basics`: location, time and state; `source`: the facts of the alarm's source; `response`: the response to it. `page`:
 * everything, on the alarm's own page.
 */
export type DetailView = 'basics' | 'source' | 'response' | 'page';

interface View {
  readonly fields: (kind: AlarmKind) => readonly Shown<AnyField>[];
  /** Unknown values are shown as unknown instead of being left out. */
  readonly showsUnknown: boolean;
  readonly manner: 'popup' | 'page';
}

const VIEWS: Readonly<Record<DetailView, View>> = {
  basics: { fields: basics, showsUnknown: true, manner: 'popup' },
  source: { fields: (kind) => source[kind], showsUnknown: true, manner: 'popup' },
  response: { fields: () => responseFields, showsUnknown: false, manner: 'popup' },
  page: { fields: (kind) => [...pageHead, ...pageSource[kind], 'id'], showsUnknown: false, manner: 'page' },
};

const MANNERS: Readonly<Record<'popup' | 'page', (terms: AlarmTerms) => Omit<Format, 'terms' | 'now'>>> = {
  popup: ({ units }) => ({ units, rounded: (value, digits) => Number(value.toFixed(digits)), pause: ' ', judgementPause: ' · ' }),
  page: ({ units, comma }) => ({
    units: { ...units, percent: (text) => `${text} %` },
    rounded: (value) => value,
    pause: comma,
    judgementPause: comma,
  }),
};

/** Long texts take the whole width. */
const WIDE: ReadonlySet<AnyField> = new Set<AnyField>([
  'formattedAddress',
  'address',
  'coordinatesDms',
  'acknowledged',
  'judged',
  'judgeNote',
  'pushNote',
  'closed',
  'closeNote',
  'fireNo',
  'handleOpinions',
  'deviceId',
  'monitorId',
  'description',
  'comment',
  'dangerDescription',
]);

export interface DetailRow {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly wide: boolean;
}

/** @param now the server's clock, epoch milliseconds */
export function detailRows(view: DetailView, alarm: NamedAlarm, terms: AlarmTerms, now: number): DetailRow[] {
  const { fields, showsUnknown, manner } = VIEWS[view];
  const format: Format = { terms, now, ...MANNERS[manner](terms) };
  // The table is that of this alarm's own kind; TypeScript cannot follow a key and its value through a lookup.
  const read: Partial<Reads<AlarmKind, AnyField>> = { ...common, ...(reads[alarm.facts.kind] as Reads<AlarmKind>) };
  return fields(alarm.facts.kind).flatMap((shown) => {
    const [field, label] = typeof shown === 'string' ? [shown, shown] : shown;
    const value = read[field]?.(alarm, format) || (showsUnknown ? terms.unknown : null);
    return value === null ? [] : [{ field, label: terms.fields[label], value, wide: WIDE.has(field) }];
  });
}

/** The columns that only the table of one source has. */
const tableFields: Fields = {
  satellite: [['satelliteAndInstrument', 'satellite'], 'credibility', 'frp', 'area', 'fireNo'],
  camera: ['findType', 'alarmType', 'maxHeat', ['deviceId', 'device'], 'mask', 'handleOpinions'],
  report: ['reporterName', ['reporterPhone', 'phone'], 'description', 'comment'],
  smoke: [['deviceNameOrId', 'device'], 'smokeLevel', 'temperature', 'battery'],
  danger: ['resourceName', 'dangerType', 'checkStatus', 'dangerDescription'],
};

export interface DetailColumn {
  readonly field: string;
  readonly label: string;
  readonly wide: boolean;
  /** null: unknown. */
  readonly text: (alarm: NamedAlarm) => string | null;
}

export function detailColumns(kind: AlarmKind, terms: AlarmTerms): DetailColumn[] {
  const format: Format = { terms, now: 0, ...MANNERS.page(terms) };
  const read: Partial<Reads<AlarmKind, AnyField>> = { ...common, ...(reads[kind] as Reads<AlarmKind>) };
  return tableFields[kind].map((shown) => {
    const [field, label] = typeof shown === 'string' ? [shown, shown] : shown;
    return { field, label: terms.fields[label], wide: WIDE.has(field), text: (alarm) => read[field]?.(alarm, format) || null };
  });
}

/** Demo data is always labelled. Texts written for the demo contain the label, and a satellite alarm has it as its version. */
export const isDemo = ({ facts }: Alarm): boolean => facts.kind === 'satellite' && facts.version === 'demo';
