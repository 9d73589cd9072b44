import { EMPTY_ASSESSMENT, type FireArchive, type GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { fireArchiveCalls } from '../calls/fire-archives.ts';
import { readFireArchive, writeAssessmentDraft, writeFireArchive } from './fire-archive.ts';
import { fireArchive as schema } from './fire-archive-schema.ts';

const ID = '01930000-0000-7000-8000-000000000000';
const at = new Date('2026-11-21T08:00:00Z');
const ring = [
  [103.59, 31.48],
  [103.591, 31.48],
  [103.59, 31.481],
  [103.59, 31.48],
] as const;
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

it.each([archive, { ...archive, corrects: null, seal: null, assessment: EMPTY_ASSESSMENT }])(
  'an archive is read as it was written: %#',
  (one) => {
    const wire = schema.parse(writeFireArchive(one, () => '汶川县'));
    expect(readFireArchive(wire)).toEqual({ ...one, gridName: '汶川县' });
  },
);

it('what is entered is taken by the call, and says no area of its own', () => {
  const { burned, ...rest } = archive.assessment;
  const draft = { ...rest, burned: burned && { polygons: burned.polygons, method: burned.method, source: burned.source } };
  const sent = fireArchiveCalls.reviseArchive.input.parse({ revision: 3, assessment: writeAssessmentDraft(draft) });
  expect(sent.assessment).toEqual(draft);
});
