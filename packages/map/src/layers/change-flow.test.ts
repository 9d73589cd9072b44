import { describe, expect, it } from 'vitest';
import { type Change, createChangeFlow, SLICE_MARKS } from './change-flow.ts';

interface Mark {
  readonly id: string;
  readonly verdict: 'unjudged' | 'real';
}

const aMark = (overrides: Partial<Mark> = {}): Mark => ({ id: 'a1', verdict: 'unjudged', ...overrides });

describe('flow of changes', () => {
  function aFlow() {
    const taken: Change<Mark>[] = [];
    const later: Array<() => void> = [];
    const flow = createChangeFlow<Mark>(
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
