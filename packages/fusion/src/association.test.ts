import { destination, roundCovariance } from '@lookout/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssociationDecision, associate, createAssociation } from './association.ts';
import type { Detection, DetectionSource } from './detection.ts';

const HOME = { lng: 103.6, lat: 31.5 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Seen {
  readonly source?: DetectionSource;
  readonly east?: number;
  readonly minutes?: number;
  readonly sigma?: number;
  readonly world?: string;
  readonly knownHeat?: string | null;
  readonly confirmation?: string | null;
}

/** A detection at the given distance east of HERE in metres and the given number of minutes after midnight. */
function seen(
  id: string,
  { source = 'camera', east = 0, minutes = 0, sigma = 100, world = '', knownHeat = null, confirmation = null }: Seen = {},
): Detection {
  return {
    id,
    source,
    look: `${source}/${id}`,
    position: destination(HOME, 90, east),
    covariance: roundCovariance(sigma),
    atMs: minutes * MINUTE,
    world,
    knownHeat,
    confirmation,
  };
}
const pixel = (id: string, east: number, minutes = 0, more: Seen = {}) =>
  seen(id, { source: 'satellite', east, minutes, sigma: 108, ...more });

describe('alarms of one fire', () => {
  it('Alarms are one fire when their errors overlap: D² < 9.21 for the summed covariance', () => {
    // Two deviations of 100 m combine to 141.4 m; 3.035 times that is 429.2 m.
    expect(associate([seen('a'), seen('b', { east: 428 })])).toEqual([['a', 'b']]);
    expect(associate([seen('a'), seen('b', { east: 431 })])).toEqual([['a'], ['b']]);
  });

  it('Alarms join within half an hour, or within a day when one is from a satellite', () => {
    expect(associate([seen('a'), seen('b', { minutes: 30 })])).toEqual([['a', 'b']]);
    expect(associate([seen('a'), seen('b', { minutes: 31 })])).toEqual([['a'], ['b']]);
    expect(associate([seen('a'), pixel('b', 0, 24 * 60)])).toEqual([['a', 'b']]);
    expect(associate([seen('a'), pixel('b', 0, 24 * 60 + 1)])).toEqual([['a'], ['b']]);
  });

  it('Two satellite detections join within 3 km', () => {
    expect(associate([pixel('a', 0), pixel('b', 2_990)])).toEqual([['a', 'b']]);
    expect(associate([pixel('a', 0), pixel('b', 3_010)])).toEqual([['a'], ['b']]);
  });

  it('Two distant alarms join through the alarms between them', () => {
    expect(associate([pixel('a', 0), pixel('b', 2_900), pixel('c', 5_800)])).toEqual([['a', 'b', 'c']]);
    expect(associate([seen('a'), seen('b', { minutes: 25 }), seen('c', { minutes: 50 })])).toEqual([['a', 'b', 'c']]);
  });

  it('All alarms that one known heat source explains on one day are one fire, without any others', () => {
    const kiln = { knownHeat: 'kiln/2026-03-01' };
    expect(associate([seen('a', kiln), seen('b', { ...kiln, east: 700, minutes: 600 }), pixel('c', 100)])).toEqual([['a', 'b'], ['c']]);
    expect(associate([seen('a', kiln), seen('b', { knownHeat: 'kiln/2026-03-02' })])).toEqual([['a'], ['b']]);
  });

  it('A single alarm is a fire', () => {
    expect(associate([pixel('a', 0)])).toEqual([['a']]);
  });
});

describe('two fires', () => {
  it('Two fires of different worlds (an exercise and reality) are never joined', () => {
    expect(associate([pixel('a', 0), pixel('b', 100, 0, { world: 'exercise' })])).toEqual([['a'], ['b']]);
  });

  it('Two fires that people confirmed separately are not chained by the detections between them', () => {
    const chain = [seen('a', { confirmation: 'one' }), pixel('m', 700), pixel('n', 1_500), seen('z', { east: 2_200, confirmation: 'two' })];
    const groups = associate(chain);
    expect(groups.find((ids) => ids.includes('a'))).not.toContain('z');
    expect(associate(chain.map((one) => ({ ...one, confirmation: null, source: 'satellite' })))).toHaveLength(1);
  });

  it('Fires that were confirmed in one act are one fire', () => {
    const chain = [pixel('a', 0, 0, { confirmation: 'one' }), pixel('m', 1_500), pixel('z', 3_000, 0, { confirmation: 'one' })];
    expect(associate(chain)).toEqual([['a', 'm', 'z']]);
  });

  it('Two fires seen from the ground at two places stay separate, whatever pixel bridges them', () => {
    // A MODIS pixel of 2 km does not justify merging two smokes 1,500 m apart.
    const smokes = [seen('a', { sigma: 50 }), pixel('m', 750, 60, { sigma: 577 }), seen('z', { east: 1_500, sigma: 50 })];
    const groups = associate(smokes);
    expect(groups.find((ids) => ids.includes('a'))).not.toContain('z');
    expect(groups.flat().sort()).toEqual(['a', 'm', 'z']);
  });

  it('Two sightings may be one fire that spread in the meantime, at 50 m an hour', () => {
    const first = seen('a', { sigma: 50 });
    const bridge = pixel('m', 300, 12 * 60, { sigma: 577 });
    expect(associate([first, bridge, seen('z', { east: 900, sigma: 50, minutes: 24 * 60 })])).toEqual([['a', 'm', 'z']]);
    expect(associate([first, bridge, seen('z', { east: 900, sigma: 50, minutes: 60 })])).toHaveLength(2);
  });
});

describe("a person's decisions", () => {
  const three = [pixel('a', 0), pixel('b', 1_000), pixel('c', 2_000)];

  it('After a split the two sides stay apart, and a detection between them joins the nearer side', () => {
    expect(associate(three, [{ kind: 'split', sides: [['a'], ['c']] }])).toHaveLength(2);
    const near = [pixel('a', 0), pixel('b', 500), pixel('c', 2_000)];
    expect(associate(near, [{ kind: 'split', sides: [['a'], ['c']] }])).toEqual([['a', 'b'], ['c']]);
  });

  it('A merge joins detections that the algorithm would not join', () => {
    const far = [seen('a'), seen('b', { east: 20_000 })];
    expect(associate(far, [{ kind: 'merge', ids: ['a', 'b'] }])).toEqual([['a', 'b']]);
  });

  it('A split applies to every detection of both sides, even when new detections lie between them', () => {
    const split: AssociationDecision = { kind: 'split', sides: [['a', 'b'], ['c']] };
    const groups = associate([...three, pixel('x', 1_500), pixel('y', 1_700)], [split]);
    expect(groups.find((ids) => ids.includes('a'))).not.toContain('c');
    expect(groups.find((ids) => ids.includes('b'))).not.toContain('c');
  });
});

// Random alarms within a few kilometres and two days, with random decisions by people.
const detection = fc
  .record({
    source: fc.constantFrom<DetectionSource>('satellite', 'camera', 'person', 'sensor'),
    east: fc.integer({ min: 0, max: 8_000 }),
    north: fc.integer({ min: 0, max: 3_000 }),
    minutes: fc.integer({ min: 0, max: 2 * 24 * 60 }),
    sigma: fc.constantFrom(20, 50, 100, 108, 400, 2_000),
    world: fc.constantFrom('', '', '', 'exercise'),
    confirmation: fc.constantFrom(null, null, null, 'one', 'two'),
    knownHeat: fc.constant(null),
  })
  .map(({ east, north, minutes, sigma, ...rest }) => ({
    ...rest,
    position: destination(destination(HOME, 90, east), 0, north),
    covariance: roundCovariance(sigma),
    atMs: minutes * MINUTE,
  }));
const world = fc
  .array(detection, { minLength: 1, maxLength: 14 })
  .map((list) => list.map((one, i): Detection => ({ ...one, id: `d${String(i).padStart(2, '0')}`, look: `${one.source}/${i}` })));
const decisionsOf = (ids: readonly string[]): fc.Arbitrary<AssociationDecision[]> => {
  const some = fc.subarray([...ids], { minLength: 1, maxLength: Math.min(3, ids.length) });
  return fc.array(
    fc.oneof(
      fc
        .tuple(some, some)
        .map(([one, other]): AssociationDecision => ({ kind: 'split', sides: [one, other.filter((id) => !one.includes(id))] })),
      some.map((chosen): AssociationDecision => ({ kind: 'merge', ids: chosen })),
    ),
    { maxLength: 2 },
  );
};
const worldAndDecisions = world.chain((list) => fc.record({ list: fc.constant(list), decisions: decisionsOf(list.map(({ id }) => id)) }));

describe('the fires of random alarms', () => {
  it('The fires do not depend on the order of the alarms, and each alarm is in exactly one fire', () => {
    fc.assert(
      fc.property(
        worldAndDecisions.chain(({ list, decisions }) =>
          fc.record({
            list: fc.constant(list),
            decisions: fc.constant(decisions),
            shuffled: fc.shuffledSubarray(list, { minLength: list.length }),
          }),
        ),
        ({ list, decisions, shuffled }) => {
          const fires = associate(list, decisions);
          expect(associate(shuffled, decisions)).toEqual(fires);
          expect(associate([...list, ...shuffled], decisions)).toEqual(fires);
          expect(fires.flat().sort()).toEqual(list.map(({ id }) => id));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('Incremental updates give the same fires as one batch, with repeated and removed alarms and decisions in between', () => {
    fc.assert(
      fc.property(worldAndDecisions, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), ({ list, decisions }, dice) => {
        const association = createAssociation();
        const groupOf = new Map<string, readonly string[]>();
        const roll = (): number => dice.next().value as number;
        const take = () => {
          for (const group of association.touched()) for (const id of group) groupOf.set(id, group);
        };
        for (const [i, one] of list.entries()) {
          if (i === Math.floor(list.length / 2)) association.decide(decisions.slice(0, 1));
          association.put(one);
          if (roll() < 3) take();
          if (roll() < 2) {
            association.remove(one.id);
            if (roll() < 5) take();
            association.put(one);
          }
          if (roll() < 2) association.put(one);
        }
        association.decide(decisions);
        take();
        const fires = [...new Set(groupOf.values())].map((group) => [...group]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
        expect(fires).toEqual(associate(list, decisions));
      }),
      { numRuns: 300 },
    );
  });

  it('Once an alarm is removed, the fires are as if it had never existed', () => {
    fc.assert(
      fc.property(worldAndDecisions, fc.nat(), ({ list, decisions }, which) => {
        const gone = list[which % list.length] as Detection;
        const association = createAssociation();
        const groupOf = new Map<string, readonly string[]>();
        for (const one of list) association.put(one);
        association.decide(decisions);
        for (const group of association.touched()) for (const id of group) groupOf.set(id, group);
        association.remove(gone.id);
        groupOf.delete(gone.id);
        for (const group of association.touched()) for (const id of group) groupOf.set(id, group);
        const rest = associate(
          list.filter((one) => one !== gone),
          decisions,
        );
        expect([...new Set(groupOf.values())].map((group) => [...group]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual(rest);
      }),
      { numRuns: 200 },
    );
  });

  it('A split stays apart and two confirmed fires stay two, unless a person merged them', () => {
    fc.assert(
      fc.property(worldAndDecisions, ({ list, decisions }) => {
        const splits = decisions.filter((decision) => decision.kind === 'split');
        const fires = associate(list, splits);
        for (const ids of fires) {
          for (const { sides } of splits) expect(sides.every((side) => side.some((id) => ids.includes(id)))).toBe(false);
          const confirmations = new Set(ids.flatMap((id) => list.find((one) => one.id === id)?.confirmation ?? []));
          expect(confirmations.size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('Undoing a decision restores the fires from before it', () => {
    fc.assert(
      fc.property(worldAndDecisions, ({ list, decisions }) => {
        const association = createAssociation();
        const groupOf = new Map<string, readonly string[]>();
        const take = () => {
          for (const group of association.touched()) for (const id of group) groupOf.set(id, group);
        };
        for (const one of list) association.put(one);
        take();
        association.decide(decisions);
        take();
        association.decide([]);
        take();
        expect([...new Set(groupOf.values())].map((group) => [...group]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual(
          associate(list),
        );
      }),
      { numRuns: 200 },
    );
  });
});

it('Loading or forgetting a detection marks no fire as touched', () => {
  const association = createAssociation();
  association.load(pixel('a', 0));
  association.load(pixel('b', 100));
  expect(association.touched()).toEqual([]);
  association.put(pixel('c', 200));
  expect(association.touched()).toEqual([['a', 'b', 'c']]);
  association.forget('b');
  expect(association.touched()).toEqual([]);
  expect(association.has('b')).toBe(false);
});

it('A neighbour is found wherever the cell boundaries lie', () => {
  fc.assert(
    fc.property(
      fc.record({ lng: fc.double({ min: -170, max: 170, noNaN: true }), lat: fc.double({ min: -70, max: 70, noNaN: true }) }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.constantFrom(50, 300, 2_000, 9_000),
      fc.constantFrom(50, 300, 2_000, 9_000),
      (at, degrees, one, other) => {
        const apart = 3.03 * Math.hypot(one, other);
        const pair = [
          { ...seen('a', { sigma: one }), position: at },
          { ...seen('b', { sigma: other }), position: destination(at, degrees, apart * 0.999) },
        ];
        expect(associate(pair)).toEqual([['a', 'b']]);
      },
    ),
    { numRuns: 500 },
  );
});

it('A second fire an hour later at another place is a separate fire', () => {
  const first = [seen('a'), pixel('b', 100, 90)];
  const later = [seen('y', { east: 9_000, minutes: 2 * 60 }), pixel('z', 9_100, 3 * 60)];
  expect(associate([...first, ...later])).toEqual([
    ['a', 'b'],
    ['y', 'z'],
  ]);
  expect(later.every(({ atMs }) => atMs > HOUR)).toBe(true);
});
