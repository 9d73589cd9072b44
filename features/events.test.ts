import { expect, it } from 'vitest';
import { objects } from './objects.generated.ts';

it('an object declares when it is open if its events leave the log after it closes, and only then', () => {
  const leaving = Object.entries(objects).filter(([, { keeping }]) => Object.values(keeping).includes('while-open'));
  const closable = Object.entries(objects).filter(([, { isOpen }]) => isOpen !== undefined);
  expect(leaving.length).toBeGreaterThan(5);
  expect(closable.map(([kind]) => kind)).toEqual(leaving.map(([kind]) => kind));
});
