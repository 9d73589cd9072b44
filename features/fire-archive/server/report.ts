// The report of an archive as a document: of a sealed version from its sealed content, of a draft from the current data.

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { formatTime, uploadsAt } from '@lookout/contract';
import { LAND_COVERS, MINUTE_MS } from '@lookout/domain';
import { Refusal } from '@lookout/server/acting/refusal.ts';
import type { Context } from '@lookout/server/serve/context.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import type { DocumentBlock, DocumentPicture, PrintedDocument } from '@lookout/server/services/documents/document.ts';
import type { Room } from '@lookout/server/services/open.ts';
import sharp from 'sharp';
import { closureOf, judgementOf } from '../../alarm/alarm.ts';
import type { AlarmHistoryLine } from '../../alarm/alarm-events.ts';
import { BURNED_SEVERITIES, type BurnMapping } from '../burn-severity.ts';
import type { WireFireArchiveFile } from '../fire-archive.schema.ts';
import { archiveState, gradeOf, LOSS_UNITS, lossYuan } from '../fire-archive.ts';
import { type FireArchiveFile, readFireArchiveFile } from '../fire-archive.wire.ts';
import { mapOf } from './report-map.ts';
import type { ReportWords } from './report-words.ts';
import { reportWords } from './words.ts';

type File = FireArchiveFile;

const MOST_PICTURES = 6;
const PICTURE_PIXELS = 1_200;
const PICTURE_MILLIMETRES = 110;

type Needs = Pick<Room, 'store' | 'mapPictures' | 'pictures' | 'clock'>;

export async function reportOf(room: Needs, context: Context, wire: WireFireArchiveFile): Promise<PrintedDocument> {
  const { scope, language, now } = context;
  const file = readFireArchiveFile(wire);
  const words = reportWords(language);
  const { fire, archive } = file;
  const [map, pictures] = await Promise.all([
    room.mapPictures.draw(errandOf(context), mapOf(file, words)),
    picturesOf(room, scope, file, words),
  ]);
  const state = archive === null ? words.unfiled : archive.seal === null ? words.draft : words.sealed;
  return {
    language,
    title: `${words.title} ${fire.gridName} ${formatTime(fire.arrivedAt).slice(0, 10)}`,
    subtitle: archive === null ? state : words.subtitle(archive.version, state),
    header: `${words.house} · ${fire.gridName}`,
    footer: archive?.seal ? words.footer(archive.seal.sha256) : null,
    stripe: archiveState(archive) === 'sealed' ? null : words.draft,
    orientation: 'portrait',
    author: words.house,
    createdAt: archive?.seal?.at ?? now,
    blocks: numbered(words, [
      ...factsOf(file, words),
      { kind: 'picture', picture: map, caption: words.mapCaption },
      ...eventsOf(file, words),
      ...weatherOf(file, words),
      ...tasksOf(file, words),
      ...plotsOf(file, words),
      ...areaOf(file, words),
      ...lossesOf(file, words),
      ...reviewOf(file, words),
      ...(pictures.length === 0 ? [] : [heading(words.chapters.pictures), ...pictures]),
      ...versionsOf(file, words),
    ]),
  };
}

/** A chapter without content is left out, so the numbers are counted here. */
function numbered(words: ReportWords, blocks: readonly DocumentBlock[]): DocumentBlock[] {
  let chapter = 0;
  return blocks.map((block) => {
    if (block.kind !== 'heading' || block.level !== 1) return block;
    chapter += 1;
    return heading(words.chapter(chapter, block.text));
  });
}

const heading = (text: string): DocumentBlock => ({ kind: 'heading', level: 1, text });
const note = (text: string): DocumentBlock => ({ kind: 'paragraph', tone: 'note', text });
const digits = (value: number, places: number): string => value.toLocaleString('en-US', { maximumFractionDigits: places });

