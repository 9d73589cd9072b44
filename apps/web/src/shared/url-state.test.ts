import { describe, expect, it } from 'vitest';
import { cleared, isNarrowed, oneOf, readCount, windowOf, withChanges } from './url-state.ts';

describe('a table’s state in the URL', () => {
  it('changing a filter goes back to page 1, changing the page does not', () => {
    expect(withChanges(new URLSearchParams('page=3&text=a'), { text: 'b' }).toString()).toBe('text=b');
    expect(withChanges(new URLSearchParams('page=3&text=a'), { page: 4 }).toString()).toBe('page=4&text=a');
  });

  it('empty values are removed', () => {
    expect(withChanges(new URLSearchParams('text=a&grid=5'), { text: '', grid: null }).toString()).toBe('');
  });

  it('an invalid page number is page 1', () => {
    expect([null, '', 'x', '0', '-2', '1.5', '7'].map((t) => readCount(t, 1))).toEqual([1, 1, 1, 1, 1, 1, 7]);
  });
});

describe('filters in the URL', () => {
  it('an unknown value counts as no filter', () => {
    expect([oneOf(['a', 'b'], 'b'), oneOf(['a', 'b'], 'c'), oneOf(['a', 'b'], null)]).toEqual(['b', null, null]);
    expect([oneOf([1, 2], '2'), oneOf([1, 2], '2.0')]).toEqual([2, null]);
  });

  it('a time window may be open at either end; an unreadable time counts as an open end', () => {
    const read = (query: string) => windowOf({ get: (name) => new URLSearchParams(query).get(name) });
    expect(read('from=2026-11-01 00:00:00')).toEqual({ beginTime: '2026-11-01 00:00:00', endTime: null });
    expect(read('from=2026-02-31 00:00:00&to=yesterday')).toEqual({ beginTime: null, endTime: null });
  });

  it('a table is reported as narrowed while a filter is set; clearing removes all filters', () => {
    expect([isNarrowed({ text: null, grid: '513221' }), isNarrowed({ text: null })]).toEqual([true, false]);
    expect(withChanges(new URLSearchParams('text=a&grid=5&tab=b'), cleared(['text', 'grid'])).toString()).toBe('tab=b');
  });
});
