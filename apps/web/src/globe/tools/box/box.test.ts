import { expect, it } from 'vitest';
import { boxOfCorners } from './box.ts';

it.each([
  [
    { lng: 103.7, lat: 31.4 },
    { lng: 103.5, lat: 31.6 },
    { west: 103.5, south: 31.4, east: 103.7, north: 31.6 },
  ],
  [{ lng: 103.5, lat: 31.4 }, { lng: 103.5, lat: 31.6 }, null],
])('the corners %o and %o make %o', (a, b, box) => expect(boxOfCorners(a, b)).toEqual(box));
