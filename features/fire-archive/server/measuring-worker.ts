// Worker thread: outlines of tens of thousands of points take up to a second to measure, and must not delay an alarm.

import { areaSquareMetres, ringCrosses } from '@lookout/geo';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { BURNED_SEVERITIES, type BurnedSeverity, type SeverityPatch } from '../burn-severity.ts';
import type { BurnedRing } from '../burned-ring.ts';
import type { BurnedPolygons } from '../fire-archive.ts';

export interface OutlinesToMeasure {
  readonly polygons: BurnedPolygons;
  readonly patches: readonly SeverityPatch[];
}

export interface MeasuredOutlines {
  /** Whether one of the rings crosses itself, for each polygon. */
  readonly crosses: readonly boolean[];
  /** Area on the ellipsoid, for each polygon. */
  readonly hectares: readonly number[];
  readonly severityHectares: Readonly<Record<BurnedSeverity, number>>;
}

const SQUARE_METRES_PER_HECTARE = 10_000;

const areaOf = (ring: BurnedRing): number => areaSquareMetres(ring.map(([lng, lat]) => ({ lng, lat })));

/** The area of the outer ring minus its holes. */
const hectaresOf = ([outer = [], ...holes]: BurnedPolygons[number]): number =>
  (areaOf(outer) - holes.reduce((sum, hole) => sum + areaOf(hole), 0)) / SQUARE_METRES_PER_HECTARE;

answerQuestions<OutlinesToMeasure, MeasuredOutlines>(async ({ polygons, patches }) => {
  const of = (severity: BurnedSeverity): number =>
    patches.reduce((sum, patch) => sum + (patch.severity === severity ? hectaresOf(patch.rings) : 0), 0);
  const [low, moderateLow, moderateHigh, high] = BURNED_SEVERITIES.map(of) as [number, number, number, number];
  return {
    crosses: polygons.map((rings) => rings.some((ring) => ringCrosses(ring))),
    hectares: polygons.map(hectaresOf),
    severityHectares: { low, 'moderate-low': moderateLow, 'moderate-high': moderateHigh, high },
  };
});
