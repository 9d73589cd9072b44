import { expect, it } from 'vitest';
import { cellDrawing } from './danger-grid.ts';

it('the frame of a cell is as wide as it is high on the terrain', () => {
  const { points } = cellDrawing({ lng: 103.5, lat: 60, cellMetres: 1_000 });
  const span = (key: 'lng' | 'lat') => Math.max(...points.map((one) => one[key])) - Math.min(...points.map((one) => one[key]));
  expect(span('lat') * 111_195).toBeCloseTo(1_000, 6);
  // At 60° a degree of longitude is half as long.
  expect(span('lng') / span('lat')).toBeCloseTo(2, 9);
});
