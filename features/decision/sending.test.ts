import { describe, expect, it } from 'vitest';
import type { AssetKind } from '../resource/resource.ts';
import {
  type NamedWay,
  type PersonNearFire,
  SENDING_TOPICS,
  type SendingFacts,
  type SendingLine,
  sendingTopics,
  suggestSending,
} from './sending.ts';

const way = (name: string, distanceMetres: number, bearingDegrees = 0): NamedWay => ({ name, distanceMetres, bearingDegrees });
const aPerson = (userId: string, distanceMetres: number, over: Partial<PersonNearFire> = {}): PersonNearFire => ({
  userId,
  distanceMetres,
  bearingDegrees: 0,
  isOnline: true,
  isFree: true,
  ...over,
});
const near = (entries: readonly (readonly [AssetKind, NamedWay])[]): SendingFacts['nearest'] => new Map(entries);
/** Calm, not yet judged, and everything else unknown. */
const facts = (over: Partial<SendingFacts> = {}): SendingFacts => ({
  verdict: 'unjudged',
  fireLevel: null,
  windForce: null,
  windFromDegrees: null,
  humidityPercent: null,
  slopeDegrees: null,
  sentCount: 0,
  people: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].map((id, i) => aPerson(id, 1_000 * (i + 1))),
  nearest: near([]),
  villages: [],
  approach: null,
  ...over,
});
const codes = (lines: readonly SendingLine[], topic: SendingLine['topic']) =>
  lines.filter((line) => line.topic === topic).map(({ code }) => code);

describe('the people sent', () => {
  it('never go alone: two go to an alarm of which nothing more is known', () => {
    const { wantedCount, userIds, lines } = suggestSending(facts());
    expect([wantedCount, userIds, codes(lines, 'people')]).toEqual([2, ['a', 'b'], ['base']]);
  });

  it('are the nearest who are online and free', () => {
    const people = [
      aPerson('far', 9_000),
      aPerson('offline', 100, { isOnline: false }),
      aPerson('busy', 200, { isFree: false }),
      aPerson('near', 3_000),
      aPerson('mid', 5_000),
    ];
    expect(suggestSending(facts({ people })).userIds).toEqual(['near', 'mid']);
  });

  it('at the same distance are chosen independently of their order', () => {
    const people = [aPerson('z', 1_000), aPerson('m', 1_000), aPerson('a', 1_000)];
    expect(suggestSending(facts({ people })).userIds).toEqual(suggestSending(facts({ people: people.toReversed() })).userIds);
  });

  it.each([
    ['a confirmed fire', { verdict: 'real' }, 4, 'verdict'],
    ['a high fire level', { fireLevel: 4 }, 3, 'fire-level'],
    ['the highest fire level', { fireLevel: 5 }, 4, 'fire-level'],
    ['wind of force 4', { windForce: 4 }, 3, 'wind'],
    ['wind of force 6', { windForce: 6 }, 4, 'wind'],
    ['a steep slope', { slopeDegrees: 25 }, 3, 'slope'],
    ['dry air', { humidityPercent: 29 }, 3, 'dry-air'],
  ] as const)('are more because of %s, with that reason', (_, over, wanted, code) => {
    const { wantedCount, userIds, lines } = suggestSending(facts(over));
    expect([wantedCount, userIds.length, codes(lines, 'people')]).toEqual([wanted, wanted, ['base', code]]);
  });

  it.each([{ fireLevel: 3 }, { windForce: 3 }, { slopeDegrees: 24.9 }, { humidityPercent: 30 }] as const)(
    'are not more below the thresholds: %o',
    (over) => {
      expect(suggestSending(facts(over)).wantedCount).toBe(2);
    },
  );

  it('are ten at most, whatever reasons combine, and no reason is left out', () => {
    const worst = facts({ verdict: 'real', fireLevel: 5, windForce: 9, slopeDegrees: 40, humidityPercent: 10 });
    const { wantedCount, userIds, lines } = suggestSending(worst);
    expect([wantedCount, userIds.length]).toEqual([10, 10]);
    expect(codes(lines, 'people')).toEqual(['base', 'verdict', 'fire-level', 'wind', 'slope', 'dry-air']);
  });

  it('include those already on the way: only the missing ones are sent in addition', () => {
    const { userIds, lines } = suggestSending(facts({ verdict: 'real', sentCount: 3 }));
    expect([userIds, codes(lines, 'people')]).toEqual([['a'], ['base', 'verdict', 'already-sent']]);
    expect(suggestSending(facts({ sentCount: 5 })).userIds).toEqual([]);
  });

  it('may be too few: the suggestion then states how many are ready', () => {
    const { userIds, lines } = suggestSending(facts({ people: [aPerson('a', 1_000)] }));
    expect(userIds).toEqual(['a']);
    expect(lines).toContainEqual({ topic: 'people', code: 'too-few', params: { wanted: 2, found: 1 } });
  });
});

