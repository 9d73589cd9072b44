// Measuring burned areas on the ellipsoid, off the main thread.
import type { BurnedPolygons, BurnedSeverity, SeverityPatch } from '@lookout/domain';
import { createWorkerHost } from '../../services/worker-host.ts';
import type { MeasuredOutlines, OutlinesToMeasure } from './measuring-worker.ts';

/** Hectares to four decimals. */
export interface Measures {
  /** Of each polygon: whether one of its rings crosses itself. */
  readonly crosses: readonly boolean[];
  /** Outer rings less their holes. */
  readonly hectares: number;
  /** Of the patches of each severity. */
  readonly severityHectares: Readonly<Record<BurnedSeverity, number>>;
}

export interface Measuring {
  measure(polygons: BurnedPolygons, patches?: readonly SeverityPatch[]): Promise<Measures>;
  stop(): Promise<void>;
}

const rounded = (hectares: number): number => Math.round(hectares * 10_000) / 10_000;

/** Starts nothing until the first area. */
export function createMeasuring(): Measuring {
  const host = createWorkerHost<OutlinesToMeasure, MeasuredOutlines>(new URL('./measuring-worker.ts', import.meta.url));
  return {
    async measure(polygons, patches = []) {
      const { crosses, hectares, severityHectares } = await host.ask({ polygons, patches });
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
    stop: () => host.stop(),
  };
}
