// Measuring burned areas on the ellipsoid, off the main thread.

import { refused } from '@lookout/server/acting/refusal.ts';
import type { Errand } from '@lookout/server/acting/turns.ts';
import { createWorkerTurns } from '@lookout/server/services/worker-turns.ts';
import type { BurnedSeverity, SeverityPatch } from '../burn-severity.ts';
import type { BurnedPolygons } from '../fire-archive.ts';
import type { MeasuredOutlines, OutlinesToMeasure } from './measuring-worker.ts';

/** Hectares to four decimals. */
export interface Measures {
  /** Whether one of the rings crosses itself, for each polygon. */
  readonly crosses: readonly boolean[];
  /** Outer rings minus their holes. */
  readonly hectares: number;
  /** The area of the patches of each severity. */
  readonly severityHectares: Readonly<Record<BurnedSeverity, number>>;
}

export interface Measuring {
  measure(errand: Errand, polygons: BurnedPolygons, patches?: readonly SeverityPatch[]): Promise<Measures>;
  stop(): Promise<void>;
}

const rounded = (hectares: number): number => Math.round(hectares * 10_000) / 10_000;

/** The largest area that a file may contain takes a few seconds. */
const LIMIT_MS = 20_000;

/** The worker is not started before the first area. */
export function createMeasuring(): Measuring {
  const workers = createWorkerTurns<OutlinesToMeasure, MeasuredOutlines>(new URL('./measuring-worker.ts', import.meta.url), {
    limitMs: LIMIT_MS,
    tooLong: (seconds) => refused('work-takes-too-long', { seconds }),
  });
  return {
    async measure(errand, polygons, patches = []) {
      const { crosses, hectares, severityHectares } = await workers.ask(errand, { polygons, patches });
      const { low, 'moderate-low': moderateLow, 'moderate-high': moderateHigh, high } = severityHectares;
      return {
        crosses,
        hectares: rounded(hectares.reduce((sum, one) => sum + one, 0)),
        severityHectares: {
          low: rounded(low),
          'moderate-low': rounded(moderateLow),
          'moderate-high': rounded(moderateHigh),
          high: rounded(high),
        },
      };
    },
    stop: () => workers.stop(),
  };
}
