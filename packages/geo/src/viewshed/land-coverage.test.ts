// Against slow and independent computations: every pair of masts, every ray turned by its error, and every post by itself.
import { describe, expect, it } from 'vitest';
import { areaAround, coarserBox, hectaresByRow, type PostBox, placeInBox, placeOnPosts, postBoxOf } from '../elevation/post-box.ts';
import { CURVATURE_PER_METRE } from '../ray/sight.ts';
import { seededNumbers } from '../testing/made-terrain.ts';
import { LAND, type Land, landOnPosts, postsInside, weightsOnPosts } from './land.ts';
import { classesOf, ellipsesOf, leastByte, POST_CLASS, type SeeingMast, seersOf, tiltInformation } from './land-coverage.ts';
import { addTallies, changeOf, ellipseAt, GAINED, LOST, tallyOf } from './land-tally.ts';
import { GROUND_SEEN, mastView, UNKNOWN_VIEW } from './mast-view.ts';

const CENTRE = { lng: 103.5, lat: 31.4 };
const OPTIONS = { targets: [0, 10, 50], crossingDegrees: 15, visibilityMetres: null };
const boxAround = (metres: number, level: number): PostBox => postBoxOf(areaAround(CENTRE, metres), level, 11);

/** Hills of some hundred metres. */
function heightsOf(box: PostBox): Float32Array {
  return Float32Array.from({ length: box.columns * box.rows }, (_, post) => {
    const { lng, lat } = placeInBox(box, post % box.columns, Math.floor(post / box.columns));
    return 2_000 + 300 * Math.sin(lng * 190) * Math.cos(lat * 230) + 80 * Math.sin(lng * 800 + lat * 700);
  });
}

/** Forest and open land by chance. */
function landOf(box: PostBox, seed = 3): Land {
  const next = seededNumbers(seed);
  const land = Uint8Array.from({ length: box.columns * box.rows }, () => {
    const draw = next();
    if (draw < 0.1) return LAND.outside;
    if (draw < 0.15) return LAND.unknown;
    return draw < 0.5 ? LAND.open : LAND.forest;
  });
  const weights = Float32Array.from(land, (kind) => (kind === LAND.forest ? 1 + Math.floor(29 * next()) : 0));
  return { box, heights: heightsOf(box), land, weights, hectares: hectaresByRow(box) };
}

/** Masts with views over the hills. */
function mastsAt(places: readonly (readonly [east: number, north: number])[], mastMetres = 30, rangeMetres = 4_000): SeeingMast[] {
  return places.map(([east, north]) => {
    const position = { lng: CENTRE.lng + east, lat: CENTRE.lat + north };
    const box = postBoxOf(areaAround(position, rangeMetres), 12, 11);
    const view = mastView(box, heightsOf(box), { position, mastMetres, rangeMetres, sectors: [] }, 11);
    if (view === null) throw new Error('no view');
    return { position, view };
  });
}
const PLACES = [
  [0, 0],
  [0.02, 0.005],
  [-0.01, 0.02],
  [0.021, 0.006],
] as const;
const BOX = boxAround(6_000, 11);
const LAND_AROUND = landOf(BOX);
const MASTS = mastsAt(PLACES);
const RADIANS = Math.PI / 180;
const METRES = 111_195.08;

/** What a mast sees at a post of the box, and where the post lies from it, by position. */
function lookAt({ position, view }: SeeingMast, post: number) {
  const place = placeInBox(BOX, post % BOX.columns, Math.floor(post / BOX.columns));
  const { column, row } = placeOnPosts(view.box, place);
  const [x, y] = [Math.round(column), Math.round(row)];
  const isInside = x >= 0 && y >= 0 && x < view.box.columns && y < view.box.rows;
  const east = (place.lng - position.lng) * METRES * Math.cos(((place.lat + position.lat) / 2) * RADIANS);
  return { seen: isInside ? (view.seen[y * view.box.columns + x] as number) : 0, east, north: (place.lat - position.lat) * METRES };
}
const looks = (masts: readonly SeeingMast[], post: number, least: number) =>
  masts.map((mast) => lookAt(mast, post)).filter(({ seen }) => seen >= least && seen !== UNKNOWN_VIEW);

