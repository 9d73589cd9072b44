// Tests on shapes with known arrival times: circles, ellipses, slopes, barriers, changing winds.
import { HOUR_MS } from '@lookout/domain';
import type { Offset } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { backRateOf, flankRateOf, rateTowards } from '../ellipse.ts';
import { fuelBedOf } from '../fuel-bed.ts';
import { fuelModelOf } from '../fuel-models.ts';
import { headFireOf } from '../head-fire.ts';
import { firelineIntensityOf } from '../intensity.ts';
import { midflameWind } from '../midflame-wind.ts';
import { wangRateTowards } from '../wang.ts';
import { cellAt, centreOf, type Gradient, type Ground, gradientOfHeights, gradientOfSlopes } from './ground.ts';
import { type Growth, type GrowthOptions, grow } from './grow.ts';
import type { GrowthRequest } from './request.ts';
import { type GroundFuel, stillRateOf, type WeatherHour } from './weather.ts';

const model = fuelModelOf('1') ?? expect.fail('no fuel model 1');
const lake = fuelModelOf('NB8') ?? expect.fail('no fuel model NB8');
const GRASS: GroundFuel = { model, canopy: null, factor: 1.6 };
const LAKE: GroundFuel = { model: lake, canopy: null, factor: null };
const CALM: WeatherHour = {
  atMs: 0,
  windSpeedMetresPerSecond: 0,
  windFromDegrees: 0,
  temperatureCelsius: 25,
  humidityPercent: 30,
  moisturePercent: { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 },
};
const BED = fuelBedOf(model, CALM.moisturePercent);
const MIDDLE: Offset = { east: 0, north: 0 };

/** A square of one fuel with its middle cell at 0, 0. */
function squareOf(columns: number, cellMetres: number, slope: Gradient | null = null): Ground {
  const half = (columns * cellMetres) / 2;
  return {
    columns,
    rows: columns,
    cellMetres,
    westMetres: -half,
    northMetres: half,
    slope,
    fuel: new Uint8Array(columns ** 2),
    barrier: null,
  };
}

const requestWith = (ground: Ground, given: Partial<GrowthRequest>): GrowthRequest => ({
  ground,
  fuels: [GRASS, LAKE],
  model: 'rothermel',
  weather: [CALM],
  beginMs: 0,
  hours: 2,
  ignitions: [{ kind: 'point', atMinutes: 0, point: MIDDLE }],
  burnt: null,
  ...given,
});

function grown(ground: Ground, given: Partial<GrowthRequest> = {}, options: GrowthOptions = {}): Growth {
  const result = grow(requestWith(ground, given), options);
  if (!result.ok) expect.fail(result.error.en);
  return result.value;
}

const timeAt = ({ grid, arrivalMinutes }: Growth, point: Offset): number => arrivalMinutes[cellAt(grid, point)] as number;

function headOf({ windSpeedMetresPerSecond, windFromDegrees }: WeatherHour, slopeTangent = 0, aspectDegrees = 0) {
  const midflameMetresPerSecond = midflameWind(windSpeedMetresPerSecond, '10m', BED.depthMetres, null);
  return headFireOf(BED, { midflameMetresPerSecond, windFromDegrees, slopeTangent, aspectDegrees });
}

/** The largest relative error of the arrival time of any cell beyond 20 cells from the middle, and the number of such cells. */
function errorOf(growth: Growth, minutesTo: (distance: number, direction: number) => number) {
  let [largest, cells] = [0, 0];
  growth.arrivalMinutes.forEach((minutes, cell) => {
    const { east, north } = centreOf(growth.grid, cell);
    const distance = Math.hypot(east, north);
    if (!Number.isFinite(minutes) || distance < 20 * growth.grid.cellMetres) return;
    cells += 1;
    largest = Math.max(largest, Math.abs(minutes / minutesTo(distance, (Math.atan2(east, north) * 180) / Math.PI) - 1));
  });
  expect(cells).toBeGreaterThan(500);
  return largest;
}

