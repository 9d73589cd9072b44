import { describe, expect, it } from 'vitest';
import { type Alarm, type AlarmFacts, type AlarmResponse, NO_SATELLITE_EXTRAS, type SatelliteFacts, UNANSWERED } from '../alarm/alarm.ts';
import { alarmPriority, byDanger, type DangerSurroundings, dangerOf, threatOf } from './fire-danger.ts';

const satellite: SatelliteFacts = {
  ...NO_SATELLITE_EXTRAS,
  kind: 'satellite',
  fireNo: 'N-1',
  satellite: 'N',
  instrument: 'VIIRS',
  version: null,
  confidence: 'n',
  credibility: 60,
  brightnessKelvin: null,
  brightness2Kelvin: null,
  frpMegawatts: 10,
  scanKilometres: null,
  trackKilometres: null,
  dayNight: null,
  pixelAreaHectares: null,
};
const report: AlarmFacts = {
  kind: 'report',
  altitudeMetres: null,
  accuracyMetres: null,
  pointing: null,
  description: null,
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: [],
};
const judged = (verdict: 'real' | 'false'): AlarmResponse => ({
  ...UNANSWERED,
  stage: verdict === 'real' ? 'in-progress' : 'dismissed',
  judgement: { verdict, note: null, realFireType: null, at: new Date(0), by: '汶川县值班员' },
});
const alarm = (facts: AlarmFacts = satellite, response: AlarmResponse = UNANSWERED): Pick<Alarm, 'facts' | 'response'> => ({
  facts,
  response,
});
const at = (fireLevel: DangerSurroundings['fireLevel']): DangerSurroundings => ({ fireLevel });

describe('the danger of an alarm', () => {
  it('is its certainty × its threat × the expected fire behaviour', () => {
    // Level 3 of 5: 0.5; 10 of 100 MW: 0.1; unknown forest: 0.5. 60 % certain; unknown threat: 0.5.
    const behaviour = 0.5 * 0.5 + 0.3 * 0.1 + 0.2 * 0.5;
    expect(dangerOf(alarm(), at(3))).toBeCloseTo(0.6 * 0.5 * behaviour, 9);
    expect(dangerOf(alarm(), { fireLevel: 3, probability: 0.9, threat: 1 })).toBeCloseTo(0.9 * behaviour, 9);
    expect(dangerOf(alarm(satellite, judged('real')), at(3))).toBeCloseTo(1 + 0.5 * behaviour, 9);
    // Level 5; strength level 5 of 5; all forest.
    const most = { ...satellite, strengthLevel: 5, credibility: 100, woodland: 100 };
    expect(dangerOf(alarm(most, judged('real')), { fireLevel: 5, threat: 1 })).toBe(2);
    expect(dangerOf(alarm(most, judged('false')), at(5))).toBe(0);
  });

  it('determines the priority of an alarm: few are high', () => {
    expect(alarmPriority(dangerOf(alarm(), at(3)))).toBe('medium');
    expect(alarmPriority(dangerOf(alarm(), { fireLevel: 5, probability: 0.9, threat: 0.9 }))).toBe('high');
    expect(alarmPriority(dangerOf(alarm(), { fireLevel: 1, probability: 0.2, threat: 0.3 }))).toBe('low');
    expect(alarmPriority(dangerOf(alarm(satellite, judged('real')), at(1)))).toBe('high');
  });

  it.each([
    ['a higher fire level', alarm(), at(5), alarm(), at(2)],
    ['a stronger fire', alarm({ ...satellite, frpMegawatts: 80 }), at(3), alarm(), at(3)],
    ['a more certain source', alarm({ ...satellite, credibility: 90 }), at(3), alarm(), at(3)],
    ['forest below it', alarm({ ...satellite, woodland: 90 }), at(3), alarm({ ...satellite, woodland: 5 }), at(3)],
    ['a confirmed fire in wet weather', alarm(satellite, judged('real')), at(1), alarm({ ...satellite, frpMegawatts: 500 }), at(5)],
    ['a person who has seen it, beside a faint pixel', alarm(report), at(3), alarm(), at(3)],
  ])('%s comes first', (_what, first, firstAt, second, secondAt) => {
    expect(dangerOf(first, firstAt)).toBeGreaterThan(dangerOf(second, secondAt));
  });

  it('uses the middle value for anything unknown, so that a gap in the data hides no alarm', () => {
    expect(dangerOf(alarm(), at(null))).toBe(dangerOf(alarm(), at(3)));
    expect(dangerOf(alarm({ ...satellite, frpMegawatts: null }), at(3))).toBeGreaterThan(dangerOf(alarm(), at(3)));
  });
});

it('the threat: people by order of magnitude, each danger source by half of the remainder', () => {
  const of = (inhabitants: number | null, dangerSources = 0) => threatOf({ inhabitants, dangerSources });
  expect(of(2_000)).toBe(1);
  expect(of(44)).toBeCloseTo(Math.log10(45) / Math.log10(2_001), 9);
  for (const [got, expected] of [
    [of(0), 0.1],
    [of(null), 0.5],
    [of(0, 1), 0.55],
    [of(null, 2), 0.875],
  ] as const)
    expect(got).toBeCloseTo(expected, 9);
});

it('two equally dangerous alarms retain their order', () => {
  const [a, b, c] = [
    { ...alarm(), id: 'a' },
    { ...alarm(), id: 'b' },
    { ...alarm({ ...satellite, frpMegawatts: 90 }), id: 'c' },
  ];
  expect(byDanger([a, b, c], (one) => dangerOf(one, at(3))).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
