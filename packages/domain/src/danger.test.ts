import { describe, expect, it } from 'vitest';
import { type Alarm, type AlarmFacts, type AlarmResponse, NO_SATELLITE_EXTRAS, type SatelliteFacts, UNANSWERED } from './alarm.ts';
import { byDanger, type DangerSurroundings, dangerPoints } from './danger.ts';

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
  it('is the sum of its published shares', () => {
    // Level 3 of 5: half of 40; 10 of 100 MW: a tenth of 25; 60 % of 20; unknown forest: half of 15.
    expect(dangerPoints(alarm(), at(3))).toBeCloseTo(20 + 2.5 + 12 + 7.5, 9);
    expect(dangerPoints(alarm(satellite, judged('real')), at(3))).toBeCloseTo(142, 9);
    // Level 5; strength level 5 of 5; certain; all forest.
    const most = { ...satellite, strengthLevel: 5, credibility: 100, woodland: 100 };
    expect(dangerPoints(alarm(most, judged('real')), at(5))).toBe(200);
    expect(dangerPoints(alarm(most, judged('false')), at(5))).toBe(0);
  });

  it.each([
    ['a higher fire level', alarm(), at(5), alarm(), at(2)],
    ['a stronger fire', alarm({ ...satellite, frpMegawatts: 80 }), at(3), alarm(), at(3)],
    ['a more certain source', alarm({ ...satellite, credibility: 90 }), at(3), alarm(), at(3)],
    ['forest below it', alarm({ ...satellite, woodland: 90 }), at(3), alarm({ ...satellite, woodland: 5 }), at(3)],
    ['a confirmed fire in wet weather', alarm(satellite, judged('real')), at(1), alarm({ ...satellite, frpMegawatts: 500 }), at(5)],
    ['a person who has seen it, beside a faint pixel', alarm(report), at(3), alarm(), at(3)],
  ])('%s comes first', (_what, first, firstAt, second, secondAt) => {
    expect(dangerPoints(first, firstAt)).toBeGreaterThan(dangerPoints(second, secondAt));
  });

  it('of what is not known counts as the middle, so that a gap in the data hides nothing', () => {
    expect(dangerPoints(alarm(), at(null))).toBe(dangerPoints(alarm(), at(3)));
    expect(dangerPoints(alarm({ ...satellite, frpMegawatts: null }), at(3))).toBeGreaterThan(dangerPoints(alarm(), at(3)));
  });
});

it('of two equally dangerous alarms the one that stood first stays first', () => {
  const [a, b, c] = [
    { ...alarm(), id: 'a' },
    { ...alarm(), id: 'b' },
    { ...alarm({ ...satellite, frpMegawatts: 90 }), id: 'c' },
  ];
  expect(byDanger([a, b, c], () => at(3)).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
