// Hundreds of fires that the demo's towers see, located by the product over HTTP and compared with the true positions: with exact angles,
// with noise, and where two towers see the same fire.

import {
  bearingDegrees,
  camerasThatSee,
  createSurface,
  demoRelief,
  destination,
  distanceMetres,
  isInsideEllipse,
  type LngLat,
} from '@lookout/geo';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { type TowerPlace, towerPlaces } from '@lookout/server/testing/towers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

const TOWERS = 20;
const FIRES = 200;
const TRIANGULATED = 400;
/** The visual range of a tower in the demo. */
const REACH_METRES = 15_000;
const SIGMA_DEGREES = 0.1;
/** Concurrent requests. Below an account's request limit per second, and enough to keep the server busy. */
const AT_ONCE = 8;

interface RegisteredTower {
  readonly tower: TowerPlace;
  readonly monitorId: string;
  readonly cameraId: string;
}
interface Seen {
  readonly registered: RegisteredTower;
  readonly place: LngLat;
  /** Angle as the camera reports it. */
  readonly horizontal: number;
  readonly vertical: number;
}

let server: TestServer;
let token: string;
const registeredTowers: RegisteredTower[] = [];
const surface = createSurface(demoRelief(), { keepTiles: 4_096 });
const { alarm: alarmCalls, camera: cameraCalls } = contract;

const call = (row: { method: string; path: string }, body: unknown) => server.call(row.method, row.path, { token, body });

/** A generator of random numbers 0 … 1, the same in every run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const normal = (draw: () => number): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

/** The towers that see a place, nearest first. */
const seenBy = (among: readonly RegisteredTower[], place: LngLat): Seen[] =>
  camerasThatSee(
    place,
    among.map((one) => ({ ...one.tower, one })),
    surface,
    { maxDistanceMetres: 2 * REACH_METRES },
  ).map(({ camera: { one }, sightline: { azimuthDegrees, tiltDegrees } }) => ({
    registered: one,
    place,
    horizontal: azimuthDegrees - one.tower.northCorrectionDegrees,
    vertical: tiltDegrees,
  }));

/** Tries places around each tower in turn until the requested number of sights is found. */
function search<T>(
  count: number,
  seed: number,
  from: readonly RegisteredTower[],
  look: (one: RegisteredTower, place: LngLat) => T | null,
): T[] {
  const draw = draws(seed);
  const found: T[] = [];
  for (let n = 0; found.length < count; n++) {
    const one = from[n % from.length] as RegisteredTower;
    const seen = look(one, destination(one.tower, 360 * draw(), 300 + (REACH_METRES - 300) * draw()));
    if (seen !== null) found.push(seen);
  }
  return found;
}

async function askAll<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  const waiting = [...questions.entries()];
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) answers[next[0]] = await ask(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return answers;
}

/** @returns null when no place is found */
async function located({ registered: { monitorId }, horizontal, vertical }: Seen) {
  const { status, body } = await call(alarmCalls.locate, { monitorId, horizontal, vertical });
  const { code, message } = body;
  expect(status).toBe(200);
  expect([{ code: 200 }, { code: 501, message: '没有得到火点位置' }]).toContainEqual({ code, ...(code !== 200 && { message }) });
  if (code === 501) return null;
  return body.data as LngLat & {
    readonly distance: number;
    readonly band: { readonly near: number; readonly far: number; readonly halfWidth: number };
  };
}

beforeAll(async () => {
  const [started, places] = await Promise.all([sharedTestServer(), towerPlaces(TOWERS)]);
  server = started;
  token = (await server.login('guojia')).access_token;
  for (const tower of places) {
    const made = await call(cameraCalls.createMonitoringPoint, {
      name: tower.code,
      position: { lng: tower.lng, lat: tower.lat },
      towerHeight: tower.towerHeightMetres,
      cameras: [{ deviceId: tower.code, name: tower.code, manufacturer: 'onvif', northCorrection: tower.northCorrectionDegrees }],
    });
    expect(made.body).toMatchObject({ code: 200 });
    const monitorId = made.body.data.id as string;
    const [camera] = (await call(cameraCalls.cameraList, { monitorId })).body.data;
    registeredTowers.push({ tower, monitorId, cameraId: camera.id });
  }
});
afterAll(() => server?.stop());

