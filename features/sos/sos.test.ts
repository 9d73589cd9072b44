import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { applyToSos, callsForSos, isNewerPlace, mayCancelSos, mayCloseSos, mayTakeSos, type Sos, sosState } from './sos.ts';

const at = new Date('2026-11-24T02:00:00Z');
const later = new Date('2026-11-24T02:05:00Z');
const raised: Sos = {
  id: 's1',
  userId: 'r1',
  fullName: '护林员一',
  phone: null,
  gridNo: '513221' as GridNo,
  place: null,
  address: null,
  raisedAt: at,
  receivedAt: at,
  pressedAgain: null,
  calledAt: null,
  taken: null,
  cancelled: null,
  closed: null,
  revision: 1,
};
const taken = applyToSos(raised, { kind: 'sos.taken', happenedAt: later, payload: { accountId: 'o1' } }, '值班员') as Sos;
const closed = applyToSos(taken, { kind: 'sos.closed', happenedAt: later, payload: { outcome: 'rescued', note: null } }, '值班员') as Sos;
const cancelled = applyToSos(raised, { kind: 'sos.cancelled', happenedAt: later, payload: { reason: '误触' } }, '护林员一') as Sos;

describe('an SOS', () => {
  it('is raised, taken and closed; each change is a new revision', () => {
    expect([raised, taken, closed, cancelled].map(sosState)).toEqual(['raised', 'taken', 'closed', 'cancelled']);
    expect([raised, taken, closed].map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect(taken.taken).toEqual({ at: later, by: '值班员', accountId: 'o1' });
    expect(closed.closed).toEqual({ at: later, by: '值班员', outcome: 'rescued', note: null });
  });

  it('is taken once, by the first officer', () => {
    expect(mayTakeSos(raised)).toEqual({ ok: true, value: null });
    expect(mayTakeSos(taken)).toEqual({ ok: false, error: 'taken' });
    for (const over of [closed, cancelled]) expect(mayTakeSos(over)).toEqual({ ok: false, error: 'over' });
  });

  it('is closed after it was taken, by an officer who has its current revision', () => {
    expect(mayCloseSos(raised, 1)).toEqual({ ok: false, error: 'not-taken' });
    expect(mayCloseSos(taken, 1)).toEqual({ ok: false, error: 'revised' });
    expect(mayCloseSos(taken, 2)).toEqual({ ok: true, value: null });
    expect(mayCloseSos(closed, 3)).toEqual({ ok: false, error: 'over' });
  });

  it('is called off by the ranger, repeatedly without effect, and not after it was closed', () => {
    expect([raised, taken, cancelled].map((one) => mayCancelSos(one))).toEqual([
      { ok: true, value: 'cancel' },
      { ok: true, value: 'cancel' },
      { ok: true, value: 'done' },
    ]);
    expect(mayCancelSos(closed)).toEqual({ ok: false, error: 'over' });
  });

  it('accepts a later position, never an older one', () => {
    const place = (foundAt: Date) => ({ position: { lng: 103.59, lat: 31.48 }, accuracyMetres: 8, foundAt });
    expect([isNewerPlace(place(at), null), isNewerPlace(place(later), place(at)), isNewerPlace(place(at), place(at))]).toEqual([
      true,
      true,
      false,
    ]);
    const located = applyToSos(raised, { kind: 'sos.located', happenedAt: later, payload: { place: place(later), address: '威州镇' } }, '');
    expect(located).toMatchObject({ place: place(later), address: '威州镇', revision: 2 });
  });
});

it('an SOS that joins alerts the duty list again after ten minutes; of new ones by the same person three in ten minutes alert', () => {
  const ago = (minutes: number) => new Date(later.getTime() - minutes * 60_000);
  expect([null, ago(11), ago(9)].map((calledAt) => callsForSos({ calledAt }, [], later))).toEqual([true, true, false]);
  const earlier = [ago(1), null, ago(2), ago(30)];
  expect([callsForSos(null, earlier, later), callsForSos(null, [...earlier, ago(3)], later)]).toEqual([true, false]);
});
