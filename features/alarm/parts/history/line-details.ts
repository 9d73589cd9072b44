// The details of a history line: a table from the kind of event to its fields.

import { formatTime } from '@lookout/contract';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import type { AlarmLocation, Judgement } from '../../alarm.ts';
import type { AlarmEventKind, AlarmHistoryLine, FieldChange } from '../../alarm-events.ts';
import type { DetailField } from './detail-field.ts';
import type { HistoryMessages } from './messages.ts';

export interface DetailLine {
  readonly field: DetailField;
  readonly label: string;
  readonly text: string;
}

/** Null or empty texts are left out. */
type Parts = readonly (readonly [field: DetailField, text: string | null])[];
type Detail<K extends AlarmEventKind> = Extract<AlarmHistoryLine, { kind: K }>['detail'];
type ToParts<K extends AlarmEventKind> = (detail: Detail<K>, messages: HistoryMessages) => Parts;

const judgementParts = ({ verdict, realFireType, note }: Judgement, messages: HistoryMessages): Parts => [
  ['verdict', messages.alarm.states[verdict]],
  ['fireType', realFireType && messages.alarm.fireTypes[realFireType]],
  ['judgeNote', note],
];
const judgementText = (judgement: Judgement, messages: HistoryMessages): string =>
  judgementParts(judgement, messages)
    .flatMap(([, text]) => text ?? [])
    .join(messages.alarm.comma);

const positionText = ({ position, formattedAddress }: Omit<AlarmLocation, 'gridBasis'>): string => {
  const coordinates = decimalText(position);
  return formattedAddress === '' ? coordinates : `${formattedAddress}${marks().brackets(coordinates)}`;
};

const changesText = (changes: Readonly<Record<string, FieldChange>>, messages: HistoryMessages): string => {
  const valueText = (value: string | number | null) => (value === null || value === '' ? messages.nothing : String(value));
  return Object.entries(changes)
    .map(([fact, { from, to }]) => `${messages.edited[fact] ?? fact} ${valueText(from)} → ${valueText(to)}`)
    .join(messages.semicolon);
};

const nothing = (): Parts => [];

const partsOf: { readonly [K in AlarmEventKind]: ToParts<K> } = {
  'alarm.recorded': ({ archived }, messages) => [
    ['archived', archived ? messages.archived(formatTime(archived.before), archived.files.join(messages.semicolon)) : null],
  ],
  'alarm.linked': nothing,
  'alarm.seen': nothing,
  'alarm.acknowledged': nothing,
  'alarm.taken-over': ({ from }) => [['from', from]],
  'alarm.judged': ({ judgement }, messages) => judgementParts(judgement, messages),
  'alarm.corrected': ({ previous, judgement, reason }, messages) => [
    ['from', judgementText(previous, messages)],
    ['to', judgementText(judgement, messages)],
    ['reason', reason],
  ],
  'alarm.pushed': ({ fromGridName, note }) => [
    ['fromGridName', fromGridName],
    ['note', note],
  ],
  'alarm.push-withdrawn': ({ note }) => [['note', note]],
  'alarm.handled': ({ isRenovated, note }, messages) => [
    ['renovated', isRenovated ? messages.alarm.renovated : null],
    ['note', note],
  ],
  'alarm.reopened': nothing,
  'alarm.moved': ({ from, to }) => [
    ['from', positionText(from)],
    ['to', positionText(to)],
  ],
  'alarm.edited': ({ changes }, messages) => [['changes', changesText(changes, messages)]],
  'alarm.dispatched': ({ members, priority, content }, messages) => [
    ['members', members.map(({ fullName }) => fullName).join(messages.alarm.comma)],
    ['priority', String(priority)],
    ['content', content],
  ],
  'alarm.progressed': ({ state, text, photos, reason }, messages) => [
    ['state', messages.taskStates[state]],
    ['text', text],
    ['photos', photos.length === 0 ? null : messages.photos(photos.length)],
    ['reason', reason],
  ],
  'alarm.messaged': ({ content, receivers }, messages) => [
    ['content', content],
    ['receivers', receivers.join(messages.alarm.comma)],
  ],
  'alarm.ordered': ({ content, receivers, due }, messages) => [
    ['content', content],
    ['receivers', receivers.join(messages.alarm.comma)],
    ['due', due],
  ],
  'alarm.order-received': ({ content, receiver, isOnBehalf, note }, messages) => [
    ['receivers', isOnBehalf ? messages.onBehalf(receiver) : receiver],
    ['content', content],
    ['note', note],
  ],
  'alarm.order-withdrawn': ({ content, reason }) => [
    ['content', content],
    ['reason', reason],
  ],
  'alarm.second-looked': ({ result, isHot, cameras }, messages) => [
    ['lookResult', messages.lookResults[result]],
    ['heat', isHot === null ? null : messages.heat(isHot)],
    ['cameras', cameras.join(messages.alarm.comma)],
  ],
  'alarm.closed': ({ outcome, note }, messages) => [
    ['outcome', messages.alarm.outcomes[outcome]],
    ['note', note],
  ],
  'alarm.deleted': ({ reason }) => [['reason', reason]],
  'alarm.rekindled': ({ reason }) => [['reason', reason]],
};

/** Empty fields are left out. */
export function detailLines({ kind, detail }: Pick<AlarmHistoryLine, 'kind' | 'detail'>, messages: HistoryMessages): DetailLine[] {
  // The table is keyed by the kind of this line; TypeScript cannot follow a key and its value through a lookup.
  const parts = (partsOf[kind] as ToParts<AlarmEventKind>)(detail as never, messages);
  return parts.flatMap(([field, text]) => (text === null || text.trim() === '' ? [] : [{ field, label: messages.fields[field], text }]));
}
