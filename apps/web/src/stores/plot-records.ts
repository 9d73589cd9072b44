// Every plot (标绘) of this desk's grid: the list call says them all once, live updates keep them true from then on.
import type { LiveUpdate } from '@lookout/contract';
import type { Named, Plot } from '@lookout/domain';
import { createRecords, type RecordsRead } from './records.ts';

/** Newest first. */
export interface PlotRecords extends RecordsRead<Named<Plot>> {
  /** What the list call answered, which speaks for the log up to `seq`. What live updates said later stands. */
  readonly learn: (plots: readonly Named<Plot>[], seq: number) => void;
  /** Changes of plots, in seq order; other updates only move `seq` on. */
  readonly apply: (updates: readonly LiveUpdate[]) => void;
  /** The newest update applied: ask before a list call, and hand it to `learn` with the answer. */
  readonly seq: () => number;
  readonly clear: () => void;
}

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createPlotRecords(nextFrame: (run: () => void) => void): PlotRecords {
  const { set, remove, size: _, clear, ...records } = createRecords<Named<Plot>>(nextFrame, newestFirst);
  /** When each was last spoken of; also of those that are gone, so that an older list does not bring them back. */
  const saidAt = new Map<string, number>();
  let heard = 0;

  const isNews = (id: string, seq: number) => seq >= (saidAt.get(id) ?? -1);

  return {
    ...records,
    learn: (plots, seq) => {
      heard = Math.max(heard, seq);
      const listed = new Set(plots.map(({ id }) => id));
      for (const { id } of records.list()) if (!listed.has(id) && isNews(id, seq)) remove(id);
      for (const plot of plots) {
        if (!isNews(plot.id, seq)) continue;
        saidAt.set(plot.id, seq);
        set(plot.id, plot);
      }
    },
    apply: (updates) => {
      for (const update of updates) {
        const { seq } = update;
        if (seq === undefined) continue;
        heard = Math.max(heard, seq);
        if (update.kind !== 'plot-changed' && update.kind !== 'plot-gone') continue;
        const id = update.kind === 'plot-gone' ? update.plotId : update.plot.id;
        if (!isNews(id, seq)) continue;
        saidAt.set(id, seq);
        if (update.kind === 'plot-gone') remove(id);
        else set(id, update.plot);
      }
    },
    seq: () => heard,
    clear: () => {
      saidAt.clear();
      heard = 0;
      clear();
    },
  };
}

const newestFirst = (a: Named<Plot>, b: Named<Plot>): number => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
