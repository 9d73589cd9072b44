import { distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { NEVER_STEP } from '../growth/arrival-raster.ts';
import {
  APPROACH_METRES,
  approachMetresOf,
  arrivalOfFires,
  closedEdges,
  cutOffMinutes,
  type ForecastFire,
  isAtFire,
  openAround,
  untilFire,
} from './closures.ts';
import { aBuiltNet, aFrame, aLine, spot } from './testing/nets.ts';
import type { Journey } from './travel.ts';
import { placeOfCell } from './walk-ground.ts';

const frame = aFrame(40, 1);
/**
 * A row of cells of some 29 m: it burns at its western end, and the fire reaches a cell farther east every two minutes, as far as the
 * twentieth.
 */
const fire = (elapsedMinutes: number): ForecastFire => ({
  raster: { frame, stepMinutes: 2, early: Uint8Array.from({ length: 40 }, (_, cell) => (cell < 20 ? cell : NEVER_STEP)) },
  elapsedMinutes,
});

describe('what a forecast closes', () => {
  it('closures are in minutes from now, and of several fires the first counts', () => {
    const arrivalAt = arrivalOfFires([fire(6), fire(10)]);
    expect([0, 5, 19, 20].map((cell) => arrivalAt(placeOfCell(frame, cell)))).toEqual([-10, 0, 28, Infinity]);
    expect(arrivalOfFires([])(spot(0, 0))).toBe(Infinity);
  });

  it('a forecast closes a road between its points too', () => {
    // A straight line of some two kilometres that has only its ends as points.
    const { net } = aBuiltNet(
      [
        aLine([
          [-10, -0.1],
          [10, -0.1],
        ]),
      ],
      { mostEdgeMetres: Number.POSITIVE_INFINITY },
    );
    expect([...closedEdges(net, arrivalOfFires([fire(0)]))]).toEqual([0]);
  });

  it('a journey ends at the edge of the fire it goes to, and is dropped if it goes through the fire', () => {
    const arrivalAt = arrivalOfFires([fire(0)]);
    const [east, begin] = [placeOfCell(frame, 39), placeOfCell(frame, 0)];
    const west = { lng: begin.lng - 0.005, lat: begin.lat };
    const journey = (path: Journey['path'], seconds: number): Journey => ({
      means: 'foot',
      seconds,
      metres: distanceMetres(path[0] as never, path.at(-1) as never),
      roadMetres: 0,
      footMetres: distanceMetres(path[0] as never, path.at(-1) as never),
      flightMetres: 0,
      climbMetres: 40,
      roadClimbMetres: 0,
      path,
      stages: [{ by: 'foot', end: path.length - 1 }],
      avoidsFire: false,
    });
    const to = untilFire(journey([east, begin], 3_900), arrivalAt) ?? expect.fail('closed');
    expect(to.endsAtFire).toBe(true);
    // The nineteenth cell is half way and reached after some 32 min, less than ten minutes before the fire, which arrives there after 38
    // min.
    expect(distanceMetres(to.path.at(-1) as never, placeOfCell(frame, 19))).toBeLessThan(60);
    expect(to.seconds / 3_900).toBeCloseTo(to.footMetres / distanceMetres(east, begin), 2);
    expect(to.stages).toEqual([{ by: 'foot', end: 1 }]);
    expect(untilFire(journey([east, west], 3_900), arrivalAt)).toBeNull();
    const aside = journey([east, placeOfCell(frame, 25)], 600);
    expect(untilFire(aside, arrivalAt)).toBe(aside);
    // A flight over the fire and beyond it.
    const flown: Journey = { ...journey([east, west], 3_900), stages: [{ by: 'air', end: 1 }] };
    expect(untilFire(flown, arrivalAt)).toBe(flown);
  });

  it('the area around a place at the fire is open, as far as the fire burns now plus the approach', () => {
    const [begin, fifth] = [placeOfCell(frame, 0), placeOfCell(frame, 5)];
    expect(approachMetresOf(begin, [fire(10)])).toBeCloseTo(distanceMetres(begin, fifth) + APPROACH_METRES, 6);
    // A village that the fire has not come near is not a place at the fire.
    expect(approachMetresOf(spot(30, 0), [fire(0)])).toBe(0);
    expect([isAtFire(begin, [fire(10)]), isAtFire(spot(30, 0), [fire(0)]), isAtFire(begin, [])]).toEqual([true, false, false]);
    // Nothing burns yet, but the forecast covers the place.
    const late: ForecastFire = {
      ...fire(0),
      raster: { ...fire(0).raster, early: fire(0).raster.early.map((step) => Math.min(step + 1, NEVER_STEP)) },
    };
    expect([approachMetresOf(fifth, [late]), isAtFire(fifth, [late])]).toEqual([0, true]);
    const open = openAround(begin, 100, arrivalOfFires([fire(0)]));
    expect([0, 3, 4].map((cell) => open(placeOfCell(frame, cell)))).toEqual([Infinity, Infinity, 8]);
  });

  it('a route is cut off where the fire arrives soonest relative to the traveller', () => {
    const arrivalAt = arrivalOfFires([fire(0)]);
    const [far, near] = [placeOfCell(frame, 19), placeOfCell(frame, 10)];
    // The fire is at the nineteenth cell after 38 min, less a margin of 10 min; the traveller is there at once.
    expect(cutOffMinutes([{ path: [far, placeOfCell(frame, 39)], seconds: 600 }], arrivalAt)).toBe(28);
    // Towards the fire: at the tenth cell, 20 min, after a first leg of 6 min.
    const legs = [
      { path: [placeOfCell(frame, 39), far], seconds: 240 },
      { path: [far, near], seconds: 120 },
    ];
    expect(cutOffMinutes(legs, arrivalAt)).toBeCloseTo(20 - 10 - 6, 6);
    expect(cutOffMinutes([{ path: [placeOfCell(frame, 30), placeOfCell(frame, 39)], seconds: 60 }], arrivalAt)).toBe(Infinity);
    expect(cutOffMinutes([{ path: [near], seconds: 0 }], arrivalAt)).toBe(Infinity);
  });
});
