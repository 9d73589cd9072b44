// What is known of one alarm, as rows: first what all have, then what its source adds. What is not known is left out.
import { formatTime } from '@lookout/contract';
import { type AlarmKind, closureOf, type FactsOf, judgementOf, type NamedAlarm } from '@lookout/domain';
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

type Read<K extends AlarmKind> = (alarm: NamedAlarm<FactsOf<K>>, words: AlarmWords) => string | null;
type Rows<K extends AlarmKind> = readonly (readonly [field: FactField, read: Read<K>])[];

const unit = (value: number | null, suffix: string): string | null => (value === null ? null : `${value} ${suffix}`);

/** Who and when, of a deed that was done. */
const deed = (done: { readonly by: string; readonly at: Date } | null, { detail }: AlarmWords): string | null =>
  done && detail.by(done.by, formatTime(done.at));

const common: Rows<AlarmKind> = [
  ['place', (a) => a.formattedAddress],
  ['address', (a) => a.address],
  ['grid', (a) => `${a.gridName}（${a.gridNo}）`],
  ['decimal', ({ position: { lng, lat } }) => `${formatDecimal(lng)}, ${formatDecimal(lat)}`],
  ['dms', ({ position: { lng, lat } }) => `${formatDms(lng, 'lng')} ${formatDms(lat, 'lat')}`],
  ['observed', (a) => formatTime(a.observedAt)],
  ['arrived', (a) => formatTime(a.arrivedAt)],
  ['acknowledged', ({ response }, words) => deed(response.acknowledgement, words)],
  [
    'judged',
    ({ response }, words) => {
      const judgement = judgementOf(response);
      return judgement && words.detail.by(words.states[judgement.verdict], deed(judgement, words));
    },
  ],
  [
    'fireType',
    ({ response }, { detail }) => {
      const type = judgementOf(response)?.realFireType ?? null;
      return type && detail.fireTypes[type];
    },
  ],
  ['judgeNote', ({ response }) => judgementOf(response)?.note ?? null],
  ['pushed', ({ response: { push } }) => push && formatTime(push.at)],
  ['pushNote', ({ response }) => response.push?.note ?? null],
  ['closed', ({ response }, words) => deed(closureOf(response), words)],
  [
    'outcome',
    ({ response }, { detail }) => {
      const closure = closureOf(response);
      return closure && detail.outcomes[closure.outcome];
    },
  ],
  ['closeNote', ({ response }) => closureOf(response)?.note ?? null],
];

const satellite: Rows<'satellite'> = [
  ['fireNo', ({ facts }) => facts.fireNo],
  ['satellite', ({ facts }) => [facts.satellite, facts.instrument].filter(Boolean).join(' · ')],
  ['credibility', ({ facts }) => `${facts.credibility} %`],
  ['frp', ({ facts }) => unit(facts.frpMegawatts, 'MW')],
];
const camera: Rows<'camera'> = [
  ['device', ({ facts }) => facts.deviceId],
  ['alarmType', ({ facts }) => facts.alarmType],
  ['maxHeat', ({ facts }) => unit(facts.maxHeat, '℃')],
];
const report: Rows<'report'> = [
  ['reporter', ({ facts }) => facts.reporterName],
  ['phone', ({ facts }) => facts.reporterPhone],
  ['description', ({ facts }) => facts.description],
];
const smoke: Rows<'smoke'> = [
  ['device', ({ facts }) => facts.deviceName ?? facts.deviceId],
  ['maxHeat', ({ facts }) => unit(facts.temperatureCelsius, '℃')],
];
const danger: Rows<'danger'> = [
  ['danger', ({ facts }) => [facts.resourceName, facts.dangerType].filter(Boolean).join(' · ')],
  ['description', ({ facts }) => facts.dangerDescription],
];
const ofKind: { readonly [K in AlarmKind]: Rows<K> } = { satellite, camera, report, smoke, danger };

export function factsOf(alarm: NamedAlarm, words: AlarmWords): Fact[] {
  // Each table reads its own kind; TypeScript cannot follow a key and its value through the lookup.
  const own = ofKind[alarm.facts.kind] as Rows<AlarmKind>;
  const rows: Rows<AlarmKind> = [...common, ...own, ['id', (a) => a.id]];
  return rows.flatMap(([field, read]) => {
    const text = read(alarm, words);
    return text === null || text === '' ? [] : [{ field, label: words.facts[field], text }];
  });
}
