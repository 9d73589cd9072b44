// What is known of one alarm, as rows: first what all have, then what its source adds. What is not known is left out.
import type { WireAlarm } from '@lookout/contract';
import { formatDecimal, formatDms } from '@lookout/geo';
import type { AlarmWords } from './text.zh-CN.ts';

export type FactField =
  | 'place'
  | 'address'
  | 'grid'
  | 'decimal'
  | 'dms'
  | 'observed'
  | 'arrived'
  | 'acknowledged'
  | 'judged'
  | 'fireType'
  | 'judgeNote'
  | 'pushed'
  | 'pushNote'
  | 'closed'
  | 'outcome'
  | 'closeNote'
  | 'fireNo'
  | 'satellite'
  | 'credibility'
  | 'frp'
  | 'device'
  | 'alarmType'
  | 'maxHeat'
  | 'reporter'
  | 'phone'
  | 'description'
  | 'danger'
  | 'id';

export interface Fact {
  readonly field: FactField;
  readonly label: string;
  readonly text: string;
}

type Read<A> = (alarm: A, words: AlarmWords) => string | null;
type Row<A> = readonly [field: FactField, read: Read<A>];
type Of<K extends WireAlarm['kind']> = Extract<WireAlarm, { kind: K }>;

const unit = (value: number | null, suffix: string): string | null => (value === null ? null : `${value} ${suffix}`);

const common: readonly Row<WireAlarm>[] = [
  ['place', (a) => a.formattedAddress],
  ['address', (a) => a.address],
  ['grid', (a) => `${a.gridName}（${a.gridNo}）`],
  ['decimal', (a) => `${formatDecimal(a.longitude)}, ${formatDecimal(a.latitude)}`],
  ['dms', (a) => `${formatDms(a.longitude, 'lng')} ${formatDms(a.latitude, 'lat')}`],
  ['observed', (a) => a.observationDateTime],
  ['arrived', (a) => a.arriveTime],
  ['acknowledged', (a, { detail }) => (a.acknowledgedTime === null ? null : detail.by(a.acknowledgedBy, a.acknowledgedTime))],
  [
    'judged',
    (a, { states, detail }) =>
      a.isReal === null ? null : detail.by(a.isReal === 1 ? states.real : states.false, detail.by(a.judgedBy, a.judgedTime)),
  ],
  ['fireType', (a, { detail }) => (a.trueAlarmType === null ? null : (detail.fireTypes[a.trueAlarmType - 1] ?? null))],
  ['judgeNote', (a) => a.isTrueNote],
  ['pushed', (a) => a.isPutTime],
  ['pushNote', (a) => a.isPutOutNote],
  ['closed', (a, { detail }) => (a.closeTime === null ? null : detail.by(a.closedBy, a.closeTime))],
  ['outcome', (a, { detail }) => (a.outcome === null ? null : detail.outcomes[a.outcome])],
  ['closeNote', (a) => a.closeNote],
];

const satellite: readonly Row<Of<'satellite'>>[] = [
  ['fireNo', (a) => a.fireNo],
  ['satellite', (a) => [a.satellite, a.instrument].filter(Boolean).join(' · ')],
  ['credibility', (a) => `${a.credibility} %`],
  ['frp', (a) => unit(a.frp, 'MW')],
];
const monitor: readonly Row<Of<'monitor'>>[] = [
  ['device', (a) => a.deviceId],
  ['alarmType', (a) => a.alarmType],
  ['maxHeat', (a) => unit(a.maxHeat, '℃')],
];
const report: readonly Row<Of<'report'>>[] = [
  ['reporter', (a) => a.reporterName],
  ['phone', (a) => a.reporterPhone],
  ['description', (a) => a.description],
];
const smoke: readonly Row<Of<'smoke'>>[] = [
  ['device', (a) => a.deviceName ?? a.deviceId],
  ['maxHeat', (a) => unit(a.temperature, '℃')],
];
const danger: readonly Row<Of<'danger'>>[] = [
  ['danger', (a) => [a.resourceName, a.dangerType].filter(Boolean).join(' · ')],
  ['description', (a) => a.dangerDescription],
];
const ofKind = { satellite, monitor, report, smoke, danger };

export function factsOf(alarm: WireAlarm, words: AlarmWords): Fact[] {
  // Each table reads its own kind; TypeScript cannot follow a key and its value through the lookup.
  const own = ofKind[alarm.kind] as readonly Row<never>[] as readonly Row<WireAlarm>[];
  const rows: readonly Row<WireAlarm>[] = [...common, ...own, ['id', (a) => a.id]];
  return rows.flatMap(([field, read]) => {
    const text = read(alarm, words);
    return text === null || text === '' ? [] : [{ field, label: words.facts[field], text }];
  });
}
