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

describe('a ranger on the way', () => {
  it('is expected from the receipt of the order until the arrival', () => {
    expect((['sent', 'received', 'on-the-way', 'arrived', 'reported', 'done'] as const).filter(isExpected)).toEqual([
      'received',
      'on-the-way',
    ]);
  });

  it('is still expected after a silence, but without an arrival time in the past', () => {
    expect(journeyNow(journey({}), at(20))).toEqual(journey({}));
    expect(journeyNow(journey({}), at(31))).toMatchObject({ state: 'unknown', arrivesAt: null, leftMetres: 3_400 });
    // The ranger sent a position just now: late, but not out of contact.
    expect(journeyNow(journey({ positionAt: at(30) }), at(31))).toMatchObject({ state: 'under-way', arrivesAt: at(30) });
    expect(journeyNow(journey({ state: 'arrived', arrivesAt: at(10) }), at(60))).toMatchObject({ state: 'arrived', arrivesAt: at(10) });
  });

  it('the latest arrival along a straight line takes as long again as the earliest', () => {
    expect(latestStraight(journey({}))).toEqual(at(50));
    expect(latestStraight(journey({ positionAt: at(40) }))).toEqual(at(30));
    expect(latestStraight(journey({ arrivesAt: null }))).toBeNull();
  });
});