describe('one fuel burns as an ellipse', () => {
  it('calm and level: the fire is a circle within 1 %, in every direction', () => {
    const rate = headOf(CALM).rateMetresPerMinute;
    expect(errorOf(grown(squareOf(201, 30), { hours: 24 }), (distance) => distance / rate)).toBeLessThan(0.01);
  });

  it.each([
    { windSpeedMetresPerSecond: 1, windFromDegrees: 180, hours: 12 },
    { windSpeedMetresPerSecond: 1.5, windFromDegrees: 190, hours: 12 },
    { windSpeedMetresPerSecond: 2, windFromDegrees: 247, hours: 12 },
    { windSpeedMetresPerSecond: 10, windFromDegrees: 189, hours: 2 },
    { windSpeedMetresPerSecond: 15, windFromDegrees: 81, hours: 1 },
  ])(
    'wind of $windSpeedMetresPerSecond m/s from $windFromDegrees°: the fire is the ellipse within 2 %, in every direction',
    ({ hours, ...wind }) => {
      const weather = { ...CALM, ...wind };
      const head = headOf(weather);
      const error = errorOf(
        grown(squareOf(201, 30), { weather: [weather], hours }),
        (distance, direction) => distance / rateTowards(head, direction),
      );
      expect(error).toBeLessThan(0.02);
    },
  );

  it('a slope alone, and wind across it: the fire is the ellipse on the slope, seen from above', () => {
    const [tangent, aspect] = [0.4, 200];
    const cells = 201 ** 2;
    const slope = gradientOfSlopes(new Float32Array(cells).fill(tangent), new Float32Array(cells).fill(aspect));
    for (const windSpeedMetresPerSecond of [0, 1]) {
      const weather = { ...CALM, windSpeedMetresPerSecond, windFromDegrees: 110 };
      const head = headOf(weather, tangent, aspect);
      const growth = grown(squareOf(201, 30, slope), { weather: [weather], hours: 24 });
      const error = errorOf(growth, (distance, direction) => {
        const rise = tangent * Math.cos(((direction - aspect) * Math.PI) / 180);
        return (distance * Math.sqrt(1 + rise ** 2)) / rateTowards(head, direction);
      });
      expect(error).toBeLessThan(0.02);
    }
  });

  it('a growth gives rate, heading and intensity of the front at the head', () => {
    const weather = { ...CALM, windSpeedMetresPerSecond: 1, windFromDegrees: 180 };
    const { grid, front } = grown(squareOf(201, 30), { weather: [weather], hours: 12 }, { withFront: true });
    const head = headOf(weather);
    const cell = cellAt(grid, { east: 0, north: 600 });
    expect(front?.rateMetresPerMinute[cell]).toBeCloseTo(head.rateMetresPerMinute, 2);
    expect(front?.headingDegrees[cell]).toBeCloseTo(0, 3);
    expect((front?.intensityKilowattsPerMetre[cell] ?? 0) / firelineIntensityOf(BED, head.rateMetresPerMinute)).toBeCloseTo(1, 3);
    expect(front?.rateMetresPerMinute[cellAt(grid, MIDDLE)]).toBeNaN();
  });
});

describe('finer cells', () => {
  it('finer cells converge on a hill with wind', () => {
    const place = { east: 900, north: 720 };
    const [coarse, middle, fine, finest] = [60, 30, 15, 7.5].map((cellMetres) => {
      const columns = 2 * Math.round(1_500 / cellMetres) + 1;
      const level = squareOf(columns, cellMetres);
      const heights = Float32Array.from(level.fuel, (_, cell) => {
        const { east, north } = centreOf(level, cell);
        return 200 * Math.exp(-((east - 600) ** 2 + (north - 200) ** 2) / 400 ** 2);
      });
      const weather = [{ ...CALM, windSpeedMetresPerSecond: 1, windFromDegrees: 205 }];
      return timeAt(grown({ ...level, slope: gradientOfHeights(level, heights) }, { weather, hours: 24 }), place);
    }) as [number, number, number, number];
    expect(finest).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(Math.abs(middle - finest)).toBeLessThan(Math.abs(coarse - finest));
    expect(Math.abs(fine - finest)).toBeLessThan(Math.abs(middle - finest));
    expect(Math.abs(fine / finest - 1)).toBeLessThan(0.01);
  });
});

