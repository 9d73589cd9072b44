import { distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { NEVER_STEP } from '../growth/arrival-raster.ts';
import { APPROACH_METRES, approachMetresOf, arrivalOfFires, cutOffMinutes, type ForecastFire, openAround } from './closures.ts';
import { aFrame, spot } from './testing/nets.ts';
import { placeOfCell } from './walk-ground.ts';

const frame = aFrame(40, 1);
/** A row of cells of some 29 m: burns at its western end, and comes a cell farther east every two minutes, as far as the twentieth. */
const fire = (elapsedMinutes: number): ForecastFire => ({
  raster: { frame, stepMinutes: 2, early: Uint8Array.from({ length: 40 }, (_, cell) => (cell < 20 ? cell : NEVER_STEP)) },
  elapsedMinutes,
});

describe('what a forecast closes', () => {
  it('is told in minutes from now, of several fires by the first', () => {
    const arrivalAt = arrivalOfFires([fire(6), fire(10)]);
    expect([0, 5, 19, 20].map((cell) => arrivalAt(placeOfCell(frame, cell)))).toEqual([-10, 0, 28, Infinity]);
    expect(arrivalOfFires([])(spot(0, 0))).toBe(Infinity);
  });

  it('is open around a place at the fire, as far as it burns now and the approach', () => {
    const [begin, fifth] = [placeOfCell(frame, 0), placeOfCell(frame, 5)];
    expect(approachMetresOf(begin, [fire(10)])).toBeCloseTo(distanceMetres(begin, fifth) + APPROACH_METRES, 6);
    // A village that the fire has not come near to is no place at the fire.
    expect(approachMetresOf(spot(30, 0), [fire(0)])).toBe(0);
    const open = openAround(begin, 100, arrivalOfFires([fire(0)]));
    expect([0, 3, 4].map((cell) => open(placeOfCell(frame, cell)))).toEqual([Infinity, Infinity, 8]);
  });

  it('cuts a way off where the fire is soonest for who goes it', () => {
    const arrivalAt = arrivalOfFires([fire(0)]);
    const [far, near] = [placeOfCell(frame, 19), placeOfCell(frame, 10)];
    // At the nineteenth cell after 38 min, with 10 min before it; he is there at once.
    expect(cutOffMinutes([{ path: [far, placeOfCell(frame, 39)], seconds: 600 }], arrivalAt)).toBe(28);
    // Towards the fire: at the tenth cell, 20 min, after 6 min of a leg that comes first.
    const legs = [
      { path: [placeOfCell(frame, 39), far], seconds: 240 },
      { path: [far, near], seconds: 120 },
    ];
    expect(cutOffMinutes(legs, arrivalAt)).toBeCloseTo(20 - 10 - 6, 6);
    expect(cutOffMinutes([{ path: [placeOfCell(frame, 30), placeOfCell(frame, 39)], seconds: 60 }], arrivalAt)).toBe(Infinity);
    expect(cutOffMinutes([{ path: [near], seconds: 0 }], arrivalAt)).toBe(Infinity);
  });
});
