import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { applyToArchive, coverByAlarm, EMPTY_ASSESSMENT, type FireArchive, gradeOf, mayOpen, mayRevise, maySeal } from './fire-archive.ts';

const burned = (hectares: number) => ({ polygons: [], method: 'drawn', source: null, hectares, cover: null }) as const;
const hurt = (dead: number, badlyHurt = 0) => ({ dead, badlyHurt, slightlyHurt: 0 });

describe('the grade of a fire', () => {
  it.each([
    [0.0001, 'general'],
    [0.9999, 'general'],
    [1, 'larger'],
    [99.9999, 'larger'],
    [100, 'major'],
    [999.9999, 'major'],
    [1_000, 'extraordinary'],
  ])('of %d ha is %s', (hectares, grade) => {
    expect(gradeOf({ burned: burned(hectares), casualties: hurt(0) })).toEqual({ grade, byArea: grade, byCasualties: null });
  });

  it.each([
    [1, 0, 'general'],
    [2, 0, 'general'],
    [3, 0, 'larger'],
    [9, 0, 'larger'],
    [10, 0, 'major'],
    [29, 0, 'major'],
    [30, 0, 'extraordinary'],
    [0, 1, 'general'],
    [0, 9, 'general'],
    [0, 10, 'larger'],
    [0, 49, 'larger'],
    [0, 50, 'major'],
    [0, 99, 'major'],
    [0, 100, 'extraordinary'],
  ])('with %d dead and %d badly hurt is %s', (dead, badlyHurt, grade) => {
    expect(gradeOf({ burned: null, casualties: hurt(dead, badlyHurt) })).toEqual({ grade, byArea: null, byCasualties: grade });
  });

  it('is the higher of the two grades, and null while neither is known', () => {
    expect(gradeOf({ burned: burned(0.5), casualties: hurt(3) }).grade).toBe('larger');
    expect(gradeOf({ burned: burned(150), casualties: hurt(3) }).grade).toBe('major');
    expect(gradeOf(EMPTY_ASSESSMENT).grade).toBeNull();
  });
});

it('the burned area is divided by the land cover shares of the satellite alarm; without shares the cover is unknown', () => {
  const facts = { kind: 'satellite', woodland: 60, grassland: 20, farmland: null, otherland: 0 } as never;
  expect(coverByAlarm({ facts }, 40)).toEqual({ forest: 30, grass: 10, farm: 0, other: 0 });
  expect(
    coverByAlarm({ facts: { kind: 'satellite', woodland: null, grassland: null, farmland: null, otherland: null } as never }, 40),
  ).toBeNull();
  expect(coverByAlarm({ facts: { kind: 'report' } as never }, 40)).toBeNull();
});

const at = new Date('2026-11-21T08:00:00Z');
const draft: FireArchive = {
  id: 'a',
  fireId: 'f',
  gridNo: '513221' as GridNo,
  version: 1,
  revision: 3,
  corrects: null,
  assessment: { ...EMPTY_ASSESSMENT, burned: burned(2), review: '及时' },
  createdBy: '甲',
  createdAt: at,
  changedBy: '甲',
  changedAt: at,
  seal: null,
};
const sealed: FireArchive = { ...draft, seal: { by: '甲', at, sha256: 'ab' } };

describe('a version of an archive', () => {
  it('begins as the first, or after a sealed one with a reason', () => {
    expect(mayOpen(null, null)).toEqual({ ok: true, value: 1 });
    expect(mayOpen(draft, '更正')).toEqual({ ok: false, error: 'draft-open' });
    expect(mayOpen(sealed, null)).toEqual({ ok: false, error: 'reason-missing' });
    expect(mayOpen(sealed, '更正')).toEqual({ ok: true, value: 2 });
  });

  it('can only be changed at the revision that the officer saw, and never once sealed', () => {
    expect(mayRevise(draft, 3)).toEqual({ ok: true, value: 4 });
    expect(mayRevise(draft, 2)).toEqual({ ok: false, error: 'revised' });
    expect(mayRevise(sealed, 3)).toEqual({ ok: false, error: 'sealed' });
  });

  it('can be sealed only with an area and a review', () => {
    expect(maySeal(draft, 3)).toEqual({ ok: true, value: 4 });
    expect(maySeal({ ...draft, assessment: { ...draft.assessment, burned: null } }, 3)).toEqual({ ok: false, error: 'area-missing' });
    expect(maySeal({ ...draft, assessment: { ...draft.assessment, review: null } }, 3)).toEqual({ ok: false, error: 'review-missing' });
    expect(maySeal(sealed, 3)).toEqual({ ok: false, error: 'sealed' });
  });

  it('is rebuilt from its events', () => {
    const event = { actor: { kind: 'system', name: 'x' }, happenedAt: at } as const;
    const revised = applyToArchive(
      draft,
      { ...event, kind: 'archive.revised', payload: { assessment: EMPTY_ASSESSMENT, revision: 4 } } as never,
      '乙',
    );
    expect(revised).toEqual({ ...draft, assessment: EMPTY_ASSESSMENT, revision: 4, changedBy: '乙', changedAt: at });
    const seal = applyToArchive(draft, { ...event, kind: 'archive.sealed', payload: { sha256: 'cd', revision: 4 } } as never, '乙');
    expect(seal).toMatchObject({ revision: 4, seal: { by: '乙', at, sha256: 'cd' } });
  });
});
