// For a click on overlapping marks: which marks it may mean.
import type { PickedMark, PointerEvent } from '@lookout/map';

/** Marks to choose from, the most important first; the position is in CSS pixels of the map. */
export interface MarkChoice {
  readonly marks: readonly PickedMark[];
  readonly x: number;
  readonly y: number;
  /** Opens one of the marks, as a click on it alone would. */
  readonly open: (mark: PickedMark) => void;
}

const isAlarm = ({ kind }: PickedMark): boolean => kind === 'alarm' || kind === 'fire';

/** null: there is nothing to choose. If an alarm is among the marks, the click opens the alarm directly. */
export function choiceOf({ gesture, marks = [], x, y }: PointerEvent): Omit<MarkChoice, 'open'> | null {
  const isOneAlarm = marks.filter(isAlarm).length === 1;
  return gesture === 'click' && marks.length > 1 && !isOneAlarm ? { marks, x, y } : null;
}
