// A line of a fire's story as text: what happened, and its details. Pure; the page and the sealed package show the same.
import { formatTime, type Language } from '@lookout/contract';
import { INCIDENT_KEEPER_NAME, type Judgement } from '@lookout/features/alarm/alarm.ts';
import type { FieldChange } from '@lookout/features/alarm/alarm-events.ts';
import type { StoryKind } from '@lookout/features/fire-story/fire-story.ts';
import type { StoryLine } from '@lookout/features/fire-story/fire-story.wire.ts';
import { type StoryTexts, storyTexts } from './fire-story-texts.ts';

type LineOf<K extends StoryKind> = Extract<StoryLine, { readonly kind: K }>;
/** Null or empty parts are omitted. */
type DetailParts = readonly (string | null)[];
type Say<K extends StoryKind> = (detail: LineOf<K>['detail'], texts: StoryTexts) => DetailParts;

const judgement = ({ verdict, realFireType, note }: Judgement, texts: StoryTexts): DetailParts => [
  texts.verdicts[verdict],
  realFireType && texts.fireTypes[realFireType],
  note,
];
const judgementText = (given: Judgement, texts: StoryTexts): string => spoken(judgement(given, texts)).join(texts.separator);

const valueText = (value: unknown, texts: StoryTexts): string => {
  if (value === null || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return String(value);
};
const changesText = (changes: Readonly<Record<string, FieldChange>>, texts: StoryTexts): DetailParts =>
  Object.entries(changes).map(([fact, { from, to }]) => `${fact} ${valueText(from, texts)} → ${valueText(to, texts)}`);

const nothing = (): DetailParts => [];
const noteOnly = ({ note }: { readonly note: string | null }): DetailParts => [note];
const dueReport = (detail: LineOf<'due-report.sent'>['detail'], texts: StoryTexts): DetailParts => [
  detail.receiver,
  detail.reason && texts.reportReason(detail.reason),
  detail.due && texts.due(detail.due),
];
const planItem = ({ item, note }: LineOf<'plan-run.item-done'>['detail']): DetailParts => [item, note];
const plot = ({ plotKind, name }: LineOf<'plot.drawn'>['detail'], texts: StoryTexts): DetailParts => [
  plotKind && texts.plots[plotKind],
  name,
];
const reason = (detail: { readonly reason: string }, texts: StoryTexts): DetailParts => [texts.reason(detail.reason)];
const minute = (iso: string): string => formatTime(new Date(iso)).slice(5, 16);
const digits = (value: number): string => String(Math.round(value * 10) / 10);

const say: { readonly [K in StoryKind]: Say<K> } = {
  'alarm.recorded': ({ alarmKind, archived }, texts) => [
    texts.alarmKinds[alarmKind],
    archived ? texts.archived(formatTime(archived.before), archived.files.join(texts.list)) : null,
  ],
  'alarm.linked': nothing,
  'alarm.moved': ({ from, to }, texts) => [texts.was(from.formattedAddress), texts.becomes(to.formattedAddress)],
  'alarm.edited': ({ changes }, texts) => changesText(changes, texts),
  'alarm.second-looked': ({ result, isHot, cameras }, texts) => [
    texts.look(result, isHot),
    cameras.length === 0 ? null : cameras.join(texts.list),
  ],
  'alarm.seen': nothing,
  'alarm.acknowledged': nothing,
  'alarm.taken-over': ({ from }, texts) => [texts.was(from)],
  'alarm.judged': (detail, texts) => judgement(detail.judgement, texts),
  'alarm.corrected': (detail, texts) => [
    texts.was(judgementText(detail.previous, texts)),
    texts.becomes(judgementText(detail.judgement, texts)),
    texts.reason(detail.reason),
  ],
  'alarm.pushed': ({ fromGridName, note }, texts) => [fromGridName && texts.from(fromGridName), note],
  'alarm.push-withdrawn': noteOnly,
  'alarm.handled': ({ note, isRenovated }, texts) => [isRenovated ? texts.renovated : null, note],
  'alarm.reopened': nothing,
  'alarm.closed': ({ outcome, note }, texts) => [texts.outcomes[outcome], note],
  'alarm.rekindled': reason,
  'incident.split': ({ staying, leaving }, texts) => [texts.split(staying, leaving)],
  'incident.merged': ({ count }, texts) => [texts.alarms(count)],
  'incident.undone': ({ decision }, texts) => [texts.decisions[decision]],
  'incident.fact-noted': ({ fact, from, to }, texts) => [`${texts.facts[fact]} ${valueText(from, texts)} → ${valueText(to, texts)}`],
  'incident.packaged': ({ sha256, sm3, lines, pictures }, texts) => [
    texts.packaged(lines, pictures),
    sm3 === undefined ? texts.sealed(sha256) : `SM3 ${sm3}`,
  ],
  'spread.finished': ({ hours, areaHectares, seen }, texts) => [
    texts.spread(hours, hectaresText(areaHectares)),
    ...(seen > 0 ? [texts.spreadSeen(seen)] : []),
  ],
  'spread.cancelled': ({ hours }, texts) => [texts.spreadHours(hours)],
  'alarm.dispatched': ({ members, priority, content }, texts) => [
    members.map(({ fullName }) => fullName).join(texts.list),
    content,
    texts.priority(priority),
  ],
  'alarm.progressed': ({ state, text, reason: why }, texts) => [texts.taskStates[state], text, why && texts.reason(why)],
  'task.dispatched': ({ members, content, priority }, texts) => [members.join(texts.list), content, texts.priority(priority)],
  'task.advanced': ({ fullName, state, text }, texts) => [fullName, texts.taskStates[state], text],
  'task.cancelled': reason,
  'alarm.messaged': ({ content, receivers }, texts) => [content, texts.receivers(receivers.join(texts.list))],
  'alarm.ordered': ({ content, receivers, due }, texts) => [
    content,
    texts.receivers(receivers.join(texts.list)),
    due === null ? null : texts.due(due),
  ],
  'alarm.order-received': ({ content, receiver, isOnBehalf, note }, texts) => [
    isOnBehalf ? texts.onBehalf(receiver) : receiver,
    content,
    note,
  ],
  'alarm.order-withdrawn': ({ content, reason: why }, texts) => [content, texts.reason(why)],
  'due-report.fell-due': dueReport,
  'due-report.sent': dueReport,
  'due-report.received': dueReport,
  'due-report.read': dueReport,
  'due-report.escalated': dueReport,
  'due-report.told-late': dueReport,
  'due-report.lapsed': dueReport,
  'document.begun': ({ documentKind }, texts) => [texts.documents[documentKind]],
  'document.issued': ({ documentKind, year, count, sha256 }, texts) => [
    documentKind && texts.documents[documentKind],
    texts.documentNumber(year, count),
    texts.sealed(sha256),
  ],
  'archive.opened': ({ version }, texts) => [texts.version(version)],
  'archive.sealed': ({ version, sha256 }, texts) => [version === null ? null : texts.version(version), texts.sealed(sha256)],
  'plan-run.started': ({ planTitle, level, reason: why }, texts) => [planTitle, texts.levels[level], texts.reason(why)],
  'plan-run.level-changed': ({ from, to, reason: why }, texts) => [`${texts.levels[from]} → ${texts.levels[to]}`, texts.reason(why)],
  'plan-run.item-done': planItem,
  'plan-run.item-reopened': planItem,
  'plan-run.ended': reason,
  'plot.drawn': plot,
  'plot.revised': plot,
  'plot.removed': plot,
  'safety.alarm-raised': ({ fullName, reasons, marginMinutes }, texts) => [
    fullName,
    reasons.map((one) => texts.safetyReasons[one]).join(texts.list),
    marginMinutes === null ? null : texts.safetyMargin(Math.round(marginMinutes)),
  ],
  'safety.alarm-taken': ({ fullName, reasons }, texts) => [fullName, reasons.map((one) => texts.safetyReasons[one]).join(texts.list)],
  'safety.alarm-ended': ({ fullName, reason: end }, texts) => [fullName, texts.safetyEnds[end]],
  'ranger-message.sent': ({ fullName, sender, content }, texts) => [texts.messageWith(fullName, sender), content],
  'ranger-message.read': ({ fullName, sender, content }, texts) => [texts.messageWith(fullName, sender), content],
  'sos.raised': ({ fullName }) => [fullName],
  'sos.pressed': nothing,
  'sos.located': nothing,
  'sos.taken': nothing,
  'sos.cancelled': reason,
  'sos.closed': ({ outcome, note }, texts) => [texts.sosOutcomes[outcome], note],
  'record.people': ({ people }, texts) =>
    people.map(({ fullName, first, last, arrived }) => texts.person(fullName, minute(first), minute(last), arrived && minute(arrived))),
  'record.weather': ({ gridName, ...numbers }, texts) => [
    texts.weather({
      gridName,
      temperature: digits(numbers.temperature),
      humidity: digits(numbers.humidity),
      windSpeed: digits(numbers.windSpeed),
      rain: digits(numbers.rain),
      fwi: digits(numbers.fwi),
    }),
  ],
};

const spoken = (parts: DetailParts): string[] => parts.flatMap((part) => (part === null || part.trim() === '' ? [] : [part]));

export interface StoryText {
  readonly title: string;
  /** One text per part. */
  readonly parts: readonly string[];
  /** Person and post, feed, program, or a note that no person made the record. */
  readonly who: string;
}

export function storyText(line: StoryLine, language: Language): StoryText {
  const texts = storyTexts[language];
  const { kind, detail, by, alarmIds, recordings } = line;
  // The table is keyed by the kind of this line; TypeScript cannot follow a key and its value through a lookup.
  const parts = spoken((say[kind] as Say<StoryKind>)(detail as never, texts));
  const several = alarmIds.length > 1 ? [texts.alarms(alarmIds.length)] : [];
  return {
    title: texts.kinds[kind],
    parts: [...parts, ...several, ...(recordings > 0 ? [texts.recordings(recordings)] : [])],
    who: kind === 'alarm.judged' && by.name === INCIDENT_KEEPER_NAME ? texts.inherited : whoText(by, texts),
  };
}

function whoText({ kind, name, post }: StoryLine['by'], texts: StoryTexts): string {
  if (kind === 'record') return texts.record;
  if (kind === 'feed') return name === null || name === 'feed-key' ? texts.feed : name;
  return post === null || post === name ? (name ?? '') : `${name ?? ''}${texts.separator}${post}`;
}

/** A model's area, with at most three significant digits. */
const hectaresText = (hectares: number): string => String(Number(hectares.toPrecision(3)));
