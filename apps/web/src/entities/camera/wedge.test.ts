import { expect, it } from 'vitest';
import { wedgePath } from './wedge.ts';

it.each([
  [0, 90, 'M 60 60 L 31.72 31.72 A 40 40 0 0 1 88.28 31.72 Z'],
  [90, 90, 'M 60 60 L 88.28 31.72 A 40 40 0 0 1 88.28 88.28 Z'],
  [0, 270, 'M 60 60 L 31.72 88.28 A 40 40 0 1 1 88.28 88.28 Z'],
])('a wedge to %d° of %d°', (azimuth, field, path) => expect(wedgePath(60, 40, azimuth, field)).toBe(path));