function factsOf({ fire, archive, record }: File, words: ReportWords): DocumentBlock[] {
  const { facts: names, unknown } = words;
  const closure = closureOf(fire.response);
  const fireType = judgementOf(fire.response)?.realFireType ?? null;
  const assessment = archive?.assessment ?? null;
  const grade = assessment && gradeOf(assessment).grade;
  const minutes = closure && Math.max(0, Math.round((closure.at.getTime() - fire.arrivedAt.getTime()) / MINUTE_MS));
  const { dead, badlyHurt, slightlyHurt } = assessment?.casualties ?? { dead: 0, badlyHurt: 0, slightlyHurt: 0 };
  const rows = [
    { label: names.place, value: fire.formattedAddress },
    { label: names.grid, value: `${fire.gridName} ${fire.gridNo}` },
    { label: names.position, value: `${fire.position.lng.toFixed(5)}, ${fire.position.lat.toFixed(5)}` },
    { label: names.fireType, value: fireType === null ? unknown : words.fireType[fireType] },
    ...(record.alarms === null ? [] : [{ label: names.alarms, value: String(record.alarms.length) }]),
    { label: names.observed, value: formatTime(fire.observedAt) },
    { label: names.arrived, value: formatTime(fire.arrivedAt) },
    { label: names.closed, value: closure === null ? unknown : formatTime(closure.at) },
    { label: names.duration, value: minutes === null ? unknown : words.hours(minutes) },
    { label: names.outcome, value: closure === null ? unknown : words.outcome[closure.outcome] },
    { label: names.grade, value: grade === null ? unknown : words.grade[grade] },
    { label: names.area, value: assessment?.burned ? words.hectares(digits(assessment.burned.hectares, 4)) : unknown },
    { label: names.lossYuan, value: assessment ? words.yuan(digits(lossYuan(assessment.losses), 2)) : unknown },
    { label: names.casualties, value: assessment ? words.casualties(dead, badlyHurt, slightlyHurt) : unknown },
    { label: names.sealed, value: archive?.seal ? `${archive.seal.by} ${formatTime(archive.seal.at)}` : unknown },
  ];
  const corrects = archive?.corrects;
  return [
    heading(words.chapters.facts),
    { kind: 'facts', across: 2, rows },
    ...(corrects ? [note(words.corrects(corrects.version, corrects.sha256, corrects.reason))] : []),
  ];
}

const eventsOf = ({ record }: File, words: ReportWords): DocumentBlock[] => [
  heading(words.chapters.events),
  {
    kind: 'table',
    columns: [
      { title: words.columns.time, share: 4 },
      { title: words.columns.who, share: 4 },
      { title: words.columns.what, share: 12 },
    ],
    rows: record.events.map((line) => [formatTime(line.at), line.fullName ?? words.unknown, actText(line, words)]),
  },
];

/** An act and its details, in one line. */
function actText(line: AlarmHistoryLine, words: ReportWords): string {
  const said = detailsOf(line, words).filter((part) => part !== null && part !== '');
  return [words.act[line.kind], ...said].join(words.separator);
}

function detailsOf(line: AlarmHistoryLine, words: ReportWords): (string | null)[] {
  switch (line.kind) {
    case 'alarm.judged':
    case 'alarm.corrected': {
      const { verdict, realFireType, note: said } = line.detail.judgement;
      const reason = line.kind === 'alarm.corrected' ? line.detail.reason : null;
      return [words[verdict], realFireType && words.fireType[realFireType], said, reason];
    }
    case 'alarm.taken-over':
      return [line.detail.from];
    case 'alarm.pushed':
    case 'alarm.push-withdrawn':
    case 'alarm.handled':
      return [line.detail.note];
    case 'alarm.dispatched':
      return [line.detail.content, ...line.detail.members.map(({ fullName }) => fullName)];
    case 'alarm.progressed':
      return [words.taskState[line.detail.state], line.detail.text, line.detail.reason];
    case 'alarm.messaged':
      return [line.detail.content];
    case 'alarm.ordered':
      return [line.detail.content, ...line.detail.receivers, line.detail.due];
    case 'alarm.order-received':
      return [line.detail.receiver, line.detail.content, line.detail.note];
    case 'alarm.order-withdrawn':
      return [line.detail.content, line.detail.reason];
    case 'alarm.closed':
      return [words.outcome[line.detail.outcome], line.detail.note];
    case 'alarm.moved':
      return [line.detail.to.formattedAddress];
    case 'alarm.rekindled':
    case 'alarm.deleted':
      return [line.detail.reason];
    default:
      return [];
  }
}

