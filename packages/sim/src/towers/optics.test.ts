import { expect, test } from 'vitest';
import { createOptics, FOCUS, IRIS, SHARP_AT } from './optics.ts';

const anOptics = (channel: 'visible' | 'thermal' = 'visible') => {
  let ms = 1_000;
  return { optics: createOptics(channel, () => ms), after: (more: number) => (ms += more) };
};

test('The lens is in focus and correctly exposed by default', () => {
  const { optics } = anOptics();
  expect([optics.focusMode(), optics.exposure?.mode(), optics.effect()]).toEqual(['AUTO', 'AUTO', { blurPixels: 0, gain: 1 }]);
});

test('manual focus blurs more the further it moves, up to the limit; auto focus is sharp again within two seconds', () => {
  const { optics, after } = anOptics();
  optics.sweepFocus(-FOCUS.fastest / 2);
  after(1_000);
  expect([optics.focusMode(), optics.focus(), optics.isFocusing()]).toEqual(['MANUAL', expect.closeTo(SHARP_AT - 0.3, 5), true]);
  const near = optics.effect().blurPixels;
  expect(near).toBeGreaterThan(2);
  after(60_000);
  expect([optics.focus(), optics.isFocusing()]).toEqual([FOCUS.least, false]);
  expect(optics.effect().blurPixels).toBeGreaterThan(near);
  optics.setFocusMode('AUTO');
  optics.stopFocus();
  after(2_000);
  expect([optics.focus(), optics.isFocusing(), optics.effect().blurPixels]).toEqual([SHARP_AT, false, 0]);
});

test('A focus that is stopped keeps its position', () => {
  const { optics, after } = anOptics();
  optics.focusTo(0.2, 0.1);
  after(2_000);
  optics.stopFocus();
  after(60_000);
  expect(optics.focus()).toBeCloseTo(SHARP_AT - 0.2, 6);
});

test('6 dB less of iris lets in twice the light; the thermal channel has no iris', () => {
  const { optics } = anOptics();
  optics.exposure?.set('MANUAL', IRIS.right - 6.02);
  expect(optics.effect().gain).toBeCloseTo(2, 2);
  optics.exposure?.set('AUTO', 0);
  expect([optics.exposure?.iris(), optics.effect().gain]).toEqual([IRIS.right, 1]);
  expect(anOptics('thermal').optics.exposure).toBeNull();
});
