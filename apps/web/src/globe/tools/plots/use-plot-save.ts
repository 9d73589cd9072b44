// Sending a sketch, and what may come of it. Whatever fails, the sketch stays.
import { CallFailed } from '@lookout/client';
import { writePlotDraft } from '@lookout/contract';
import type { Plot } from '@lookout/domain';
import { useState } from 'react';
import { plotRecords } from '../../../entities/plot/plot-records.ts';
import { newKey } from '../../../shared/new-key.ts';
import { useClient, useServices } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import { useToolStore } from '../tool-store.ts';
import { draftOf, type SketchState, sketchOf } from './sketch.ts';

export type SaveFailure =
  | { readonly kind: 'failed'; readonly reason: string | null }
  /** Somebody else changed it first. */
  | { readonly kind: 'outdated'; readonly standing: Plot }
  | { readonly kind: 'gone' };

export interface PlotSave {
  readonly busy: boolean;
  readonly failure: SaveFailure | null;
  /** @returns whether it is saved */
  readonly send: (sketch: SketchState) => Promise<boolean>;
  readonly takeTheirs: (standing: Plot) => void;
  readonly overwrite: (sketch: SketchState, standing: Plot) => Promise<boolean>;
}

export function usePlotSave(): PlotSave {
  const client = useClient();
  const plots = useServices().records(plotRecords);
  const { setSketch, select } = useToolStore();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(null);

  const send = async (sketch: SketchState): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    const draft = writePlotDraft(draftOf(sketch));
    try {
      if (sketch.plot === null) {
        await client.plots.createPlot({ body: draft, headers: { 'idempotency-key': sketch.key }, silent: true });
      } else {
        const { id, version } = sketch.plot;
        const saved = await client.plots.updatePlot({ params: { id }, body: { version, plot: draft }, silent: true });
        // The desks hear of it too; this one shows it at once, when its sketch goes.
        plots.learn([saved], plots.seq());
      }
      setSketch(null);
      select(null);
      return true;
    } catch (error) {
      const fault = failureOf(error);
      if (fault.kind === 'gone') setSketch({ ...sketch, plot: null, key: newKey() });
      setFailure(fault);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    send,
    takeTheirs: (standing) => {
      setFailure(null);
      setSketch(sketchOf(standing, newKey()));
    },
    overwrite: (sketch, standing) => send({ ...sketch, plot: { id: standing.id, version: standing.version } }),
  };
}

function failureOf(error: unknown): SaveFailure {
  if (!(error instanceof CallFailed) || error.outcome.kind !== 'error') return { kind: 'failed', reason: null };
  const { code } = error.outcome;
  if (code === 409) return { kind: 'outdated', standing: error.data as Plot };
  if (code === 404) return { kind: 'gone' };
  return { kind: 'failed', reason: error.fields.map(({ message }) => message).join(marks().semicolon) || error.message };
}
