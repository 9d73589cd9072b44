import { bearingDegrees, destination, distanceMetres } from '@lookout/geo';
import { fakeHost } from '@lookout/map/layers/testing/fake-host.ts';
import { Cartographic, Math as CesiumMath, type PolylineCollection } from 'cesium';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rayLayer, type SightRay, sightingDrawings } from './sightings.ts';

// Cesium checks the classes of a material's values.
beforeAll(() => {
  for (const name of ['HTMLCanvasElement', 'HTMLImageElement', 'ImageBitmap', 'OffscreenCanvas']) vi.stubGlobal(name, class {});
});
afterAll(() => vi.unstubAllGlobals());

const eye = { lng: 103.58, lat: 31.47, heightMetres: 2310 };
const ray = (over: Partial<SightRay> = {}): SightRay => ({
  eye,
  position: destination(eye, 60, 4000),
  azimuthDegrees: 60,
  nearMetres: 3800,
  farMetres: 4300,
  isCurrent: true,
  ...over,
});
const triangulation = { lng: 103.6, lat: 31.5, label: '交会', semiMajorMetres: 200, semiMinorMetres: 50, azimuthDegrees: 30 };

describe('drawings of a sighting on the terrain', () => {
  it('a sighting is drawn as its band: on the ray, from near to far, wider than a line', () => {
    const [band] = sightingDrawings({ rays: [ray()], position: null, triangulation: null });
    const [near, far] = band?.points ?? [];
    if (!near || !far) throw new Error('no band');
    expect([distanceMetres(eye, near), distanceMetres(eye, far)].map(Math.round)).toEqual([3800, 4300]);
    expect([near, far].map((position) => bearingDegrees(eye, position).toFixed(6))).toEqual(['60.000000', '60.000000']);
    expect(band).toMatchObject({ shape: 'line', widthPixels: 9, handles: false });
  });

  it('only the position can be dragged; it is drawn on top', () => {
    const position = { lng: 103.61, lat: 31.48, label: '103.61, 31.48' };
    const drawings = sightingDrawings({ rays: [ray(), ray({ isCurrent: false })], position, triangulation });
    expect(drawings.map(({ handles }) => handles)).toEqual([false, false, false, false, true]);
    expect(drawings.at(-1)).toMatchObject({ shape: 'point', points: [{ lng: 103.61, lat: 31.48 }], texts: ['103.61, 31.48'] });
  });

  it('the ellipse of a triangulation has the given axes', () => {
    const [edge, middle] = sightingDrawings({ rays: [], position: null, triangulation });
    const far = (edge?.points ?? []).map((point) => distanceMetres(triangulation, point));
    expect(Math.max(...far)).toBeCloseTo(200, 0);
    expect(Math.min(...far)).toBeCloseTo(50, 0);
    expect(edge?.shape).toBe('area');
    expect(middle).toMatchObject({ shape: 'point', texts: ['交会'] });
  });

  it('without sightings nothing is drawn', () => {
    expect(sightingDrawings({ rays: [], position: null, triangulation: null })).toEqual([]);
  });
});

describe('rays', () => {
  it('there is one ray from camera to terrain for each sighting, and rays are replaced', () => {
    const { host, primitives } = fakeHost();
    const layer = rayLayer.mount(host);
    layer.apply([ray(), ray({ isCurrent: false })]);
    const lines = primitives[0] as PolylineCollection;
    expect(lines.length).toBe(2);
    const [from, to] = lines.get(0).positions.map((point) => Cartographic.fromCartesian(point));
    expect([from?.height, to?.height].map((height) => Math.round(height ?? 0))).toEqual([2310, 1500]);
    expect(CesiumMath.toDegrees(from?.longitude ?? 0)).toBeCloseTo(103.58, 9);
    layer.apply([]);
    expect(lines.length).toBe(0);
  });

  it('rays end on the terrain as it becomes known, can be hidden, and are removed when destroyed', () => {
    const fake = fakeHost();
    const layer = rayLayer.mount(fake.host);
    layer.apply([ray({ eye: { ...eye, heightMetres: null } })]);
    const lines = fake.primitives[0] as PolylineCollection;
    const before = fake.frames();
    fake.rest({ west: 103, south: 31, east: 104, north: 31.6 }, 9_000);
    expect(fake.frames() - before).toBe(1);
    layer.show(false);
    expect(lines.show).toBe(false);
    layer.destroy();
    expect(fake.primitives).toEqual([]);
  });
});
