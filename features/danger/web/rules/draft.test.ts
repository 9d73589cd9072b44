import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { RATING_TABLE, type RatingTable } from '../../danger-rating.ts';
import { type GridDangerRules, HOLIDAYS, NO_RAISING } from '../../danger-rules.ts';
import {
  draftOf,
  faultsOf,
  hasFaults,
  isChanged,
  withHoliday,
  withLimit,
  withoutStep,
  withPoints,
  withRaising,
  withStep,
} from './draft.ts';

const rules = (own: Partial<GridDangerRules> = {}): GridDangerRules => ({
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  rating: RATING_TABLE,
  ratingFrom: null,
  holidays: HOLIDAYS,
  holidaysFrom: null,
  raising: NO_RAISING,
  raisingFrom: null,
  own: null,
  ...own,
});

it('a draft contains only the rules that are set for exactly this grid', () => {
  expect(draftOf(rules())).toEqual({ rating: null, holidays: null, raising: null });
  expect(draftOf(rules({ ratingFrom: '513200' as GridNo })).rating).toBeNull();
  const own = rules({ ratingFrom: '513221' as GridNo });
  expect(draftOf(own)).toEqual({ rating: RATING_TABLE, holidays: null, raising: null });
  expect(isChanged(draftOf(own), own)).toBe(false);
  expect(isChanged({ ...draftOf(own), rating: null }, own)).toBe(true);
});

describe('steps', () => {
  it('are added and removed with their points, so that there is always one more point value than steps', () => {
    const more = withStep(RATING_TABLE, 'temperature');
    expect([more.temperature.upTo.at(-1), more.temperature.points.at(-1)]).toEqual([26, 20]);
    const { temperature } = withoutStep(RATING_TABLE, 'temperature', 1);
    expect(temperature).toMatchObject({ upTo: [5, 15, 20, 25], points: [0, 8, 12, 16, 20] });
    for (const table of [more, withoutStep(RATING_TABLE, 'wind', 0)])
      expect(faultsOf({ rating: table, holidays: null, raising: null }).parts).toEqual({});
  });

  it('change one number and do not modify the previous table', () => {
    expect(withPoints(RATING_TABLE, 'season', 4, 9).season.points).toEqual([0, 0, 0, 0, 9, 15, 20, 20, 15, 5, 0, 0]);
    expect(withLimit(RATING_TABLE, 'levels', 0, 30).levels.upTo).toEqual([30, 50, 72, 90]);
    expect(RATING_TABLE.levels.upTo[0]).toBe(25);
  });
});

it('faults are reported by their position', () => {
  const wrong: RatingTable = withLimit({ ...RATING_TABLE, wind: { ...RATING_TABLE.wind, source: ' ' } }, 'humidity', 0, 45);
  const holidays = withHoliday(withHoliday(HOLIDAYS, 1, { from: '04-31' }), 2, { name: '' });
  const faults = faultsOf({ rating: wrong, holidays, raising: { ...NO_RAISING, source: ' ' } });
  expect(faults).toEqual({ parts: { humidity: 'order', wind: 'source' }, holidays: { 1: 'days', 2: 'name' }, raising: 'source' });
  expect([hasFaults(faults), hasFaults(faultsOf({ rating: null, holidays: null, raising: null }))]).toEqual([true, false]);
});

it('a raising changes one number and does not modify the previous raising', () => {
  expect(withRaising(NO_RAISING, ['holiday', 'daysBefore'], 2)).toEqual({
    ...NO_RAISING,
    holiday: { levels: 0, daysBefore: 2, daysAfter: 0 },
  });
  expect(NO_RAISING.holiday.daysBefore).toBe(0);
});
