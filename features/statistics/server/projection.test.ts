// The projection is compared with a plain recount: the same questions answered by applying the events of each alarm with the domain's own
// rules.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ancestorAt, beijingDayOf, covers, type GridNo, type Span } from '@lookout/domain';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ALARM_KINDS, type Alarm, type AlarmFacts, REAL_FIRE_TYPES, verdictOf } from '../../alarm/alarm.ts';
import { type AlarmEvent, applyToAlarm } from '../../alarm/alarm-events.ts';
import type { FedAlarm, FedChange } from '../../alarm/alarm-feed.store.ts';
import { type FireDay, fireLevelOf } from '../../danger/fire-weather.ts';
import { LEAST_CASES_OF_POST, RESPONSE_STEPS, type ResponseStep, rankOf, type Tally, waitSeconds, weatherClassOf } from '../statistics.ts';
import { answer, heatMapOf, matching } from './answer.ts';
import { FireDays, levelOfCode } from './fire-days.ts';
import { Projection } from './projection.ts';
import { quantile } from './quantile.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

const GRIDS = ['513221', '513222', '513200', '510104', '410781'] as GridNo[];
const BEGIN = Date.parse('2026-10-28T16:00:00Z');
const HOUR = 3_600_000;
const POSTS = ['汶川县森防办', '理县森防办', null];

/** One alarm with its changes, as events and as they appear in the feed. */
interface Story {
  readonly alarm: FedAlarm;
  readonly changes: readonly FedChange[];
}

const KINDS_OF_CHANGE = [
  'alarm.acknowledged',
  'alarm.judged',
  'alarm.corrected',
  'alarm.reopened',
  'alarm.moved',
  'alarm.dispatched',
  'alarm.progressed',
  'alarm.closed',
  'alarm.deleted',
] as const;

const storyOf = fc
  .record({
    kind: fc.constantFrom(...ALARM_KINDS),
    gridNo: fc.constantFrom(...GRIDS),
    camera: fc.constantFrom('塔1', '塔2', null),
    hours: fc.integer({ min: 0, max: 24 * 40 }),
    steps: fc.array(
      fc.record({
        kind: fc.constantFrom(...KINDS_OF_CHANGE),
        minutes: fc.integer({ min: -2, max: 3_000 }),
        post: fc.constantFrom(...POSTS),
        verdict: fc.constantFrom('real', 'false'),
        type: fc.constantFrom(...REAL_FIRE_TYPES, null),
        isJoined: fc.boolean(),
        taskState: fc.constantFrom('received', 'on-the-way', 'arrived', 'reported', 'done', 'cancelled'),
        gridNo: fc.constantFrom(...GRIDS),
      }),
      { maxLength: 7 },
    ),
  })
  .map(({ kind, gridNo, camera, hours, steps }): Story => {
    const id = randomUUID();
    const arrivedAt = BEGIN + hours * HOUR;
    let grid = gridNo;
    const changes = steps.map((step): FedChange => {
      if (step.kind === 'alarm.moved') grid = step.gridNo;
      const isJudged = step.kind === 'alarm.judged' || step.kind === 'alarm.corrected';
      return {
        seq: 0,
        kind: step.kind,
        alarmId: id,
        gridNo: grid,
        at: arrivedAt + step.minutes * 60_000,
        post: step.post,
        verdict: isJudged ? (step.verdict as 'real') : null,
        realFireType: isJudged && step.verdict === 'real' ? step.type : null,
        isJoined: step.kind === 'alarm.judged' && step.isJoined ? true : null,
        taskState: step.kind === 'alarm.progressed' ? (step.taskState as 'arrived') : null,
        lng: step.kind === 'alarm.moved' ? 103.5 : null,
        lat: step.kind === 'alarm.moved' ? 31.5 : null,
      };
    });
    return { alarm: { id, kind, gridNo, lng: 103, lat: 31, deviceId: kind === 'camera' ? camera : null, arrivedAt }, changes };
  });

interface Counted {
  readonly alarm: Alarm;
  readonly waits: Partial<Record<ResponseStep, { readonly seconds: number; readonly post: string | null }>>;
}

