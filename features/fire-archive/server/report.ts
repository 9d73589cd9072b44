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
import type { ReportTexts } from './report-texts.ts';
import { reportTexts } from './texts.ts';

type File = FireArchiveFile;

const MOST_PICTURES = 6;
const PICTURE_PIXELS = 1_200;
const PICTURE_MILLIMETRES = 110;

type Needs = Pick<Room, 'store' | 'mapPictures' | 'pictures' | 'clock'>;

export async function reportOf(room: Needs, context: Context, wire: WireFireArchiveFile): Promise<PrintedDocument> {
  const { scope, language, now } = context;
  const file = readFireArchiveFile(wire);
  const texts = reportTexts(language);
  const { fire, archive } = file;
  const [map, pictures] = await Promise.all([
    room.mapPictures.draw(errandOf(context), mapOf(file, texts)),
    picturesOf(room, scope, file, texts),
  ]);
  const state = archive === null ? texts.unfiled : archive.seal === null ? texts.draft : texts.sealed;
  return {
    language,
    title: `${texts.title} ${fire.gridName} ${formatTime(fire.arrivedAt).slice(0, 10)}`,
    subtitle: archive === null ? state : texts.subtitle(archive.version, state),
    header: `${texts.house} · ${fire.gridName}`,
    footer: archive?.seal ? texts.footer(archive.seal.sha256) : null,
    stripe: archiveState(archive) === 'sealed' ? null : texts.draft,
    orientation: 'portrait',
    author: texts.house,
    createdAt: archive?.seal?.at ?? now,
    blocks: numbered(texts, [
      ...factsOf(file, texts),
      { kind: 'picture', picture: map, caption: texts.mapCaption },
      ...eventsOf(file, texts),
      ...weatherOf(file, texts),
      ...tasksOf(file, texts),
      ...plotsOf(file, texts),
      ...areaOf(file, texts),
      ...lossesOf(file, texts),
      ...reviewOf(file, texts),
      ...(pictures.length === 0 ? [] : [heading(texts.chapters.pictures), ...pictures]),
      ...versionsOf(file, texts),
    ]),
  };
}

/** A chapter without content is left out, so the numbers are counted here. */
function numbered(texts: ReportTexts, blocks: readonly DocumentBlock[]): DocumentBlock[] {
  let chapter = 0;
  return blocks.map((block) => {
    if (block.kind !== 'heading' || block.level !== 1) return block;
    chapter += 1;
    return heading(texts.chapter(chapter, block.text));
  });
}

const heading = (text: string): DocumentBlock => ({ kind: 'heading', level: 1, text });
const note = (text: string): DocumentBlock => ({ kind: 'paragraph', tone: 'note', text });
const digits = (value: number, places: number): string => value.toLocaleString('en-US', { maximumFractionDigits: places });

function factsOf({ fire, archive, record }: File, texts: ReportTexts): DocumentBlock[] {
  const { facts: names, unknown } = texts;
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
    { label: names.fireType, value: fireType === null ? unknown : texts.fireType[fireType] },
    ...(record.alarms === null ? [] : [{ label: names.alarms, value: String(record.alarms.length) }]),
    { label: names.observed, value: formatTime(fire.observedAt) },
    { label: names.arrived, value: formatTime(fire.arrivedAt) },
    { label: names.closed, value: closure === null ? unknown : formatTime(closure.at) },
    { label: names.duration, value: minutes === null ? unknown : texts.hours(minutes) },
    { label: names.outcome, value: closure === null ? unknown : texts.outcome[closure.outcome] },
    { label: names.grade, value: grade === null ? unknown : texts.grade[grade] },
    { label: names.area, value: assessment?.burned ? texts.hectares(digits(assessment.burned.hectares, 4)) : unknown },
    { label: names.lossYuan, value: assessment ? texts.yuan(digits(lossYuan(assessment.losses), 2)) : unknown },
    { label: names.casualties, value: assessment ? texts.casualties(dead, badlyHurt, slightlyHurt) : unknown },
    { label: names.sealed, value: archive?.seal ? `${archive.seal.by} ${formatTime(archive.seal.at)}` : unknown },
  ];
  const corrects = archive?.corrects;
  return [
    heading(texts.chapters.facts),
    { kind: 'facts', across: 2, rows },
    ...(corrects ? [note(texts.corrects(corrects.version, corrects.sha256, corrects.reason))] : []),
  ];
}

const eventsOf = ({ record }: File, texts: ReportTexts): DocumentBlock[] => [
  heading(texts.chapters.events),
  {
    kind: 'table',
    columns: [
      { title: texts.columns.time, share: 4 },
      { title: texts.columns.who, share: 4 },
      { title: texts.columns.what, share: 12 },
    ],
    rows: record.events.map((line) => [formatTime(line.at), line.fullName ?? texts.unknown, actText(line, texts)]),
  },
];