describe('a factor of the rate', () => {
  it.each(['rothermel', 'wang'] as const)('a rate doubled by %s arrives in half the time', (model) => {
    const weather = [{ ...CALM, windSpeedMetresPerSecond: 2, windFromDegrees: 247 }];
    const [once, twice] = [1, 2].map((rateFactor) => grown(squareOf(61, 30), { model, weather, rateFactor, hours: 24 })) as [
      Growth,
      Growth,
    ];
    for (const at of [
      { east: 600, north: 240 },
      { east: -300, north: -90 },
    ])
      expect(timeAt(once, at) / timeAt(twice, at)).toBeCloseTo(2, 4);
  });
});

describe('weather by the hour', () => {
  it('stronger wind from an hour on: along its axis the head has spread one hour at each rate', () => {
    const weather = [
      { ...CALM, windSpeedMetresPerSecond: 2, windFromDegrees: 180 },
      { ...CALM, atMs: HOUR_MS, windSpeedMetresPerSecond: 3, windFromDegrees: 180 },
    ];
    const [before, after] = weather.map((hour) => headOf(hour).rateMetresPerMinute) as [number, number];
    const growth = grown(squareOf(401, 30), { weather, hours: 3 });
    for (const share of [0.5, 0.95, 1.05, 2]) {
      const north = 30 * Math.round(2 * before * share);
      const first = north / before;
      expect(timeAt(growth, { east: 0, north })).toBeCloseTo(first < 60 ? first : 60 + (north - 60 * before) / after, 1);
    }
  });

  it('wind that turns: the fire is as wide as both ellipses together', () => {
    const weather = [
      { ...CALM, windSpeedMetresPerSecond: 2, windFromDegrees: 180 },
      { ...CALM, atMs: HOUR_MS, windSpeedMetresPerSecond: 2, windFromDegrees: 270 },
    ];
    const head = headOf(weather[0] as WeatherHour);
    const { grid, arrivalMinutes } = grown(squareOf(301, 30), { weather, hours: 2 });
    const reached = [...arrivalMinutes.keys()]
      .filter((cell) => (arrivalMinutes[cell] as number) <= 120)
      .map((cell) => centreOf(grid, cell));
    const [fast, back, flank] = [head.rateMetresPerMinute, backRateOf(head), flankRateOf(head)];
    const extent = (of: (at: Offset) => number): number => reached.reduce((most, at) => Math.max(most, of(at)), 0);
    for (const [found, expected] of [
      [extent(({ north }) => north), 60 * (fast + flank)],
      [extent(({ east }) => east), 60 * (flank + fast)],
      [extent(({ north }) => -north), 60 * (back + flank)],
      [extent(({ east }) => -east), 60 * (flank + back)],
    ] as const)
      expect(Math.abs(found - expected)).toBeLessThan(30 + 0.02 * expected);
  });

  it('the fire waits through an hour too wet to burn, and then continues: within a minute, where a cell takes twenty', () => {
    const wet = { ...CALM, atMs: HOUR_MS, moisturePercent: { ...CALM.moisturePercent, oneHour: 40 } };
    const dry = { ...CALM, atMs: 2 * HOUR_MS };
    const steady = grown(squareOf(201, 30), { hours: 2 });
    const interrupted = grown(squareOf(201, 30), { weather: [CALM, wet, dry], hours: 3 });
    steady.arrivalMinutes.forEach((minutes, cell) => {
      if (minutes <= 60) expect(interrupted.arrivalMinutes[cell]).toBeCloseTo(minutes, 3);
      else if (minutes < 119) expect(Math.abs((interrupted.arrivalMinutes[cell] as number) - minutes - 60)).toBeLessThan(1);
    });
  });
});

