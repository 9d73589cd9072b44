import { describe, expect, it } from 'vitest';
import { centreOf } from '../growth/ground.ts';
import type { GrowthRequest } from '../growth/request.ts';
import { hastenedRequests } from './hastened.ts';
import { DEFAULT_ENSEMBLE_ERRORS, memberRequest } from './members.ts';
import { addMember, arrivalQuantiles, createTally } from './tally.ts';
import { aFire, arrivalsOf } from './testing/square-fire.ts';

/** Its place is known. */
const ERRORS = { ...DEFAULT_ENSEMBLE_ERRORS, ignition: null };
const MINUTES = 0.25;

/** The earliest quarter of an hour at each cell. */
const earliest = (requests: readonly GrowthRequest[]): number[] => {
  const grown = requests.map((request) => arrivalsOf(request).quarters);
  return Array.from(grown[0] ?? [], (_, cell) => Math.min(...grown.map((quarters) => quarters[cell] as number)));
};

describe('a hastened fire', () => {
  it('is as fast as the fastest tenth of the members, in the given wind and in those to its sides', () => {
    const [hastened, ...turned] = hastenedRequests(aFire({ rateFactor: 2 }), ERRORS);
    expect(hastened?.rateFactor).toBeCloseTo(2 * 2.12, 1);
    expect({ ...hastened, rateFactor: 2 }).toEqual(aFire({ rateFactor: 2 }));
    expect(turned.map(({ weather: [hour] }) => Math.round(hour?.windFromDegrees ?? Number.NaN))).toEqual([199, 251]);
  });

  it('comes about when the early tenth of the members does, at the head of the fire and beside it', () => {
    const fire = aFire({ hours: 1 });
    const tally = createTally(fire.ground, 60, 15);
    for (let index = 0; index < 100; index++) {
      const counted = addMember(tally, arrivalsOf(memberRequest(fire, ERRORS, 3, index)));
      if (!counted.ok) expect.fail(counted.error.en);
    }
    const early = arrivalQuantiles(tally, 0.1);
    const quarters = earliest(hastenedRequests(fire, ERRORS));
    const single = arrivalsOf(fire).quarters;
    let [ahead, sooner, soonerAlone] = [0, 0, 0];
    for (let cell = 0; cell < early.length; cell++) {
      const { east, north } = centreOf(fire.ground, cell);
      // Where the wind blows to, the north-east, and to both sides of it.
      if (!Number.isFinite(early[cell]) || east + north < 0) continue;
      ahead += 1;
      if ((quarters[cell] as number) * MINUTES <= (early[cell] as number)) sooner += 1;
      if ((single[cell] as number) * MINUTES <= (early[cell] as number)) soonerAlone += 1;
    }
    expect(ahead).toBeGreaterThan(100);
    expect(sooner / ahead).toBeGreaterThan(0.5);
    // The fire as it is asked for is late for people: that is what it is hastened for.
    expect(soonerAlone / ahead).toBeLessThan(0.05);
  });
});
