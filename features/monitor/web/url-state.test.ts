import { expect, it } from 'vitest';
import { type QueueFilter, SHOW_ALL } from './queue.ts';
import { readAddress, writeAddress } from './url-state.ts';

it('the default state adds nothing to the address', () => {
  expect(writeAddress('', { view: null, alarmId: null, fromTask: false, filter: SHOW_ALL })).toBe('');
  expect(readAddress('')).toEqual({ view: null, alarmId: null, fromTask: false, filter: SHOW_ALL });
});

it('camera, alarm and filters are restored from a copied link; other parameters are preserved', () => {
  const filter: QueueFilter = { window: { kind: 'chip', id: 'oneDay' }, sources: new Set(['camera', 'smoke']) };
  const state = { view: '103.59000,31.48000,15000,0,-90,3d', alarmId: 'f00', fromTask: false, filter };
  const text = writeAddress('?lang=en&time=onehour', state);
  expect(text).toBe('?lang=en&time=oneDay&at=103.59000,31.48000,15000,0,-90,3d&alarm=f00&source=camera,smoke');
  expect(readAddress(text)).toEqual(state);
});

it('an alarm opened from a task remains so in a copied link, and only as long as it is open', () => {
  const state = { view: null, alarmId: 'f00', fromTask: true, filter: SHOW_ALL };
  expect(writeAddress('', state)).toBe('?alarm=f00&task=1');
  expect([readAddress('?alarm=f00&task=1').fromTask, readAddress('?alarm=f00&from=task').fromTask]).toEqual([true, true]);
  expect(writeAddress('?alarm=f00&from=task', state)).toBe('?alarm=f00&task=1');
  expect(writeAddress('?alarm=f00&task=1', { ...state, alarmId: null })).toBe('');
});

it('a custom range is written in Beijing time', () => {
  const filter: QueueFilter = { ...SHOW_ALL, window: { kind: 'range', from: Date.parse('2026-11-21T13:00:00+08:00'), to: null } };
  const text = writeAddress('', { view: null, alarmId: null, fromTask: false, filter });
  expect(decodeURIComponent(text)).toBe('?from=2026-11-21+13:00:00');
  expect(readAddress(text).filter).toEqual(filter);
});

it('unknown values are ignored', () => {
  expect(readAddress('?time=week&source=ufo,&from=yesterday').filter).toEqual(SHOW_ALL);
});
