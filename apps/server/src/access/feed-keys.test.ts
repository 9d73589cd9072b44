import { expect, it } from 'vitest';
import { createFeedKeys } from './feed-keys.ts';

const MINUTE = 60_000;

function keys() {
  const clock = { at: 0 };
  const told: number[] = [];
  const feedKeys = createFeedKeys('the right key', () => clock.at);
  const check = (key: string, address = 'guesser') => feedKeys.check(key, address, async (failures) => void told.push(failures));
  return { clock, told, check };
}

it('Twenty wrong keys from one address are compared and reported twice; then even the right key is not compared for a quarter of an hour', async () => {
  const { clock, told, check } = keys();
  for (let n = 0; n < 20; n++) expect(await check(`guess ${n}`)).toBe('wrong');
  expect(told).toEqual([1, 20]);
  expect(await check('the right key')).toBe('locked');
  expect(await check('the right key', 'another')).toBe('right');
  clock.at = 15 * MINUTE;
  expect(await check('the right key')).toBe('right');
});

it('An address that sent the right key within the last day is never locked', async () => {
  const { clock, check } = keys();
  expect(await check('the right key')).toBe('right');
  for (let n = 0; n < 40; n++) expect(await check(`guess ${n}`)).toBe('wrong');
  clock.at = 5 * MINUTE;
  expect(await check('the right key')).toBe('right');
  clock.at += 24 * 60 * MINUTE;
  for (let n = 0; n < 20; n++) expect(await check(`guess ${n}`)).toBe('wrong');
  expect(await check('the right key')).toBe('locked');
});