describe('the class of a post', () => {
  it('is that of all pairs of masts that see it', () => {
    const seers = seersOf(LAND_AROUND, MASTS, null);
    const counts = new Set<number>();
    for (const target of [0, 10, 50]) {
      const classes = classesOf(LAND_AROUND, MASTS, seers, target, 15);
      for (const [post, found] of classes.entries()) {
        const kind = LAND_AROUND.land[post] as number;
        const all = looks(MASTS, post, leastByte(target));
        const angles = all.flatMap((a, n) =>
          all.slice(n + 1).map((b) => {
            const angle = Math.abs(Math.atan2(a.east, a.north) - Math.atan2(b.east, b.north)) % Math.PI;
            return Math.min(angle, Math.PI - angle) / RADIANS;
          }),
        );
        const widest = Math.max(0, ...angles);
        if (Math.abs(widest - 15) < 1e-6) continue;
        const ofTwo = widest >= 15 ? POST_CLASS.located : POST_CLASS.two;
        const blind = kind === LAND.forest ? POST_CLASS.blindForest : POST_CLASS.blind;
        const expected = all.length === 0 ? blind : all.length === 1 ? POST_CLASS.one : ofTwo;
        expect(found).toBe(kind < LAND.open ? POST_CLASS.none : expected);
        counts.add(found);
      }
    }
    expect([...counts].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('crosses for bearings that are apart only from each other, not from the first', () => {
    const box = { ...BOX, columns: 1, rows: 1 };
    const place = placeInBox(box, 0, 0);
    const from = (degrees: number): SeeingMast => ({
      position: {
        lng: place.lng + (0.02 * Math.sin(degrees * RADIANS)) / Math.cos(place.lat * RADIANS),
        lat: place.lat + 0.02 * Math.cos(degrees * RADIANS),
      },
      view: { box, seen: Uint8Array.of(GROUND_SEEN), eyeMetres: 2_100 },
    });
    const land: Land = {
      box,
      heights: Float32Array.of(2_000),
      land: Uint8Array.of(LAND.forest),
      weights: Float32Array.of(1),
      hectares: hectaresByRow(box),
    };
    const classOf = (...degrees: number[]) => {
      const masts = degrees.map(from);
      return classesOf(land, masts, seersOf(land, masts, null), 0, 15)[0];
    };
    expect(classOf(0, 14)).toBe(POST_CLASS.two);
    expect(classOf(0, 16)).toBe(POST_CLASS.located);
    expect(classOf(0, 10, -10)).toBe(POST_CLASS.located);
    expect(classOf(40, 220)).toBe(POST_CLASS.two);
    expect(classOf(40, 237)).toBe(POST_CLASS.located);
    expect(classOf(0, 90)).toBe(POST_CLASS.located);
    // On both sides of the first by more than a right angle together.
    expect(classOf(0, 80, -14)).toBe(POST_CLASS.located);
    expect(classOf(0, -80, 14)).toBe(POST_CLASS.located);
  });
});

describe('the error ellipse', () => {
  it('has along the ray the distance by which a turned ray misses the terrain', () => {
    for (const [far, up, slope] of [
      [3_000, -200, 0.3],
      [8_000, 400, 0.2],
      [1_000, -500, -0.1],
      [5_000, 100, 0.05],
    ] as const) {
      // The distance at which a ray with this tilt meets the plane through the target, on the curved earth.
      const meets = (tilt: number): number => {
        let distance: number = far;
        for (let n = 0; n < 50; n++) {
          const gap = up + slope * (distance - far) - distance * distance * CURVATURE_PER_METRE - distance * tilt;
          distance -= gap / (slope - 2 * distance * CURVATURE_PER_METRE - tilt);
        }
        return distance;
      };
      const tilt = up / far - far * CURVATURE_PER_METRE;
      expect(meets(tilt)).toBeCloseTo(far, 6);
      const turned = 0.001 * RADIANS;
      const missed = Math.abs(meets(Math.tan(Math.atan(tilt) + turned)) - meets(Math.tan(Math.atan(tilt) - turned))) / 2;
      expect(Math.sqrt(tiltInformation(far, up, slope)) * missed * (0.1 / 0.001)).toBeCloseTo(1, 3);
    }
  });

  it('is that of two bearings alone for smoke, and of one bearing infinite', () => {
    const box = { ...BOX, columns: 1, rows: 1 };
    const place = placeInBox(box, 0, 0);
    const land: Land = {
      box,
      heights: Float32Array.of(2_000),
      land: Uint8Array.of(LAND.forest),
      weights: Float32Array.of(1),
      hectares: hectaresByRow(box),
    };
    const view = { box, seen: Uint8Array.of(1), eyeMetres: 2_100 };
    const south = { position: { lng: place.lng, lat: place.lat - 0.05 }, view };
    const west = { position: { lng: place.lng - 0.05 / Math.cos(place.lat * RADIANS), lat: place.lat }, view };
    const axisOf = (masts: readonly SeeingMast[], target = 50) => ellipsesOf(land, masts, seersOf(land, masts, null), target)[0] as number;
    // Across each ray 0.1° of 5,560 m, times 2.448.
    expect(axisOf([south, west])).toBeCloseTo(0.05 * METRES * 0.1 * RADIANS * Math.sqrt(5.991), 1);
    expect(axisOf([south])).toBe(Number.POSITIVE_INFINITY);
    expect(axisOf([south, west], 10)).toBeNaN();
  });

  it('never grows by another mast', () => {
    const axesOf = (masts: readonly SeeingMast[]) => ellipsesOf(LAND_AROUND, masts, seersOf(LAND_AROUND, masts, null), 0);
    const [fewer, more] = [axesOf(MASTS.slice(0, 2)), axesOf(MASTS)];
    for (const [post, axis] of fewer.entries()) {
      if (!Number.isNaN(axis)) expect(more[post]).toBeLessThanOrEqual(axis * (1 + 1e-6));
    }
  });
});

describe('a tally', () => {
  const tally = tallyOf(LAND_AROUND, MASTS, OPTIONS);

  it('is the sum over all posts', () => {
    const seers = seersOf(LAND_AROUND, MASTS, null);
    let [forest, unknown, weight] = [0, 0, 0];
    const sums = OPTIONS.targets.map(() => ({ seenHectares: 0, locatedHectares: 0, blindWeight: 0 }));
    const classes = OPTIONS.targets.map((target) => classesOf(LAND_AROUND, MASTS, seers, target, 15));
    for (const [post, kind] of LAND_AROUND.land.entries()) {
      const area = LAND_AROUND.hectares[Math.floor(post / BOX.columns)] as number;
      if (kind === LAND.unknown) unknown += area;
      if (kind !== LAND.forest) continue;
      forest += area;
      weight += area * (LAND_AROUND.weights[post] as number);
      for (const [at, one] of sums.entries()) {
        const found = classes[at]?.[post];
        if (found === POST_CLASS.blindForest) one.blindWeight += area * (LAND_AROUND.weights[post] as number);
        else one.seenHectares += area;
        if (found === POST_CLASS.located) one.locatedHectares += area;
      }
    }
    expect(tally.forestHectares).toBeCloseTo(forest, 6);
    expect(tally.unknownHectares).toBeCloseTo(unknown, 6);
    expect(tally.forestWeight).toBeCloseTo(weight, 3);
    for (const [at, one] of sums.entries()) {
      expect(tally.targets[at]?.seenHectares).toBeCloseTo(one.seenHectares, 6);
      expect(tally.targets[at]?.locatedHectares).toBeCloseTo(one.locatedHectares, 6);
      expect(tally.targets[at]?.blindWeight).toBeCloseTo(one.blindWeight, 3);
    }
    expect(tally.seeing).toEqual([0, 1, 2, 3]);
  });

  it('does not depend on the order of the masts', () => {
    const turned = tallyOf(LAND_AROUND, MASTS.toReversed(), OPTIONS);
    expect(turned.targets).toEqual(tally.targets);
    for (const [at, hectares] of turned.ellipses.entries()) expect(hectares).toBeCloseTo(tally.ellipses[at] as number, 6);
  });

  it('only grows by another mast, and only shrinks in haze', () => {
    const seenOf = (masts: readonly SeeingMast[], visibilityMetres: number | null) =>
      tallyOf(LAND_AROUND, masts, { ...OPTIONS, visibilityMetres }).targets.flatMap(({ seenHectares, locatedHectares }) => [
        seenHectares,
        locatedHectares,
      ]);
    const all = seenOf(MASTS, null);
    for (const fewer of [seenOf(MASTS.slice(1), null), seenOf(MASTS, 2_000), seenOf(MASTS, 500)]) {
      for (const [at, hectares] of fewer.entries()) expect(hectares).toBeLessThanOrEqual(all[at] as number);
      expect(fewer).not.toEqual(all);
    }
    expect(seenOf(MASTS, 100_000)).toEqual(all);
  });

  it('of two parts adds up to the whole', () => {
    const half = (isFirst: boolean): Land => ({
      ...LAND_AROUND,
      land: LAND_AROUND.land.map((kind, post) => ((post % 3 === 0) === isFirst ? kind : LAND.outside)),
      weights: LAND_AROUND.weights.map((weight, post) => ((post % 3 === 0) === isFirst ? weight : 0)),
    });
    const sum = addTallies(
      [half(true), half(false)].map((land) => tallyOf(land, MASTS, OPTIONS)),
      3,
    );
    expect(sum.forestHectares).toBeCloseTo(tally.forestHectares, 6);
    for (const [at, one] of tally.targets.entries()) expect(sum.targets[at]?.locatedHectares).toBeCloseTo(one.locatedHectares, 6);
    expect(ellipseAt(sum.ellipses, 0.5)).toBe(ellipseAt(tally.ellipses, 0.5));
  });

  it('gives percentiles of the ellipses within two per cent', () => {
    const seers = seersOf(LAND_AROUND, MASTS, null);
    const axes = [...ellipsesOf(LAND_AROUND, MASTS, seers, 0).entries()]
      .filter(([post, axis]) => LAND_AROUND.land[post] === LAND.forest && !Number.isNaN(axis))
      .map(([, axis]) => axis)
      .sort((a, b) => a - b);
    for (const share of [0.5, 0.9])
      expect((ellipseAt(tally.ellipses, share) ?? 0) / (axes[Math.floor(axes.length * share)] as number)).toBeCloseTo(1, 1);
    expect(ellipseAt(tallyOf(LAND_AROUND, [], OPTIONS).ellipses, 0.5)).toBeNull();
  });

  it('of a coarser level has nearly the same areas', () => {
    const box = coarserBox(BOX, 10);
    const [fine, coarse] = [BOX, box].map((one) =>
      tallyOf({ ...landOf(one), land: new Uint8Array(one.columns * one.rows).fill(LAND.forest) }, MASTS, OPTIONS),
    );
    const [a, b] = [fine?.targets[2]?.seenHectares ?? 0, coarse?.targets[2]?.seenHectares ?? 0];
    expect(a).toBeGreaterThan(500);
    expect(Math.abs(b / a - 1)).toBeLessThan(0.1);
  });
});

it('a change names what is gained and lost, and the forest of both', () => {
  const [before, after] = [MASTS.slice(0, 2), MASTS.slice(1)];
  const [was, is] = [seersOf(LAND_AROUND, before, null), seersOf(LAND_AROUND, after, null)];
  const { classes, gainedHectares, lostHectares } = changeOf(LAND_AROUND, was, is, 10);
  for (const [post, found] of classes.entries()) {
    const [wasSeen, isSeen] = [before, after].map(
      (masts) => (LAND_AROUND.land[post] as number) >= LAND.open && looks(masts, post, 2).length > 0,
    );
    expect(found).toBe(wasSeen === isSeen ? 0 : isSeen ? GAINED : LOST);
  }
  const seenOf = (masts: readonly SeeingMast[]) => tallyOf(LAND_AROUND, masts, OPTIONS).targets[1]?.seenHectares ?? 0;
  expect(gainedHectares - lostHectares).toBeCloseTo(seenOf(after) - seenOf(before), 6);
  expect(Math.min(gainedHectares, lostHectares)).toBeGreaterThan(0);
});

describe('a view', () => {
  const position = CENTRE;
  const box = boxAround(4_000, 12);
  const viewOf = (more: object, heights = heightsOf(box)) =>
    mastView(box, heights, { position, mastMetres: 30, rangeMetres: 4_000, sectors: [], ...more }, 11);

  it('sees nothing outside the sectors of its cameras, and the same as before inside', () => {
    const [all, east] = [viewOf({}), viewOf({ sectors: [{ fromDegrees: 350, toDegrees: 100 }] })];
    let [inside, outside] = [0, 0];
    for (const [post, seen] of (all?.seen ?? []).entries()) {
      const stored = coarserBox(box, 11);
      const place = placeInBox(stored, post % stored.columns, Math.floor(post / stored.columns));
      const azimuth =
        (Math.atan2((place.lng - position.lng) * Math.cos(position.lat * RADIANS), place.lat - position.lat) / RADIANS + 360) % 360;
      if (Math.abs(azimuth - 350) < 0.1 || Math.abs(azimuth - 100) < 0.1) continue;
      const isInside = azimuth >= 350 || azimuth <= 100;
      expect(east?.seen[post]).toBe(isInside ? seen : 0);
      if (seen > 0) isInside ? inside++ : outside++;
    }
    expect(Math.min(inside, outside)).toBeGreaterThan(50);
  });

  it('does not exist over a hole, and leaves open what lies behind one', () => {
    const heights = heightsOf(box);
    const { column, row } = placeOnPosts(box, position);
    heights[Math.floor(row) * box.columns + Math.floor(column)] = Number.NaN;
    expect(viewOf({}, heights)).toBeNull();
    const beside = heightsOf(box);
    for (let down = -3; down <= 3; down++) beside[Math.round(row + down) * box.columns + Math.round(column) + 8] = Number.NaN;
    expect(viewOf({}, beside)?.seen.includes(UNKNOWN_VIEW)).toBe(true);
    expect(viewOf({})?.seen.includes(UNKNOWN_VIEW)).toBe(false);
  });

  it('of a higher mast sees at least as much at every post', () => {
    const [low, high] = [viewOf({}), viewOf({ mastMetres: 60 })];
    for (const [post, seen] of (low?.seen ?? []).entries()) expect(high?.seen[post]).toBeGreaterThanOrEqual(seen);
  });
});

describe('land', () => {
  it('lies inside polygons by the even–odd rule, holes and further parts included', () => {
    const box = postBoxOf({ west: 0, south: 0, east: 1, north: 1 }, 6);
    const square = (west: number, south: number, size: number) => [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ];
    const inside = postsInside(box, [
      [square(0.1, 0.1, 0.5), square(0.2, 0.2, 0.2)],
      [
        [
          [0.7, 0.7],
          [0.95, 0.75],
          [0.8, 0.97],
          [0.7, 0.7],
        ],
      ],
    ]);
    const within = (x: number, from: number, size: number) => x > from && x < from + size;
    const isLeft = (a: readonly number[], b: readonly number[], x: number, y: number) =>
      ((b[0] as number) - (a[0] as number)) * (y - (a[1] as number)) - ((b[1] as number) - (a[1] as number)) * (x - (a[0] as number)) > 0;
    for (const [post, found] of inside.entries()) {
      const { lng, lat } = placeInBox(box, post % box.columns, Math.floor(post / box.columns));
      const isRing = within(lng, 0.1, 0.5) && within(lat, 0.1, 0.5) && !(within(lng, 0.2, 0.2) && within(lat, 0.2, 0.2));
      const isTriangle =
        isLeft([0.7, 0.7], [0.95, 0.75], lng, lat) &&
        isLeft([0.95, 0.75], [0.8, 0.97], lng, lat) &&
        isLeft([0.8, 0.97], [0.7, 0.7], lng, lat);
      expect(found).toBe(isRing || isTriangle ? 1 : 0);
    }
  });

  it('is unknown without an elevation or a class, and forest has the weight of the nearest cell', () => {
    const kinds = [LAND.forest, LAND.open];
    const heights = Float32Array.of(1, Number.NaN, 1, 1, 1, 1);
    expect([...landOnPosts(heights, Uint8Array.of(0, 0, 255, 1, 0, 0), Uint8Array.of(1, 1, 1, 1, 0, 1), kinds)]).toEqual([
      3, 1, 1, 2, 0, 3,
    ]);
    const box = { level: 11, west: 0, north: 0, columns: 6, rows: 1 };
    const land = Uint8Array.of(3, 3, 2, 3, 3, 3);
    expect([...weightsOnPosts(box, land, [5, 7], 4)]).toEqual([5, 5, 0, 7, 7, 7]);
  });
});
