import { expect, it } from 'vitest';
import { objects } from './objects.generated.ts';

it('an object says when it is open where its events leave once it is over, and only there', () => {
  const leaving = Object.entries(objects).filter(([, { keeping }]) => Object.values(keeping).includes('while-open'));
  const closable = Object.entries(objects).filter(([, { isOpen }]) => isOpen !== undefined);
  expect(leaving.length).toBeGreaterThan(5);
  expect(closable.map(([kind]) => kind)).toEqual(leaving.map(([kind]) => kind));
});
