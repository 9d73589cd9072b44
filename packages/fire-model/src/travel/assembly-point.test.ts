import { destination, distanceMetres, type LngLat } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { type AssemblyQuestion, assemblyPoint } from './assembly-point.ts';

const FIRE: LngLat = { lng: 103.6, lat: 31.5 };
const from = (bearing: number, metres: number) => destination(FIRE, bearing, metres);
type Road = AssemblyQuestion['roads'][number];
/** A road across the given direction from the fire, 200 m to each side. */
const road = (bearing: number, metres: number, over: Partial<Road> = {}): Road => {
  const middle = from(bearing, metres);
  return {
    class: 'forest-road',
    points: [destination(middle, bearing - 90, 200), destination(middle, bearing + 90, 200)],
    isBridge: false,
    isTunnel: false,
    ...over,
  };
};
/** The fire burns within 800 m of its origin. */
const question = (roads: readonly Road[], over: Partial<AssemblyQuestion> = {}): AssemblyQuestion => ({
  fire: FIRE,
  headingsDegrees: [0],
  arrival: (place) => (distanceMetres(FIRE, place) <= 800 ? 10 : Number.POSITIVE_INFINITY),
  roads,
  separationMetres: 20,
  ...over,
});

describe('the assembly point of people who may not approach the head', () => {
  it('the point is behind the head rather than at its side, and never ahead of it', () => {
    const found = assemblyPoint(question([road(0, 1_300), road(110, 1_400), road(180, 2_000)]));
    expect([found?.side, Math.round((found?.distanceMetres ?? 0) / 100)]).toEqual(['behind', 20]);
    expect(assemblyPoint(question([road(0, 1_300), road(110, 1_400)]))?.side).toBe('flank');
    expect(assemblyPoint(question([road(0, 1_300), road(60, 1_300)]))).toBeNull();
    // The head turns during the next hours.
    expect(assemblyPoint(question([road(110, 1_400)], { headingsDegrees: [0, 45] }))).toBeNull();
  });

  it('the point is at a distance from everything that will burn: 300 m, or four flame lengths', () => {
    expect(assemblyPoint(question([road(180, 1_000)]))).toBeNull();
    expect(assemblyPoint(question([road(180, 1_000), road(180, 1_150)]))?.road.zh).toBe('林区道路');
    expect(assemblyPoint(question([road(180, 1_150)], { separationMetres: 500 }))).toBeNull();
  });

  it('the point is where a fire engine may stop, within five kilometres', () => {
    for (const over of [{ class: 'path' }, { class: 'motorway' }, { isBridge: true }, { isTunnel: true }] as const)
      expect(assemblyPoint(question([road(180, 1_500, over)]))).toBeNull();
    expect(assemblyPoint(question([road(180, 5_200)]))).toBeNull();
    expect(assemblyPoint(question([]))).toBeNull();
  });

  it('without a direction of the head it is the nearest point, and its side is not given', () => {
    const found = assemblyPoint(question([road(0, 1_300), road(180, 2_000)], { headingsDegrees: [] }));
    expect([found?.side, Math.round(found?.bearingDegrees ?? -1)]).toEqual([null, 0]);
  });
});
