// A line of a fire's story as text: what happened, and its details. Pure; the page and the sealed package show the same.
import { formatTime, type Language } from '@lookout/contract';
import { INCIDENT_KEEPER_NAME, type Judgement } from '@lookout/features/alarm/alarm.ts';
import type { FieldChange } from '@lookout/features/alarm/alarm-events.ts';
import type { StoryKind } from '@lookout/features/fire-story/fire-story.ts';
import type { StoryLine } from '@lookout/features/fire-story/fire-story.wire.ts';
import { type StoryWords, storyWords } from './fire-story-words.ts';

type LineOf<K extends StoryKind> = Extract<StoryLine, { readonly kind: K }>;
/** Null or empty parts are omitted. */
type Said = readonly (string | null)[];
type Say<K extends StoryKind> = (detail: LineOf<K>['detail'], words: StoryWords) => Said;

const judgement = ({ verdict, realFireType, note }: Judgement, words: StoryWords): Said => [
  words.verdicts[verdict],
  realFireType && words.fireTypes[realFireType],
  note,
];
const judgementText = (given: Judgement, words: StoryWords): string => spoken(judgement(given, words)).join(words.separator);

const valueText = (value: unknown, words: StoryWords): string => {
  if (value === null || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return String(value);
};
const changesText = (changes: Readonly<Record<string, FieldChange>>, words: StoryWords): Said =>
  Object.entries(changes).map(([fact, { from, to }]) => `${fact} ${valueText(from, words)} → ${valueText(to, words)}`);

const nothing = (): Said => [];
const noteOnly = ({ note }: { readonly note: string | null }): Said => [note];
const dueReport = (detail: LineOf<'due-report.sent'>['detail'], words: StoryWords): Said => [
  detail.receiver,
  detail.reason && words.reportReason(detail.reason),
  detail.due && words.due(detail.due),
];
const planItem = ({ item, note }: LineOf<'plan-run.item-done'>['detail']): Said => [item, note];
const plot = ({ plotKind, name }: LineOf<'plot.drawn'>['detail'], words: StoryWords): Said => [plotKind && words.plots[plotKind], name];
const reason = (detail: { readonly reason: string }, words: StoryWords): Said => [words.reason(detail.reason)];
const minute = (iso: string): string => formatTime(new Date(iso)).slice(5, 16);
const digits = (value: number): string => String(Math.round(value * 10) / 10);

const say: { readonly [K in StoryKind]: Say<K> } = {
  'alarm.recorded': ({ alarmKind, archived }, words) => [
    words.alarmKinds[alarmKind],
    archived ? words.archived(formatTime(archived.before), archived.files.join(words.list)) : null,
  ],
  'alarm.linked': nothing,
  'alarm.moved': ({ from, to }, words) => [words.was(from.formattedAddress), words.becomes(to.formattedAddress)],
  'alarm.edited': ({ changes }, words) => changesText(changes, words),
  'alarm.seen': nothing,
  'alarm.acknowledged': nothing,
  'alarm.taken-over': ({ from }, words) => [words.was(from)],
  'alarm.judged': (detail, words) => judgement(detail.judgement, words),
  'alarm.corrected': (detail, words) => [
    words.was(judgementText(detail.previous, words)),
    words.becomes(judgementText(detail.judgement, words)),
    words.reason(detail.reason),
  ],
  'alarm.pushed': ({ fromGridName, note }, words) => [fromGridName && words.from(fromGridName), note],
  'alarm.push-withdrawn': noteOnly,
  'alarm.handled': ({ note, isRenovated }, words) => [isRenovated ? words.renovated : null, note],
  'alarm.reopened': nothing,
  'alarm.closed': ({ outcome, note }, words) => [words.outcomes[outcome], note],
  'alarm.rekindled': reason,
  'incident.split': ({ staying, leaving }, words) => [words.split(staying, leaving)],
  'incident.merged': ({ count }, words) => [words.alarms(count)],
  'incident.undone': ({ decision }, words) => [words.decisions[decision]],
  'incident.fact-noted': ({ fact, from, to }, words) => [`${words.facts[fact]} ${valueText(from, words)} → ${valueText(to, words)}`],
  'incident.packaged': ({ sha256, sm3, lines, pictures }, words) => [
    words.packaged(lines, pictures),
    sm3 === undefined ? words.sealed(sha256) : `SM3 ${sm3}`,
  ],
  'spread.finished': ({ hours, areaHectares, seen }, words) => [
    words.spread(hours, hectaresText(areaHectares)),
    ...(seen > 0 ? [words.spreadSeen(seen)] : []),
  ],
  'spread.cancelled': ({ hours }, words) => [words.spreadHours(hours)],
  'alarm.dispatched': ({ members, priority, content }, words) => [
    members.map(({ fullName }) => fullName).join(words.list),
    content,
    words.priority(priority),
  ],
  'alarm.progressed': ({ state, text, reason: why }, words) => [words.taskStates[state], text, why && words.reason(why)],
  'task.dispatched': ({ members, content, priority }, words) => [members.join(words.list), content, words.priority(priority)],
  'task.advanced': ({ fullName, state, text }, words) => [fullName, words.taskStates[state], text],
  'task.cancelled': reason,
  'alarm.messaged': ({ content, receivers }, words) => [content, words.receivers(receivers.join(words.list))],
  'alarm.ordered': ({ content, receivers, due }, words) => [
    content,
    words.receivers(receivers.join(words.list)),
    due === null ? null : words.due(due),
  ],
  'alarm.order-received': ({ content, receiver, isOnBehalf, note }, words) => [
    isOnBehalf ? words.onBehalf(receiver) : receiver,
    content,
    note,
  ],
  'alarm.order-withdrawn': ({ content, reason: why }, words) => [content, words.reason(why)],
  'due-report.fell-due': dueReport,
  'due-report.sent': dueReport,
  'due-report.received': dueReport,
  'due-report.read': dueReport,
  'due-report.escalated': dueReport,
  'due-report.told-late': dueReport,
  'due-report.lapsed': dueReport,
  'document.begun': ({ documentKind }, words) => [words.documents[documentKind]],
  'document.issued': ({ documentKind, year, count, sha256 }, words) => [
    documentKind && words.documents[documentKind],
    words.documentNumber(year, count),
    words.sealed(sha256),
  ],
  'archive.opened': ({ version }, words) => [words.version(version)],
  'archive.sealed': ({ version, sha256 }, words) => [version === null ? null : words.version(version), words.sealed(sha256)],
  'plan-run.started': ({ planTitle, level, reason: why }, words) => [planTitle, words.levels[level], words.reason(why)],
  'plan-run.level-changed': ({ from, to, reason: why }, words) => [`${words.levels[from]} → ${words.levels[to]}`, words.reason(why)],
  'plan-run.item-done': planItem,
  'plan-run.item-reopened': planItem,
  'plan-run.ended': reason,
  'plot.drawn': plot,
  'plot.revised': plot,
  'plot.removed': plot,
  'safety.alarm-raised': ({ fullName, reasons, marginMinutes }, words) => [
    fullName,
    reasons.map((one) => words.safetyReasons[one]).join(words.list),
    marginMinutes === null ? null : words.safetyMargin(Math.round(marginMinutes)),
  ],
  'safety.alarm-taken': ({ fullName, reasons }, words) => [fullName, reasons.map((one) => words.safetyReasons[one]).join(words.list)],
  'safety.alarm-ended': ({ fullName, reason: end }, words) => [fullName, words.safetyEnds[end]],
  'ranger-message.sent': ({ fullName, sender, content }, words) => [words.messageWith(fullName, sender), content],
  'ranger-message.read': ({ fullName, sender, content }, words) => [words.messageWith(fullName, sender), content],
  'sos.raised': ({ fullName }) => [fullName],
  'sos.pressed': nothing,
  'sos.located': nothing,
  'sos.taken': nothing,
  'sos.cancelled': reason,
  'sos.closed': ({ outcome, note }, words) => [words.sosOutcomes[outcome], note],
  'record.people': ({ people }, words) =>
    people.map(({ fullName, first, last, arrived }) => words.person(fullName, minute(first), minute(last), arrived && minute(arrived))),
  'record.weather': ({ gridName, ...numbers }, words) => [
    words.weather({
      gridName,
      temperature: digits(numbers.temperature),
      humidity: digits(numbers.humidity),
      windSpeed: digits(numbers.windSpeed),
      rain: digits(numbers.rain),
      fwi: digits(numbers.fwi),
    }),
  ],
};

const spoken = (said: Said): string[] => said.flatMap((part) => (part === null || part.trim() === '' ? [] : [part]));

export interface StoryText {
  readonly title: string;
  /** One text per part. */
  readonly said: readonly string[];
  /** Person and post, feed, program, or a note that no person made the record. */
  readonly who: string;
}

export function storyText(line: StoryLine, language: Language): StoryText {
  const words = storyWords[language];
  const { kind, detail, by, alarmIds, recordings } = line;
  // The table is keyed by the kind of this line; TypeScript cannot follow a key and its value through a lookup.
  const said = spoken((say[kind] as Say<StoryKind>)(detail as never, words));
  const several = alarmIds.length > 1 ? [words.alarms(alarmIds.length)] : [];
  return {
    title: words.kinds[kind],
    said: [...said, ...several, ...(recordings > 0 ? [words.recordings(recordings)] : [])],
    who: kind === 'alarm.judged' && by.name === INCIDENT_KEEPER_NAME ? words.inherited : whoText(by, words),
  };
}

function whoText({ kind, name, post }: StoryLine['by'], words: StoryWords): string {
  if (kind === 'record') return words.record;
  if (kind === 'feed') return name === null || name === 'feed-key' ? words.feed : name;
  return post === null || post === name ? (name ?? '') : `${name ?? ''}${words.separator}${post}`;
}

/** A model's area, with at most three significant digits. */
const hectaresText = (hectares: number): string => String(Number(hectares.toPrecision(3)));
