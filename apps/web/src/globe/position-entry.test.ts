import { expect, it } from 'vitest';
import { readEntry } from './position-entry.ts';

// Proves §2.28, §5.7
it('both longitude and latitude are needed', () => {
  expect([readEntry('', ''), readEntry('103.59', ' '), readEntry(' ', '31.48')]).toEqual([
    { ok: false, fault: 'both' },
    { ok: false, fault: 'both' },
    { ok: false, fault: 'both' },
  ]);
});

it('decimals and degrees, minutes, seconds are read, and a whole position pasted into the first field', () => {
  const position = { ok: true, lng: 103.59, lat: 31.48 };
  expect(readEntry('103.59', '31.48')).toEqual(position);
  expect(readEntry('103.59, 31.48', '')).toEqual(position);
  const read = readEntry('103°35′24″E', '31°28′48″N');
  expect(read.ok && [read.lng, read.lat].map((degrees) => degrees.toFixed(6))).toEqual(['103.590000', '31.480000']);
});

it('an error names its field', () => {
  expect(readEntry('203', '31')).toEqual({ ok: false, fault: 'out-of-range', field: 'lng' });
  expect(readEntry('103', '31E')).toEqual({ ok: false, fault: 'wrong-axis', field: 'lat' });
});
