// What a line of the history says, in words: a table from the kind of event to what belongs to it.
import type { AlarmEventKind, AlarmHistoryLine, AlarmPlace, FieldChange, Judgement } from '@lookout/domain';
import { formatDecimal } from '@lookout/geo';
import { marks } from '../../../shared/text/marks.ts';
import type { HistoryWords } from './text.zh-CN.ts';

export type DetailField =
  | 'verdict'
  | 'fireType'
  | 'judgeNote'
  | 'outcome'
  | 'state'
  | 'fromGridName'
  | 'from'
  | 'to'
  | 'changes'
  | 'renovated'
  | 'members'
  | 'priority'
  | 'content'
  | 'text'
  | 'photos'
  | 'receivers'
  | 'note'
  | 'reason';

export interface DetailLine {
  readonly field: DetailField;
  readonly label: string;
  readonly text: string;
}

/** What is null or empty is not said. */
type Parts = readonly (readonly [field: DetailField, text: string | null])[];
type Said<K extends AlarmEventKind> = Extract<AlarmHistoryLine, { kind: K }>['said'];
type Say<K extends AlarmEventKind> = (said: Said<K>, words: HistoryWords) => Parts;

const judgementParts = ({ verdict, realFireType, note }: Judgement, words: HistoryWords): Parts => [
  ['verdict', words.alarm.states[verdict]],
  ['fireType', realFireType && words.alarm.fireTypes[realFireType]],
  ['judgeNote', note],
];
const judgementText = (judgement: Judgement, words: HistoryWords): string =>
  judgementParts(judgement, words)
    .flatMap(([, text]) => text ?? [])
    .join(words.alarm.comma);

const placeText = ({ position: { lng, lat }, formattedAddress }: Omit<AlarmPlace, 'gridBasis'>): string => {
  const place = `${formatDecimal(lng)}, ${formatDecimal(lat)}`;
  return formattedAddress === '' ? place : `${formattedAddress}${marks().brackets(place)}`;
};

const changesText = (changes: Readonly<Record<string, FieldChange>>, words: HistoryWords): string => {
  const valueText = (value: string | number | null) => (value === null || value === '' ? words.nothing : String(value));
  return Object.entries(changes)
    .map(([fact, { from, to }]) => `${words.edited[fact] ?? fact} ${valueText(from)} → ${valueText(to)}`)
    .join(words.semicolon);
};

const nothing = (): Parts => [];

const says: { readonly [K in AlarmEventKind]: Say<K> } = {
  'alarm.recorded': nothing,
  'alarm.linked': nothing,
  'alarm.seen': nothing,
  'alarm.acknowledged': nothing,
  'alarm.taken-over': ({ from }) => [['from', from]],
  'alarm.judged': ({ judgement }, words) => judgementParts(judgement, words),
  'alarm.corrected': ({ previous, judgement, reason }, words) => [
    ['from', judgementText(previous, words)],
    ['to', judgementText(judgement, words)],
    ['reason', reason],
  ],
  'alarm.pushed': ({ fromGridName, note }) => [
    ['fromGridName', fromGridName],
    ['note', note],
  ],
  'alarm.push-withdrawn': ({ note }) => [['note', note]],
  'alarm.handled': ({ isRenovated, note }, words) => [
    ['renovated', isRenovated ? words.alarm.renovated : null],
    ['note', note],
  ],
  'alarm.reopened': nothing,
  'alarm.moved': ({ from, to }) => [
    ['from', placeText(from)],
    ['to', placeText(to)],
  ],
  'alarm.edited': ({ changes }, words) => [['changes', changesText(changes, words)]],
  'alarm.dispatched': ({ members, priority, content }, words) => [
    ['members', members.map(({ fullName }) => fullName).join(words.alarm.comma)],
    ['priority', String(priority)],
    ['content', content],
  ],
  'alarm.progressed': ({ state, text, photos, reason }, words) => [
    ['state', words.taskStates[state]],
    ['text', text],
    ['photos', photos.length === 0 ? null : words.photos(photos.length)],
    ['reason', reason],
  ],
  'alarm.messaged': ({ content, receivers }, words) => [
    ['content', content],
    ['receivers', receivers.join(words.alarm.comma)],
  ],
  'alarm.closed': ({ outcome, note }, words) => [
    ['outcome', words.alarm.outcomes[outcome]],
    ['note', note],
  ],
  'alarm.deleted': ({ reason }) => [['reason', reason]],
};

/** What is empty is left out. */
export function detailLines({ kind, said }: Pick<AlarmHistoryLine, 'kind' | 'said'>, words: HistoryWords): DetailLine[] {
  // The table is keyed by the kind of this very line; TypeScript cannot follow a key and its value through a lookup.
  const parts = (says[kind] as Say<AlarmEventKind>)(said as never, words);
  return parts.flatMap(([field, text]) => (text === null || text.trim() === '' ? [] : [{ field, label: words.fields[field], text }]));
}
