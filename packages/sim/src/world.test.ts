import { DAY_MS, HOUR_MS, MINUTE_MS, type Position } from '@lookout/domain';
import type { Observation } from '@lookout/features/alarm/alarm.ts';
import { createAreaIndex, distanceMetres } from '@lookout/geo';
import { firmsReader } from '@lookout/ingest';
import { describe, expect, test } from 'vitest';
import { prefectureAreas, readBoundaries } from '../../store/seed/read.ts';
import { createWorldClock, EPOCH_MS } from './clock.ts';
import { burnedHectares, type Fire, placesBurning, powerMegawatts } from './fires/fire.ts';
import { REPORT_DELAY_MINUTES, REPORT_RANGE_METRES } from './people/report.ts';
import { stages } from './places.ts';
import { type Detection, FILE_DELAY_MINUTES, REPEAT_MINUTES } from './satellites/detection.ts';
import { firmsCsv } from './satellites/firms-file.ts';
import { products } from './satellites/fleet.ts';
import { demoGround } from './testing/demo-ground.ts';
import { type Arrival, createWorld } from './world.ts';

const surface = demoGround;
const world = createWorld({ seed: 1, surface });
const START = Date.parse('2026-11-21T00:00:00+08:00');
const DAYS = 3;
const arrivals = world.arrivals(START, START + DAYS * DAY_MS);

const files = arrivals.filter((one) => one.kind === 'file');
const reports = arrivals.filter((one) => one.kind === 'report').map(({ report }) => report);
/** The ids by which the server recognises repetitions. */
const idsOf = (one: Arrival): string[] => {
  switch (one.kind) {
    case 'file':
      return one.rows.map(keyOf);
    case 'report':
      return [one.report.id];
    case 'camera':
      return [one.alarm.id];
    case 'smoke':
      return [one.incident.id];
    case 'danger':
      return [one.found.id];
  }
};
const keyOf = (row: Detection) => `${row.satellite.code} ${row.acquiredAtMs} ${row.position.lng} ${row.position.lat}`;
/** Everything that an officer sees as new, by world time. */
const alarms = arrivals
  .flatMap((one) => idsOf(one).map((key) => ({ atMs: one.atMs, key })))
  .filter(({ key }, at, all) => all.findIndex((other) => other.key === key) === at);
const rows = [...new Map(files.flatMap((file) => file.rows).map((row) => [keyOf(row), row])).values()];
const fires = new Map<string, Fire>();
for (let ms = START - DAY_MS; ms < START + DAYS * DAY_MS; ms += 10 * MINUTE_MS)
  for (const fire of world.burningAt(ms)) fires.set(fire.id, fire);
const fireOf = (row: Detection): Fire => {
  const fire = fires.get(row.fireId);
  if (!fire) throw new Error(`no fire ${row.fireId}`);
  return fire;
};

describe('determinism', () => {
  test('The same seed gives the same world, and another seed gives another', () => {
    const morning = [START, START + 8 * HOUR_MS] as const;
    expect(createWorld({ seed: 1, surface }).arrivals(...morning)).toEqual(world.arrivals(...morning));
    expect(createWorld({ seed: 2, surface }).arrivals(...morning)).not.toEqual(world.arrivals(...morning));
  });

  test('arrivals do not depend on how a period is split or on earlier calls', () => {
    const other = createWorld({ seed: 1, surface });
    other.recent(START + 40 * DAY_MS);
    const pieces: Arrival[] = [];
    const end = START + DAY_MS / 2;
    for (let ms = START; ms < end; ms += 7 * MINUTE_MS) pieces.push(...other.arrivals(ms, Math.min(ms + 7 * MINUTE_MS, end)));
    expect(pieces).toEqual(world.arrivals(START, end));
  });

  test('a restart continues in the same world, at any speed', () => {
    let wall = START;
    for (const speed of [1, 60]) {
      const before = createWorldClock(() => wall, speed).now();
      wall += HOUR_MS;
      const clock = createWorldClock(() => wall, speed);
      expect(clock.now() - before).toBe(HOUR_MS * speed);
      expect(clock.wallOf(clock.now())).toBeCloseTo(wall, 3);
    }
    expect(createWorldClock(() => EPOCH_MS, 60).now()).toBe(EPOCH_MS);
  });
});

