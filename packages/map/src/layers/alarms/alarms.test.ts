import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { createChangeFlow, SLICE_MARKS } from '../change-flow.ts';
import { createMarkCells } from '../mark-cells.ts';
import { CELL_PIXELS } from '../sheet.ts';
import { ATLAS, cornersOf, imageOf } from './atlas.ts';
import { AGE_LEGEND, type AlarmMark, ageClassOf, type MarkChange } from './mark.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

const aMark = (overrides: Partial<AlarmMark> = {}): AlarmMark => ({
  id: 'a1',
  kind: 'satellite',
  lng: 103.45,
  lat: 31.3,
  gridNo: '513221' as GridNo,
  observedAt: hoursAgo(0.5),
  arrivedAt: NOW,
  verdict: 'unjudged',
  inProgress: false,
  isNew: false,
  ...overrides,
});

describe('age', () => {
  it('an age at a class limit belongs to the younger class; a future time counts as just now', () => {
    const hours = [-1, 0, 1, 1.01, 3, 12, 24, 72, 120, 120.01];
    expect(hours.map((age) => AGE_LEGEND[ageClassOf(hoursAgo(age), NOW)]?.id)).toEqual([
      'onehour',
      'onehour',
      'onehour',
      'threehour',
      'threehour',
      'halfDay',
      'oneDay',
      'threeDays',
      'fiveDays',
      'older',
    ]);
  });
});

describe('picture sheet', () => {
  it('every image has a separate cell inside the sheet', () => {
    const cells = ATLAS.images.map(ATLAS.cellOf);
    expect(new Set(cells.map(({ x, y }) => `${x}/${y}`)).size).toBe(ATLAS.images.length);
    expect(cells.every(({ x, y }) => x + CELL_PIXELS <= ATLAS.widthPixels && y + CELL_PIXELS <= ATLAS.heightPixels)).toBe(true);
  });

  // Proves §3.18
  it('the shape shows the source, the fill shows age or verdict; a fire in progress is a flame; an exercise is striped', () => {
    expect([
      imageOf(aMark(), NOW),
      imageOf(aMark({ kind: 'camera', observedAt: hoursAgo(8) }), NOW),
      imageOf(aMark({ kind: 'report', verdict: 'real' }), NOW),
      imageOf(aMark({ kind: 'smoke', verdict: 'false' }), NOW),
      imageOf(aMark({ kind: 'danger', observedAt: hoursAgo(500) }), NOW),
      imageOf(aMark({ inProgress: true, verdict: 'real' }), NOW),
      imageOf(aMark({ inProgress: true, verdict: 'real', isDrill: true }), NOW),
    ]).toEqual(['diamond-age0', 'triangle-age2', 'circle-real', 'square-false', 'hexagon-age6', 'flame', 'diamond-drill']);
  });

  it('shapes have their corners and stay inside their cell, including the edge line', () => {
    const shapes = ['diamond', 'triangle', 'square', 'hexagon'] as const;
    expect(shapes.map((shape) => cornersOf(shape).length)).toEqual([4, 3, 4, 6]);
    const reach = shapes.flatMap((shape) => cornersOf(shape).flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
    expect(Math.max(...reach)).toBeLessThan(CELL_PIXELS / 2 - 4);
  });
});

describe('marks by place', () => {
  it('a box contains the marks inside it, edges included, also after a mark moved or was removed', () => {
    const cells = createMarkCells<AlarmMark>();
    for (const [id, lng] of [
      ['a', 100],
      ['b', 101],
      ['c', 102],
      ['d', 110],
    ] as const)
      cells.put(aMark({ id, lng, lat: 30 }));
    const box = { west: 100, south: 29.9, east: 102, north: 30 };
    const inBox = (): string[] => cells.within(box, 10).map(({ id }) => id);
    expect(inBox()).toEqual(['a', 'b', 'c']);
    cells.put(aMark({ id: 'a', lng: 120, lat: 30 }));
    cells.put(aMark({ id: 'd', lng: 101.5, lat: 30 }));
    cells.remove('b');
    cells.remove('nobody');
    expect([inBox(), cells.size()]).toEqual([['c', 'd'], 3]);
  });

  it('no more marks than the limit are returned', () => {
    const cells = createMarkCells<AlarmMark>();
    for (let index = 0; index < 20; index++) cells.put(aMark({ id: `a${index}` }));
    expect(cells.within({ west: 103, south: 31, east: 104, north: 32 }, 7)).toHaveLength(7);
  });
});

describe('flow of changes', () => {
  function aFlow() {
    const taken: MarkChange[] = [];
    const later: Array<() => void> = [];
    const flow = createChangeFlow<AlarmMark>(
      (change) => taken.push(change),
      (run) => {
        later.push(run);
        return () => later.splice(later.indexOf(run), 1);
      },
    );
    return { flow, taken, later };
  }

  it('a small change is applied at once', () => {
    const { flow, taken, later } = aFlow();
    flow.put({ upserts: [aMark()], removals: ['x'] });
    expect([taken, later.length]).toEqual([[{ upserts: [aMark()], removals: ['x'] }], 0]);
  });

  it('a large change is applied in slices, and a mark that changed while queued is drawn once, in its latest state', () => {
    const { flow, taken, later } = aFlow();
    flow.put({ upserts: Array.from({ length: SLICE_MARKS + 2 }, (_, index) => aMark({ id: `a${index}` })), removals: [] });
    flow.put({ upserts: [aMark({ id: `a${SLICE_MARKS}`, verdict: 'real' })], removals: [`a${SLICE_MARKS + 1}`] });
    later.shift()?.();
    expect(taken[0]?.upserts).toHaveLength(SLICE_MARKS);
    expect(taken.slice(1)).toEqual([{ upserts: [aMark({ id: `a${SLICE_MARKS}`, verdict: 'real' })], removals: [`a${SLICE_MARKS + 1}`] }]);
    expect(later).toEqual([]);
  });

  it('after stop no more changes are drawn', () => {
    const { flow, taken, later } = aFlow();
    flow.put({ upserts: Array.from({ length: SLICE_MARKS + 1 }, (_, index) => aMark({ id: `a${index}` })), removals: [] });
    flow.stop();
    expect([taken.length, later]).toEqual([1, []]);
  });
});
