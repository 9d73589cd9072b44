import { MINUTE_MS } from '@lookout/domain';
import { cellsAround, placeIn } from '@lookout/fire-model';
import { describe, expect, it } from 'vitest';
import { createRightOfWay } from '../../travel/service/right-of-way.ts';
import type { SeenOfFire } from '../spread.ts';
import {
  createControl,
  type EnsembleQuestion,
  ensembleQuestionOf,
  type ForecastQuestion,
  joinMembers,
  membersOf,
  preparedOf,
  progressOf,
  sharedTallyOf,
} from './forecast.ts';
import { agreementsOf, weighed } from './weighing.ts';

const CENTRE = { lng: 103.5, lat: 31.5 };
const cells = cellsAround(CENTRE, 3_000, 30);
const count = cells.grid.columns * cells.grid.rows;
const at = (east: number, north: number) => placeIn(cells, { east, north });
const BEGIN = Date.UTC(2026, 10, 22, 4);
const MEMBERS = Array.from({ length: 40 }, (_, index) => index);
const target = (east: number, north: number) => ({ type: 'Point', coordinates: [at(east, north).lng, at(east, north).lat] });

/** A wind from the south over level grass. The wind direction has an error of 20°. */
const question = (seen: readonly SeenOfFire[]): ForecastQuestion => ({
  window: {
    ...cells,
    heights: new Float32Array(count).fill(2_000),
    classes: new Uint8Array(count),
    table: [{ scheme: 'igbp', value: 9, cover: 'grass' }],
    canopies: null,
  },
  ownFuels: [],
  model: 'rothermel',
  ignition: { source: 'entered', shape: { type: 'Point', coordinates: [CENTRE.lng, CENTRE.lat] } },
  barriers: [],
  waters: [],
  weather: [
    {
      atMs: BEGIN,
      windSpeedMetresPerSecond: 5,
      windFromDegrees: 180,
      temperatureCelsius: 25,
      humidityPercent: 30,
      moisturePercent: { oneHour: 9, tenHour: 10, hundredHour: 11, liveHerbaceous: 60, liveWoody: 90 },
    },
  ],
  beginMs: BEGIN,
  hours: 2,
  members: MEMBERS.length,
  seed: 7,
  ellipse: null,
  seen,
  weights: null,
  targets: [target(350, 600), target(-350, 600)],
  control: createControl(1),
  rightOfWay: createRightOfWay().flag,
});
const ensembleOf = (asked: ForecastQuestion): EnsembleQuestion => ensembleQuestionOf(asked, preparedOf(asked));
const hotspot = (east: number, north: number, minutes = 30): SeenOfFire => ({
  kind: 'satellite',
  id: `${east} ${north}`,
  atMs: BEGIN + minutes * MINUTE_MS,
  position: at(east, north),
  ellipse: { semiMajorMetres: 150, semiMinorMetres: 150, bearingDegrees: 0 },
});

const agreementsWith = (asked: ForecastQuestion) => {
  const found = agreementsOf({ question: ensembleOf(asked), members: MEMBERS, progress: { lane: 0, from: 0, of: MEMBERS.length } });
  return found.ok ? found.value : expect.fail(found.error);
};
const answerTo = (asked: ForecastQuestion) => {
  const question = ensembleOf(asked);
  const tally = sharedTallyOf(question);
  const part = membersOf({ question, members: MEMBERS, tally, progress: { lane: 0, from: 0, of: MEMBERS.length } });
  if (!part.ok) expect.fail(part.error);
  const { arrivals, members } = part.value;
  const found = joinMembers({ question, tallies: [tally], arrivals: [arrivals], order: members });
  return found.ok ? found.value : expect.fail(found.error);
};
/** The mean distance of the 50 % area's vertices to the east of the start, in degrees. */
const eastOf = ({ isochrones }: ReturnType<typeof answerTo>): number => {
  const corners = isochrones
    .filter(({ minutes, probability }) => minutes === 120 && probability === 0.5)
    .flatMap((one) => one.coordinates.flat(2));
  return corners.reduce((sum, [lng]) => sum + lng - CENTRE.lng, 0) / corners.length;
};

describe('members weighted by observations', () => {
  it('move probabilities and arrivals to the side where the fire was observed', () => {
    const plain = question([]);
    const before = answerTo(plain);
    for (const side of [1, -1]) {
      const asked = question([hotspot(side * 250, 400), hotspot(side * 350, 560, 40)]);
      const { weights, weighing } = weighed(agreementsWith(asked), asked.seen);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(10_000);
      expect(weighing.effectiveMembers).toBeLessThan(30);
      expect(weighing.effectiveMembers).toBeGreaterThanOrEqual(8);
      const after = answerTo({ ...asked, weights });
      expect(side * (eastOf(after) - eastOf(before))).toBeGreaterThan(0.0001);
      const [seenSide, otherSide] = side === 1 ? after.arrivals : after.arrivals.toReversed();
      expect(seenSide?.p50 ?? 999).toBeLessThan(otherSide?.p50 ?? 999);
    }
  });

  it('are the same members, by index: the result of one does not depend on the others in the question', () => {
    const asked = question([hotspot(200, 300)]);
    const alone = agreementsOf({ question: ensembleOf(asked), members: [17], progress: { lane: 0, from: 0, of: 1 } });
    expect(alone).toEqual({ ok: true, value: [agreementsWith(asked)[17]] });
    expect(progressOf(asked.control)).toBe(1);
  });

  it('report the effect of each kind: an observation far from all members separates them, one inside all of them does not', () => {
    const report: SeenOfFire = { ...hotspot(0, 0, 5), kind: 'report' } as SeenOfFire;
    const asked = question([report, hotspot(250, 400), hotspot(350, 560, 40)]);
    const { weighing } = weighed(agreementsWith(asked), asked.seen);
    const [satellite, person] = weighing.kinds;
    expect([satellite, person]).toMatchObject([
      { kind: 'satellite', count: 2 },
      { kind: 'report', count: 1 },
    ]);
    expect(person?.effectiveMembers).toBeGreaterThan(39);
    expect(satellite?.effectiveMembers).toBeLessThan(30);
  });
});