describe('fires', () => {
  test('Fires are in the grid of their stage, above sea level', () => {
    const areas = createAreaIndex(prefectureAreas(readBoundaries()));
    const astray = [...fires.values()].filter(
      ({ stage, position }) => !areas.at(position.lng, position.lat)?.startsWith(stages[stage].gridPrefix),
    );
    expect(astray.map(({ id, near, position }) => ({ id, near: near.name, position }))).toEqual([]);
    expect([...fires.values()].every((fire) => fire.heightMetres > 0)).toBe(true);
  });

  test('Fires grow and end: the burned area never shrinks, the power peaks before the middle and is 0 outside the fire’s time', () => {
    for (const fire of fires.values()) {
      const at = (share: number) => fire.startsAtMs + share * (fire.endsAtMs - fire.startsAtMs);
      const burned = [0, 0.2, 0.4, 0.6, 0.8, 1, 2].map((share) => burnedHectares(fire, at(share)));
      expect(burned).toEqual([...burned].sort((a, b) => a - b));
      expect(powerMegawatts(fire, at(0.35))).toBeCloseTo(fire.peakMegawatts, 6);
      expect([powerMegawatts(fire, at(-0.01)), powerMegawatts(fire, at(1))]).toEqual([0, 0]);
    }
  });

  test('Most fires burn on the main stage, every stage has some, and chimneys are detected repeatedly', () => {
    const count = (pick: (fire: Fire) => boolean) => [...fires.values()].filter(pick).length;
    expect(count(({ stage }) => stage === 'aba')).toBeGreaterThan(fires.size / 2);
    for (const stage of ['weihui', 'heilongjiang', 'qujing']) expect(count((fire) => fire.stage === stage)).toBeGreaterThan(3);
    const chimneys = rows.filter((row) => fireOf(row).kind === 'chimney');
    expect(chimneys.length).toBeGreaterThan(DAYS);
    expect(new Set(chimneys.map((row) => row.fireId)).size).toBeLessThan(chimneys.length);
  });
});

