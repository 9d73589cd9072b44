import type { PickedMark, PointerEvent } from '@lookout/map';
import { expect, it } from 'vitest';
import { choiceOf } from './choice.ts';

const mark = (kind: PickedMark['kind'], id: string = kind): PickedMark => ({ kind, id, lng: 103, lat: 31 });
const click = (...marks: readonly PickedMark[]): PointerEvent => ({ gesture: 'click', pick: marks[0] ?? null, marks, x: 5, y: 6 });

it.each([
  ['one mark', click(mark('resource')), null],
  ['an alarm over other marks', click(mark('alarm'), mark('resource'), mark('hazard')), null],
  ['a double click', { ...click(mark('resource'), mark('hazard')), gesture: 'double' as const }, null],
  ['two alarms', click(mark('alarm', 'a'), mark('fire', 'b')), ['a', 'b']],
  ['other marks', click(mark('ranger'), mark('resource')), ['ranger', 'resource']],
])('%s', (_, event, expected) => {
  expect(choiceOf(event)?.marks.map(({ id }) => id) ?? null).toEqual(expected);
});