/** Recounts by the domain's rules; null: deleted. Changes that the rules would refuse are left out of the story first. */
function recount({ alarm: fed, changes }: Story): { readonly remaining: readonly FedChange[]; readonly counted: Counted | null } {
  const facts = { kind: fed.kind, deviceId: fed.deviceId } as unknown as AlarmFacts;
  const position = { lng: fed.lng, lat: fed.lat };
  let alarm: Alarm | null = applyToAlarm(null, {
    kind: 'alarm.recorded',
    payload: { alarm: { id: fed.id, arrivedAt: new Date(fed.arrivedAt), gridNo: fed.gridNo, position, facts } },
  } as unknown as AlarmEvent);
  const waits: Counted['waits'] = {};
  const remaining: FedChange[] = [];
  const step = (name: ResponseStep, { at, post }: FedChange) => {
    waits[name] ??= { seconds: waitSeconds(fed.arrivedAt, at), post };
  };
  for (const change of changes) {
    if (alarm === null) break;
    if (change.kind === 'alarm.closed' && alarm.response.stage !== 'in-progress') continue;
    remaining.push(change);
    const judgement = { verdict: change.verdict, note: null, realFireType: change.realFireType };
    alarm = applyToAlarm(alarm, {
      kind: change.kind,
      actor: { kind: 'system', name: 'test' },
      happenedAt: new Date(change.at),
      payload: { judgement, to: { gridNo: change.gridNo, position: { lng: change.lng, lat: change.lat } }, heightMetres: null },
    } as unknown as AlarmEvent);
    if (change.kind === 'alarm.acknowledged') step('acknowledge', change);
    if (change.kind === 'alarm.judged' || change.kind === 'alarm.corrected') {
      delete waits.close;
      if (change.kind === 'alarm.judged' && change.isJoined !== true) step('judge', change);
    }
    if (change.kind === 'alarm.reopened') {
      delete waits.judge;
      delete waits.close;
    }
    if (change.kind === 'alarm.dispatched') step('send', change);
    if (change.kind === 'alarm.progressed' && ['arrived', 'reported', 'done'].includes(change.taskState ?? '')) step('arrive', change);
    if (change.kind === 'alarm.closed') step('close', change);
  }
  return { remaining, counted: alarm === null ? null : { alarm, waits } };
}

const DAYS: readonly FireDay[] = Array.from({ length: 25 }, (_, index) => ({
  gridNo: GRIDS[index % 3 === 0 ? 2 : 0] as GridNo,
  day: new Date(BEGIN + (index + 1) * 24 * HOUR).toISOString().slice(0, 10),
  fwi: index * 2,
  rainMillimetres: index % 5 === 0 ? 3 : 0,
  windKilometresPerHour: index % 7 === 0 ? 50 : 5,
  humidityPercent: index % 2 === 0 ? 20 : 60,
})) as unknown as FireDay[];

const dayOf = (gridNo: GridNo, at: number): FireDay | undefined => {
  const own = (no: GridNo | null) =>
    DAYS.find((day) => day.gridNo === no && beijingDayOf(Date.parse(`${day.day}T00:00:00+08:00`)) === beijingDayOf(at));
  return own(gridNo) ?? own(ancestorAt(gridNo, 'prefecture'));
};

const tallyOf = (list: readonly Counted[]): Tally => {
  const of = (verdict: string) => list.filter(({ alarm }) => verdictOf(alarm.response) === verdict).length;
  return { total: list.length, real: of('real'), false: of('false'), unjudged: of('unjudged') };
};
const quantilesOf = (waits: readonly number[]) => {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted.length === 0 ? null : sorted[rankOf(share, sorted.length)]);
  return { count: sorted.length, medianSeconds: at(0.5), ninetiethSeconds: at(0.9) };
};

const fireDays = new FireDays();
const levelOf = ({ fwi }: FireDay) => fireLevelOf(fwi);
fireDays.add(DAYS.slice(0, 10), levelOf);
fireDays.add(DAYS.slice(10), levelOf);