const weatherOf = ({ record }: File, words: ReportWords): DocumentBlock[] => [
  heading(words.chapters.weather),
  record.weather.length === 0
    ? note(words.none.weather)
    : {
        kind: 'table',
        columns: [
          { title: words.columns.day, share: 3 },
          ...[words.columns.temperature, words.columns.humidity, words.columns.wind, words.columns.rain, 'FWI'].map(
            (title) => ({ title, share: 2, align: 'right' }) as const,
          ),
        ],
        rows: record.weather.map(({ day, temperature, humidity, windSpeed, rain, fwi }) => [
          day,
          ...[temperature, humidity, windSpeed, rain, fwi].map((value) => digits(value, 1)),
        ]),
      },
];

const tasksOf = ({ record }: File, words: ReportWords): DocumentBlock[] => [
  heading(words.chapters.tasks),
  record.tasks.length === 0
    ? note(words.none.tasks)
    : {
        kind: 'table',
        columns: [
          { title: words.columns.time, share: 4 },
          { title: words.columns.task, share: 6 },
          { title: words.columns.people, share: 4 },
          { title: words.columns.status, share: 7 },
        ],
        rows: record.tasks.map(({ task, steps }) => [
          formatTime(task.createdAt),
          task.content,
          task.members.map(({ fullName }) => fullName).join(words.separator),
          steps
            .filter(({ state }) => state !== 'sent')
            .map(({ at, fullName, state, text }) =>
              `${formatTime(at).slice(5, 16)} ${fullName} ${words.taskState[state]} ${text ?? ''}`.trim(),
            )
            .join('\n'),
        ]),
      },
];

function areaOf({ archive }: File, words: ReportWords): DocumentBlock[] {
  const burned = archive?.assessment.burned ?? null;
  if (burned === null) return [heading(words.chapters.area), note(words.none.area)];
  const { hectares, cover, coverSource, method, source, mapping } = burned;
  const blocks: DocumentBlock[] = [
    heading(words.chapters.area),
    { kind: 'paragraph', text: words.hectares(digits(hectares, 4)), tone: 'strong' },
    note(words.source(words.method[method], source)),
    ...(mapping ? mappingOf(mapping, words) : []),
  ];
  if (cover === null) return [...blocks, note(words.none.cover)];
  const rows = LAND_COVERS.map((name) => [
    words.cover[name],
    digits(cover[name], 4),
    hectares === 0 ? words.unknown : `${digits((cover[name] / hectares) * 100, 1)}%`,
  ]);
  const columns = [
    { title: words.columns.cover, share: 2 },
    { title: words.columns.hectares, share: 1, align: 'right' },
    { title: words.columns.share, share: 1, align: 'right' },
  ] as const;
  const basis = coverSource?.by === 'imported' ? words.coverByFiles(coverSource.files.join(words.separator)) : words.coverByAlarm;
  return [...blocks, { kind: 'table', columns, rows }, ...(coverSource ? [note(basis)] : [])];
}

/** What the area was computed from, and the hectares of each severity. */
function mappingOf({ before, after, threshold, leastHectares, severityHectares }: BurnMapping, words: ReportWords): DocumentBlock[] {
  const sum = BURNED_SEVERITIES.reduce((all, severity) => all + severityHectares[severity], 0);
  return [
    note(words.pictures('before', before.files.join(words.separator), before.day)),
    note(words.pictures('after', after.files.join(words.separator), after.day)),
    note(words.mapping(threshold.toFixed(2), digits(leastHectares, 2))),
    {
      kind: 'table',
      columns: [
        { title: words.columns.severity, share: 2 },
        { title: words.columns.hectares, share: 1, align: 'right' },
        { title: words.columns.share, share: 1, align: 'right' },
      ],
      rows: BURNED_SEVERITIES.map((severity) => [
        words.severity[severity],
        digits(severityHectares[severity], 4),
        sum === 0 ? words.unknown : `${digits((severityHectares[severity] / sum) * 100, 1)}%`,
      ]),
    },
  ];
}

