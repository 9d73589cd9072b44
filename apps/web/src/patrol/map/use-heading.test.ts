import { expect, it } from 'vitest';
import { headingOf } from './use-heading.ts';

it('the compass is read clockwise from north, and ignored where the phone does not know north', () => {
  expect(headingOf({ absolute: true, alpha: 90 })).toBe(270);
  expect(headingOf({ absolute: true, alpha: 0 })).toBe(0);
  expect(headingOf({ absolute: false, alpha: 90 })).toBeNull();
  expect(headingOf({ absolute: false, alpha: 90, webkitCompassHeading: 42 })).toBe(42);
});
