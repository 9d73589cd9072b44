import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { EMPTY_ASSESSMENT, type FireArchive } from '../fire-archive.ts';
import { begunFrom, over, withChange, withoutPolygon, withPolygons } from './draft.ts';

const polygon = (lng: number) => [[[lng, 31] as const, [lng + 1, 31] as const, [lng, 32] as const, [lng, 31] as const]];
const archive: FireArchive = {
  id: 'a',
  fireId: 'f',
  gridNo: '513221' as GridNo,
  version: 1,
  revision: 4,
  corrects: null,
  assessment: {
    ...EMPTY_ASSESSMENT,
    burned: { polygons: [polygon(1)], method: 'imported', source: 'a.kml', hectares: 3, cover: null },
  },
  createdBy: '甲',
  createdAt: new Date(0),
  changedBy: '甲',
  changedAt: new Date(0),
  seal: null,
};

it('a draft begins as the stored assessment, without the values that the server computes', () => {
  const editing = begunFrom(archive);
  expect(editing).toMatchObject({ revision: 4, isChanged: false });
  expect(editing.assessment.burned).toEqual({ polygons: [polygon(1)], method: 'imported', source: 'a.kml', mapping: null });
});

it('a draft keeps the officer’s entries when another officer saved first', () => {
  const entered = withChange(begunFrom(archive), { cause: '吸烟' });
  expect(over(entered, { ...archive, revision: 7 })).toEqual({ ...entered, revision: 7 });
  expect(entered.isChanged).toBe(true);
});

it('polygons can be added and removed; when the last one is removed there is no area', () => {
  const two = withPolygons({ polygons: [polygon(1)], method: 'imported', source: 'a.kml', mapping: null }, [polygon(5)], 'drawn', null);
  expect(two).toEqual({ polygons: [polygon(1), polygon(5)], method: 'drawn', source: 'a.kml', mapping: null });
  expect(withoutPolygon(two, 0)?.polygons).toEqual([polygon(5)]);
  expect(withoutPolygon(withoutPolygon(two, 0), 0)).toBeNull();
  expect(withPolygons(null, [polygon(2)], 'imported', 'b.zip')).toEqual({
    polygons: [polygon(2)],
    method: 'imported',
    source: 'b.zip',
    mapping: null,
  });
});

it('removing a polygon removes its severity patches, and the other patches stay with their polygons', () => {
  const patch = (of: number) => ({ of, severity: 'high', rings: polygon(of) }) as const;
  const mapping = {
    before: { files: ['a.tif'], day: null },
    after: { files: ['b.tif'], day: '2026-03-20' },
    threshold: 0.27,
    leastHectares: 0.5,
    patches: [patch(0), patch(1), patch(2)],
  };
  const three = { polygons: [polygon(0), polygon(1), polygon(2)], method: 'satellite', source: 'a.tif', mapping } as const;
  const left = withoutPolygon(three, 1)?.mapping?.patches;
  expect(left?.map(({ of, rings }) => [of, rings])).toEqual([
    [0, polygon(0)],
    [1, polygon(2)],
  ]);
});
