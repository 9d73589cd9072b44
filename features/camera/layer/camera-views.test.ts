import { bearingDegrees, distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { sectorOutline } from './camera-views.ts';

const EYE = { lng: 103.59, lat: 31.48 };

describe('the sector a camera sees', () => {
  it('the sector begins at the camera and spans its field around its azimuth, with its range in every direction', () => {
    const [eye, ...arc] = sectorOutline(EYE, 355, 30, 5_000);
    expect(eye).toEqual(EYE);
    expect(arc.length).toBe(16);
    for (const position of arc) expect(distanceMetres(EYE, position)).toBeCloseTo(5_000, 3);
    const turns = arc.map((position) => ((bearingDegrees(EYE, position) - 355 + 540) % 360) - 180);
    expect(turns[0]).toBeCloseTo(-15, 6);
    expect(turns.at(-1)).toBeCloseTo(15, 6);
    expect(turns).toEqual([...turns].sort((a, b) => a - b));
  });

  it('a narrow lens still has a sector; a full circle does not start at the camera', () => {
    expect(sectorOutline(EYE, 0, 0.5, 5_000).length).toBe(3);
    expect(sectorOutline(EYE, 0, 360, 5_000)).toHaveLength(180);
  });
});
