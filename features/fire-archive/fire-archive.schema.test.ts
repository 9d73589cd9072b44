import { timePlacesOf, writeTimes } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { BurnMapping } from './burn-severity.ts';
import { fireArchiveCalls } from './fire-archive.calls.ts';
import { fireArchive as schema } from './fire-archive.schema.ts';
import { EMPTY_ASSESSMENT, type FireArchive } from './fire-archive.ts';

const ID = '01930000-0000-7000-8000-000000000000';
const at = new Date('2026-11-21T08:00:00Z');
const ring = [
  [103.59, 31.48],
  [103.591, 31.48],
  [103.59, 31.481],
  [103.59, 31.48],
] as const;
const mapping = {
  before: { files: ['a.tif', 'b.tif'], day: '2026-03-01' },
  after: { files: ['c.tif', 'd.tif'], day: null },
  threshold: 0.27,
  leastHectares: 0.5,
  patches: [{ of: 0, severity: 'high', rings: [ring] }],
  severityHectares: { low: 0, 'moderate-low': 0, 'moderate-high': 0, high: 1.5 },
} as const satisfies BurnMapping;
const archive: FireArchive = {
  id: ID,
  fireId: ID,
  gridNo: '513221' as GridNo,
  version: 2,
  revision: 3,
  corrects: { version: 1, sha256: 'ab', reason: '复测' },
  assessment: {
    burned: {
      polygons: [[ring]],
      method: 'imported',
      source: 'a.kml',
      hectares: 1.5,
      cover: { forest: 1, grass: 0.5, farm: 0, other: 0 },
      coverSource: { by: 'imported', files: ['ESA_WorldCover.tif'] },
      mapping,
    },
    casualties: { dead: 1, badlyHurt: 2, slightlyHurt: 3 },
    losses: [{ item: 'timber', quantity: 2.5, yuan: null, note: null }],
    cause: '吸烟',
    review: null,
    lessons: ['一'],
  },
  createdBy: '甲',
  createdAt: at,
  changedBy: '乙',
  changedAt: at,
  seal: { by: '乙', at, sha256: 'cd' },
};

/** An archive sealed before a cover had a source and before areas were computed from pictures. */
const older: FireArchive = {
  ...archive,
  assessment: { ...archive.assessment, burned: { polygons: [[ring]], method: 'drawn', source: null, hectares: 1.5, cover: null } },
};

it.each([archive, older, { ...archive, corrects: null, seal: null, assessment: EMPTY_ASSESSMENT }])(
  'an archive travels as it is, with its times as text: %#',
  (one) => {
    const named = { ...one, gridName: '汶川县' };
    expect(schema.parse(JSON.parse(JSON.stringify(writeTimes(timePlacesOf(schema), named))))).toEqual(named);
  },
);

it('an assessment as entered is accepted by the call as it is, and contains no area of its own', () => {
  const { burned, ...rest } = archive.assessment;
  const { severityHectares: _measured, ...entered } = mapping;
  const draft = {
    ...rest,
    burned: burned && { polygons: burned.polygons, method: burned.method, source: burned.source, mapping: entered },
  };
  const sent = fireArchiveCalls.reviseArchive.input.parse({ revision: 3, assessment: draft });
  expect(sent.assessment).toEqual(draft);
});
