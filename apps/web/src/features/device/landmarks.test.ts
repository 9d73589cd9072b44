import { describe, expect, it } from 'vitest';
import { begunRows, type LandmarkRow, readLandmarks, residualsOf } from './landmarks.ts';

const row = (key: string, over: Partial<LandmarkRow> = {}): LandmarkRow => ({ key, name: '', place: null, horizontal: null, ...over });
const place = { lng: 103.6, lat: 31.5 };

describe('landmarks as they are typed', () => {
  it('whole ones are sent in their order, without a name when none was typed; untouched rows are none', () => {
    const rows = [row('a', { name: ' 水塔 ', place, horizontal: 0 }), row('b'), row('c', { place, horizontal: 271.5 })];
    expect(readLandmarks(rows)).toEqual({
      landmarks: [
        { name: '水塔', ...place, horizontal: 0 },
        { name: null, ...place, horizontal: 271.5 },
      ],
      faults: new Map(),
    });
  });

  it('what is missing is named, and nothing is sent', () => {
    const { landmarks, faults } = readLandmarks([row('a', { place, horizontal: 1 }), row('b', { name: '塔' }), row('c', { place })]);
    expect(landmarks).toBeNull();
    expect([...faults]).toEqual([
      ['b', ['position', 'horizontal']],
      ['c', ['horizontal']],
    ]);
  });

  it('no landmark at all is no fault of a row', () => {
    expect(readLandmarks([row('a')])).toEqual({ landmarks: null, faults: new Map() });
  });

  it('each answer goes to the row it was asked for, also when an untouched one stands between', () => {
    const rows = [row('a', { place, horizontal: 1 }), row('b'), row('c', { place, horizontal: 2 })];
    const result = {
      ...{
        correction: 3,
        before: { rms: 3, residuals: [3.1, 9] },
        after: { rms: 0.1, residuals: [0.1, 6] },
        outliers: [1],
        isSaved: false,
      },
    };
    expect([...residualsOf(begunRows(rows), result)]).toEqual([
      ['a', { before: 3.1, after: 0.1, isOutlier: false }],
      ['c', { before: 9, after: 6, isOutlier: true }],
    ]);
  });
});
