import { randomsOf } from '@lookout/domain';
import { distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { closedCells, closedEdges } from './closures.ts';
import { reachAreasOf } from './reach-areas.ts';
import { secondsOfHalves } from './road-net.ts';
import { aBuiltNet, aFrame, aGround, aLine, spot } from './testing/nets.ts';
import { createTravel, type Journey, type JourneyOutcome, type Mover } from './travel.ts';
import { joinNets, searchTravel } from './travel-search.ts';
import { cellAt, placeOfCell, stepSeconds } from './walk-ground.ts';
import { toblerKilometresPerHour } from './walking.ts';

const CAR: Mover = { means: 'vehicle', vehicle: 'car' };
const ON_FOOT: Mover = { means: 'foot' };
const whole = { mostEdgeMetres: Number.POSITIVE_INFINITY };

const journeyOf = (outcome: JourneyOutcome | undefined): Journey => (outcome?.ok ? outcome.journey : expect.fail(JSON.stringify(outcome)));
const seconds = (metres: number, kilometresPerHour: number) => metres / (kilometresPerHour / 3.6);

/** Two routes from west to east: a bridge of 60 km/h straight on, and a detour by the north. */
const ring = [
  aLine([
    [0, 0],
    [10, 0],
  ]),
  aLine(
    [
      [10, 0],
      [20, 0],
    ],
    { isBridge: true },
  ),
  aLine([
    [20, 0],
    [30, 0],
  ]),
  aLine(
    [
      [10, 0],
      [15, 20],
      [20, 0],
    ],
    { class: 'secondary' },
  ),
];

describe('by road', () => {
  it('times, lengths and routes are the calculated ones', () => {
    const travel = createTravel({ net: aBuiltNet(ring, whole).net, ground: null });
    const [outcome] = travel.toOne({ goal: spot(30, 0), places: [{ position: spot(0, 0), mover: CAR }] });
    const metres = 3 * distanceMetres(spot(0, 0), spot(10, 0));
    const journey = journeyOf(outcome);
    expect(journey.seconds).toBeCloseTo(seconds(metres, 60), 6);
    expect([journey.roadMetres, journey.footMetres]).toEqual([expect.closeTo(metres, 6), 0]);
    expect(journey.path).toEqual([spot(0, 0), spot(10, 0), spot(20, 0), spot(30, 0)]);
    expect(journey.stages).toEqual([{ by: 'road', end: 3 }]);
    expect(journeyOf(travel.fromOne({ start: { position: spot(0, 0), mover: CAR }, goals: [spot(30, 0)] })[0])).toEqual(journey);
  });

  it('routes begin and end within an edge, also on the same edge', () => {
    const travel = createTravel({ net: aBuiltNet(ring, whole).net, ground: null });
    const part = (from: number, to: number) =>
      journeyOf(travel.toOne({ goal: spot(to, 0), places: [{ position: spot(from, 0), mover: CAR }] })[0]);
    for (const [from, to] of [
      [2, 7],
      [7, 2],
      [4, 26],
    ] as const) {
      const metres = distanceMetres(spot(from, 0), spot(to, 0));
      expect(part(from, to).roadMetres).toBeCloseTo(metres, 2);
      expect(part(from, to).seconds).toBeCloseTo(seconds(metres, 60), 1);
    }
  });

  it('one-way streets are used only in their direction', () => {
    const oneWay = aLine(
      [
        [10, 0],
        [20, 0],
      ],
      { isOneWay: true },
    );
    const { net } = aBuiltNet([ring[0] as never, oneWay, ring[2] as never, ring[3] as never], whole);
    const travel = createTravel({ net, ground: null });
    const go = (from: number, to: number) =>
      journeyOf(travel.toOne({ goal: spot(to, 0), places: [{ position: spot(from, 0), mover: CAR }] })[0]).roadMetres;
    expect(go(0, 30)).toBeCloseTo(distanceMetres(spot(0, 0), spot(30, 0)), 1);
    expect(go(30, 0)).toBeGreaterThan(5_000);
  });

  it('a closed bridge leads to a detour', () => {
    const { net } = aBuiltNet(ring, whole);
    const travel = createTravel({ net, ground: null });
    const edges = Float32Array.from(net.lineOf, (line) => (line === 1 ? 0 : Number.POSITIVE_INFINITY));
    const request = { goal: spot(30, 0), places: [{ position: spot(0, 0), mover: CAR }] };
    const around = journeyOf(travel.toOne({ ...request, closing: { edges, marginMinutes: 0 } })[0]);
    const detour = 2 * distanceMetres(spot(10, 0), spot(15, 20));
    const straight = 2 * distanceMetres(spot(0, 0), spot(10, 0));
    expect(around.seconds).toBeCloseTo(seconds(detour, 40) + seconds(straight, 60), 3);
    expect(around.avoidsFire).toBe(true);
    const all = edges.fill(0);
    expect(travel.toOne({ ...request, closing: { edges: all, marginMinutes: 0 } })).toEqual([{ ok: false, why: 'closed-by-fire' }]);
  });

  it('a fire that closes the road ahead of the crew counts, one that arrives behind them does not', () => {
    const { net } = aBuiltNet(ring, whole);
    const travel = createTravel({ net, ground: null });
    // The crew leaves the bridge after 1.9 minutes.
    const avoids = (minutes: number, marginMinutes: number) => {
      const edges = closedEdges(net, ({ lng, lat }) =>
        lng > 103.015 && lng < 103.025 && lat < 31.001 ? minutes : Number.POSITIVE_INFINITY,
      );
      const crew = { position: spot(0, 0), mover: CAR };
      const closing = { edges: edges.map((at, edge) => (net.lineOf[edge] === 1 ? at : Number.POSITIVE_INFINITY)), marginMinutes };
      const there = travel.toOne({ goal: spot(30, 0), places: [crew], closing })[0];
      expect(travel.fromOne({ start: crew, goals: [spot(30, 0)], closing }).map((outcome) => journeyOf(outcome).seconds)).toEqual([
        expect.closeTo(journeyOf(there).seconds, 6),
      ]);
      expect(journeyOf(there).roadMetres > 5_000).toBe(journeyOf(there).avoidsFire);
      return journeyOf(there).avoidsFire;
    };
    expect([avoids(1.5, 0), avoids(2.5, 0), avoids(2.5, 1)]).toEqual([true, false, true]);
  });

  it('islands, places far from roads and nets without ground give the reason for no journey', () => {
    const far = aLine([
      [100, 0],
      [110, 0],
    ]);
    const travel = createTravel({ net: aBuiltNet([...ring, far], whole).net, ground: null });
    const places = [
      { position: spot(105, 0), mover: CAR },
      { position: spot(0, 200), mover: CAR },
      { position: spot(0, 0), mover: ON_FOOT },
      { position: spot(0, 0), mover: { means: 'helicopter', helicopter: 'mi-171' } as const },
    ];
    expect(travel.toOne({ goal: spot(30, 0), places }).map((outcome) => (outcome.ok ? null : outcome.why))).toEqual([
      'island',
      'no-road-near',
      'outside-ground',
      'no-landing-point',
    ]);
    expect(travel.toOne({ goal: spot(30, 0), places: [] })).toEqual([]);
    expect(travel.toOne({ goal: spot(30, 0), places: [{ position: spot(0, 0), mover: CAR }], mostMinutes: 1 })).toEqual([
      { ok: false, why: 'too-far' },
    ]);
    expect(createTravel({ net: null, ground: null }).toOne({ goal: spot(0, 0), places: [{ position: spot(0, 0), mover: CAR }] })).toEqual([
      { ok: false, why: 'no-road-near' },
    ]);
  });
});

describe('the search', () => {
  it.each([1, 2, 3, 4, 5])('finds the times of an exhaustive search, in both directions (random net %i)', (seed) => {
    const random = randomsOf(seed);
    const spots = Array.from({ length: 14 }, () => [Math.floor(random() * 40), Math.floor(random() * 40)] as const);
    const lines = Array.from({ length: 30 }, () => {
      const [from, to] = [spots[Math.floor(random() * 14)], spots[Math.floor(random() * 14)]] as [
        readonly [number, number],
        readonly [number, number],
      ];
      return aLine([from, to], { isOneWay: random() < 0.4, class: random() < 0.5 ? 'trunk' : 'tertiary' });
    });
    const { net } = aBuiltNet(lines, whole);
    const halfSeconds = secondsOfHalves(net, 'car');
    // Floyd–Warshall.
    const all = Array.from({ length: net.nodes }, (_, a) => Array.from({ length: net.nodes }, (_, b) => (a === b ? 0 : Infinity)));
    const row = (node: number): number[] => all[node] as number[];
    for (let edge = 0; edge < net.edges; edge++) {
      const [a, b] = [net.from[edge] as number, net.to[edge] as number];
      row(a)[b] = Math.min(row(a)[b] as number, halfSeconds[2 * edge] as number);
      row(b)[a] = Math.min(row(b)[a] as number, halfSeconds[2 * edge + 1] as number);
    }
    for (let via = 0; via < net.nodes; via++)
      for (let a = 0; a < net.nodes; a++)
        for (let b = 0; b < net.nodes; b++) row(a)[b] = Math.min(row(a)[b] as number, (row(a)[via] as number) + (row(via)[b] as number));
    const nets = joinNets(net, null);
    for (let node = 0; node < net.nodes; node++) {
      const request = { seeds: [{ state: node, seconds: 0 }], halfSeconds, mostSeconds: 86_400 };
      const from = searchTravel(nets, { ...request, direction: 'from' }).seconds;
      const to = searchTravel(nets, { ...request, direction: 'to' }).seconds;
      for (let other = 0; other < net.nodes; other++) {
        expect([from[other], to[other]]).toEqual(
          [row(node)[other], row(other)[node]].map((time) => (time === Infinity ? Infinity : expect.closeTo(time as number, 6))),
        );
      }
    }
  });

  it('on the ground, no step between cells gives a shorter time (random ground)', () => {
    const random = randomsOf(7);
    const ground = aGround(
      30,
      30,
      () => random() * 8,
      () => (random() < 0.15 ? 0 : 0.5 + random() / 2),
    );
    ground.drag[0] = 1;
    const nets = joinNets(null, ground);
    const { seconds: times } = searchTravel(nets, {
      direction: 'from',
      seeds: [{ state: 0, seconds: 0 }],
      halfSeconds: null,
      mostSeconds: 86_400,
    });
    const expected = new Float64Array(900).fill(Number.POSITIVE_INFINITY);
    expected[0] = 0;
    // Bellman–Ford.
    for (let changed = true; changed; ) {
      changed = false;
      for (let cell = 0; cell < 900; cell++)
        for (const step of nets.steps) {
          const [x, y] = [(cell % 30) + step.columns, Math.floor(cell / 30) + step.rows];
          if (x < 0 || x > 29 || y < 0 || y > 29) continue;
          const at = (expected[cell] as number) + stepSeconds(ground, cell, cell + step.cells, step);
          if (at < (expected[cell + step.cells] as number)) [expected[cell + step.cells], changed] = [at, true];
        }
    }
    expect([...times]).toEqual([...expected]);
  });
});

describe('on foot', () => {
  const place = (column: number, row: number) => placeOfCell(aFrame(100, 100), row * 100 + column);
  const walk = (ground: ReturnType<typeof aGround>, from: readonly [number, number], to: readonly [number, number]) =>
    createTravel({ net: null, ground }).toOne({ goal: place(...to), places: [{ position: place(...from), mover: ON_FOOT }] })[0];

  it('level open ground takes Tobler’s time × 0.6, in all of the sixteen directions', () => {
    const ground = aGround(100, 100);
    for (const to of [
      [90, 50],
      [50, 10],
      [90, 90],
      [90, 30],
    ] as const) {
      const journey = journeyOf(walk(ground, [50, 50], to));
      expect(journey.seconds).toBeCloseTo(seconds(journey.footMetres, toblerKilometresPerHour(0) * 0.6), 2);
      expect(journey.footMetres / distanceMetres(place(50, 50), place(to[0], to[1]))).toBeCloseTo(1, 3);
      expect(journey.climbMetres).toBe(0);
    }
  });

  it('uphill is slower than downhill, and the climb counts only upwards', () => {
    // A rise of 20 % to the east.
    const metresAColumn = distanceMetres(place(0, 50), place(1, 50));
    const ground = aGround(100, 100, (column) => column * metresAColumn * 0.2);
    const [up, down] = [journeyOf(walk(ground, [10, 50], [60, 50])), journeyOf(walk(ground, [60, 50], [10, 50]))];
    expect(up.climbMetres).toBeCloseTo(50 * metresAColumn * 0.2, 0);
    expect(down.climbMetres).toBe(0);
    expect(down.seconds).toBeCloseTo(seconds(down.footMetres, toblerKilometresPerHour(-0.2) * 0.6), -1);
    expect(up.seconds / down.seconds).toBeGreaterThan(1.3);
    // The straight climb has Tobler's speed; a zigzag would be faster only by the raster's own error.
    expect(up.seconds / seconds(50 * metresAColumn, 2.501 * 0.6)).toBeCloseTo(1, 1);
  });

  it('routes do not cross water, also not across its corners, nor cliffs', () => {
    const diagonal = aGround(
      100,
      100,
      () => 0,
      (column, row) => (column === row ? 0 : 1),
    );
    expect(walk(diagonal, [60, 20], [20, 60])).toEqual({ ok: false, why: 'too-far' });
    const cliff = aGround(100, 100, (column) => (column < 50 ? 0 : 500));
    expect(walk(cliff, [40, 50], [60, 50])).toEqual({ ok: false, why: 'too-far' });
    const ford = aGround(
      100,
      100,
      () => 0,
      (column, row) => (column === row && column !== 90 ? 0 : 1),
    );
    expect(journeyOf(walk(ford, [60, 20], [20, 60])).footMetres).toBeGreaterThan(3_000);
  });

  it('a fire closes cells too, but not the goal itself', () => {
    const ground = aGround(100, 100);
    const travel = createTravel({ net: null, ground });
    const goal = place(60, 50);
    const request = { goal, places: [{ position: place(40, 50), mover: ON_FOOT }] };
    const wall = (minutes: number) => ({
      cells: closedCells(ground, ({ lng, lat }) =>
        Math.abs(lng - place(50, 50).lng) < 0.0005 && Math.abs(lat - place(50, 50).lat) < 0.003 ? minutes : Infinity,
      ),
      marginMinutes: 5,
    });
    const free = journeyOf(travel.toOne(request)[0]);
    expect(journeyOf(travel.toOne({ ...request, closing: wall(60) })[0])).toEqual(free);
    const around = journeyOf(travel.toOne({ ...request, closing: wall(6) })[0]);
    expect(around.avoidsFire).toBe(true);
    expect(around.footMetres).toBeGreaterThan(free.footMetres * 1.2);
    const crew = { position: place(40, 50), mover: ON_FOOT };
    const goals = [goal, place(20, 50)];
    const out = travel.fromOne({ start: crew, goals, closing: wall(6) }).map(journeyOf);
    expect(out.map(({ avoidsFire }) => avoidsFire)).toEqual([true, false]);
    expect(out[0]?.seconds).toBeCloseTo(around.seconds, 6);
    expect(travel.fromOne({ start: crew, goals, closing: { ...wall(0), cells: new Float32Array(10_000) } })).toEqual([
      { ok: false, why: 'closed-by-fire' },
      { ok: false, why: 'closed-by-fire' },
    ]);
    const burning = Float32Array.from({ length: 10_000 }, (_, cell) => (cell === cellAt(ground, goal) ? 0 : Infinity));
    expect(journeyOf(travel.toOne({ ...request, closing: { cells: burning, marginMinutes: 5 } })[0])).toEqual(free);
  });

  it('of many travellers who meet the fire the later ones are routed past all that burns, and those who cannot pass are reported', () => {
    const ground = aGround(100, 100);
    const travel = createTravel({ net: null, ground });
    const goal = place(60, 50);
    const places = Array.from({ length: 30 }, (_, index) => ({ position: place(45 - index, 50), mover: ON_FOOT }));
    const wall = (halfDegrees: number) => ({
      cells: closedCells(ground, ({ lng, lat }) =>
        Math.abs(lng - place(50, 50).lng) < 0.0005 && Math.abs(lat - place(50, 50).lat) < halfDegrees ? 0 : Infinity,
      ),
      marginMinutes: 5,
    });
    // What burns from the beginning is closed at every time: the one search for all finds the same as a search for each.
    const together = travel.toOne({ goal, places, closing: wall(0.003) }).map(journeyOf);
    const alone = places.map((one) => journeyOf(travel.toOne({ goal, places: [one], closing: wall(0.003) })[0]));
    expect(together.map(({ seconds, avoidsFire }) => [Math.round(seconds), avoidsFire])).toEqual(
      alone.map(({ seconds }) => [Math.round(seconds), true]),
    );
    expect(new Set(travel.toOne({ goal, places, closing: wall(1) }).map((one) => (one.ok ? 'ok' : one.why)))).toEqual(
      new Set(['closed-by-fire']),
    );
  });
});

describe('roads and terrain together', () => {
  /** A road along the northern edge of the ground, and a helicopter landing point in its south-eastern corner. */
  const ground = aGround(100, 100);
  const road = aLine([
    [0, -0.1],
    [29.9, -0.1],
  ]);
  const { net } = aBuiltNet([road], { mostEdgeMetres: 100 });
  const at = (column: number, row: number) => placeOfCell(ground, row * 100 + column);
  const travel = createTravel({ net, ground, landings: [at(95, 95)] });
  const goal = at(80, 40);

  it('a crew drives to the best place to leave the road, and walks from there; without a car it walks all the way', () => {
    const [driven, walked, flown] = travel
      .toOne({
        goal,
        places: [
          { position: spot(0.5, -0.1), mover: CAR },
          { position: spot(0.5, -0.1), mover: ON_FOOT },
          { position: spot(-500, 0), mover: { means: 'helicopter', helicopter: 'mi-171' } },
        ],
      })
      .map(journeyOf) as [Journey, Journey, Journey];
    expect(driven.roadMetres).toBeGreaterThan(1_900);
    expect(driven.footMetres).toBeCloseTo(distanceMetres(at(80, 0), goal), -2);
    expect(driven.stages.map(({ by }) => by)).toEqual(['road', 'foot']);
    expect(driven.stages.at(-1)?.end).toBe(driven.path.length - 1);
    expect(walked.roadMetres).toBe(0);
    expect(walked.seconds).toBeGreaterThan(driven.seconds * 1.5);
    expect(flown.flightMetres).toBeCloseTo(distanceMetres(spot(-500, 0), at(95, 95)), 6);
    expect(flown.seconds).toBeGreaterThan(1_200 + seconds(flown.flightMetres, 230));
    for (const { path } of [driven, walked, flown]) expect(path.at(-1)).toEqual(goal);
  });

  it('a helicopter from beyond the ground reports that the fire closes the route, not that the ground ends', () => {
    const places = [{ position: spot(-500, 0), mover: { means: 'helicopter', helicopter: 'mi-171' } as const }];
    const burning = { cells: closedCells(ground, ({ lat }) => (lat > at(0, 60).lat ? 0 : Infinity)), marginMinutes: 0 };
    expect(travel.toOne({ goal, places, closing: burning })).toEqual([{ ok: false, why: 'closed-by-fire' }]);
    const none = createTravel({ net, ground, landings: [] });
    expect(none.toOne({ goal, places, closing: burning })).toEqual([{ ok: false, why: 'no-landing-point' }]);
  });

  it('one to many equals many to one', () => {
    const start = { position: spot(0.5, -0.1), mover: CAR };
    const goals = [goal, at(10, 90), at(99, 1)];
    const out = travel.fromOne({ start, goals }).map((outcome) => journeyOf(outcome).seconds);
    const back = goals.map((one) => journeyOf(travel.toOne({ goal: one, places: [start] })[0]).seconds);
    for (const [index, time] of out.entries()) expect(time).toBeCloseTo(back[index] as number, 6);
  });

  it('isochrones grow, and contain what is reached in their time', () => {
    const start = { position: spot(0.5, -0.1), mover: CAR };
    const { result, halfSeconds } = travel.reachOf({ start, mostMinutes: 60 });
    const isochrones = reachAreasOf(travel.nets, result, halfSeconds, aFrame(100, 100), [0, 5, 20]);
    const reachedCells = (minutes: number) =>
      Array.from({ length: 10_000 }, (_, cell) => result.seconds[travel.nets.nodes + cell] as number).filter((time) => time <= minutes * 60)
        .length;
    // Twice the area of a ring in cells; holes are negative.
    const doubleArea = (corners: readonly number[][]) =>
      corners
        .slice(1)
        .reduce(
          (sum, [lng = 0, lat = 0], index) =>
            sum + ((corners[index]?.[0] ?? 0) - 103) * (lat - 31) - (lng - 103) * ((corners[index]?.[1] ?? 0) - 31),
          0,
        );
    for (const { minutes, area } of isochrones) {
      const cells = area.coordinates.flat().reduce((sum, corners) => sum + doubleArea(corners), 0) / 2 / (0.0003 * 0.00027);
      expect(cells).toBeGreaterThan(reachedCells(minutes) - 0.01);
      // At most the road's own cells are reached sooner by vehicle than on foot.
      expect(cells).toBeLessThan(reachedCells(minutes) + 100);
    }
    expect(reachedCells(20)).toBeGreaterThan(reachedCells(5) * 2);
    const east = (index: number) => Math.max(...(isochrones[index]?.area.coordinates.flat(2).map(([lng = 0]) => lng) ?? []));
    expect(east(2)).toBeCloseTo(103.03, 6);
  });
});
