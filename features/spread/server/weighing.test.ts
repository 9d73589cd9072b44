import { MINUTE_MS } from '@lookout/domain';
import { cellsAround, placeIn } from '@lookout/fire-model';
import { describe, expect, it } from 'vitest';
import type { SpreadObservation } from '../spread-inputs.ts';
import { growMembers, joinMembers, sharedGroundOf, sharedTallyOf } from './ensemble.ts';
import { type EnsembleJob, type ForecastJob, progressOf, weighingObservations } from './job.ts';
import { aJob, BEGIN, CALM, CENTRE, enteredWeather } from './testing/job.ts';
import { agreementsOf, weighed } from './weighing.ts';

const cells = cellsAround(CENTRE, 3_000, 30);
const at = (east: number, north: number) => placeIn(cells, { east, north });
const MEMBERS = Array.from({ length: 40 }, (_, index) => index);
const target = (east: number, north: number) => ({ type: 'Point', coordinates: [at(east, north).lng, at(east, north).lat] });

/** A wind from the south over level grass. The wind direction has an error of 20°. */
const jobWith = (observations: readonly SpreadObservation[]): ForecastJob => {
  const weather = enteredWeather({
    ...CALM,
    windSpeedMetresPerSecond: 5,
    windFromDegrees: 180,
    moisturePercent: { oneHour: 9, tenHour: 10, hundredHour: 11, liveHerbaceous: 60, liveWoody: 90 },
  });
  const correction = { after: null, begins: 'earlier', observations } as const;
  return aJob(cells, { targets: [target(350, 600), target(-350, 600)] }, { members: MEMBERS.length, weather, correction });
};
const ensembleOf = (job: ForecastJob): EnsembleJob => ({ ...job, ...sharedGroundOf(job), weights: null });
const hotspot = (east: number, north: number, minutes = 30): SpreadObservation => ({
  kind: 'satellite',
  id: `${east} ${north}`,
  time: new Date(BEGIN.getTime() + minutes * MINUTE_MS),
  position: at(east, north),
  ellipse: { semiMajorMetres: 150, semiMinorMetres: 150, azimuthDegrees: 0 },
});

const agreementsWith = (job: ForecastJob) => {
  const found = agreementsOf({ job: ensembleOf(job), members: MEMBERS, progress: { lane: 0, from: 0, of: MEMBERS.length } });
  return found.ok ? found.value : expect.fail(found.error);
};
const forecastOf = (given: ForecastJob, weights: EnsembleJob['weights'] = null) => {
  const job = { ...ensembleOf(given), weights };
  const tally = sharedTallyOf(job);
  const part = growMembers({ job, members: MEMBERS, tally, progress: { lane: 0, from: 0, of: MEMBERS.length } });
  if (!part.ok) expect.fail(part.error);
  const { arrivals, members } = part.value;
  const found = joinMembers({ job, tallies: [tally], arrivals: [arrivals], order: members });
  return found.ok ? found.value : expect.fail(found.error);
};
/** The mean distance of the 50 % area's vertices to the east of the start, in degrees. */
const eastOf = ({ isochrones }: ReturnType<typeof forecastOf>): number => {
  const corners = isochrones
    .filter(({ minutes, probability }) => minutes === 120 && probability === 0.5)
    .flatMap((one) => one.coordinates.flat(2));
  return corners.reduce((sum, [lng]) => sum + lng - CENTRE.lng, 0) / corners.length;
};

describe('members weighted by observations', () => {
  it('move probabilities and arrivals to the side where the fire was observed', () => {
    const before = forecastOf(jobWith([]));
    for (const side of [1, -1]) {
      const job = jobWith([hotspot(side * 250, 400), hotspot(side * 350, 560, 40)]);
      const { weights, weighing } = weighed(agreementsWith(job), weighingObservations(job));
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(10_000);
      expect(weighing.effectiveMembers).toBeLessThan(30);
      expect(weighing.effectiveMembers).toBeGreaterThanOrEqual(8);
      const after = forecastOf(job, weights);
      expect(side * (eastOf(after) - eastOf(before))).toBeGreaterThan(0.0001);
      const [observedSide, otherSide] = side === 1 ? after.arrivals : after.arrivals.toReversed();
      expect(observedSide?.p50 ?? 999).toBeLessThan(otherSide?.p50 ?? 999);
    }
  });

  it('are the same members, by index: the result of one does not depend on the others in the question', () => {
    const job = jobWith([hotspot(200, 300)]);
    const alone = agreementsOf({ job: ensembleOf(job), members: [17], progress: { lane: 0, from: 0, of: 1 } });
    expect(alone).toEqual({ ok: true, value: [agreementsWith(job)[17]] });
    expect(progressOf(job.control)).toBe(1);
  });

  it('report the effect of each kind: an observation far from all members separates them, one inside all of them does not', () => {
    const report: SpreadObservation = { ...hotspot(0, 0, 5), kind: 'report' } as SpreadObservation;
    const job = jobWith([report, hotspot(250, 400), hotspot(350, 560, 40)]);
    const { weighing } = weighed(agreementsWith(job), weighingObservations(job));
    const [satellite, person] = weighing.kinds;
    expect([satellite, person]).toMatchObject([
      { kind: 'satellite', count: 2 },
      { kind: 'report', count: 1 },
    ]);
    expect(person?.effectiveMembers).toBeGreaterThan(39);
    expect(satellite?.effectiveMembers).toBeLessThan(30);
  });
});
