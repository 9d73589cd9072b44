// A click where marks overlap: which of them it may mean.
import type { PickedMark, PointerEvent } from '@lookout/map';

/** Marks to choose from, the most important first, at CSS pixels of the map. */
export interface MarkChoice {
  readonly marks: readonly PickedMark[];
  readonly x: number;
  readonly y: number;
  /** Opens one of them, as a click on it alone would. */
  readonly open: (mark: PickedMark) => void;
}

const isAlarm = ({ kind }: PickedMark): boolean => kind === 'alarm' || kind === 'fire';

/** null: nothing is to be chosen. An alarm among other marks is meant itself: it opens with one click. */
export function choiceOf({ gesture, marks = [], x, y }: PointerEvent): Omit<MarkChoice, 'open'> | null {
  const isOneAlarm = marks.filter(isAlarm).length === 1;
  return gesture === 'click' && marks.length > 1 && !isOneAlarm ? { marks, x, y } : null;
}
