import { expect, it } from 'vitest';
import { keptIn } from './use-movable.ts';

it('a window keeps its head in sight on every side', () => {
  const box = { left: 100, top: 60, width: 1000 };
  const screen = { x: 1366, y: 768 };
  expect(keptIn({ x: 30, y: -20 }, box, screen)).toEqual({ x: 30, y: -20 });
  expect(keptIn({ x: -5000, y: -5000 }, box, screen)).toEqual({ x: -1020, y: -60 });
  expect(keptIn({ x: 5000, y: 5000 }, box, screen)).toEqual({ x: 1186, y: 628 });
});
