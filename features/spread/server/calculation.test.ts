import { HOUR_MS } from '@lookout/domain';
import { APPROACH_METRES, approachMetresOf, arrivalIn, cellsAround, NEVER_STEP, placeIn } from '@lookout/fire-model';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_CLASS } from '../../terrain/service/ground-window.ts';
import { growMembers, joinMembers, sharedGroundOf, sharedTallyOf } from './ensemble.ts';
import { CANCELLED, createControl, type ForecastJob, progressOf } from './job.ts';
import { quantilesOf } from './results.ts';
import { singleForecast } from './single.ts';
import { aJob, CALM, CENTRE, enteredWeather } from './testing/job.ts';

const CELL = 30;
const cells = cellsAround(CENTRE, 3_000, CELL);
const count = cells.grid.columns * cells.grid.rows;
const at = (east: number, north: number) => placeIn(cells, { east, north });
const pair = (east: number, north: number): [number, number] => [at(east, north).lng, at(east, north).lat];
const job = (given: Partial<ForecastJob> = {}, inputs: Partial<ForecastJob['inputs']> = {}): ForecastJob => aJob(cells, given, inputs);
const forecast = (...given: Parameters<typeof job>) => {
  const found = singleForecast(job(...given));
  return found.ok ? found.value : expect.fail(found.error);
};

