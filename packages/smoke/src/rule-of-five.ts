// The rule of five for the boxes of a model: a find after five overlapping boxes in a row, once.
import type { Find } from './detector.ts';
import { type ModelBox, overlapOf } from './model.ts';

interface Run {
  readonly box: ModelBox;
  readonly hits: number;
  readonly isReported: boolean;
}

/** @returns takes the boxes of each frame in order, and returns the finds of that frame */
export function ruleOfFive(inARow = 5): (boxes: readonly ModelBox[]) => readonly Find[] {
  let runs: readonly Run[] = [];
  return (boxes) => {
    const finds: Find[] = [];
    runs = boxes.map((box) => {
      const before = runs.filter((run) => overlapOf(run.box.box, box.box) > 0).toSorted((a, b) => b.hits - a.hits)[0];
      const hits = (before?.hits ?? 0) + 1;
      const isMet = hits >= inARow;
      if (isMet && before?.isReported !== true) finds.push({ ...box, framesAgo: hits - 1 });
      return { box, hits, isReported: isMet };
    });
    return finds;
  };
}
