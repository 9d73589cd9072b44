import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readView, writeView } from './view-text.ts';

it('a view is written in short form and read back', () => {
  const view = { lng: 103.590_123_4, lat: 31.48, heightMetres: 15_000.4, headingDegrees: 359.7, pitchDegrees: -89.6, mode: '3d' } as const;
  expect(writeView(view)).toBe('103.59012,31.48000,15000,0,-90,3d');
  expect(readView(writeView(view))).toEqual({
    lng: 103.59012,
    lat: 31.48,
    heightMetres: 15_000,
    headingDegrees: 0,
    pitchDegrees: -90,
    mode: '3d',
  });
});

it('a link with an invalid view opens at home', () => {
  const none = [
    '',
    'x',
    '1,2,3',
    '1,2,3,4,5,4d',
    '181,0,1000,0,-90,3d',
    '0,91,1000,0,-90,3d',
    '0,0,-5,0,-90,3d',
    '0,0,1e9,0,-90,3d',
    '0,0,1000,0,-91,3d',
    null,
  ];
  expect(none.map(readView)).toEqual(none.map(() => null));
  fc.assert(fc.property(fc.string(), (text) => void readView(text)));
});