describe('a forecast over level grass without wind', () => {
  it('is a circle for each quarter of an hour, whose radius grows with time', () => {
    const { isochrones, areaHectares, reachesEdge } = forecast();
    expect(isochrones.map(({ minutes }) => minutes)).toEqual([15, 30, 45, 60, 75, 90, 105, 120]);
    const [half, whole] = [isochrones[3]?.areaHectares ?? 0, isochrones[7]?.areaHectares ?? 0];
    expect(whole / half).toBeCloseTo(4, 0);
    expect(Math.abs(areaHectares / whole - 1)).toBeLessThan(0.1);
    expect(reachesEdge).toBe(false);
    const [ring = []] = isochrones[7]?.coordinates[0] ?? [];
    expect(ring[0]).toEqual(ring.at(-1));
    expect(Math.abs((ring[0]?.[1] ?? 0) - CENTRE.lat)).toBeLessThan(0.03);
  });

  it('reaches a place when it comes within a hundred metres of it, also if the place itself does not burn', () => {
    const classes = new Uint8Array(count);
    const middle = Math.floor(count / 2);
    // A house of one cell, 180 m to the east.
    classes[middle + 6] = 1;
    const { window } = job();
    const table = [...window.table, { scheme: 'igbp', value: 13, cover: 'other' } as const];
    const { arrivals } = forecast({
      window: { ...window, classes, table },
      targets: [
        { type: 'Point', coordinates: pair(180, 0) },
        { type: 'Point', coordinates: pair(60, 0) },
        { type: 'LineString', coordinates: [pair(90, -2_000), pair(90, 2_000)] },
        { type: 'Polygon', coordinates: [[pair(150, -50), pair(400, -50), pair(400, 50), pair(150, 50), pair(150, -50)]] },
        { type: 'Point', coordinates: pair(2_900, 0) },
        { type: 'Point', coordinates: pair(50_000, 0) },
        { type: 'Unheard', coordinates: [] },
      ],
    });
    const [house, near, power, reserve, far, outside, unheard] = arrivals.map((found) => found?.p50);
    expect(near).toBe(0);
    expect(power).toBe(0);
    expect(house).toBeGreaterThan(0);
    expect(reserve).toBeLessThan(house ?? 0);
    expect([far, outside, unheard]).toEqual([undefined, undefined, undefined]);
  });

  it('by Wang’s model spreads at R0 · Ks, and has no flames, intensity and brands', () => {
    const { areaHectares, behaviour, flameLengthMetres } = forecast({}, { model: { name: 'wang', version: '1' }, hours: 4 });
    // R0 = 0.03 · 25 + 0.01 · (100 − 30) − 0.3 = 1.15 m/min; Ks of cured grass 1.6.
    const [first] = behaviour;
    expect(Math.abs((first?.rateMetresPerMinute ?? 0) - 1.15 * 1.6)).toBeLessThan(0.1);
    expect(behaviour).toHaveLength(4);
    const unknown = { flameLengthMetres: null, intensityKilowattsPerMetre: null, attack: null, crown: null, spotting: null };
    for (const hour of behaviour) expect(hour).toMatchObject(unknown);
    expect(areaHectares).not.toBe(forecast({}, { hours: 4 }).areaHectares);
    // The safety distance needs a flame length, whatever the model.
    expect(flameLengthMetres).toBeGreaterThan(0.1);
  });

  it('burns from the start where it was ignited then, and from the given times where it was ignited later', () => {
    const later = new Date(job().inputs.begin.getTime() + HOUR_MS);
    const { raster } = forecast(
      {},
      {
        ignition: {
          source: 'entered',
          geometry: {
            type: 'GeometryCollection',
            geometries: [
              { type: 'Point', coordinates: pair(0, 0) },
              { type: 'LineString', coordinates: [pair(-2_000, 1_000), pair(-2_000, 1_300)] },
            ],
          },
          later: [{ time: later, geometry: { type: 'Point', coordinates: pair(2_500, -2_500) } }],
        },
      },
    );
    const comesAt = arrivalIn(raster, raster.early);
    expect([comesAt(CENTRE), comesAt(at(-2_000, 1_150)), comesAt(at(2_500, -2_500))]).toEqual([0, 0, 60]);
    expect(comesAt(at(2_500, -2_440))).toBeGreaterThan(60);
  });

  it('is stopped by a line', () => {
    const { isochrones, samples } = forecast({ barriers: [[at(100, -2_990), at(100, 2_990)]] });
    expect(isochrones.length).toBe(8);
    expect(samples.length).toBeGreaterThan(10);
    expect(samples.every(({ lng }) => lng < at(100, 0).lng)).toBe(true);
  });

  it('is stopped by water: by a line of water one cell wide, and by an area with everything in it', () => {
    const river = { type: 'LineString', coordinates: [pair(100, -2_990), pair(100, 2_990)] };
    const lake = {
      type: 'Polygon',
      coordinates: [[pair(-400, -2_990), pair(-100, -2_990), pair(-100, 2_990), pair(-400, 2_990), pair(-400, -2_990)]],
    };
    const { samples, reachesEdge } = forecast({ waters: [river, lake] });
    expect(samples.length).toBeGreaterThan(10);
    expect(samples.every(({ lng }) => lng < at(100, 0).lng && lng > at(-100, 0).lng)).toBe(true);
    // Water is known terrain, so a fire that ends there has not reached the edge.
    expect(reachesEdge).toBe(false);
  });

  it('reports that it reaches the edge of the known terrain', () => {
    const classes = new Uint8Array(count);
    for (let row = 0; row < cells.grid.rows; row++)
      for (let column = Math.floor(cells.grid.columns / 2) + 4; column < cells.grid.columns; column++)
        classes[row * cells.grid.columns + column] = UNKNOWN_CLASS;
    expect(forecast({ window: { ...job().window, classes } }).reachesEdge).toBe(true);
  });

  it('treats a class without a known fuel as the edge of the known terrain, and reports its share; water is known', () => {
    // The terrain east of 120 m belongs to the second class.
    const classes = new Uint8Array(count);
    const from = Math.floor(cells.grid.columns / 2) + 4;
    for (let cell = 0; cell < count; cell++) if (cell % cells.grid.columns >= from) classes[cell] = 1;
    const share = (cells.grid.columns - from) / cells.grid.columns;
    const [grass, unknown, water] = [
      { scheme: 'igbp', value: 9, cover: 'grass' },
      { scheme: 'gbt21010', value: 9_999, cover: null },
      { scheme: 'igbp', value: 17, cover: 'other' },
    ] as const;
    const of = (second: typeof unknown | typeof water, ownFuels: ForecastJob['ownFuels'] = []) => {
      const found = forecast({ window: { ...job().window, classes, table: [grass, second] }, ownFuels });
      return { edge: found.reachesEdge, unknown: found.unknownGround };
    };
    expect(of(unknown)).toEqual({ edge: true, unknown: { share, classes: [{ scheme: 'gbt21010', value: 9_999 }] } });
    expect(of(water)).toEqual({ edge: false, unknown: { share: 0, classes: [] } });
    const own = { scheme: 'gbt21010', value: 9_999, fuelModel: 'NB8', fuelFactor: null, source: '', toConfirm: false } as const;
    expect(of(unknown, [own])).toEqual({ edge: false, unknown: { share: 0, classes: [] } });
    classes.fill(UNKNOWN_CLASS, 0, cells.grid.columns);
    expect(of(water).unknown).toEqual({ share: 1 / cells.grid.rows, classes: [] });
  });

  it('has the arrival time of each place in the burned box, and the flame length', () => {
    const { raster, areaHectares, flameLengthMetres } = forecast();
    const [comesAt, comesEarlyAt] = [arrivalIn(raster, raster.middle), arrivalIn(raster, raster.early)];
    expect(comesAt(CENTRE)).toBe(0);
    expect(comesAt(at(0, 60))).toBeLessThan(comesAt(at(0, 120)));
    expect(comesAt(at(2_900, 0))).toBe(Number.POSITIVE_INFINITY);
    const burnt = raster.middle.filter((step) => step !== NEVER_STEP).length;
    expect((burnt * CELL ** 2) / 10_000).toBeCloseTo(areaHectares);
    // The early time uses the spread rate that a tenth of the members exceed, about 2.12 times the run's own, estimated from a few members
    // in steps of a minute.
    expect(comesEarlyAt(CENTRE)).toBe(0);
    const sooner = comesAt(at(0, 120)) / comesEarlyAt(at(0, 120));
    expect(sooner).toBeGreaterThan(1.5);
    expect(sooner).toBeLessThan(4);
    expect(raster.early.every((step, cell) => step <= (raster.middle[cell] as number))).toBe(true);
    expect(flameLengthMetres).toBeGreaterThan(0.1);
  });

  it('spreads over terrain of unknown elevation as if it were level', () => {
    const heights = new Float32Array(count).fill(2_000);
    heights.fill(Number.NaN, 0, cells.grid.columns * 95);
    expect(forecast({ window: { ...job().window, heights } }).areaHectares).toBeGreaterThan(0);
  });
});