describe('satellites', () => {
  test('Satellites detect only burning fires, near their origins', () => {
    for (const row of rows) {
      const fire = fireOf(row);
      expect(row.acquiredAtMs).toBeGreaterThanOrEqual(fire.startsAtMs - products[row.satellite.product].granuleMinutes * MINUTE_MS);
      expect(row.acquiredAtMs).toBeLessThan(fire.endsAtMs);
      const halfDiagonal = Math.hypot(row.size.scan, row.size.track) * 500;
      expect(distanceMetres(row.position, fire.position)).toBeLessThan(3 * halfDiagonal);
    }
  });

  test('Satellites detect burning places: part of the fire lies in every pixel, and a large fire has several pixels', () => {
    for (const row of rows) {
      const fire = fireOf(row);
      // The time of a granule is up to six minutes before the pass.
      const burned = [0, 1, 2, 3, 4, 5, 6].flatMap((minutes) => placesBurning(fire, row.acquiredAtMs + minutes * MINUTE_MS));
      const halfDiagonal = Math.hypot(row.size.scan, row.size.track) * 500;
      expect(Math.min(...burned.map((place) => distanceMetres(row.position, place)))).toBeLessThan(halfDiagonal + 2);
    }
    const looks = [...Map.groupBy(rows, ({ fireId, satellite, orbit }) => `${fireId} ${satellite.code} ${orbit}`).values()];
    expect(Math.max(...looks.map((pixels) => pixels.length))).toBeGreaterThan(1);
    expect(Math.max(...looks.map((pixels) => pixels.length))).toBeLessThanOrEqual(4);
  });

  test('pixels have the sizes of FIRMS files', () => {
    for (const { satellite, size } of rows) {
      const [least, mostScan, mostTrack] = satellite.product === 'viirs' ? [0.32, 0.9, 0.9] : [0.99, 5, 2.1];
      expect(size.scan).toBeGreaterThanOrEqual(least);
      expect(size.scan).toBeLessThanOrEqual(mostScan);
      expect(size.track).toBeGreaterThanOrEqual(least);
      expect(size.track).toBeLessThanOrEqual(mostTrack);
    }
  });

  test('strong fires are detected more often than weak ones', () => {
    const seenShare = (pick: (fire: Fire) => boolean) => {
      const chosen = [...fires.values()].filter(
        (fire) =>
          fire.kind !== 'chimney' && fire.endsAtMs - fire.startsAtMs > 5 * HOUR_MS && fire.endsAtMs < START + 2 * DAY_MS && pick(fire),
      );
      return chosen.filter((fire) => rows.some((row) => row.fireId === fire.id)).length / chosen.length;
    };
    expect(seenShare((fire) => fire.peakMegawatts > 8)).toBeGreaterThan(seenShare((fire) => fire.peakMegawatts < 4));
  });

  test('files arrive within three hours of the overpass; some rows are repeated', () => {
    const first = new Map<string, number>();
    let repeats = 0;
    for (const file of files) {
      for (const row of file.rows) {
        const before = first.get(keyOf(row));
        if (before === undefined) first.set(keyOf(row), file.atMs);
        else repeats += 1;
        const delay = (file.atMs - row.acquiredAtMs) / MINUTE_MS;
        expect(delay).toBeGreaterThanOrEqual(FILE_DELAY_MINUTES.least);
        expect(delay).toBeLessThanOrEqual(FILE_DELAY_MINUTES.most + REPEAT_MINUTES.most);
      }
    }
    expect(repeats).toBeGreaterThan(0);
    expect(repeats).toBeLessThan(rows.length / 2);
  });

  test('a file has rows of one satellite, and ingest reads it without a rejected row', async () => {
    const clock = createWorldClock(() => START + DAYS * DAY_MS, 1);
    for (const file of files) {
      expect(new Set(file.rows.map((row) => row.satellite.code)).size).toBe(1);
      const product = file.rows[0]?.satellite.product ?? 'viirs';
      const text = firmsCsv(product, file.rows, clock.wallOf);
      const read: Observation[] = [];
      const rejected: unknown[] = [];
      const reader = firmsReader(new Date(file.atMs), {
        read: (_line, observation) => read.push(observation),
        rejected: (row) => rejected.push(row),
      });
      reader.push(new TextEncoder().encode(text));
      reader.end();
      expect(rejected).toEqual([]);
      expect(read.map(({ position, observedAt }) => ({ position, at: observedAt.getTime() }))).toEqual(
        file.rows.map((row) => ({ position: row.position, at: row.acquiredAtMs })),
      );
      expect(new Set(read.map(({ dedupeKey }) => dedupeKey)).size).toBe(read.length);
    }
  });

  test('the columns are those of FIRMS, with version demo', () => {
    const line = (product: 'viirs' | 'modis') => {
      const row = rows.find(({ satellite }) => satellite.product === product);
      if (!row) throw new Error(`no ${product}`);
      return firmsCsv(product, [row], (ms) => ms).split('\n');
    };
    expect(line('viirs')[0]).toBe(
      'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight',
    );
    expect(line('viirs')[1]).toMatch(/^[\d.]+,[\d.]+,[\d.]+,0\.\d\d,0\.\d\d,2026-11-2\d,\d{4},N(20)?,VIIRS,[lnh],demo,[\d.]+,[\d.]+,[DN]$/);
    expect(line('modis')[0]).toBe(
      'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_t31,frp,daynight',
    );
    expect(line('modis')[1]).toMatch(
      /^[\d.]+,[\d.]+,[\d.]+,\d\.\d\d,\d\.\d\d,2026-11-2\d,\d{4},(Terra|Aqua),MODIS,\d{1,3},demo,[\d.]+,[\d.]+,[DN]$/,
    );
  });
});

