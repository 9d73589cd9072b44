// Every plot (标绘) of this desk's grid: the list call says them all once, `plotDetail` messages keep them true from then on.
import type { LiveMessage, WirePlot } from '@lookout/contract';
import { createRecords, type RecordsRead } from './records.ts';

/** Newest first. */
export interface PlotRecords extends RecordsRead<WirePlot> {
  /** What the list call answered, which speaks for the log up to `seq`. What live messages said later stands. */
  readonly learn: (plots: readonly WirePlot[], seq: number) => void;
  /** `plotDetail` messages, in seq order; others only move `seq` on. */
  readonly apply: (messages: readonly LiveMessage[]) => void;
  /** The newest message applied: ask before a list call, and hand it to `learn` with the answer. */
  readonly seq: () => number;
  readonly clear: () => void;
}

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createPlotRecords(nextFrame: (run: () => void) => void): PlotRecords {
  const { set, remove, size: _, clear, ...records } = createRecords<WirePlot>(nextFrame, newestFirst);
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
    apply: (messages) => {
      for (const message of messages) {
        const { seq } = message;
        if (seq === undefined) continue;
        heard = Math.max(heard, seq);
        if (message.kind !== 'plotDetail' || !isNews(message.data.id, seq)) continue;
        saidAt.set(message.data.id, seq);
        if ('deleted' in message.data) remove(message.data.id);
        else set(message.data.id, message.data);
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

const newestFirst = (a: WirePlot, b: WirePlot): number =>
  a.createTime < b.createTime ? 1 : a.createTime > b.createTime ? -1 : a.id < b.id ? 1 : -1;
