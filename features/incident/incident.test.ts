import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlarmResponse, UNANSWERED } from '../alarm/alarm.ts';
import { incidentState, isOpposite, leftOf, namedIncidents } from './incident.ts';

const named = (fires: readonly string[][], current: Record<string, string> = {}) =>
  Object.fromEntries(namedIncidents(fires, (id) => current[id]));

describe('a fire is named', () => {
  it('by its first alarm', () => {
    expect(named([['b', 'a'], ['c']])).toEqual({ a: 'a', b: 'a', c: 'c' });
  });

  it('does not change when the fire grows, even if the new alarm was recorded earlier', () => {
    expect(named([['a', 'b', 'c']], { b: 'b', c: 'b' })).toEqual({ a: 'a', b: 'a', c: 'a' });
    expect(named([['b', 'c']], { b: 'b' })).toEqual({ b: 'b', c: 'b' });
  });

  it('by the older name when two fires become one', () => {
    expect(named([['a', 'c', 'd']], { a: 'a', c: 'c', d: 'c' })).toEqual({ a: 'a', c: 'a', d: 'a' });
  });

  it('as before for the part with its first alarm when the fire is split; the other part is named by its own first alarm', () => {
    expect(
      named(
        [
          ['a', 'd'],
          ['b', 'c'],
        ],
        { a: 'a', b: 'a', c: 'a', d: 'a' },
      ),
    ).toEqual({ a: 'a', d: 'a', b: 'b', c: 'b' });
  });

  it('as before when its first alarm is deleted', () => {
    expect(named([['b', 'c']], { b: 'a', c: 'a' })).toEqual({ b: 'a', c: 'a' });
    expect(named([['c'], ['b']], { b: 'a', c: 'a' })).toEqual({ b: 'a', c: 'c' });
  });

  it('one name for each fire, and for no other, in any input order', () => {
    const alarms = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const grouping = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: alarms.length, maxLength: alarms.length });
    const groupsOf = (of: readonly number[]) =>
      [...Map.groupBy(alarms.keys(), (i) => of[i]).values()].map((group) => group.map((i) => alarms[i] as string));
    fc.assert(
      fc.property(grouping, grouping, fc.boolean(), (before, after, isTurned) => {
        const current = namedIncidents(groupsOf(before), () => undefined);
        const fires = groupsOf(after);
        const names = namedIncidents(isTurned ? fires.toReversed() : fires, (id) => current.get(id));
        expect(names).toEqual(namedIncidents(fires, (id) => current.get(id)));
        const byFire = fires.map((ids) => new Set(ids.map((id) => names.get(id))));
        expect(byFire.map(({ size }) => size)).toEqual(fires.map(() => 1));
        expect(new Set(byFire.flatMap((own) => [...own])).size).toBe(fires.length);
      }),
    );
  });
});

describe('a fire is open', () => {
  const judgement = { verdict: 'real', note: null, realFireType: null, at: new Date(0), by: 'x' } as const;
  const closure = { at: new Date(0), by: 'x', outcome: 'extinguished', note: null } as const;
  const at = (stage: AlarmResponse['stage']) => ({ response: { ...UNANSWERED, stage, judgement, closure } as AlarmResponse });

  it('as long as one of its alarms is neither false nor closed', () => {
    expect(incidentState([at('closed'), at('dismissed')])).toBe('closed');
    for (const stage of ['open', 'handled', 'in-progress'] as const) expect(incidentState([at('closed'), at(stage)])).toBe('open');
  });
});

describe('a later decision', () => {
  const merge = { kind: 'merge', alarmIds: ['a', 'b', 'c'] } as const;
  const split = (one: string[], other: string[]) => ({ kind: 'split', sides: [one, other] }) as const;

  it('contradicts an earlier one if it splits what that merged, or merges what that split', () => {
    expect(isOpposite(merge, split(['a'], ['c']))).toBe(true);
    expect(isOpposite(merge, split(['a'], ['x']))).toBe(false);
    expect(isOpposite(split(['a', 'x'], ['c']), merge)).toBe(true);
    expect(isOpposite(split(['x'], ['c']), merge)).toBe(false);
    expect(isOpposite(merge, merge)).toBe(false);
    expect(isOpposite(split(['a'], ['c']), split(['c'], ['a']))).toBe(false);
  });

  it('that splits a merge of three keeps the other two together', () => {
    expect(leftOf(merge, split(['a', 'b'], ['c']))).toEqual([['a', 'b']]);
    expect(leftOf(merge, split(['x', 'a'], ['b', 'c']))).toEqual([['b', 'c']]);
    expect(leftOf({ kind: 'merge', alarmIds: ['a', 'b'] }, split(['a'], ['b']))).toEqual([]);
    expect(leftOf(split(['a'], ['b']), merge)).toEqual([]);
  });
});
