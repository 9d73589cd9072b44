import { expect, it } from 'vitest';
import { anAlarm } from '../../entities/testing/things.ts';
import { copyText } from './copy.ts';

it('five decimals are copied', () => {
  expect(copyText(anAlarm('smoke').position)).toBe('103.59012, 31.48000');
});
