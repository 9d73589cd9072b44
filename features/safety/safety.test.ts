import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  contactOf,
  endSafety,
  isWatched,
  marginAt,
  type PersonSafety,
  reasonsOf,
  type SafetyFinding,
  stepSafety,
  takeSafety,
} from './safety.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute));
const place = { lng: 103.5, lat: 31.4 };

const found = (given: Partial<SafetyFinding> = {}): SafetyFinding => ({
  userId: 'u',
  fullName: '护林员甲',
  phone: null,
  gridNo: '513221' as GridNo,
  fireId: 'f',
  runId: 'r',
  position: place,
  positionAt: at(0),
  arrivesAt: at(90),
  escape: { seconds: 600, metres: 500, kind: 'clear', place, path: [place] },
  marginMinutes: 80,
  class: 'safe',
  contact: 'live',
  checkedAt: at(0),
  ...given,
});
const margin = (minutes: number, minute = 0): SafetyFinding =>
  found({
    marginMinutes: minutes,
    class: minutes < 0 ? 'too-late' : minutes < 30 ? 'alarm' : minutes < 60 ? 'watch' : 'safe',
    checkedAt: at(minute),
  });
const noWayOut = (minute = 0) => found({ class: 'no-way-out', marginMinutes: null, escape: null, checkedAt: at(minute) });
const away = (minute = 0) => found({ class: 'not-threatened', marginMinutes: null, escape: null, arrivesAt: null, checkedAt: at(minute) });

/** Runs checks one after the other. @returns the events, and the resulting safety */
function checks(...findings: readonly SafetyFinding[]) {
  let safety: PersonSafety | null = null;
  const kinds: (string | null)[] = [];
  for (const finding of findings) {
    const step = stepSafety(safety, finding, 'id');
    safety = step.safety;
    kinds.push(step.change?.kind ?? null);
  }
  return { kinds, safety: safety as unknown as PersonSafety };
}

describe('an alarm about a person', () => {
  it('begins below 30 minutes of margin and ends above 40, so that it does not switch on and off', () => {
    const { kinds } = checks(margin(31), margin(29), margin(31), margin(39), margin(29), margin(41), margin(39));
    expect(kinds).toEqual(['safety.changed', 'safety.alarm-raised', 'safety.changed', null, 'safety.changed', 'safety.alarm-ended', null]);
  });

  it('ends when the person is out of danger', () => {
    const { kinds, safety } = checks(margin(20), away(1));
    expect(kinds).toEqual(['safety.alarm-raised', 'safety.alarm-ended']);
    expect([safety.alarm, isWatched(safety)]).toEqual([null, false]);
  });

  it('for no way out ends only when there is a way out with enough margin', () => {
    expect(checks(noWayOut(), margin(35, 1), noWayOut(2), margin(45, 3)).kinds).toEqual([
      'safety.alarm-raised',
      'safety.changed',
      'safety.changed',
      'safety.alarm-ended',
    ]);
    expect(reasonsOf(margin(35), ['no-way-out'])).toEqual(['no-way-out']);
  });

  it('is taken once, and must be taken again when there is a new reason', () => {
    const { safety } = checks(margin(20));
    const taken = { by: '值班员', accountId: 'o', at: at(1) };
    const first = takeSafety(safety, taken);
    const after = first.ok ? first.value.payload.safety : expect.fail(first.error);
    expect(after).toEqual({ ...safety, alarm: { ...safety.alarm, taken }, revision: 2 });
    expect(takeSafety(after, taken)).toEqual({ ok: false, error: 'taken' });
    const still = stepSafety(after, margin(10, 2), 'id');
    expect([still.change, still.safety.alarm?.taken]).toEqual([null, taken]);
    const lost = stepSafety(after, { ...margin(10, 3), contact: 'lost' }, 'id');
    expect(lost.change?.kind).toBe('safety.alarm-raised');
    expect(lost.safety.alarm).toEqual({ raisedAt: at(3), reasons: ['margin', 'lost-contact'], taken: null });
    expect(takeSafety(checks(margin(50)).safety, taken)).toEqual({ ok: false, error: 'over' });
  });

  it('that is active when the forecast ends is ended, with the reason', () => {
    const { safety } = checks(margin(20));
    const { safety: ended, change } = endSafety(safety, at(5), 'no-forecast');
    expect(change).toEqual({ kind: 'safety.alarm-ended', payload: { safety: ended, reason: 'no-forecast' } });
    expect([ended.alarm, ended.class, isWatched(ended)]).toEqual([null, 'not-threatened', false]);
    expect(endSafety(checks(margin(50)).safety, at(5), 'no-forecast').change?.kind).toBe('safety.changed');
  });
});

it('a person who is neither threatened nor lost causes no event; beginning to be watched does', () => {
  expect(checks(away()).kinds).toEqual([null]);
  expect(checks(margin(80), margin(70, 1), margin(50, 2)).kinds).toEqual(['safety.changed', null, 'safety.changed']);
});

it('the margin of a person who does not move shrinks with time', () => {
  expect(marginAt(found(), at(0))).toBe(80);
  expect(marginAt(found(), at(75))).toBe(5);
  expect(marginAt(noWayOut(), at(0))).toBeNull();
});

describe('contact', () => {
  const seen = (positionAt: Date, isExpected = false) => ({ positionAt, isExpected });
  const near = { nearMinutes: 100, frontMetres: null };
  it('is lost after ten minutes where the fire arrives within two hours, or near the front', () => {
    expect(contactOf(seen(at(0)), near, at(10))).toBe('live');
    expect(contactOf(seen(at(0)), near, at(11))).toBe('lost');
    expect(contactOf(seen(at(0)), { nearMinutes: 121, frontMetres: 1_001 }, at(11))).toBe('live');
    expect(contactOf(seen(at(0)), { nearMinutes: null, frontMetres: 1_000 }, at(11))).toBe('lost');
    expect(contactOf(seen(at(0)), { nearMinutes: null, frontMetres: null }, at(11))).toBe('live');
  });

  it('is not lost with a person last seen more than six hours ago, unless the person is in a task or was watched', () => {
    expect(contactOf(seen(at(0)), near, at(6 * 60 + 1))).toBe('live');
    expect(contactOf(seen(at(0), true), near, at(6 * 60 + 1))).toBe('lost');
  });
});
