import type { GridNo } from '@lookout/domain';
import { describe, expect, it, vi } from 'vitest';
import type { AreaRow } from '../areas.ts';
import { type BoundaryView, boundariesWanted, createBoundaryLoader, type Wanted } from './boundary-loader.ts';

const box = (west: number, south: number, size = 1) => ({ west, south, east: west + size, north: south + size });
const area = (gridNo: string, at: ReturnType<typeof box>, isDetailed = false) => ({ gridNo: gridNo as GridNo, box: at, isDetailed });
const view = (finest: BoundaryView['finest'], at: ReturnType<typeof box>, isDetailed = true): BoundaryView => ({
  finest,
  isDetailed,
  box: at,
});
const written = (wanted: readonly Wanted[]) => wanted.map(({ gridNo, level }) => `${gridNo} ${level}`);

describe('what a view needs', () => {
  const known = [
    area('510000', box(100, 28, 8)),
    area('513200', box(102, 31, 2)),
    area('510100', box(103, 30)),
    area('530300', box(103, 25)),
  ];

  it('a far view needs only the outlines, and no view needs any where boundaries are hidden', () => {
    expect(boundariesWanted(known, view('prefecture', box(102, 30, 3), false))).toEqual([]);
    expect(boundariesWanted(known, view(null, box(102, 30, 3)))).toEqual([]);
  });

  it('a view near enough for draped outlines needs their full detail', () => {
    expect(written(boundariesWanted(known, view('prefecture', box(103.2, 30.2, 0.5))))).toEqual(['510100 self', '510000 self']);
  });

  it('a view needs the counties of the prefectures in view, nearest to the centre first, and none out of view', () => {
    expect(written(boundariesWanted(known, view('county', box(103.2, 31.2, 0.5))))).toEqual([
      '513200 self',
      '513200 children',
      '510000 self',
    ]);
    const both = written(boundariesWanted(known, view('county', box(103, 30.2, 2))));
    expect(both.filter((call) => call.endsWith('children'))).toEqual(['510100 children', '513200 children']);
  });

  it('a view needs the towns of the counties in view, and the villages of the towns', () => {
    const near = [area('513221', box(103, 31), true), area('513221100', box(103.35, 31.35, 0.2), true), area('513222', box(105, 31), true)];
    expect(written(boundariesWanted(near, view('village', box(103.4, 31.4, 0.1))))).toEqual(['513221100 children', '513221 children']);
    expect(boundariesWanted(near, view('county', box(103.4, 31.4, 0.1)))).toEqual([]);
  });
});

const square = ({ west, south, east, north }: ReturnType<typeof box>): string =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  });
const row = (gridNo: string, at: ReturnType<typeof box>): AreaRow => ({ gridNo, areasPoint: square(at), approximate: true });

function aLoader(answers: Record<string, readonly AreaRow[] | 'fails'>) {
  const calls: string[] = [];
  const drawn: string[][] = [];
  const failures: boolean[] = [];
  const pause = vi.fn(async () => undefined);
  const loader = createBoundaryLoader({
    load: async ({ gridNo, level }) => {
      calls.push(`${gridNo} ${level}`);
      const answer = answers[`${gridNo} ${level}`] ?? [];
      if (answer === 'fails') throw new Error('offline');
      return answer;
    },
    add: ({ features }) => drawn.push(features.map(({ properties }) => String(properties?.gridNo))),
    pause,
    onFailed: (isFailed) => failures.push(isFailed),
  });
  return { loader, calls, drawn, failures, pause, answers };
}

describe('loading boundaries', () => {
  it('descends level by level, requests each area once, and stops at the level the view shows', async () => {
    const { loader, calls, drawn } = aLoader({
      '513200 self': [row('513200', box(102, 31, 2))],
      '513200 children': [row('513221', box(103, 31)), row('513222', box(102, 31))],
      '513221 children': [row('513221100', box(103.4, 31.4, 0.2))],
    });
    await loader.begin([row('513200', box(102, 31, 2))], 'far');
    expect(calls).toEqual([]);
    loader.see(view('county', box(103.4, 31.4, 0.3)));
    await vi.waitFor(() => expect(drawn).toHaveLength(3));
    expect(calls).toEqual(['513200 self', '513200 children']);
    loader.see(view('village', box(103.4, 31.4, 0.1)));
    await vi.waitFor(() => expect(calls).toEqual(['513200 self', '513200 children', '513221 children', '513221100 children']));
    loader.see(view('village', box(103.41, 31.41, 0.1)));
    expect(calls).toHaveLength(4);
  });

  it('never has more than four calls in flight', async () => {
    const rows = Array.from({ length: 9 }, (_, n) => row(`51${String(n + 11)}00`, box(102, 31)));
    const { loader, calls } = aLoader({});
    await loader.begin(rows, 'full');
    loader.see(view('county', box(102, 31)));
    expect(calls).toHaveLength(4);
    await vi.waitFor(() => expect(calls).toHaveLength(9));
  });

  it('adds a long list in parts, with a pause between them', async () => {
    const { loader, drawn, pause } = aLoader({});
    await loader.begin(
      Array.from({ length: 60 }, (_, n) => row(`51${String(n + 11)}00`, box(102, 31))),
      'far',
    );
    expect(drawn.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it('reports a failure, continues with the rest, and retries on request', async () => {
    const { loader, calls, failures, answers } = aLoader({ '513200 children': 'fails' });
    await loader.begin([row('513200', box(102, 31)), row('510100', box(102, 31))], 'full');
    loader.see(view('county', box(102, 31)));
    await vi.waitFor(() => expect(failures).toEqual([true]));
    expect(calls).toContain('510100 children');
    loader.see(view('county', box(102.1, 31)));
    expect(calls).toHaveLength(2);
    answers['513200 children'] = [row('513221', box(102, 31))];
    loader.retry();
    await vi.waitFor(() => expect(calls).toHaveLength(3));
    expect(failures).toEqual([true, false]);
  });

  it('draws nothing after it was stopped', async () => {
    const { loader, drawn } = aLoader({ '513200 children': [row('513221', box(102, 31))] });
    await loader.begin([row('513200', box(102, 31))], 'full');
    loader.see(view('county', box(102, 31)));
    loader.stop();
    await Promise.resolve();
    await Promise.resolve();
    expect(drawn).toEqual([['513200']]);
  });
});
