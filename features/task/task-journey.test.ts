import { describe, expect, it } from 'vitest';
import { isExpected, type JourneyProgress, journeyNow, latestStraight } from './task-journey.ts';

const at = (minute: number) => new Date(minute * 60_000);
const journey = (given: Partial<JourneyProgress>): JourneyProgress => ({
  state: 'under-way',
  arrivesAt: at(30),
  leftMetres: 3_400,
  pace: 0.8,
  positionAt: at(10),
  computedAt: at(10),
  ...given,
});

describe('who is under way', () => {
  it('is expected from when he received the order until he is there', () => {
    expect((['sent', 'received', 'on-the-way', 'arrived', 'reported', 'done'] as const).filter(isExpected)).toEqual([
      'received',
      'on-the-way',
    ]);
  });

  it('is still expected after a silence, but not at a time that is past', () => {
    expect(journeyNow(journey({}), at(20))).toEqual(journey({}));
    expect(journeyNow(journey({}), at(31))).toMatchObject({ state: 'unknown', arrivesAt: null, leftMetres: 3_400 });
    // He was heard of a moment ago: late, and not lost.
    expect(journeyNow(journey({ positionAt: at(30) }), at(31))).toMatchObject({ state: 'under-way', arrivesAt: at(30) });
    expect(journeyNow(journey({ state: 'arrived', arrivesAt: at(10) }), at(60))).toMatchObject({ state: 'arrived', arrivesAt: at(10) });
  });

  it('along a straight line may take as long again', () => {
    expect(latestStraight(journey({}))).toEqual(at(50));
    expect(latestStraight(journey({ positionAt: at(40) }))).toEqual(at(30));
    expect(latestStraight(journey({ arrivesAt: null }))).toBeNull();
  });
});