/** An act and its details, in one line. */
function actText(line: AlarmHistoryLine, texts: ReportTexts): string {
  const details = detailsOf(line, texts).filter((part) => part !== null && part !== '');
  return [texts.act[line.kind], ...details].join(texts.separator);
}

function detailsOf(line: AlarmHistoryLine, texts: ReportTexts): (string | null)[] {
  switch (line.kind) {
    case 'alarm.judged':
    case 'alarm.corrected': {
      const { verdict, realFireType, note: details } = line.detail.judgement;
      const reason = line.kind === 'alarm.corrected' ? line.detail.reason : null;
      return [texts[verdict], realFireType && texts.fireType[realFireType], details, reason];
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
      return [texts.taskState[line.detail.state], line.detail.text, line.detail.reason];
    case 'alarm.messaged':
      return [line.detail.content];
    case 'alarm.ordered':
      return [line.detail.content, ...line.detail.receivers, line.detail.due];
    case 'alarm.order-received':
      return [line.detail.receiver, line.detail.content, line.detail.note];
    case 'alarm.order-withdrawn':
      return [line.detail.content, line.detail.reason];
    case 'alarm.second-looked':
      return [texts.look(line.detail.result, line.detail.isHot), ...line.detail.cameras];
    case 'alarm.closed':
      return [texts.outcome[line.detail.outcome], line.detail.note];
    case 'alarm.moved':
      return [line.detail.to.formattedAddress];
    case 'alarm.rekindled':
    case 'alarm.deleted':
      return [line.detail.reason];
    default:
      return [];
  }
}

const weatherOf = ({ record }: File, texts: ReportTexts): DocumentBlock[] => [
  heading(texts.chapters.weather),
  record.weather.length === 0
    ? note(texts.none.weather)
    : {
        kind: 'table',
        columns: [
          { title: texts.columns.day, share: 3 },
          ...[texts.columns.temperature, texts.columns.humidity, texts.columns.wind, texts.columns.rain, 'FWI'].map(
            (title) => ({ title, share: 2, align: 'right' }) as const,
          ),
        ],
        rows: record.weather.map(({ day, temperature, humidity, windSpeed, rain, fwi }) => [
          day,
          ...[temperature, humidity, windSpeed, rain, fwi].map((value) => digits(value, 1)),
        ]),
      },
];

const tasksOf = ({ record }: File, texts: ReportTexts): DocumentBlock[] => [
  heading(texts.chapters.tasks),
  record.tasks.length === 0
    ? note(texts.none.tasks)
    : {
        kind: 'table',
        columns: [
          { title: texts.columns.time, share: 4 },
          { title: texts.columns.task, share: 6 },
          { title: texts.columns.people, share: 4 },
          { title: texts.columns.status, share: 7 },
        ],
        rows: record.tasks.map(({ task, steps }) => [
          formatTime(task.createdAt),
          task.content,
          task.members.map(({ fullName }) => fullName).join(texts.separator),
          steps
            .filter(({ state }) => state !== 'sent')
            .map(({ at, fullName, state, text }) =>
              `${formatTime(at).slice(5, 16)} ${fullName} ${texts.taskState[state]} ${text ?? ''}`.trim(),
            )
            .join('\n'),
        ]),
      },
];

function areaOf({ archive }: File, texts: ReportTexts): DocumentBlock[] {
  const burned = archive?.assessment.burned ?? null;
  if (burned === null) return [heading(texts.chapters.area), note(texts.none.area)];
  const { hectares, cover, coverSource, method, source, mapping } = burned;
  const blocks: DocumentBlock[] = [
    heading(texts.chapters.area),
    { kind: 'paragraph', text: texts.hectares(digits(hectares, 4)), tone: 'strong' },
    note(texts.source(texts.method[method], source)),
    ...(mapping ? mappingOf(mapping, texts) : []),
  ];
  if (cover === null) return [...blocks, note(texts.none.cover)];
  const rows = LAND_COVERS.map((name) => [
    texts.cover[name],
    digits(cover[name], 4),
    hectares === 0 ? texts.unknown : `${digits((cover[name] / hectares) * 100, 1)}%`,
  ]);
  const columns = [
    { title: texts.columns.cover, share: 2 },
    { title: texts.columns.hectares, share: 1, align: 'right' },
    { title: texts.columns.share, share: 1, align: 'right' },
  ] as const;
  const basis = coverSource?.by === 'imported' ? texts.coverByFiles(coverSource.files.join(texts.separator)) : texts.coverByAlarm;
  return [...blocks, { kind: 'table', columns, rows }, ...(coverSource ? [note(basis)] : [])];
}

/** What the area was computed from, and the hectares of each severity. */
function mappingOf({ before, after, threshold, leastHectares, severityHectares }: BurnMapping, texts: ReportTexts): DocumentBlock[] {
  const sum = BURNED_SEVERITIES.reduce((all, severity) => all + severityHectares[severity], 0);
  return [
    note(texts.pictures('before', before.files.join(texts.separator), before.day)),
    note(texts.pictures('after', after.files.join(texts.separator), after.day)),
    note(texts.mapping(threshold.toFixed(2), digits(leastHectares, 2))),
    {
      kind: 'table',
      columns: [
        { title: texts.columns.severity, share: 2 },
        { title: texts.columns.hectares, share: 1, align: 'right' },
        { title: texts.columns.share, share: 1, align: 'right' },
      ],
      rows: BURNED_SEVERITIES.map((severity) => [
        texts.severity[severity],
        digits(severityHectares[severity], 4),
        sum === 0 ? texts.unknown : `${digits((severityHectares[severity] / sum) * 100, 1)}%`,
      ]),
    },
  ];
}

/** Plots by name; their positions are shown on the map. */
function plotsOf({ record }: File, texts: ReportTexts): DocumentBlock[] {
  if (record.plots.length === 0) return [];
  const items = record.plots.map(({ name, createdAt }) => `${name || texts.unknown}${texts.separator}${formatTime(createdAt)}`);
  return [
    { kind: 'heading', level: 2, text: texts.plots },
    { kind: 'list', items },
  ];
}

function lossesOf({ archive }: File, texts: ReportTexts): DocumentBlock[] {
  const assessment = archive?.assessment;
  if (!assessment) return [heading(texts.chapters.losses), note(texts.none.losses)];
  const { casualties, losses } = assessment;
  const people = texts.casualties(casualties.dead, casualties.badlyHurt, casualties.slightlyHurt);
  return [
    heading(texts.chapters.losses),
    { kind: 'paragraph', text: people },
    losses.length === 0
      ? note(texts.none.losses)
      : {
          kind: 'table',
          columns: [
            { title: texts.columns.item, share: 3 },
            { title: texts.columns.quantity, share: 2, align: 'right' },
            { title: texts.columns.unit, share: 2 },
            { title: texts.columns.yuan, share: 3, align: 'right' },
            { title: texts.columns.note, share: 5 },
          ],
          rows: losses.map(({ item, quantity, yuan, note: details }) => [
            texts.item[item],
            digits(quantity, 3),
            texts.unit[LOSS_UNITS[item]],
            yuan === null ? texts.unknown : digits(yuan, 2),
            details ?? '',
          ]),
        },
  ];
}

function reviewOf({ archive }: File, texts: ReportTexts): DocumentBlock[] {
  const { cause = null, review = null, lessons = [] } = archive?.assessment ?? {};
  const part = (name: string, text: string | null): DocumentBlock[] => [
    { kind: 'heading', level: 2, text: name },
    { kind: 'paragraph', text: text ?? texts.unknown },
  ];
  return [
    heading(texts.chapters.review),
    ...part(texts.cause, cause),
    ...part(texts.review, review),
    { kind: 'heading', level: 2, text: texts.lessons },
    lessons.length === 0 ? note(texts.none.lessons) : { kind: 'list', items: lessons },
  ];
}

function versionsOf({ versions }: File, texts: ReportTexts): DocumentBlock[] {
  if (versions.length === 0) return [];
  const { version, who, time, reason, hash } = texts.columns;
  const shares = [1, 3, 3, 4, 7];
  return [
    heading(texts.chapters.versions),
    {
      kind: 'table',
      columns: [version, who, time, reason, hash].map((title, at) => ({ title, share: shares[at] ?? 1 })),
      rows: versions.map((one) => [
        String(one.version),
        one.changedBy,
        formatTime(one.changedAt),
        one.corrects?.reason ?? '',
        one.seal?.sha256 ?? texts.draft,
      ]),
    },
  ];
}

/** The first pictures that the caller may see and that still exist, reduced in size for a report. */
async function picturesOf(
  { store, pictures }: Needs,
  scope: Context['scope'],
  { record }: File,
  texts: ReportTexts,
): Promise<DocumentBlock[]> {
  const chosen = record.pictures.slice(0, MOST_PICTURES);
  const read = await Promise.all(
    chosen.map(async ({ url, at, by }, index): Promise<DocumentBlock | null> => {
      const [id] = uploadsAt([url]);
      const upload = id === undefined ? null : await store.uploads.find(scope, id);
      const picture = upload && (await smallPicture(() => pictures.read(upload.name)));
      const caption = texts.pictureCaption(index + 1, formatTime(at), by ?? texts.unknown);
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
