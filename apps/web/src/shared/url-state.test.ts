import { describe, expect, it } from 'vitest';
import { readCount, withChanges } from './url-state.ts';

describe('a table’s state in the URL', () => {
  it('a changed filter goes back to page 1, a changed page stays', () => {
    expect(withChanges(new URLSearchParams('page=3&text=a'), { text: 'b' }).toString()).toBe('text=b');
    expect(withChanges(new URLSearchParams('page=3&text=a'), { page: 4 }).toString()).toBe('page=4&text=a');
  });

  it('what is empty is taken out', () => {
    expect(withChanges(new URLSearchParams('text=a&grid=5'), { text: '', grid: null }).toString()).toBe('');
  });

  it('a page that is no number is the first', () => {
    expect([null, '', 'x', '0', '-2', '1.5', '7'].map((t) => readCount(t, 1))).toEqual([1, 1, 1, 1, 1, 1, 7]);
  });
});