/** Plots by name; their positions are shown on the map. */
function plotsOf({ record }: File, words: ReportWords): DocumentBlock[] {
  if (record.plots.length === 0) return [];
  const items = record.plots.map(({ name, createdAt }) => `${name || words.unknown}${words.separator}${formatTime(createdAt)}`);
  return [
    { kind: 'heading', level: 2, text: words.plots },
    { kind: 'list', items },
  ];
}

function lossesOf({ archive }: File, words: ReportWords): DocumentBlock[] {
  const assessment = archive?.assessment;
  if (!assessment) return [heading(words.chapters.losses), note(words.none.losses)];
  const { casualties, losses } = assessment;
  const people = words.casualties(casualties.dead, casualties.badlyHurt, casualties.slightlyHurt);
  return [
    heading(words.chapters.losses),
    { kind: 'paragraph', text: people },
    losses.length === 0
      ? note(words.none.losses)
      : {
          kind: 'table',
          columns: [
            { title: words.columns.item, share: 3 },
            { title: words.columns.quantity, share: 2, align: 'right' },
            { title: words.columns.unit, share: 2 },
            { title: words.columns.yuan, share: 3, align: 'right' },
            { title: words.columns.note, share: 5 },
          ],
          rows: losses.map(({ item, quantity, yuan, note: said }) => [
            words.item[item],
            digits(quantity, 3),
            words.unit[LOSS_UNITS[item]],
            yuan === null ? words.unknown : digits(yuan, 2),
            said ?? '',
          ]),
        },
  ];
}

function reviewOf({ archive }: File, words: ReportWords): DocumentBlock[] {
  const { cause = null, review = null, lessons = [] } = archive?.assessment ?? {};
  const part = (name: string, text: string | null): DocumentBlock[] => [
    { kind: 'heading', level: 2, text: name },
    { kind: 'paragraph', text: text ?? words.unknown },
  ];
  return [
    heading(words.chapters.review),
    ...part(words.cause, cause),
    ...part(words.review, review),
    { kind: 'heading', level: 2, text: words.lessons },
    lessons.length === 0 ? note(words.none.lessons) : { kind: 'list', items: lessons },
  ];
}

function versionsOf({ versions }: File, words: ReportWords): DocumentBlock[] {
  if (versions.length === 0) return [];
  const { version, who, time, reason, hash } = words.columns;
  const shares = [1, 3, 3, 4, 7];
  return [
    heading(words.chapters.versions),
    {
      kind: 'table',
      columns: [version, who, time, reason, hash].map((title, at) => ({ title, share: shares[at] ?? 1 })),
      rows: versions.map((one) => [
        String(one.version),
        one.changedBy,
        formatTime(one.changedAt),
        one.corrects?.reason ?? '',
        one.seal?.sha256 ?? words.draft,
      ]),
    },
  ];
}

/** The first pictures that the caller may see and that still exist, reduced in size for a report. */
async function picturesOf(
  { store, pictures }: Needs,
  scope: Context['scope'],
  { record }: File,
  words: ReportWords,
): Promise<DocumentBlock[]> {
  const chosen = record.pictures.slice(0, MOST_PICTURES);
  const read = await Promise.all(
    chosen.map(async ({ url, at, by }, index): Promise<DocumentBlock | null> => {
      const [id] = uploadsAt([url]);
      const upload = id === undefined ? null : await store.uploads.find(scope, id);
      const picture = upload && (await smallPicture(() => pictures.read(upload.name)));
      const caption = words.pictureCaption(index + 1, formatTime(at), by ?? words.unknown);
      return picture && { kind: 'picture', picture, caption, widthMillimetres: PICTURE_MILLIMETRES };
    }),
  );
  return read.filter((block) => block !== null);
}

/** null: the file was deleted or is unavailable; the report is made without it. */
async function smallPicture(read: () => Promise<Readable>): Promise<DocumentPicture | null> {
  let bytes: Buffer;
  try {
    bytes = await buffer(await read());
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'not-found' || error.code === 'storage-unavailable')) return null;
    throw error;
  }
  const small = sharp(bytes).resize(PICTURE_PIXELS, PICTURE_PIXELS, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await small.jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true });
  return { format: 'jpeg', bytes: data, widthPixels: info.width, heightPixels: info.height };
}