const projectionOf = (stories: readonly Story[], cut = 0): Projection => {
  const projection = new Projection();
  const changes = stories.flatMap((story) => recount(story).remaining);
  projection.apply({ next: 1, more: true, recorded: stories.map(({ alarm }) => alarm), changes: changes.slice(0, cut) });
  projection.apply({ next: 2, more: false, recorded: [], changes: changes.slice(cut) });
  return projection;
};

const SPAN: Span = { begin: new Date(BEGIN + 5 * HOUR), end: new Date(BEGIN + 30 * 24 * HOUR) };

describe('the projection', () => {
  it('answers as a plain recount of the events, for any stories, grid and filter', () => {
    fc.assert(
      fc.property(
        fc.array(storyOf, { minLength: 1, maxLength: 60 }),
        fc.constantFrom('100000', '510000', '513200', '513221') as fc.Arbitrary<GridNo>,
        fc.record({
          kind: fc.constantFrom(...ALARM_KINDS, undefined),
          verdict: fc.constantFrom('real' as const, 'unjudged' as const, undefined),
        }),
        (stories, scope, filter) => {
          const projection = projectionOf(stories, 3);
          const found = answer(projection, fireDays, { scope, span: SPAN, window: null, filter });
          const within = ({ begin, end }: Span) =>
            stories
              .flatMap((story) => recount(story).counted ?? [])
              .filter(({ alarm }) => covers(scope, alarm.gridNo) && alarm.arrivedAt >= begin && alarm.arrivedAt < end)
              .filter(({ alarm }) => filter.kind === undefined || alarm.facts.kind === filter.kind)
              .filter(({ alarm }) => filter.verdict === undefined || verdictOf(alarm.response) === filter.verdict);
          const all = within(SPAN);

          expect(found.now.tally).toEqual(tallyOf(all));
          expect(found.before.tally).toEqual(tallyOf(within(found.before.span)));
          expect(found.series.map(({ begin, end, byKind: _, ...tally }) => tally)).toEqual(found.series.map((bar) => tallyOf(within(bar))));
          for (const kind of ALARM_KINDS) {
            const ofKind = all.filter(({ alarm }) => alarm.facts.kind === kind);
            expect(found.kinds.find((row) => row.kind === kind)).toEqual({ kind, ...tallyOf(ofKind) });
            expect(found.series.reduce((sum, { byKind }) => sum + byKind[kind], 0)).toBe(ofKind.length);
          }
          const level = ({ '100000': 'province', '510000': 'prefecture', '513200': 'county', '513221': 'town' } as const)[
            scope as '100000'
          ];
          const parts = Map.groupBy(all, ({ alarm }) => ancestorAt(alarm.gridNo, level) ?? scope);
          expect(new Map(found.grids.map(({ gridNo, ...tally }) => [gridNo, tally]))).toEqual(
            new Map([...parts].map(([gridNo, list]) => [gridNo, tallyOf(list)])),
          );
          for (const { realFireType, total } of found.fireTypes) {
            const ofType = all.filter(
              ({ alarm: { response } }) =>
                'judgement' in response && response.judgement.verdict === 'real' && response.judgement.realFireType === realFireType,
            );
            expect(total).toBe(ofType.length);
          }
          const levelAt = ({ alarm }: Counted) => {
            const day = dayOf(alarm.gridNo, alarm.arrivedAt.getTime());
            return day ? fireLevelOf(day.fwi) : null;
          };
          const weatherAt = ({ alarm }: Counted) => {
            const day = dayOf(alarm.gridNo, alarm.arrivedAt.getTime());
            return day ? weatherClassOf(day) : null;
          };
          for (const { dangerLevel, ...tally } of found.dangerLevels)
            expect(tally).toEqual(tallyOf(all.filter((one) => levelAt(one) === dangerLevel)));
          for (const { weather, ...tally } of found.weathers)
            expect(tally).toEqual(tallyOf(all.filter((one) => weatherAt(one) === weather)));
          const cameras = Map.groupBy(
            all.filter(({ alarm }) => alarm.facts.kind === 'camera'),
            ({ alarm }) => (alarm.facts as { deviceId: string | null }).deviceId,
          );
          expect(new Map(found.cameras.map(({ deviceId, ...tally }) => [deviceId, tally]))).toEqual(
            new Map([...cameras].map(([deviceId, list]) => [deviceId, tallyOf(list)])),
          );
          expect(found.now.times).toEqual(
            RESPONSE_STEPS.map((step) => ({ step, ...quantilesOf(all.flatMap(({ waits }) => waits[step]?.seconds ?? [])) })),
          );
          for (const step of RESPONSE_STEPS) {
            const cases = all.flatMap(({ waits }) => waits[step] ?? []);
            const byPost = Map.groupBy(cases, ({ post }) => post);
            const isNamed = (post: string | null) => post !== null && (byPost.get(post)?.length ?? 0) >= LEAST_CASES_OF_POST;
            const rows = found.posts.filter((row) => row.step === step);
            expect(new Set(rows.flatMap(({ post }) => post ?? []))).toEqual(new Set([...byPost.keys()].filter(isNamed)));
            for (const { post, step: _, ...times } of rows) {
              const seconds = cases.filter((one) => (post === null ? !isNamed(one.post) : one.post === post)).map((one) => one.seconds);
              const isFew = post === null && seconds.length < LEAST_CASES_OF_POST;
              expect(times).toEqual({ ...quantilesOf(seconds), ...(isFew && { medianSeconds: null, ninetiethSeconds: null }) });
            }
          }
          const heat = heatMapOf(projection, fireDays, { scope, span: SPAN, filter });
          expect(heat.cells.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
          const ids = Array.from(matching(projection, fireDays, { scope, span: SPAN, filter }), (row) => projection.idOf(row));
          expect(new Set(ids)).toEqual(new Set(all.map(({ alarm }) => alarm.id)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves out deleted alarms, and does not count a slice of the log twice that is applied twice', () => {
    const [story] = fc.sample(storyOf, { numRuns: 1, seed: 1 }) as [Story];
    const alarm = { ...story.alarm, arrivedAt: SPAN.begin.getTime() };
    const judged = {
      ...({} as FedChange),
      kind: 'alarm.judged',
      alarmId: alarm.id,
      at: alarm.arrivedAt,
      post: null,
      verdict: 'real',
      realFireType: null,
    } as FedChange;
    const slice = { next: 5, more: false, recorded: [alarm], changes: [judged] };
    const projection = new Projection();
    projection.apply(slice);
    projection.apply(slice);
    const ask = () => answer(projection, fireDays, { scope: '100000' as GridNo, span: SPAN, window: null, filter: {} }).now.tally;
    expect(ask()).toEqual({ total: 1, real: 1, false: 0, unjudged: 0 });
    projection.apply({ next: 6, more: false, recorded: [], changes: [{ ...judged, kind: 'alarm.deleted' }] });
    expect(ask().total).toBe(0);
  });

  it('finds each of many alarms again as it grows', () => {
    const alarms = Array.from(
      { length: 5_000 },
      (_, index): FedAlarm => ({
        id: `01911111-2222-7333-8444-5555${index.toString(16).padStart(8, '0')}`,
        kind: 'satellite',
        gridNo: '513221' as GridNo,
        lng: 103,
        lat: 31,
        deviceId: null,
        arrivedAt: SPAN.begin.getTime(),
      }),
    );
    const projection = new Projection();
    projection.apply({ next: 1, more: false, recorded: alarms, changes: [] });
    const change = (alarmId: string) =>
      ({ kind: 'alarm.judged', alarmId, at: 0, post: null, verdict: 'false', realFireType: null }) as FedChange;
    projection.apply({ next: 2, more: false, recorded: alarms, changes: alarms.map(({ id }) => change(id)) });
    expect(projection.length).toBe(5_000);
    expect([projection.idOf(0), projection.idOf(4_999)]).toEqual([alarms[0]?.id, alarms[4_999]?.id]);
    expect(projection.values.verdict.subarray(0, 5_000).every((verdict) => verdict === 1)).toBe(true);
  });
});

it('every alarm of a window is found among many blocks of rows, however much the clocks of the servers differ', () => {
  const arrivals = Array.from({ length: 20_000 }, (_, index) => BEGIN + index * 60_000 + (index % 7 === 0 ? -3 * HOUR : 0));
  const projection = new Projection();
  const recorded = arrivals.map(
    (arrivedAt): FedAlarm => ({
      ...{ id: randomUUID(), kind: 'satellite', gridNo: '513221' as GridNo, lng: 103, lat: 31, deviceId: null, arrivedAt },
    }),
  );
  projection.apply({ next: 1, more: false, recorded, changes: [] });
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(20_000), (from, minutes) => {
      const span = { begin: new Date(BEGIN + from * 60_000), end: new Date(BEGIN + (from + minutes) * 60_000) };
      const found = matching(projection, fireDays, { scope: '100000' as GridNo, span, filter: {} });
      const isWithin = (at: number) => at >= span.begin.getTime() && at < span.end.getTime();
      expect([...found]).toEqual(arrivals.flatMap((at, row) => (isWithin(at) ? [row] : [])));
    }),
    { numRuns: 30 },
  );
});

it('a quantile is the value at its rank among the sorted values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (values, share) => {
        const rank = rankOf(share, values.length);
        expect(quantile(Int32Array.from(values), rank)).toBe(values.toSorted((a, b) => a - b)[rank]);
      },
    ),
  );
});