describe('a forecast', () => {
  it('uses the fuel that the deployment sets for a class', () => {
    const ownFuels = [{ scheme: 'igbp', value: 9, fuelModel: 'GR1', fuelFactor: 'grass', source: '', toConfirm: false }] as const;
    expect(forecast({ ownFuels }).areaHectares).toBeLessThan(forecast().areaHectares);
  });

  it('is refused where nothing burns, and stops when cancelled', () => {
    const { window } = job();
    const lake = { ...window, table: [{ scheme: 'igbp', value: 17, cover: 'other' } as const] };
    expect(singleForecast(job({ window: lake }))).toEqual({ ok: false, error: 'nothing-burns' });
    const control = createControl(1);
    Atomics.store(control, CANCELLED, 1);
    expect(singleForecast(job({ control }))).toEqual({ ok: false, error: 'cancelled' });
  });

  it('has the fire behaviour by the hour, and who can attack the fire', () => {
    const weather = enteredWeather({ ...CALM, windSpeedMetresPerSecond: 9, windFromDegrees: 225 });
    const [calm, storm] = [forecast().behaviour, forecast({}, { weather }).behaviour];
    expect([calm, storm].map((hours) => hours.map(({ untilMinutes }) => untilMinutes))).toEqual([
      [60, 120],
      [60, 120],
    ]);
    expect(calm.map(({ attack, crown, spotting }) => [attack, crown, spotting])).toEqual(Array(2).fill(['hand-crew', null, null]));
    const [hour] = storm;
    expect(hour).toMatchObject({ attack: 'nobody', spotting: { towardsDegrees: 45 } });
    expect(hour?.flameLengthMetres).toBeGreaterThan(3.4);
    expect(Math.abs((hour?.headingDegrees ?? 0) - 45)).toBeLessThan(10);
    expect(hour?.position.lng).toBeGreaterThan(CENTRE.lng);
  });

  it('reports its progress', () => {
    const control = createControl(1);
    forecast({ control });
    expect(progressOf(control)).toBe(1);
  });
});

