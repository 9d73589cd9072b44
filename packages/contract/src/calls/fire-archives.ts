// Archives of fires (灾后评估; specification §7: fireArchives/list). `fireId` is the alarm's id.
import { ARCHIVE_STATES, BURNED_METHODS, LOSS_ITEMS, MOST_LESSONS, MOST_LOSSES } from '@lookout/domain';
import { z } from 'zod';
import { errorCode } from '../errors/entry.ts';
import { gridNo, id, latitude, longitude, numeric, optionalText, paging, text, timeWindow } from '../fields.ts';
import { row } from '../row.ts';
import { archivedFire, burnedFile, fireArchive, fireArchiveFile } from '../wire/fire-archive-schema.ts';

const archives = { anyOf: ['dispatch'] } as const;

const filter = {
  gridNo: gridNo.nullish(),
  fireId: id.nullish(),
  /** none: 未建档. */
  state: z.enum(ARCHIVE_STATES).nullish(),
  address: optionalText(200),
  /** By arrival of the alarm. */
  ...timeWindow,
};

const count = numeric(
  z
    .number()
    .int(errorCode('whole-number-needed'))
    .min(0, errorCode('less-than-none'))
    .max(100_000, errorCode('number-at-most', { most: 100_000 })),
);
const amount = (most: number) => numeric(z.number().min(0, errorCode('less-than-none')).max(most, errorCode('number-at-most', { most })));

const polygons = z.array(z.array(z.array(z.tuple([longitude, latitude])))).max(500);

/** The server works out the area and its grade. */
const assessment = z.object({
  burned: z.object({ polygons, method: z.enum(BURNED_METHODS), source: optionalText(200) }).nullish(),
  casualties: z.object({ dead: count, badlyHurt: count, slightlyHurt: count }),
  losses: z
    .array(
      z.object({
        item: z.enum(LOSS_ITEMS),
        quantity: amount(100_000_000),
        yuan: amount(100_000_000_000).nullish(),
        note: optionalText(200),
      }),
    )
    .max(MOST_LOSSES, errorCode('losses-at-most', { most: MOST_LOSSES })),
  cause: optionalText(2_000),
  review: optionalText(5_000),
  lessons: z.array(text(500)).max(MOST_LESSONS, errorCode('lessons-at-most', { most: MOST_LESSONS })),
});

const version = numeric(z.number().int().min(1).max(100_000));
const revision = numeric(z.number().int().min(1));

export const fireArchiveCalls = {
  archiveList: row({
    method: 'POST',
    path: '/fire/api/fireArchives/list',
    summary: '灾后评估：已关闭的火情及其最新档案，新的在前',
    permission: archives,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object(filter),
    reply: archivedFire,
    reads: 'archived-fire',
  }),
  archivePage: row({
    method: 'POST',
    path: '/fire/api/fireArchives/page',
    summary: '灾后评估（分页），新的在前',
    permission: archives,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...filter, ...paging }),
    reply: archivedFire,
    reads: 'archived-fire',
  }),
  archiveOne: row({
    method: 'GET',
    path: '/fire/api/fireArchives',
    summary: '一起火情的档案（缺省为最新版本）：封存的按封存时的内容，草稿与未建档的由现有事件得出',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ fireId: id, version: version.nullish() }),
    reply: fireArchiveFile,
    reads: 'fire-archive-file',
  }),
  openArchive: row({
    method: 'POST',
    path: '/fire/api/fireArchives',
    summary: '建档；已封存的建立新版本，须说明更正原因；已有草稿时为 409，附该草稿',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    act: 'open-fire-archive',
    input: z.object({ fireId: id, reason: optionalText(500) }),
    reply: fireArchive,
    reads: 'fire-archive',
    readsCurrent: 'fire-archive',
  }),
  reviseArchive: row({
    method: 'PUT',
    path: '/fire/api/fireArchives/{id}',
    summary: '修改草稿：revision 不是现有的或已封存时为 409，附现有的档案；面积由服务器在椭球面上计算',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    act: 'revise-fire-archive',
    body: 'large-json',
    params: z.object({ id }),
    input: z.object({ revision, assessment }),
    reply: fireArchive,
    reads: 'fire-archive',
    readsCurrent: 'fire-archive',
  }),
  sealArchive: row({
    method: 'POST',
    path: '/fire/api/fireArchives/seal',
    summary: '封存：内容的规范 JSON（RFC 8785）的 SHA-256 写入事件与审计，此后不可修改',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    act: 'seal-fire-archive',
    input: z.object({ id, revision }),
    reply: fireArchive,
    reads: 'fire-archive',
    readsCurrent: 'fire-archive',
  }),
  readBurnedFile: row({
    method: 'POST',
    path: '/fire/api/fireArchives/burnedArea',
    summary: '读取过火范围文件（GeoJSON、KML、shapefile 压缩包，≤12MB），不保存；有问题的要素逐个说明',
    permission: archives,
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'read-burned-area',
    body: 'upload',
    reply: burnedFile,
  }),
};

/** Formats of the report, at `archiveReportPath`. */
export const REPORT_FORMATS = ['pdf', 'docx'] as const;
export const archiveReportPath = '/fire/api/fireArchives/report';