describe('people', () => {
  test('People report fires near a settlement, after a delay and with an approximate position', () => {
    expect(reports.length).toBeGreaterThan(0);
    for (const { fire, reportedAtMs, position, id } of reports) {
      const delay = (reportedAtMs - fire.startsAtMs) / MINUTE_MS;
      expect(delay).toBeGreaterThanOrEqual(REPORT_DELAY_MINUTES.least);
      expect(delay).toBeLessThanOrEqual(2 * REPORT_DELAY_MINUTES.most);
      expect(fire.nearMetres).toBeLessThanOrEqual(REPORT_RANGE_METRES);
      expect(fire.kind).not.toBe('chimney');
      expect(distanceMetres(position, fire.position)).toBeGreaterThan(20);
      expect(distanceMetres(position, fire.position)).toBeLessThan(4_000);
      expect(id).toMatch(new RegExp(`^${fire.id}-[01]$`));
    }
  });

  test("Every text is marked as fictional, and within the interface's length limits", () => {
    for (const { description, comment, address, reporterName } of reports) {
      for (const text of [description, comment, address, reporterName]) expect(text).toContain('演示');
      expect(description).not.toContain('{');
      expect(reporterName.length).toBeLessThanOrEqual(64);
      expect(address.length).toBeLessThanOrEqual(200);
    }
  });

  test('Some people send a photo, others do not', () => {
    const share = reports.filter(({ withPhoto }) => withPhoto).length / reports.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });
});

describe("an officer's alarm load", () => {
  test('An officer gets about one alarm in ten minutes on average, and never more than ten in ten minutes', () => {
    const minutesApart = (DAYS * DAY_MS) / MINUTE_MS / alarms.length;
    expect(minutesApart).toBeGreaterThan(6);
    expect(minutesApart).toBeLessThan(20);
    const worst = Math.max(
      ...alarms.map(({ atMs }) => alarms.filter((other) => other.atMs >= atMs && other.atMs < atMs + 10 * MINUTE_MS).length),
    );
    expect(worst).toBeLessThanOrEqual(10);
  });

  test('The scale multiplies the number of fires', () => {
    const ofMorning = (arrivals: (from: number, until: number) => readonly Arrival[]) => arrivals(START, START + 6 * HOUR_MS).length;
    expect(ofMorning(createWorld({ seed: 1, surface, scale: 4 }).arrivals) / ofMorning(world.arrivals)).toBeGreaterThan(2.5);
  });

  test.each([0, 5, 9, 14, 21])('A client opened at %i o’clock shows some hotspots and one or two reports, all in the past', (hour) => {
    const at = START + DAY_MS + hour * HOUR_MS;
    const past = world.recent(at);
    const hotspots = past.reduce((sum, one) => sum + (one.kind === 'file' ? one.rows.length : 0), 0);
    expect(hotspots).toBeGreaterThanOrEqual(6);
    expect(hotspots).toBeLessThanOrEqual(10);
    expect(past.filter(({ kind }) => kind === 'report').length).toBeLessThanOrEqual(2);
    expect(past.filter(({ kind }) => kind === 'report').length).toBeGreaterThanOrEqual(1);
    expect(past.every(({ atMs }) => atMs < at && atMs >= at - 2 * DAY_MS)).toBe(true);
  });

  test('A client opened a minute later shows only what was shown before or arrived in between', () => {
    const keys = (list: readonly Arrival[]) => list.flatMap(idsOf);
    for (let hour = 0; hour < 24; hour += 3) {
      const at = START + hour * HOUR_MS;
      const known = new Set([...keys(world.recent(at)), ...keys(world.arrivals(at, at + MINUTE_MS))]);
      expect(keys(world.recent(at + MINUTE_MS)).filter((key) => !known.has(key))).toEqual([]);
    }
  });
});

test('no reported position or pixel is exactly at the fire', () => {
  const same = (a: Position, b: Position) => a.lng === b.lng && a.lat === b.lat;
  expect(rows.filter((row) => same(row.position, fireOf(row).position))).toEqual([]);
});
