import { expect, it } from 'vitest';
import { globeZh } from '../messages.ts';
import { wayText } from './distance-text.ts';

it.each([
  [{ distanceMetres: 850.4, bearingDegrees: 44 }, '东北 850 米'],
  [{ distanceMetres: 999.7, bearingDegrees: 0 }, '北 1000 米'],
  [{ distanceMetres: 3_240, bearingDegrees: 181 }, '南 3.2 公里'],
  [{ distanceMetres: 41_700, bearingDegrees: 359 }, '北 42 公里'],
])('%o is %s', (way, messages) => expect(wayText(way, globeZh.near.units)).toBe(messages));
