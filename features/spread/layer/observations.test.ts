import { distanceMetres } from '@lookout/geo';
import { expect, it } from 'vitest';
import { observationDrawings } from './observations.ts';

it('a sighted place has a dot with the time, and its ellipse around it', () => {
  const ellipse = { semiMajorMetres: 300, semiMinorMetres: 100, azimuthDegrees: 90 };
  const [edge, dot] = observationDrawings({ kind: 'place', lng: 103.5, lat: 31.5, ellipse, text: '热点 14:05' });
  expect(dot).toMatchObject({ shape: 'point', points: [{ lng: 103.5, lat: 31.5 }], texts: ['热点 14:05'] });
  const distances = (edge?.points ?? []).map((corner) => distanceMetres({ lng: 103.5, lat: 31.5 }, corner));
  expect(Math.max(...distances)).toBeCloseTo(300, -1);
  expect(Math.min(...distances)).toBeCloseTo(100, -1);
});

it('a burnt area has its edge and the time; two corners are not an area', () => {
  const ring = [
    { lng: 103.5, lat: 31.5 },
    { lng: 103.51, lat: 31.5 },
    { lng: 103.51, lat: 31.51 },
  ];
  const drawings = observationDrawings({ kind: 'area', ring, text: '过火区 14:05' });
  expect(observationDrawings({ kind: 'area', ring: [...ring, ring[0] as (typeof ring)[0]], text: '过火区 14:05' })).toEqual(drawings);
  expect(drawings).toMatchObject([
    { shape: 'line', points: [...ring, ring[0]] },
    { shape: 'text', texts: ['过火区 14:05'] },
  ]);
  expect(observationDrawings({ kind: 'area', ring: ring.slice(0, 2), text: '' })).toEqual([]);
});