describe('where the forecast closes the head to people', () => {
  const approach = { attack: 'nobody', flameLengthMetres: 4.2 } as const;
  const team = near([['team', way('一队', 4_000)]]);

  it('a team goes first, guided by two people, whatever reasons for more apply', () => {
    const worst = facts({ verdict: 'real', fireLevel: 5, windForce: 9, slopeDegrees: 40, humidityPercent: 10, nearest: team, approach });
    const { wantedCount, userIds, lines } = suggestSending(worst);
    expect([wantedCount, userIds]).toEqual([2, ['a', 'b']]);
    expect([codes(lines, 'people'), codes(lines, 'team')]).toEqual([['guides'], ['first']]);
    expect(lines.find(({ topic }) => topic === 'safety')).toEqual({ topic: 'safety', code: 'head', params: approach });
    expect(sendingTopics(approach)).toEqual(['safety', 'team', 'people', 'take']);
    expect(codes(suggestSending(facts({ approach })).lines, 'team')).toEqual(['none']);
  });

  it('a head that is hard to fight adds a warning, and people are sent as usual', () => {
    const { lines } = suggestSending(facts({ nearest: team, approach: { attack: 'not-the-head', flameLengthMetres: 3 } }));
    expect([codes(lines, 'people'), codes(lines, 'team'), codes(lines, 'safety')]).toEqual([['base'], ['nearest'], ['head']]);
    for (const attack of ['hand-crew', 'machine', null] as const)
      expect(codes(suggestSending(facts({ approach: { attack, flameLengthMetres: 1 } })).lines, 'safety')).toEqual([]);
    expect(sendingTopics({ attack: 'not-the-head', flameLengthMetres: 3 })).toBe(SENDING_TOPICS);
  });
});

describe('the support', () => {
  it('names the nearest team and command, and states when there is no team', () => {
    const nearest = near([
      ['team', way('一队', 4_000)],
      ['fireCommand', way('消防队', 9_000)],
    ]);
    expect(codes(suggestSending(facts({ nearest })).lines, 'team')).toEqual(['nearest', 'command']);
    expect(codes(suggestSending(facts()).lines, 'team')).toEqual(['none']);
  });

  it('is a pump where water is within reach, otherwise knapsacks', () => {
    const withWater = (metres: number) => suggestSending(facts({ nearest: near([['waterSource', way('水池', metres)]]) })).lines;
    expect(codes(withWater(2_000), 'take')).toEqual(['pump']);
    expect(codes(withWater(2_001), 'take')).toEqual(['no-water']);
    expect(codes(suggestSending(facts({ nearest: near([['materialRepository', way('库', 7_000)]]) })).lines, 'take')).toEqual([
      'no-water',
      'store',
    ]);
  });
});

describe('the dangers', () => {
  it('include strong wind, a steep slope, dry air and a danger source nearby', () => {
    const nearest = near([['DangerSource', way('加油站', 3_000)]]);
    const { lines } = suggestSending(facts({ windForce: 5, windFromDegrees: 270, slopeDegrees: 30, humidityPercent: 20, nearest }));
    expect(codes(lines, 'safety')).toEqual(['wind', 'slope', 'dry-air', 'danger-source']);
    expect(codes(suggestSending(facts({ nearest: near([['DangerSource', way('加油站', 3_001)]]) })).lines, 'safety')).toEqual([]);
  });

  it('include villages within 5 km, those downwind first, three at most', () => {
    const village = (name: string, distanceMetres: number, bearingDegrees: number) => ({
      ...way(name, distanceMetres, bearingDegrees),
      inhabitants: null,
    });
    const villages = [
      village('西', 500, 270),
      village('北', 900, 0),
      village('东', 4_000, 90),
      village('远', 5_001, 90),
      village('南', 800, 180),
    ];
    const { lines } = suggestSending(facts({ windForce: 2, windFromDegrees: 270, villages }));
    expect(lines.flatMap((line) => (line.code === 'village' ? [[line.params.name, line.params.isDownwind]] : []))).toEqual([
      ['东', true],
      ['西', false],
      ['南', false],
    ]);
  });

  it('are the same when the downwind sector crosses north', () => {
    const villages = [{ ...way('村', 1_000, 350), inhabitants: 80 }];
    const { lines } = suggestSending(facts({ windFromDegrees: 190, villages }));
    expect(lines).toContainEqual(expect.objectContaining({ params: expect.objectContaining({ isDownwind: true, inhabitants: 80 }) }));
  });

  it('include a village when the wind is unknown, but not as downwind', () => {
    const { lines } = suggestSending(facts({ villages: [{ ...way('村', 1_000), inhabitants: null }] }));
    expect(lines).toContainEqual(expect.objectContaining({ code: 'village', params: expect.objectContaining({ isDownwind: false }) }));
  });
});
