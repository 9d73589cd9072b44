import { isNarrowed } from '@lookout/web/shared/url-state.ts';
import { describe, expect, it } from 'vitest';
import { readFilter } from './filter.ts';

const read = (search: string) => {
  const query = new URLSearchParams(search);
  return readFilter({ get: (name) => query.get(name) });
};

describe('the filter of 用火报备 in the URL', () => {
  it('is read back as it was written', () => {
    const filter = read('text=张&purpose=farm&state=pending&grid=513221&from=2026-11-01 00:00:00&to=2026-11-30 23:59:59&page=3');
    expect(filter).toEqual({
      applicant: '张',
      purpose: 'farm',
      state: 'pending',
      gridNo: '513221',
      beginTime: '2026-11-01 00:00:00',
      endTime: '2026-11-30 23:59:59',
    });
    expect(isNarrowed(filter)).toBe(true);
  });

  it('unreadable values are ignored', () => {
    const filter = read('purpose=fun&state=maybe&from=yesterday');
    expect(filter).toMatchObject({ purpose: null, state: null, beginTime: null });
    expect(isNarrowed(filter)).toBe(false);
  });
});
