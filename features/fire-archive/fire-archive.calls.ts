// Archives of fires (灾后评估; specification §7: fireArchives/list). `fireId` is the id of the fire (火情); the id of any of its alarms is also
// accepted.

import {
  errorCode,
  FILE_WEIGHT,
  gridNo,
  id,
  latitude,
  longitude,
  numeric,
  optionalText,
  paging,
  row,
  text,
  timeWindow,
  wholeNumber,
} from '@lookout/contract';
import { z } from 'zod';
import { BURNED_SEVERITIES, LEAST_BURN_THRESHOLD, MOST_BURN_THRESHOLD, MOST_PATCH_POINTS, MOST_PATCHES } from './burn-severity.ts';
import {
  archivedFire,
  burnedFile,
  burnMappingOutline,
  burnMappingRun,
  fireArchive,
  fireArchiveFile,
  listedArchive,
} from './fire-archive.schema.ts';
import {
  ARCHIVE_STATES,
  BURNED_METHODS,
  LOSS_ITEMS,
  MOST_BURNED_POINTS,
  MOST_BURNED_POLYGONS,
  MOST_LESSONS,
  MOST_LOSSES,
} from './fire-archive.ts';

const archives = { anyOf: ['dispatch'] } as const;

const filter = {
  gridNo: gridNo.nullish(),
  fireId: id.nullish(),
  /** none: 未建档. */
  state: z.enum(ARCHIVE_STATES).nullish(),
  address: optionalText(200),
  /** The time window filters by the alarm's arrival. */
  ...timeWindow,
};

const count = wholeNumber(0, 100_000);
const amount = (most: number) => numeric(z.number().min(0, errorCode('less-than-none')).max(most, errorCode('number-at-most', { most })));

const ring = (most: number) => z.array(z.tuple([longitude, latitude])).max(most, errorCode('burned-points-at-most', { most }));

const polygons = z
  .array(z.array(ring(MOST_BURNED_POINTS)).max(MOST_BURNED_POINTS))
  .max(MOST_BURNED_POLYGONS, errorCode('burned-polygons-at-most', { most: MOST_BURNED_POLYGONS }));

const pictures = z.object({ files: z.array(text(200)).max(2), day: z.iso.date(errorCode('day-format')).nullable() });

const thresholdRange = errorCode('burn-threshold-range', { least: LEAST_BURN_THRESHOLD, most: MOST_BURN_THRESHOLD });
const threshold = numeric(z.number(thresholdRange).min(LEAST_BURN_THRESHOLD, thresholdRange).max(MOST_BURN_THRESHOLD, thresholdRange));
const leastHectares = amount(1_000);

const mapping = z.object({
  before: pictures,
  after: pictures,
  threshold,
  leastHectares,
  patches: z
    .array(
      z.object({
        of: z.number().int().min(0).max(MOST_BURNED_POLYGONS),
        severity: z.enum(BURNED_SEVERITIES),
        rings: z.array(ring(MOST_PATCH_POINTS)).min(1).max(MOST_PATCH_POINTS),
      }),
    )
    .max(MOST_PATCHES),
});

/** The server computes the area and the grade. */
const assessment = z.object({
  burned: z.object({ polygons, method: z.enum(BURNED_METHODS), source: optionalText(500), mapping: mapping.nullish() }).nullish(),
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
    reply: listedArchive,
  }),
  archiveOne: row({
    method: 'GET',
    path: '/fire/api/fireArchives',
    summary: '一起火情的档案（缺省为最新版本）：封存的按封存时的内容，草稿与未建档的由现有事件得出',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: 5,
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
    authority: 'own',
    act: 'open-fire-archive',
    input: z.object({ fireId: id, reason: optionalText(500) }),
    reply: fireArchive,
    current: fireArchive,
  }),
  reviseArchive: row({
    method: 'PUT',
    path: '/fire/api/fireArchives/{id}',
    summary: '修改草稿：revision 不是现有的或已封存时为 409，附现有的档案；面积由服务器在椭球面上计算',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'revise-fire-archive',
    body: 'large-json',
    params: z.object({ id }),
    input: z.object({ revision, assessment }),
    reply: fireArchive,
    current: fireArchive,
  }),
  sealArchive: row({
    method: 'POST',
    path: '/fire/api/fireArchives/seal',
    summary: '封存：内容的规范 JSON（RFC 8785）的 SHA-256 写入事件与审计，此后不可修改',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'seal-fire-archive',
    input: z.object({ id, revision }),
    reply: fireArchive,
    current: fireArchive,
  }),
  readBurnedFile: row({
    method: 'POST',
    path: '/fire/api/fireArchives/burnedArea',
    summary: '读取过火范围文件（GeoJSON、KML、KMZ、GPX、shapefile 压缩包，≤12MB），不保存；有问题的要素逐个说明',
    permission: archives,
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'read-burned-area',
    body: 'upload',
    weight: FILE_WEIGHT,
    reply: burnedFile,
  }),
  beginBurnMapping: row({
    method: 'POST',
    path: '/fire/api/fireArchives/burnMapping',
    summary:
      '由灾前、灾后卫星影像（GeoTIFF，≤512MB）计算火场周围的 dNBR：before、after（各一个 NBR 波段，或近红外与短波红外两个波段），或 before-nir、before-swir、after-nir、after-swir；一人一次一个计算，新的取代旧的，闲置 20 分钟后清除',
    permission: archives,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'begin-burn-mapping',
    body: 'large-upload',
    weight: FILE_WEIGHT,
    query: z.object({
      fireId: id,
      /** Kilometres around the fire. */
      radius: numeric(z.number().min(1).max(100)).default(20),
      /** Added to the stored band values before any other step: −1000 for Sentinel-2 L2A as distributed since 2022. */
      bandOffset: numeric(z.number().min(-100_000).max(100_000)).default(0),
    }),
    reply: burnMappingRun,
  }),
  burnMapping: row({
    method: 'GET',
    path: '/fire/api/fireArchives/burnMapping/{id}',
    summary: '自己的一次计算：进度；算完后各级面积与各阈值以上的面积；失败时逐个文件说明原因',
    permission: archives,
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    params: z.object({ id }),
    reply: burnMappingRun,
  }),
  burnMappingOutline: row({
    method: 'POST',
    path: '/fire/api/fireArchives/burnMapping/{id}/outline',
    summary: 'dNBR 不小于阈值的范围：沿像元边线的面与各级分区，小于最小面积的不计，超出自己网格的面不计',
    permission: archives,
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    params: z.object({ id }),
    input: z.object({ threshold, leastHectares }),
    reply: burnMappingOutline,
  }),
  endBurnMapping: row({
    method: 'DELETE',
    path: '/fire/api/fireArchives/burnMapping/{id}',
    summary: '取消或清除自己的一次计算',
    permission: archives,
    scope: 'none',
    envelope: 'message',
    effect: 'write',
    act: 'end-burn-mapping',
    params: z.object({ id }),
    reply: z.null(),
  }),
};

/** Formats of the report, at `archiveReportPath`. */
export const REPORT_FORMATS = ['pdf', 'docx'] as const;
export const archiveReportPath = '/fire/api/fireArchives/report';
