// Checks the numbers of every region against a second transcription of the specification.
import { describe, expect, it } from 'vitest';
import { PTZ_STEP_MAX, PTZ_STEP_MIN, ptzSpeed } from './ptz-speed.ts';
import { REGIONS } from './regions.ts';

const CAPPED = [1, 2, 3, 4, 5, 6, 7, 7];
const SHARES = [13, 25, 38, 50, 63, 75, 88, 100];

const numbers = {
  sichuan: { minZoom: 300, vectorTilesBelow: 33_000, range: 755_000, speeds: CAPPED, links: ['环境监测', '后台管理', '应急预案'] },
  'henan-xinxiang': { minZoom: 1800, vectorTilesBelow: 33_000, range: 105_000, speeds: SHARES, links: [] },
  heilongjiang: { minZoom: 1800, vectorTilesBelow: 10_033_000, range: 755_000, speeds: SHARES, links: [] },
  'yunnan-qujing': { minZoom: 1800, vectorTilesBelow: 33_000, range: 105_000, speeds: SHARES, links: [] },
  default: { minZoom: 1800, vectorTilesBelow: 33_000, range: 755_000, speeds: SHARES, links: [] },
} as const satisfies { readonly [Id in keyof typeof REGIONS]: unknown };

const steps = Array.from({ length: PTZ_STEP_MAX - PTZ_STEP_MIN + 1 }, (_, index) => PTZ_STEP_MIN + index);

describe.each(Object.values(REGIONS))('$id', (region) => {
  // Proves §1.5b, §9.2c
  it('has the numbers of the specification', () => {
    expect({
      minZoom: region.minZoomDistanceMetres,
      vectorTilesBelow: region.vectorTilesBelowMetres,
      range: region.areaRangeMetres,
      speeds: steps.map((step) => ptzSpeed(step, region.ptzSpeedRule)),
      links: region.externalLinks.map(({ label }) => label),
    }).toEqual(numbers[region.id]);
  });

  it('the camera can zoom in to the vector tiles, and flies to areas from further away than the minimum zoom distance', () => {
    expect(region.minZoomDistanceMetres).toBeLessThan(region.vectorTilesBelowMetres);
    expect(region.areaRangeMetres).toBeGreaterThan(region.minZoomDistanceMetres);
  });
});
