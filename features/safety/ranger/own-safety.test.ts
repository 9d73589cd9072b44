import { MINUTE_MS } from '@lookout/domain';
import { expect, it } from 'vitest';
import { aPerson, at } from '../../testing/builders.ts';
import type { OwnSafety, PersonSafety } from '../safety.ts';
import { ownSafetyView } from './own-safety.ts';

const NOW = at('2026-11-21 10:00:00').getTime();
const own = (over: Partial<PersonSafety> = {}): OwnSafety => ({
  safety: aPerson('a', over),
  safePlaces: [],
  separationMetres: 20,
  outlines: [],
  validUntil: at('2026-11-21 16:00:00'),
  isDemo: false,
});
const kindAt = (of: OwnSafety | null, now = NOW) => ownSafetyView(of, null, now).kind;

it('nothing is shown to a ranger who is not threatened', () => {
  expect([kindAt(null), kindAt(own({ arrivesAt: null, escape: null, class: 'not-threatened', alarm: null }))]).toEqual(['none', 'none']);
});

it('a margin above the limit becomes a danger as time passes, without a reply of the server', () => {
  const far = own({ arrivesAt: at('2026-11-21 11:00:00'), class: 'watch', alarm: null });
  expect([kindAt(far), kindAt(far, NOW + 30 * MINUTE_MS)]).toEqual(['near', 'danger']);
});

it('an alarm of the server remains on the phone until the server ends it; lost contact alone is not shown as a danger', () => {
  const arrivesAt = at('2026-11-21 10:47:00');
  const alarm = { raisedAt: new Date(NOW), reasons: ['margin'], taken: null } as const;
  expect(kindAt(own({ arrivesAt, alarm }))).toBe('danger');
  expect(kindAt(own({ arrivesAt, alarm: { ...alarm, reasons: ['lost-contact'] } }))).toBe('near');
  expect(ownSafetyView(own({ escape: null, class: 'no-way-out' }), null, NOW)).toMatchObject({ kind: 'danger', safePlace: null });
});

it("direction and distance follow the phone; without its position the server's values are shown", () => {
  expect(ownSafetyView(own(), null, NOW)).toMatchObject({ kind: 'danger', fireMinutes: 25, safePlace: { point: 'ne', metres: 600 } });
  const here = { lng: 103.5545, lat: 31.4508 };
  const view = ownSafetyView(own(), here, NOW);
  expect(view).toMatchObject({ kind: 'danger', safePlace: { kind: 'bare', point: 'n' } });
  expect('safePlace' in view ? Math.round(view.safePlace?.metres ?? 0) : null).toBe(333);
  expect(ownSafetyView(own(), { lng: 103.5546, lat: 31.4538 }, NOW)).toMatchObject({ kind: 'arrived', safePlaceKind: 'bare' });
});

it('a stored warning is shown as expired once its forecast is over', () => {
  expect(ownSafetyView(own(), null, at('2026-11-21 16:00:01').getTime())).toEqual({
    kind: 'expired',
    forecastAt: at('2026-11-21 10:00:00'),
    validUntil: at('2026-11-21 16:00:00'),
  });
});
