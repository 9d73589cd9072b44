import { createAreaIndex, destination } from '@lookout/geo';
import { expect, test } from 'vitest';
import { prefectureAreas, readBoundaries } from '../../store/seed/read.ts';
import { stages } from './places.ts';

test("The stage's grid contains the surroundings of every settlement within the range of its fires, so that no alarm is refused as outside", () => {
  const areas = createAreaIndex(prefectureAreas(readBoundaries()));
  const astray: string[] = [];
  for (const { gridPrefix, settlements, chimneys } of Object.values(stages)) {
    const rings = [
      ...settlements.flatMap((one) => [0.25, 0.5, 0.75, 1].map((share) => ({ one, metres: share * one.reachMetres }))),
      ...chimneys.map((one) => ({ one, metres: 800 })),
    ];
    for (const { one, metres } of rings) {
      for (let bearing = 0; bearing < 360; bearing += 10) {
        const position = destination(one, bearing, metres);
        if (!areas.at(position.lng, position.lat)?.startsWith(gridPrefix)) astray.push(`${one.name} ${metres} m ${bearing}°`);
      }
    }
  }
  expect(astray).toEqual([]);
});