describe(`${FIRES} fires that the demo's towers see`, () => {
  let fires: readonly Seen[];
  beforeAll(() => {
    fires = search(FIRES, 2_026, registeredTowers, (one, place) => seenBy([one], place)[0] ?? null);
  });

  it('are each located within one cell of the elevation when the angles are exact', async () => {
    const cell = surface.cellDegrees * 111_694;
    const answers = await askAll(fires, located);
    const misses = fires.map((seen, n) => {
      const found = answers[n];
      if (!found) return Number.POSITIVE_INFINITY;
      return Math.max(Math.abs(found.distance - distanceMetres(seen.registered.tower, seen.place)), distanceMetres(found, seen.place));
    });
    expect(misses.filter((metres) => metres > cell)).toEqual([]);
  });

  it('lie inside the reported band in 95 % of cases or more when both angles have normal noise of 0.1°', async () => {
    const draw = draws(77);
    const noisy = fires.map((seen) => ({
      ...seen,
      horizontal: seen.horizontal + SIGMA_DEGREES * normal(draw),
      vertical: seen.vertical + SIGMA_DEGREES * normal(draw),
    }));
    const answers = await askAll(noisy, located);
    const isInside = ({ registered: { tower }, place, horizontal }: Seen, n: number): boolean => {
      const found = answers[n];
      // A ray into the sky has no band, so it counts as a miss.
      if (!found) return false;
      const metres = distanceMetres(tower, place);
      const off = Math.abs(bearingDegrees(tower, place) - horizontal - tower.northCorrectionDegrees) % 360;
      const aside = found.distance * Math.tan((Math.min(off, 360 - off) * Math.PI) / 180);
      return metres >= found.band.near && metres <= found.band.far && aside <= found.band.halfWidth;
    };
    expect(noisy.filter(isInside).length / FIRES).toBeGreaterThanOrEqual(0.95);
  });
});

it(`${TRIANGULATED} fires that two towers see lie inside the ellipse of 95 % in 95 ± 3 %`, async () => {
  const hasNeighbour = (one: RegisteredTower): boolean =>
    registeredTowers.some((other) => other !== one && distanceMetres(one.tower, other.tower) < 2 * REACH_METRES);
  const pairs = search(TRIANGULATED, 9, registeredTowers.filter(hasNeighbour), (_, place) => {
    const seen = seenBy(registeredTowers, place).slice(0, 2);
    return seen.length === 2 ? seen : null;
  });
  const draw = draws(5);
  const noisy = pairs.map((pair) =>
    pair.map(({ registered: { cameraId }, horizontal }) => ({ cameraId, horizontalDegrees: horizontal + SIGMA_DEGREES * normal(draw) })),
  );
  const answers = await askAll(noisy, async (bearings) => (await call(cameraCalls.triangulate, { bearings })).body);
  const triangulated = answers.flatMap(({ code, data }, n) =>
    code === 200 ? [{ data, place: (pairs[n] as Seen[])[0]?.place as LngLat }] : [],
  );
  // Only fires nearly in line with both towers are refused, with a message.
  const refused = answers.filter(({ code }) => code !== 200).map(({ code, message }) => `${code} ${message}`);
  expect([...new Set(refused)]).toEqual(['501 两条视线的夹角不足15度，无法交会定位']);
  expect(triangulated.length).toBeGreaterThan(TRIANGULATED / 2);
  const inside = triangulated.filter(({ data: { position, ellipse }, place }) => isInsideEllipse({ ...position, ellipse }, place));
  expect(Math.abs(inside.length / triangulated.length - 0.95)).toBeLessThanOrEqual(0.03);
});
