// A run in a list: among the forecasts of a fire, and in its briefing.

import type { GridNames } from '@lookout/contract';
import { withGridName } from '@lookout/domain';
import type { SpreadRun, SpreadRunLine } from '../spread.ts';
import type { SpreadError } from '../spread-result.ts';

/** @param error null: unknown, or not requested */
export const spreadRunLine = (run: SpreadRun, nameOf: GridNames, error: SpreadError | null): SpreadRunLine => {
  const { id, fireId, gridNo, state, progress, requestedBy, requestedAt, endedAt, inputs } = run;
  const { begin, hours, members, model, correction } = inputs;
  return {
    ...withGridName({ id, fireId, gridNo, state, progress, requestedBy, requestedAt, endedAt }, nameOf),
    begin,
    hours,
    members,
    model: model.name,
    isCorrected: correction !== null,
    agreement: error?.perimeter?.jaccard ?? error?.places?.within ?? null,
  };
};
