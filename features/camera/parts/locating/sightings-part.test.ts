import { expect, it } from 'vitest';
import { aSight } from '../../../testing/builders.ts';
import { type LocatingState, NOTHING_LOCATED } from './locating-store.ts';
import { onGround } from './sightings-part.ts';

const state = (over: Partial<LocatingState>): LocatingState => ({ ...NOTHING_LOCATED, ...over });

it('every bearing has its ray, and the latest sighting has the bright one, even if its bearing was dropped', () => {
  const [a, b] = [aSight('a'), aSight('b')];
  expect(onGround(state({ located: b, tray: [a, b] }), '交会').rays.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  expect(onGround(state({ located: b, tray: [a] }), '交会').rays).toHaveLength(2);
  expect(onGround(state({ tray: [a, b] }), '交会').rays.map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
});

it('the handle is at the corrected position, the ray in the camera’s direction', () => {
  const { rays, position } = onGround(state({ located: aSight('a'), corrected: { lng: 103.61, lat: 31.51 }, tray: [] }), '交会');
  expect(position).toEqual({ lng: 103.61, lat: 31.51, label: '103.61000, 31.51000' });
  expect(rays[0]?.position).toEqual({ lng: 103.6, lat: 31.5 });
});

it('the triangulation has its ellipse; without sightings nothing is drawn', () => {
  const triangulation = {
    position: { lng: 103.6, lat: 31.5 },
    heightMetres: null,
    ellipse: { semiMajorMetres: 90, semiMinorMetres: 20, azimuthDegrees: 45 },
  };
  expect(onGround(state({ triangulation }), '交会').triangulation).toMatchObject({
    semiMajorMetres: 90,
    semiMinorMetres: 20,
    azimuthDegrees: 45,
  });
  expect(onGround(state({}), '交会')).toEqual({ rays: [], position: null, triangulation: null });
});
