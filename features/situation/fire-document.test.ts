import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  applyToFireDocument,
  BULLETIN_LINES,
  blankFields,
  bulletinLines,
  type FireDocument,
  lengthFaults,
  mayIssueDocument,
  mayReviseDocument,
  printedFields,
  printedLines,
} from './fire-document.ts';

const at = new Date('2026-11-24T08:00:00Z');
const draft: FireDocument = {
  id: 'd',
  fireId: 'f',
  gridNo: '513221' as GridNo,
  kind: 'bulletin',
  language: 'zh',
  isDrill: false,
  revision: 1,
  fields: { to: '县政府', place: '威州镇', found: '8 时', area: '2 公顷' },
  corrects: null,
  createdBy: '甲',
  createdAt: at,
  changedBy: '甲',
  changedAt: at,
  issue: null,
};

describe('a document of a fire', () => {
  it('is not issued while a field that only the officer can fill is blank', () => {
    expect(blankFields(draft)).toEqual(['next']);
    expect(blankFields({ ...draft, fields: { ...draft.fields, next: ' \n' } })).toEqual(['next']);
    expect(blankFields({ kind: 'situation-map', fields: {} })).toEqual(['title']);
  });

  it('is changed only from its current revision, and never after it was issued', () => {
    expect(mayReviseDocument(draft, 1)).toMatchObject({ value: 2 });
    expect(mayReviseDocument(draft, 3)).toMatchObject({ error: 'revised' });
    const number = { year: 2026, count: 3 };
    const issued = applyToFireDocument(
      draft,
      { kind: 'document.issued', payload: { number, sha256: 'ab', revision: 2 }, happenedAt: at },
      '乙',
    );
    expect(issued).toMatchObject({ revision: 2, changedBy: '乙', issue: { number, by: '乙', at, sha256: 'ab' } });
    expect(issued && mayReviseDocument(issued, 2)).toMatchObject({ error: 'issued' });
  });

  it.each([
    ['bulletin', 'unjudged', null, 'unjudged'],
    ['bulletin', 'unjudged', 'an issue', 'unjudged'],
    ['bulletin', 'false', null, 'false'],
    ['bulletin', 'false', 'an issue', null],
    ['bulletin', 'real', null, null],
    ['situation-map', 'unjudged', null, null],
  ] as const)('%s of an alarm judged %s, correcting %s, is refused as %s', (kind, verdict, corrected, refusal) => {
    const corrects = corrected && { id: 'e', number: { year: 2026, count: 2 }, reason: '非火情' };
    expect(mayIssueDocument({ kind, corrects }, verdict)).toMatchObject(refusal === null ? { ok: true } : { ok: false, error: refusal });
  });

  it('no longer exists after it was discarded', () => {
    expect(
      applyToFireDocument(draft, { kind: 'document.discarded', payload: { documentKind: 'bulletin' }, happenedAt: at }, '乙'),
    ).toBeNull();
  });

  it('counts its lines by the width of their characters', () => {
    expect(printedLines({ to: '林'.repeat(35), place: '林'.repeat(36), next: 'a\n\nb' })).toBe(1 + 2 + 3);
    expect(printedLines({ to: 'a'.repeat(60) })).toBe(1);
  });

  it('that is a bulletin prints a forecast if there is one, and omits the field otherwise', () => {
    const without = { ...draft.fields, spread: '' };
    expect(printedFields(without)).not.toContain('spread');
    expect(printedFields(without)).toContain('cause');
    const withSpread = { ...without, spread: '模型推算，不是观测' };
    expect(printedFields(withSpread)[printedFields(withSpread).indexOf('area') + 1]).toBe('spread');
    expect(bulletinLines(withSpread)).toBe(bulletinLines(without) + 1);
  });

  it('that is a bulletin is limited to one page, where a blank field takes a line too; if too long, the longest field is named', () => {
    const fields = { ...draft.fields, next: '字\n'.repeat(10).trim() };
    const room = BULLETIN_LINES - bulletinLines(fields);
    expect(room).toBeGreaterThan(0);
    const full = { ...fields, next: `${fields.next}${'\n字'.repeat(room)}` };
    expect(lengthFaults({ kind: 'bulletin', fields: full })).toEqual([]);
    const over = { ...full, cause: '字'.repeat(36) };
    expect(lengthFaults({ kind: 'bulletin', fields: over })).toEqual([
      { kind: 'page', field: 'next', lines: BULLETIN_LINES + 1, most: BULLETIN_LINES },
    ]);
    expect(lengthFaults({ kind: 'situation-map', fields: { title: '图'.repeat(61), note: '字\n'.repeat(40) } })).toEqual([
      { kind: 'field', field: 'title', length: 61, most: 60 },
    ]);
  });
});
