import { MINUTE_MS } from '@lookout/domain';
import { type ArrivalRaster, arrivalRasterOf, cellsAround, centreOf, placeIn } from '@lookout/fire-model';
import { expect, it } from 'vitest';
import { createForecastErrors, errorOfRun } from './forecast-errors.ts';
import type { KnownObservation } from './observations.ts';

const BEGIN = Date.UTC(2026, 10, 22, 4);
const cells = cellsAround({ lng: 103.5, lat: 31.5 }, 3_000, 30);
const at = (east: number, north: number) => placeIn(cells, { east, north });
/** A box that grows by 10 m/min on all four sides for two hours. The earliest tenth of the members grows half as fast again. */
const minutes = Float32Array.from({ length: cells.grid.columns * cells.grid.rows }, (_, cell) => {
  const { east, north } = centreOf(cells.grid, cell);
  const arrival = Math.max(Math.abs(east), Math.abs(north)) / 10;
  return arrival <= 120 ? arrival : Number.POSITIVE_INFINITY;
});
const raster: ArrivalRaster = arrivalRasterOf(
  cells.frame,
  2,
  minutes.map((arrival) => arrival / 1.5),
  minutes,
);
const run = { beginMs: BEGIN, endMs: BEGIN + 120 * MINUTE_MS, raster };

const minute = (after: number): Date => new Date(BEGIN + after * MINUTE_MS);

const box = (id: string, after: number, half: number, east = 0): KnownObservation => {
  const time = minute(after);
  const corner = (x: number, y: number): [number, number] => [at(east + x * half, y * half).lng, at(east + x * half, y * half).lat];
  return {
    observation: { kind: 'perimeter', id, time, ring: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] },
    knownAt: time,
  };
};
const hotspot = (id: string, after: number, east: number): KnownObservation => {
  const time = minute(after);
  const ellipse = { semiMajorMetres: 60, semiMinorMetres: 60, azimuthDegrees: 0 };
  return { observation: { kind: 'satellite', id, time, position: at(east, 0), ellipse }, knownAt: time };
};

it('a forecast that was right has no error; one that was too fast has more area, earlier arrival and less overlap', () => {
  expect(errorOfRun(run, [box('true', 60, 600)], minute(0)).perimeter).toMatchObject({
    time: minute(60),
    areaBias: expect.closeTo(1, 1),
    jaccard: expect.closeTo(1, 1),
    frontReached: 1,
  });
  const { perimeter, places } = errorOfRun(run, [box('slow', 60, 300)], minute(0));
  expect(places).toBeNull();
  expect(perimeter).toMatchObject({
    areaBias: expect.closeTo(4, 0),
    jaccard: expect.closeTo(0.25, 1),
    arrivalBiasMinutes: expect.closeTo(-31, -1),
  });
});

it('observations outside the stored box of the run are also compared', () => {
  const { perimeter } = errorOfRun(run, [box('elsewhere', 60, 600, 5_000)], minute(0));
  expect(perimeter).toMatchObject({ observedHectares: expect.closeTo(144, -1), jaccard: 0, arrivalBiasMinutes: null, frontReached: 0 });
});

it('all areas drawn one after the other have burned, and the last gives the time; an area drawn after the run’s hours is not compared', () => {
  const areas = [box('west', 30, 300, -700), box('middle', 60, 600), box('late', 121, 2_000)];
  const { perimeter } = errorOfRun(run, areas, minute(0));
  expect(perimeter).toMatchObject({ time: minute(60), observedHectares: expect.closeTo(144 + 24, -1) });
});

it('for places, the error gives how many the forecast had reached, by the median and by the earliest tenth, and the mean distance', () => {
  const { perimeter, places } = errorOfRun(run, [hotspot('in', 60, 500), hotspot('near', 60, 800), hotspot('far', 60, 1_600)], minute(0));
  expect(perimeter).toBeNull();
  expect(places).toEqual({
    count: 3,
    within: expect.closeTo(1 / 3, 6),
    withinEarly: expect.closeTo(2 / 3, 6),
    meanMetresOff: expect.closeTo((0 + 200 + 1_000) / 3, -2),
  });
});

it('observations that a run was made from do not count: neither the report it was requested for, nor an outline known by then', async () => {
  const known = [hotspot('known', 3, 0), box('drawn', 5, 100)];
  expect(errorOfRun(run, known, minute(5))).toEqual({ perimeter: null, places: null });
  const { places } = errorOfRun(run, [...known, hotspot('later', 60, 500)], minute(5));
  expect(places?.count).toBe(1);
  const errors = createForecastErrors({ fireArrivals: { arrivalsOfEach: () => Promise.resolve(new Map([['a', run]])) } as never });
  expect((await errors.of([{ id: 'a', requestedAt: minute(5) }], known)).size).toBe(0);
});

it('runs without observations in their hours have no error, and a calculated error is cached until there is a new observation', async () => {
  let opened = 0;
  const counting = {
    ...run,
    get raster() {
      opened += 1;
      return raster;
    },
  };
  const arrivals = new Map([
    ['a', counting],
    ['b', { ...run, beginMs: BEGIN + 600 * MINUTE_MS, endMs: BEGIN + 700 * MINUTE_MS }],
  ]);
  const asked = (id: string) => ({ id, requestedAt: new Date(BEGIN) });
  const errors = createForecastErrors({ fireArrivals: { arrivalsOfEach: () => Promise.resolve(arrivals) } as never });
  const seen = [box('true', 60, 600)];
  const [first, second] = [await errors.of([asked('a'), asked('b')], seen), await errors.of([asked('a'), asked('b')], seen)];
  expect([[...first.keys()], opened]).toEqual([['a'], 1]);
  expect(second.get('a')).toBe(first.get('a'));
  const more = await errors.of([asked('a')], [...seen, hotspot('in', 70, 500)]);
  expect([more.get('a')?.places?.count, opened]).toEqual([1, 2]);
});
