import { describe, expect, it } from 'vitest';
import { boxOfView } from './box-of-view.ts';

describe('the box of the view', () => {
  it('is as wide and high as the window, degrees of longitude being shorter towards the pole', () => {
    const { west, south, east, north } = boxOfView({ lng: 103, lat: 60, metresPerPixel: 111.32 }, 1_000, 500);
    expect(north - south).toBeCloseTo(0.5);
    expect(east - west).toBeCloseTo(2);
    expect((west + east) / 2).toBeCloseTo(103);
  });

  it('ends at the ends of the world', () => {
    expect(boxOfView({ lng: 0, lat: 0, metresPerPixel: 100_000 }, 2_000, 1_000)).toEqual({ west: -180, south: -90, east: 180, north: 90 });
  });
});
