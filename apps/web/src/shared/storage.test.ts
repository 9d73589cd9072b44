import { expect, it } from 'vitest';
import { storageOf } from './storage.ts';

it('a page that the browser refuses any storage stores values in memory only', () => {
  const refusing = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  const storage = storageOf(refusing);
  expect(storage.getItem('language')).toBeNull();
  storage.setItem('language', 'en');
  expect(storage.getItem('language')).toBe('en');
  storage.removeItem('language');
  expect(storage.getItem('language')).toBeNull();
  expect(storageOf(refusing).getItem('language')).toBeNull();
});
