import { expect, it } from 'vitest';
import { anAlarm } from '../../entities/testing/things.ts';
import { dropToast, expireToasts, NO_TOASTS, pushToasts, TOAST_STAYS_MS, type Toast } from './toasts.ts';

const toast = (id: string, at = 0, kind: Toast['kind'] = 'fresh'): Toast => ({ alarm: anAlarm('smoke', { id }), kind, at });
const ids = (stack: typeof NO_TOASTS) => [...stack.shown.map(({ alarm }) => alarm.id), `+${stack.more}`];

it('at most three stand, newest first; the rest is one number', () => {
  const stack = pushToasts(
    NO_TOASTS,
    ['a', 'b', 'c', 'd', 'e'].map((id) => toast(id)),
  );
  expect(ids(stack)).toEqual(['e', 'd', 'c', '+2']);
  expect(ids(pushToasts(stack, [toast('f')]))).toEqual(['f', 'e', 'd', '+3']);
});

it('the same alarm again takes its own place', () => {
  const stack = pushToasts(pushToasts(NO_TOASTS, [toast('a'), toast('b')]), [toast('a', 5, 'pushed')]);
  expect(ids(stack)).toEqual(['a', 'b', '+0']);
  expect(stack.shown[0]?.kind).toBe('pushed');
});

it('a toast goes by itself, and with the last one the number goes', () => {
  const stack = pushToasts(pushToasts(NO_TOASTS, [toast('a'), toast('b')]), [toast('c', 4000), toast('d', 5000)]);
  expect(ids(stack)).toEqual(['d', 'c', 'b', '+1']);
  expect(ids(expireToasts(stack, TOAST_STAYS_MS))).toEqual(['d', 'c', '+1']);
  expect(expireToasts(stack, TOAST_STAYS_MS + 5000)).toBe(NO_TOASTS);
  expect(expireToasts(stack, 1)).toBe(stack);
  expect(ids(dropToast(stack, 'c'))).toEqual(['d', 'b', '+1']);
});