describe('barriers to the fire', () => {
  /** Number of cells reached on the far side of a diagonal. */
  function beyond(isHeld: (column: number, row: number) => boolean, windSpeedMetresPerSecond: number): number {
    const size = 61;
    const ground = squareOf(size, 15);
    const barrier = Uint8Array.from(ground.fuel, (_, cell) => Number(isHeld(cell % size, Math.floor(cell / size))));
    const growth = grown(
      { ...ground, barrier },
      {
        hours: 24,
        weather: [{ ...CALM, windSpeedMetresPerSecond, windFromDegrees: 225 }],
        ignitions: [{ kind: 'point', atMinutes: 0, point: { east: -150, north: -150 } }],
      },
    );
    return growth.arrivalMinutes.reduce(
      (count, minutes, cell) => count + Number(cell % size > Math.floor(cell / size) && Number.isFinite(minutes)),
      0,
    );
  }

  it.each([0, 8])('a diagonal of cells that touch by their corners, one or two wide, blocks the fire in a wind of %d m/s', (wind) => {
    expect(beyond(() => false, wind)).toBe(1_830);
    expect(beyond((column, row) => column === row, wind)).toBe(0);
    expect(beyond((column, row) => column === row || column === row + 1, wind)).toBe(0);
    expect(beyond((column, row) => column === row && column !== 20, wind)).toBeGreaterThan(1_000);
  });

  it('fuel that does not burn and burnt ground block the fire as well', () => {
    const ground = squareOf(61, 30);
    const wall = Uint8Array.from(ground.fuel, (_, cell) => Number(cell % 61 === 40));
    const east = { east: 600, north: 0 };
    expect(timeAt(grown(ground, { hours: 24 }), east)).toBeLessThan(1_440);
    for (const model of ['rothermel', 'wang'] as const)
      expect(timeAt(grown({ ...ground, fuel: wall }, { hours: 24, model }), east)).toBe(Number.POSITIVE_INFINITY);
    expect(timeAt(grown(ground, { hours: 24, burnt: wall }), east)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('ignitions', () => {
  it('a line burns as a straight front', () => {
    const points = [
      { east: -3_000, north: 0 },
      { east: 3_000, north: 0 },
    ];
    const growth = grown(squareOf(101, 30), { hours: 12, ignitions: [{ kind: 'line', atMinutes: 5, points }] });
    const rate = headOf(CALM).rateMetresPerMinute;
    for (const north of [-300, 150]) expect(timeAt(growth, { east: 0, north })).toBeCloseTo(5 + Math.abs(north) / rate, 2);
  });

  it('an area with a hole burns outwards and inwards', () => {
    const ring = (half: number) =>
      [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
      ].map(([east, north]) => ({ east, north }) as Offset);
    const growth = grown(squareOf(101, 30), { hours: 24, ignitions: [{ kind: 'polygon', atMinutes: 0, rings: [ring(600), ring(300)] }] });
    expect(timeAt(growth, { east: 450, north: 0 })).toBe(0);
    expect(timeAt(growth, MIDDLE)).toBeGreaterThan(0);
    expect(timeAt(growth, MIDDLE)).toBeCloseTo(300 / headOf(CALM).rateMetresPerMinute, 0);
    expect(timeAt(growth, { east: 900, north: 0 })).toBeCloseTo(300 / headOf(CALM).rateMetresPerMinute, 0);
  });

  it('of several ignitions, those outside or in a lake are reported and the others burn', () => {
    const ground = squareOf(61, 30);
    const fuel = Uint8Array.from(ground.fuel, (_, cell) => Number(cell === 0));
    const point = (at: Offset) => ({ kind: 'point', atMinutes: 0, point: at }) as const;
    const ignitions = [point({ east: 1e6, north: 0 }), point(centreOf(ground, 0)), point(MIDDLE)];
    expect(grown({ ...ground, fuel }, { ignitions }).unlit).toEqual([0, 1]);
  });

  it('ten thousand places can be ignited at once', () => {
    const ground = squareOf(101, 30);
    const ignitions = [...ground.fuel.keys()]
      .slice(0, 10_000)
      .map((cell) => ({ kind: 'point', atMinutes: 0, point: centreOf(ground, cell) }) as const);
    expect(grown(ground, { ignitions, hours: 24 }).cellsReached).toBe(10_201);
  });
});

describe('Wang’s rate', () => {
  it('calm: the fire is a circle within 1 %', () => {
    const still = stillRateOf(GRASS, CALM);
    expect(errorOf(grown(squareOf(201, 30), { model: 'wang', hours: 18 }), (distance) => distance / still)).toBeLessThan(0.01);
  });

  it('wind: the fire reaches the envelope of all directions, within 2 %', () => {
    const weather = { ...CALM, windSpeedMetresPerSecond: 5, windFromDegrees: 200 };
    const still = stillRateOf(GRASS, weather);
    const ground = { windMetresPerSecond: 5, windFromDegrees: 200, slopeTangent: 0, aspectDegrees: 0 };
    const degrees = Array.from({ length: 720 }, (_, i) => i / 2);
    const rates = degrees.map((direction) => wangRateTowards(still, ground, direction));
    const cosine = (angle: number): number => Math.cos((angle * Math.PI) / 180);
    // Speed of a straight front in each direction: the greatest that any path direction gives. A place is reached when the last of these
    // fronts passes it.
    const fronts = degrees.map((normal) => Math.max(...degrees.map((direction, i) => (rates[i] as number) * cosine(direction - normal))));
    const minutesTo = (distance: number, direction: number): number =>
      Math.max(...degrees.map((normal, i) => (distance * cosine(direction - normal)) / (fronts[i] as number)));
    expect(errorOf(grown(squareOf(151, 30), { model: 'wang', weather: [weather], hours: 6 }), minutesTo)).toBeLessThan(0.02);
  });

  it('the model gives no heat', () => {
    const { front } = grown(squareOf(21, 30), { model: 'wang' }, { withFront: true });
    expect(front?.intensityKilowattsPerMetre.every(Number.isNaN)).toBe(true);
  });
});

describe('refused requests', () => {
  const ground = squareOf(21, 30);
  const point = (at: Offset) => [{ kind: 'point', atMinutes: 0, point: at } as const];
  it.each<[string, Partial<GrowthRequest>]>([
    ['weather', { weather: [] }],
    ['weather[0].windSpeedMetresPerSecond', { weather: [{ ...CALM, windSpeedMetresPerSecond: 200 }] }],
    ['weather[1].atMs', { weather: [CALM, CALM] }],
    ['weather[0].moisturePercent.oneHour', { weather: [{ ...CALM, moisturePercent: { ...CALM.moisturePercent, oneHour: Number.NaN } }] }],
    ['hours', { hours: 25 }],
    ['ignitions', { ignitions: [] }],
    ['ignitions', { ignitions: point({ east: 5_000, north: 0 }) }],
    ['ignitions', { fuels: [LAKE] }],
    ['ignitions', { ignitions: [{ kind: 'line', atMinutes: 0, points: Array.from({ length: 100_001 }, () => MIDDLE) }] }],
    ['ignitions[0]', { ignitions: point({ east: Number.NaN, north: 0 }) }],
    ['ground.fuel', { fuels: [], ground }],
    ['burnt', { burnt: new Uint8Array(3) }],
    ['rateFactor', { rateFactor: Number.NaN }],
    ['ground.cellMetres', { ground: { ...ground, cellMetres: 0 } }],
  ])('%s', (field, given) => {
    expect(grow(requestWith(ground, given))).toMatchObject({ ok: false, error: { field } });
  });

  it('a cancelled run stops, and a run reports its progress', () => {
    const shares: number[] = [];
    const signal = { aborted: false };
    const onProgress = (share: number): void => {
      shares.push(share);
      signal.aborted = shares.length === 2;
    };
    const result = grow(requestWith(squareOf(201, 5), { hours: 24 }), { signal, onProgress });
    expect(result).toMatchObject({ ok: false, error: { field: 'signal' } });
    expect(shares).toHaveLength(2);
    expect(shares[1]).toBeGreaterThan(shares[0] as number);
  });
});
