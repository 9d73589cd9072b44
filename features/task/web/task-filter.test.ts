import { isNarrowed } from '@lookout/web/shared/url-state.ts';
import { describe, expect, it } from 'vitest';
import { readFilter } from './task-filter.ts';

function read(query: string) {
  const params = new URLSearchParams(query);
  return readFilter({ get: (name) => params.get(name) });
}

describe('the task list’s filter in the URL', () => {
  it('reads every part', () => {
    const filter = read(
      'text=烟&status=under-way&type=3&priority=1&overdue=1&grid=513221&from=2026-11-01 00:00:00&to=2026-11-21 10:00:00&page=2',
    );
    expect(filter).toEqual({
      content: '烟',
      status: 'under-way',
      type: 'satellite',
      priority: 1,
      overdue: 1,
      gridNo: '513221',
      beginTime: '2026-11-01 00:00:00',
      endTime: '2026-11-21 10:00:00',
    });
    expect(isNarrowed(filter)).toBe(true);
  });

  it('unreadable values do not filter', () => {
    const filter = read('status=x&type=9&priority=1.0&overdue=x&from=2026-02-31 00:00:00');
    expect(filter).toMatchObject({ status: null, type: null, priority: null, overdue: null, beginTime: null });
    expect(isNarrowed(filter)).toBe(false);
  });
});
