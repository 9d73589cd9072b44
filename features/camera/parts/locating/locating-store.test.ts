import { describe, expect, it } from 'vitest';
import { aSight } from '../../../testing/builders.ts';
import { angleText, createLocatingStore, type Located, MOST_BEARINGS, positionOf, withSight } from './locating-store.ts';

const ids = (tray: readonly Located[]) => tray.map(({ camera }) => camera.id);

describe('the tray of bearings', () => {
  it('holds one sight for each camera, the newest last', () => {
    const tray = [aSight('a'), aSight('b')].reduce(withSight, [] as readonly Located[]);
    expect(ids(withSight(tray, aSight('a', { horizontalDegrees: 99 })))).toEqual(['b', 'a']);
    expect(withSight(tray, aSight('a', { horizontalDegrees: 99 })).at(-1)?.horizontalDegrees).toBe(99);
  });

  it('drops the oldest beyond the server’s limit for a triangulation', () => {
    const many = Array.from({ length: MOST_BEARINGS + 3 }, (_, n) => aSight(`c${n}`)).reduce(withSight, [] as readonly Located[]);
    expect(many).toHaveLength(MOST_BEARINGS);
    expect(ids(many)[0]).toBe('c3');
  });
});

describe('the locating store', () => {
  const triangulated = {
    position: { lng: 1, lat: 2 },
    heightMetres: null,
    ellipse: { semiMajorMetres: 3, semiMinorMetres: 2, azimuthDegrees: 0 },
  };

  it('a sight is added to the tray and clears the earlier triangulation and correction', () => {
    const { store, take, correct, setTriangulation } = createLocatingStore();
    take(aSight('a'));
    correct({ lng: 5, lat: 6 });
    setTriangulation(triangulated);
    take(aSight('b'));
    const { located, corrected, tray, triangulation } = store.getState();
    expect([located?.camera.id, corrected, ids(tray), triangulation]).toEqual(['b', null, ['a', 'b'], null]);
    expect(new Set(tray.map(({ key }) => key)).size).toBe(2);
  });

  it('the position is the corrected one, else the located one', () => {
    const { store, take, correct } = createLocatingStore();
    expect(positionOf(store.getState())).toBeNull();
    correct({ lng: 5, lat: 6 });
    expect(positionOf(store.getState())).toBeNull();
    take(aSight('a'));
    expect(positionOf(store.getState())).toEqual({ lng: 103.6, lat: 31.5 });
    correct({ lng: 5, lat: 6 });
    expect(positionOf(store.getState())).toEqual({ lng: 5, lat: 6 });
    correct(null);
    expect(positionOf(store.getState())).toEqual({ lng: 103.6, lat: 31.5 });
  });

  it('a dismissed sight keeps its bearing; dropping a bearing clears the triangulation', () => {
    const { store, take, putAside, dropBearing, setTriangulation } = createLocatingStore();
    take(aSight('a'));
    take(aSight('b'));
    putAside();
    expect([store.getState().located, ids(store.getState().tray)]).toEqual([null, ['a', 'b']]);
    setTriangulation(triangulated);
    dropBearing('a');
    expect([store.getState().triangulation, ids(store.getState().tray)]).toEqual([null, ['b']]);
  });
});

it('angles have two decimals', () => {
  expect([62.3456, -3, 359.999].map(angleText)).toEqual(['62.35°', '-3.00°', '360.00°']);
});