describe('a snapshot', () => {
  const folders: string[] = [];
  const newFile = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lookout-statistics-'));
    folders.push(folder);
    return path.join(folder, 'statistics', 'alarms.bin');
  };
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });
  const stories = fc.sample(storyOf, { numRuns: 200, seed: 7 });
  const question = { scope: '100000' as GridNo, span: SPAN, window: null, filter: {} };

  it('is read back unchanged, and reading continues from there', async () => {
    const file = await newFile();
    const projection = projectionOf(stories.slice(0, 150));
    await writeSnapshot(file, projection, 'mark-2');
    const read = await readSnapshot(file, async (seq) => (seq === 2 ? 'mark-2' : null));
    expect(read?.seq).toBe(2);
    const tail = stories.slice(150);
    const rest = {
      next: 3,
      more: false,
      recorded: tail.map(({ alarm }) => alarm),
      changes: tail.flatMap((story) => recount(story).remaining),
    };
    read?.apply(rest);
    expect(answer(read as Projection, fireDays, question)).toEqual(answer(projectionOf(stories), fireDays, question));
  });

  it('of another log, or damaged or truncated, is not used', async () => {
    const file = await newFile();
    expect(await readSnapshot(file, async () => 'mark')).toBeNull();
    await writeSnapshot(file, projectionOf(stories), 'mark');
    expect(await readSnapshot(file, async () => 'another')).toBeNull();
    expect(await readSnapshot(file, async () => null)).toBeNull();
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 7));
    expect(await readSnapshot(file, async () => 'mark')).toBeNull();
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    await writeFile(file, bytes);
    expect(await readSnapshot(file, async () => 'mark')).toBeNull();
    await writeFile(file, '');
    expect(await readSnapshot(file, async () => 'mark')).toBeNull();
  });
});

it('days that were read under other rules are cleared and recounted, as another version', () => {
  const days = new FireDays();
  days.add(DAYS.slice(0, 5), () => 1);
  const [gridNo, before] = [DAYS[0]?.gridNo as GridNo, days.version];
  days.clear();
  expect([days.of(gridNo).codes.length, days.newest.size]).toEqual([0, 0]);
  days.add(DAYS.slice(0, 5), () => 4);
  expect(days.version).toBeGreaterThan(before);
  expect([...days.of(gridNo).codes].map(levelOfCode).filter((level) => level !== null)).toContain(4);
  expect([...days.of(gridNo).codes].map(levelOfCode)).not.toContain(1);
});
