import { describe, expect, it } from 'vitest';
import { begunRows, heightOf, type LandmarkRow, readLandmarks, residualScale, residualsOf } from './landmarks.ts';

const row = (key: string, over: Partial<LandmarkRow> = {}): LandmarkRow => ({
  key,
  name: '',
  position: null,
  horizontalDegrees: null,
  ...over,
});
const position = { lng: 103.6, lat: 31.5 };

describe('typed landmarks', () => {
  it('complete landmarks are sent in order, without a name if none was typed; empty rows are left out', () => {
    const rows = [row('a', { name: ' 水塔 ', position, horizontalDegrees: 0 }), row('b'), row('c', { position, horizontalDegrees: 271.5 })];
    expect(readLandmarks(rows)).toEqual({
      landmarks: [
        { name: '水塔', position, horizontalDegrees: 0 },
        { name: null, position, horizontalDegrees: 271.5 },
      ],
      faults: new Map(),
    });
  });

  it('missing fields are named, and nothing is sent', () => {
    const { landmarks, faults } = readLandmarks([
      row('a', { position, horizontalDegrees: 1 }),
      row('b', { name: '塔' }),
      row('c', { position }),
    ]);
    expect(landmarks).toBeNull();
    expect([...faults]).toEqual([
      ['b', ['position', 'horizontal']],
      ['c', ['horizontal']],
    ]);
  });

  it('without any landmark no row has a fault', () => {
    expect(readLandmarks([row('a')])).toEqual({ landmarks: null, faults: new Map() });
  });

  it('each residual belongs to the row that was sent, also with an empty row between', () => {
    const rows = [row('a', { position, horizontalDegrees: 1 }), row('b'), row('c', { position, horizontalDegrees: 2 })];
    const result = {
      correctionDegrees: 3,
      before: { rmsDegrees: 3, residualsDegrees: [3.1, 9] },
      after: { rmsDegrees: 0.1, residualsDegrees: [0.1, 6] },
      outliers: [1],
      isSaved: false,
    };
    expect([...residualsOf(begunRows(rows), result)]).toEqual([
      ['a', { before: 3.1, after: 0.1, isOutlier: false }],
      ['c', { before: 9, after: 6, isOutlier: true }],
    ]);
  });
});

describe('the scale of the residuals', () => {
  it.each([
    [[], 0.1],
    [[0, 0.003], 0.1],
    [[-0.1], 0.1],
    [[0.11, -0.04], 0.2],
    [[-3.2, 0.1], 5],
    [[7], 10],
    [[-180], 200],
  ])('%j → ± %d°', (residuals, limit) => {
    expect(residualScale(residuals).limit).toBe(limit);
  });

  it('zero is in the middle, and the largest residual fits inside', () => {
    const residuals = [-2.4, 0, 1.1];
    const scale = residualScale(residuals);
    expect(heightOf(0, scale, 100)).toBe(50);
    expect(heightOf(scale.limit, scale, 100)).toBe(0);
    for (const residual of residuals) expect(Math.abs(heightOf(residual, scale, 100) - 50)).toBeLessThanOrEqual(50);
    expect(heightOf(-2.4, scale, 100)).toBeGreaterThan(50);
  });
});
