import { destination, distanceMetres } from '@lookout/geo';
import type { PlateImage } from '@lookout/map/layers/plate-layer.ts';
import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import type { BillboardCollection } from 'cesium';
import { expect, it } from 'vitest';
import { escapeDrawings, safetyRingLayer } from './people-safety.ts';
import { SAFETY_LOOK_NAMES, SAFETY_LOOKS, type SafetyLookName } from './safety-looks.ts';

const here = { lng: 103.5, lat: 31.4 };
const images = Object.fromEntries(
  SAFETY_LOOK_NAMES.map((name) => [name, { name, canvas: { width: 1, height: 1 } as HTMLCanvasElement }]),
) as Record<SafetyLookName, PlateImage>;

it('no two safety margin classes share a ring or a sign', () => {
  for (const part of ['ring', 'sign'] as const)
    expect(new Set(SAFETY_LOOK_NAMES.map((name) => SAFETY_LOOKS[name][part])).size).toBe(SAFETY_LOOK_NAMES.length);
});

it('every ranger near a fire has a ring that picks the ranger; a ranger out of danger has none', () => {
  const { host, primitives } = fakeHost();
  const layer = safetyRingLayer(images).mount(host);
  const rings = primitives[0] as BillboardCollection;
  const mark = (userId: string, look: SafetyLookName) => ({ userId, ...here, look, label: null });
  layer.apply([mark('a', 'alarm'), mark('b', 'safe')]);
  expect([rings.length, rings.get(0).id, rings.get(0).image, rings.get(1).image]).toEqual([
    2,
    { kind: 'ranger', id: 'a', ...here },
    'alarm',
    'safe',
  ]);
  layer.apply([mark('b', 'too-late')]);
  expect([rings.length, rings.get(0).id, rings.get(0).image]).toEqual([1, { kind: 'ranger', id: 'b', ...here }, 'too-late']);
  layer.destroy();
  expect(primitives).toEqual([]);
});

it('the escape route is dashed from the ranger to the safe place, which has the text', () => {
  const corner = destination(here, 45, 400);
  const safePlace = destination(corner, 0, 200);
  const drawings = escapeDrawings({ path: [here, corner, safePlace], text: '裸地 600 米' });
  const dashes = drawings.filter(({ shape }) => shape === 'line');
  expect(dashes.length).toBeGreaterThan(10);
  expect(dashes[0]?.points[0]).toEqual(here);
  expect(distanceMetres(dashes.at(-1)?.points.at(-1) ?? here, safePlace)).toBeLessThan(20);
  expect(drawings.at(-1)).toMatchObject({ shape: 'point', points: [safePlace], texts: ['裸地 600 米'] });
});

it('a ranger in a safe place has no escape route', () => {
  expect(escapeDrawings({ path: [], text: '' })).toEqual([]);
  expect(escapeDrawings({ path: [here], text: '裸地' })).toHaveLength(1);
});
