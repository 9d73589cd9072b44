import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { applyToWarning, concerns, mayChangeWarning, type Warning, warningState } from './warning.ts';

const AT = new Date('2026-11-21T02:00:00Z');
const later = (hours: number) => new Date(AT.getTime() + hours * 3_600_000);
const warning: Warning = {
  id: 'w',
  gridNo: '513200' as GridNo,
  areas: ['513221', '513222'] as GridNo[],
  reaches: ['513221', '513222'] as GridNo[],
  level: 'yellow',
  text: '风大',
  startsAt: later(1),
  endsAt: later(24),
  revision: 1,
  steps: [{ at: AT, by: '甲', level: 'yellow', text: '风大' }],
  issuedAt: AT,
  liftedAt: null,
};

it('a warning is future, current, expired or lifted, by the clock', () => {
  expect([0, 1, 24, 25].map((hours) => warningState(warning, later(hours)))).toEqual(['coming', 'current', 'current', 'expired']);
  expect(warningState({ ...warning, liftedAt: AT }, later(2))).toBe('lifted');
});

it('a warning is changed while it is in force, from the revision that was seen', () => {
  expect(mayChangeWarning(warning, 1, later(2)).ok).toBe(true);
  expect(mayChangeWarning(warning, 2, later(2))).toEqual({ ok: false, error: 'revised' });
  expect(mayChangeWarning(warning, 1, later(25))).toEqual({ ok: false, error: 'over' });
  expect(mayChangeWarning({ ...warning, liftedAt: AT }, 1, later(2))).toEqual({ ok: false, error: 'over' });
});

it('a warning retains its former steps when raised, records by whom and why when lifted, and is unchanged when read', () => {
  const payload = { from: 'yellow', to: 'red', text: '更大', untilAt: later(48), revision: 2 } as const;
  const raised = applyToWarning(warning, { kind: 'warning.changed', payload, happenedAt: later(2) }, '乙');
  expect(raised).toMatchObject({ level: 'red', text: '更大', endsAt: later(48), revision: 2 });
  expect(raised?.steps.map(({ by, level }) => [by, level])).toEqual([
    ['甲', 'yellow'],
    ['乙', 'red'],
  ]);
  const lifted = applyToWarning(raised, { kind: 'warning.lifted', payload: { reason: '降雨' }, happenedAt: later(3) }, '乙');
  expect(lifted).toMatchObject({ liftedAt: later(3) });
  expect(lifted?.steps.at(-1)).toEqual({ at: later(3), by: '乙', level: null, text: '降雨' });
  expect(applyToWarning(warning, { kind: 'warning.read', payload: { revision: 1 }, happenedAt: AT }, '丙')).toBe(warning);
});

it('a warning concerns the grids in its areas and above them, and no other', () => {
  const of = (no: string) => concerns(warning, no as GridNo);
  expect(['513221', '513221100', '513200', '100000', '513223', '410781'].map(of)).toEqual([true, true, true, true, false, false]);
});
