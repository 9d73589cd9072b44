import { describe, expect, it } from 'vitest';
import { cellAt, centreOf } from '../growth/ground.ts';
import type { GrowthRequest } from '../growth/request.ts';
import { hastenedRequests } from './hastened.ts';
import { DEFAULT_ENSEMBLE_ERRORS, memberRequest } from './members.ts';
import { addMember, arrivalQuantiles, createTally } from './tally.ts';
import { aFire, arrivalsOf } from './testing/square-fire.ts';

const ELLIPSE = { semiMajorMetres: 300, semiMinorMetres: 100, azimuthDegrees: 60 };
const MINUTES = 0.25;

/** The earliest quarter of an hour at each cell. */
const earliest = (requests: readonly GrowthRequest[]): number[] => {
  const grown = requests.map((request) => arrivalsOf(request).quarters);
  return Array.from(grown[0] ?? [], (_, cell) => Math.min(...grown.map((quarters) => quarters[cell] as number)));
};

describe('a hastened fire', () => {
  it('is as fast as the fastest tenth of the members, in the given wind and in those to its sides, and lit as before where the place is known', () => {
    const known = { ...DEFAULT_ENSEMBLE_ERRORS, ignition: null };
    const [hastened, ...turned] = hastenedRequests(aFire({ rateFactor: 2 }), known);
    expect(hastened?.rateFactor).toBeCloseTo(2 * 2.12, 1);
    expect({ ...hastened, rateFactor: 2 }).toEqual(aFire({ rateFactor: 2 }));
    expect(turned.map(({ weather: [hour] }) => Math.round(hour?.windFromDegrees ?? Number.NaN))).toEqual([199, 251]);
  });

  it('is lit all over the ellipse of the members, its long axis by the azimuth', () => {
    const fire = aFire();
    const quarters = earliest(hastenedRequests(fire, { ...DEFAULT_ENSEMBLE_ERRORS, ignition: ELLIPSE }));
    const at = (east: number, north: number) => quarters[cellAt(fire.ground, { east, north })] as number;
    const [along, across] = [
      { east: Math.sin(Math.PI / 3), north: Math.cos(Math.PI / 3) },
      { east: Math.cos(Math.PI / 3), north: -Math.sin(Math.PI / 3) },
    ];
    expect([-270, 0, 270].map((metres) => at(metres * along.east, metres * along.north))).toEqual([0, 0, 0]);
    expect([-70, 70].map((metres) => at(metres * across.east, metres * across.north))).toEqual([0, 0]);
    expect([-200, 200].map((metres) => at(metres * across.east, metres * across.north)).every((quarter) => quarter > 0)).toBe(true);
  });

  it('comes before the early tenth of the members at the head of the fire and beside it', () => {
    const errors = { ...DEFAULT_ENSEMBLE_ERRORS, ignition: ELLIPSE };
    const fire = aFire({ hours: 1 });
    const tally = createTally(fire.ground, 60, 15);
    for (let index = 0; index < 100; index++) {
      const counted = addMember(tally, arrivalsOf(memberRequest(fire, errors, 3, index)));
      if (!counted.ok) expect.fail(counted.error.en);
    }
    const early = arrivalQuantiles(tally, 0.1);
    const quarters = earliest(hastenedRequests(fire, errors));
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
    expect(sooner / ahead).toBeGreaterThan(0.95);
    // The fire as it is asked for is late for people: that is what it is hastened for.
    expect(soonerAlone / ahead).toBeLessThan(0.5);
  });
});
