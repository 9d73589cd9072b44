import { expect, it } from 'vitest';
import { fireExtentDrawings } from './fire-extent.ts';

const fire = {
  lng: 103.6,
  lat: 31.5,
  ellipse: { semiMajorMetres: 400, semiMinorMetres: 100, azimuthDegrees: 90 },
  label: '95%',
  alarms: [{ lng: 103.601, lat: 31.5 }],
};

it('a fire is drawn as its ellipse, at true length and width, with its name', () => {
  const [area, text, ...more] = fireExtentDrawings(fire);
  expect([area?.shape, text?.texts, more]).toEqual(['area', ['95%'], []]);
  const lngs = (area?.points ?? []).map(({ lng }) => lng);
  const lats = (area?.points ?? []).map(({ lat }) => lat);
  // 0.01° are 949.9 m along the parallel of 31.5° and 1,108.7 m along the meridian.
  expect((Math.max(...lngs) - Math.min(...lngs)) * 94_990).toBeCloseTo(800, -1);
  expect((Math.max(...lats) - Math.min(...lats)) * 110_870).toBeCloseTo(200, -1);
});

it('a fire of several alarms has a line to each of them', () => {
  const alarms = [...fire.alarms, { lng: 103.6, lat: 31.501 }];
  const lines = fireExtentDrawings({ ...fire, alarms }).filter(({ shape }) => shape === 'line');
  expect(lines.map(({ points }) => points[1])).toEqual(alarms);
});