describe('an ensemble', () => {
  /** The fire starts anywhere in this ellipse. */
  const uncertain = {
    ignition: { source: 'fire', geometry: { type: 'Point', coordinates: pair(0, 0) }, later: [] },
    ellipse: { semiMajorMetres: 500, semiMinorMetres: 300, azimuthDegrees: 20 },
  } as const;
  const targets = [
    { type: 'Point', coordinates: pair(150, 0) },
    { type: 'Point', coordinates: pair(2_900, 0) },
  ];
  const together = (lanes: readonly (readonly number[])[], given: Partial<ForecastJob['inputs']> = {}) => {
    const inputs = { members: lanes.flat().length, hours: 1, ...given };
    const single = job({ targets, control: createControl(lanes.length) }, inputs);
    const ensemble = { ...single, ...sharedGroundOf(single), weights: null };
    const parts = lanes.map((members, lane) => {
      const tally = sharedTallyOf(ensemble);
      const part = growMembers({ job: ensemble, members, tally, progress: { lane, from: 0, of: members.length } });
      return part.ok ? { ...part.value, tally: { ...tally, ...part.value.counted } } : expect.fail(part.error);
    });
    const found = joinMembers({
      job: ensemble,
      tallies: parts.map(({ tally }) => tally),
      arrivals: parts.map(({ arrivals }) => arrivals),
      order: parts.flatMap(({ members }) => members),
    });
    return found.ok ? { ...found.value, progress: progressOf(single.control) } : expect.fail(found.error);
  };

  it('has the same result however its members are distributed, with areas by probability and times in order', () => {
    const whole = together([[0, 1, 2, 3, 4, 5]]);
    expect(
      together([
        [1, 3, 5],
        [4, 0, 2],
      ]),
    ).toEqual(whole);
    const last = whole.isochrones.filter(({ minutes }) => minutes === 60);
    expect(last.map(({ probability }) => probability)).toEqual([0.1, 0.5, 0.9]);
    const [early = 0, middle = 0, late = 0] = last.map(({ areaHectares }) => areaHectares);
    expect(early).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(late);
    expect(whole.areaHectares).toBeCloseTo(middle, 0);
    expect(whole.isochrones.filter(({ minutes }) => minutes === 15).map(({ probability }) => probability)).toEqual([0.5]);
    const [soon = 0, later = 0] = [whole.raster.early, whole.raster.middle].map((steps) => arrivalIn(whole.raster, steps)(at(0, 60)));
    expect(soon).toBeLessThan(later);
    const [near, far] = whole.arrivals;
    expect(near?.p10).toBeLessThan(near?.p50 ?? 0);
    expect(far).toBeNull();
    expect(whole.progress).toBe(1);
    // The behaviour is that of the base run, from which the members vary.
    expect(whole.behaviour).toEqual(forecast({}, { hours: 1 }).behaviour);
  });

  it('burns at once where the fire is known to be, although its members start all over its ellipse', () => {
    const { raster } = together([Array.from({ length: 30 }, (_, member) => member)], uncertain);
    expect([raster.early, raster.middle].map((steps) => arrivalIn(raster, steps)(CENTRE))).toEqual([0, 0]);
    expect(raster.early.filter((step) => step === 0)).toHaveLength(1);
    expect(approachMetresOf(CENTRE, [{ raster, elapsedMinutes: 0 }])).toBeGreaterThanOrEqual(APPROACH_METRES);
  });

  it('never arrives later, for people, than from the known position of the fire, so that no way out leads through the middle of the ellipse', () => {
    const weather = enteredWeather({ ...CALM, windSpeedMetresPerSecond: 5, windFromDegrees: 270 });
    const { raster } = together([Array.from({ length: 30 }, (_, member) => member)], { ...uncertain, weather });
    const own = forecast({}, { hours: 1, weather }).raster;
    const [early, given] = [arrivalIn(raster, raster.early), arrivalIn(own, own.middle)];
    const offsets = [-120, -60, 0, 60, 120, 180];
    const places = offsets.flatMap((east) => offsets.map((north) => at(east, north)));
    const reached = places.filter((place) => (given(place) ?? 60) < 60);
    expect(reached.length).toBeGreaterThan(4);
    for (const place of reached) expect(early(place)).toBeLessThanOrEqual(given(place) as number);
  });

  it('from a single run with an uncertain position has early times for people like those of an ensemble', () => {
    const weather = enteredWeather({ ...CALM, windSpeedMetresPerSecond: 5, windFromDegrees: 270 });
    const whole = together([Array.from({ length: 50 }, (_, member) => member)], { ...uncertain, weather });
    const single = forecast({ targets: [...targets, { type: 'Point', coordinates: pair(0, 700) }] }, { hours: 1, ...uncertain, weather });
    const areaBy = (steps: Uint8Array, minutes: number): number => steps.filter((step) => step <= minutes).length;
    for (const minutes of [30, 59]) {
      const ratio = areaBy(single.raster.early, minutes) / areaBy(whole.raster.early, minutes);
      expect(Math.abs(Math.log(ratio))).toBeLessThan(Math.log(1.35));
    }
    expect(single.raster.early.every((step, cell) => step <= (single.raster.middle[cell] as number))).toBe(true);
    // The median is the run's own time. Where the run itself does not arrive, some of the other members may.
    const [near, , aside] = single.arrivals;
    expect(near?.p10).toBeLessThan(near?.p50 ?? 0);
    expect(near?.p90).toBeGreaterThan(near?.p50 ?? 60);
    expect(aside).toMatchObject({ p10: expect.any(Number), p50: null, p90: null });
    // The isochrones start from the given position.
    expect(single.isochrones).toEqual(forecast({}, { hours: 1, weather }).isochrones);
  });

  it('has quantiles over all its members, including those that do not arrive', () => {
    const never = Number.POSITIVE_INFINITY;
    const alike = Array<number>(10).fill(1);
    expect(quantilesOf([50, 10, 20, 30, 40, 60, 70, 80, never, never], alike)).toEqual({ p10: 10, p50: 50, p90: null });
    expect(quantilesOf([never, never, never], [1, 1, 1])).toBeNull();
    expect(quantilesOf([40, 10, 30], [80, 5, 15])).toEqual({ p10: 30, p50: 40, p90: 40 });
  });
});
