// Readers are the inverse of writers: what is written is read back as it was, to the second.

import { timePlacesOf, writeTimes } from '@lookout/contract';
import { GRID_BASES, type GridNo } from '@lookout/domain';
import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../events.ts';
import {
  type Alarm,
  type AlarmFacts,
  type AlarmKind,
  type AlarmResponse,
  CLOSE_OUTCOMES,
  namedAlarm,
  REAL_FIRE_TYPES,
  UNANSWERED,
} from './alarm.ts';
import { findTypes, readAlarm, readFindType, readKind, readVerdict, wireKinds, writeAlarm } from './alarm.wire.ts';
import type { AlarmEvent } from './alarm-events.ts';
import { historyLineOf } from './alarm-history.ts';
import { readHistoryLine, writeHistoryLine } from './alarm-history.wire.ts';
import { WIRE_KINDS } from './alarm-kinds.wire.ts';
import { historyPageLine } from './history.schema.ts';
import { LOOK_RESULTS } from './look-result.ts';
import { alarm as ownAlarm } from './own-alarm.schema.ts';
import { POINTING_MANNERS } from './pointing.ts';
import { anyAlarm } from './specified-alarm.schema.ts';

const names = (no: GridNo) => ({ '513221': '汶川县', '513200': '阿坝藏族羌族自治州', '510000': '四川省' })[no as string] ?? null;

const anAlarm = <F extends AlarmFacts>(facts: F, overrides: Partial<Alarm<F>> = {}): Alarm<F> => ({
  id: '01930000-0000-7000-8000-000000000000',
  findType: 'satellite',
  position: { lng: 103.59, lat: 31.48 },
  observedAt: new Date('2026-11-21T02:00:00Z'),
  arrivedAt: new Date('2026-11-21T04:00:00Z'),
  address: null,
  formattedAddress: '四川省阿坝藏族羌族自治州汶川县',
  gridNo: '513221' as GridNo,
  gridBasis: 'nearest-seat',
  response: UNANSWERED,
  facts,
  ...overrides,
});

const smoke = {
  kind: 'smoke',
  deviceId: 's',
  deviceName: null,
  smokeLevel: null,
  temperatureCelsius: null,
  batteryPercent: null,
  pictures: [],
} as const;
const report = {
  kind: 'report',
  altitudeMetres: null,
  accuracyMetres: 25,
  pointing: null,
  description: null,
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: ['a', 'b', 'c'],
} as const;

describe('an alarm on the wire', () => {
  it('uses the specification’s terms, gives its grid at every level, and null for unknown values', () => {
    const wire = writeAlarm(anAlarm(smoke), names);
    expect(wire).toMatchObject({
      kind: 'smoke',
      fireType: 'monitor',
      type: 2,
      isReal: null,
      isHandle: 0,
      isPut: 0,
      isPush: 0,
      provinceCode: '510000',
      cityCode: '513200',
      countyCode: '513221',
      provinceName: '四川省',
      countyName: '汶川县',
      gridName: '汶川县',
      gridApproximate: true,
      smokeLevel: null,
      picPath1: null,
      observationDateTime: '2026-11-21 10:00:00',
      arriveTime: '2026-11-21 12:00:00',
      alarmDatetime: '2026-11-21 10:00:00',
    });
    expect(anyAlarm.parse(wire)).toEqual(wire);
  });

  it('gives its pictures as URLs, in order', () => {
    expect(writeAlarm(anAlarm(report), names)).toMatchObject({ picPath1: '/files/a', picPath2: '/files/b', picPath3: '/files/c' });
  });

  // Proves §4.1a
  it('writes real, false and not judged as 1, 0 and null', () => {
    const judgement = { note: null, realFireType: 'forest', at: new Date(0), by: '王' } as const;
    const judged = (verdict: 'real' | 'false') => {
      const stage = verdict === 'real' ? 'in-progress' : 'dismissed';
      return writeAlarm(anAlarm(smoke, { response: { ...UNANSWERED, stage, judgement: { ...judgement, verdict } } }), names);
    };
    expect([judged('real').isReal, judged('false').isReal, judged('real').trueAlarmType, judged('real').isHandle]).toEqual([1, 0, 7, 1]);
    expect([readVerdict(1), readVerdict(0), readVerdict(null)]).toEqual(['real', 'false', 'unjudged']);
  });

  it('kinds and ways of finding are read back as they were written', () => {
    for (const [kind, wire] of Object.entries(wireKinds)) expect(readKind(wire.kind)).toBe(kind);
    expect(new Set(Object.values(wireKinds).map((w) => w.kind))).toEqual(new Set(WIRE_KINDS));
    for (const [type, n] of Object.entries(findTypes)) expect(readFindType(n)).toBe(type);
  });
});

const nameByGrid: Readonly<Record<string, string>> = { '510000': '四川省', '513200': '阿坝州', '513221': '汶川县' };
const nameOf = (no: GridNo) => nameByGrid[no] ?? null;
const gridNo = fc.constantFrom('510000', '513200', '513221', '513222', '513221100').map((no) => no as GridNo);

const text = fc.string({ maxLength: 12 });
const orNull = <T>(of: Arbitrary<T>) => fc.option(of, { nil: null });
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const count = fc.nat(999);
const at = fc.nat(2_000_000_000).map((seconds) => new Date(seconds * 1_000));
const uuid = fc.uuid();
const position = fc.record({ lng: fc.double({ min: 70, max: 140, noNaN: true }), lat: fc.double({ min: 0, max: 55, noNaN: true }) });
const uploads = (most: number) => fc.array(uuid, { maxLength: most });

const factsOf: { readonly [K in AlarmKind]: Arbitrary<AlarmFacts> } = {
  satellite: fc.record({
    kind: fc.constant('satellite' as const),
    fireNo: text,
    satellite: text,
    instrument: orNull(text),
    version: orNull(text),
    confidence: text,
    credibility: number,
    brightnessKelvin: orNull(number),
    brightness2Kelvin: orNull(number),
    frpMegawatts: orNull(number),
    scanKilometres: orNull(number),
    trackKilometres: orNull(number),
    dayNight: orNull(fc.constantFrom('day', 'night')),
    areaHectares: orNull(number),
    observationFrequency: orNull(number),
    pixelAreaHectares: orNull(number),
    pixelNumber: orNull(number),
    woodland: orNull(number),
    grassland: orNull(number),
    farmland: orNull(number),
    otherland: orNull(number),
    strength: orNull(number),
    strengthLevel: orNull(number),
    infraredImage: orNull(text),
    visibleImage: orNull(text),
  }),
  camera: fc.record({
    kind: fc.constant('camera' as const),
    deviceId: orNull(text),
    monitoringPointId: orNull(text),
    isDeviceAmbiguous: fc.boolean(),
    maskName: orNull(text),
    horizontalDegrees: orNull(number),
    verticalDegrees: orNull(number),
    maxHeat: orNull(number),
    distanceMetres: orNull(number),
    nearMetres: orNull(number),
    farMetres: orNull(number),
    alarmType: orNull(text),
    handleOpinions: orNull(text),
    pictures: uploads(2),
    videos: fc.array(text, { maxLength: 2 }),
  }),
  report: fc.record({
    kind: fc.constant('report' as const),
    altitudeMetres: orNull(number),
    accuracyMetres: orNull(number),
    pointing: orNull(
      fc.record({
        by: fc.constantFrom(...POINTING_MANNERS),
        from: orNull(
          fc.record({
            position: fc.record({ lng: number, lat: number }),
            accuracyMetres: orNull(number),
            ageSeconds: number,
          }),
        ),
        azimuthDegrees: orNull(number),
        distanceMetres: orNull(number),
        declinationDegrees: orNull(number),
      }),
    ),
    description: orNull(text),
    comment: orNull(text),
    reporterId: orNull(text),
    reporterName: orNull(text),
    reporterPhone: orNull(text),
    pictures: uploads(3),
  }),
  smoke: fc.record({
    kind: fc.constant('smoke' as const),
    deviceId: text,
    deviceName: orNull(text),
    smokeLevel: orNull(number),
    temperatureCelsius: orNull(number),
    batteryPercent: orNull(number),
    pictures: uploads(2),
  }),
  danger: fc.record({
    kind: fc.constant('danger' as const),
    resourceName: text,
    resourceType: orNull(text),
    dangerType: orNull(text),
    dangerDescription: orNull(text),
    checkStatus: fc.constantFrom('open' as const, 'renovated' as const),
    renovationPictures: uploads(2),
  }),
};

const judgement = fc.record({
  verdict: fc.constantFrom('real' as const, 'false' as const),
  note: orNull(text),
  realFireType: orNull(fc.constantFrom(...REAL_FIRE_TYPES)),
});
const currentJudgement = (verdict: 'real' | 'false') =>
  fc.record({ verdict: fc.constant(verdict), note: orNull(text), realFireType: orNull(fc.constantFrom(...REAL_FIRE_TYPES)), at, by: text });
const closure = fc.record({ at, by: text, outcome: fc.constantFrom(...CLOSE_OUTCOMES), note: orNull(text) });
const stage = fc.oneof(
  fc.record({ stage: fc.constantFrom('open' as const, 'handled' as const) }),
  fc.record({ stage: fc.constant('dismissed' as const), judgement: currentJudgement('false') }),
  fc.record({ stage: fc.constant('in-progress' as const), judgement: currentJudgement('real') }),
  fc.record({ stage: fc.constant('closed' as const), judgement: currentJudgement('real'), closure }),
);
const response = fc
  .tuple(
    stage,
    fc.record({
      acknowledgement: orNull(fc.record({ at, by: text, accountId: uuid })),
      push: orNull(fc.record({ at, note: orNull(text), fromGridNo: gridNo })),
    }),
  )
  .map(([reached, rest]): AlarmResponse => ({ ...reached, ...rest }));

const place = fc.record({ position, gridNo, gridBasis: fc.constantFrom(...GRID_BASES), formattedAddress: text });
const alarm = fc
  .tuple(
    fc.record({
      id: uuid,
      findType: fc.constantFrom(...(Object.keys(findTypes) as (keyof typeof findTypes)[])),
      observedAt: at,
      arrivedAt: at,
      address: orNull(text),
    }),
    place,
    fc.oneof(...Object.values(factsOf)),
    response,
  )
  .map(([rest, where, facts, answered]): Alarm => ({ ...rest, ...where, facts, response: answered }));

/** The value after transport: serialised to JSON and parsed. */
const travelled = <T>(wire: T): T => JSON.parse(JSON.stringify(wire)) as T;
/** JSON has no −0, so both sides are compared after serialisation. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, v: unknown) => (typeof v === 'string' && /^\d{4}-.*Z$/.test(v) ? new Date(v) : v));

const always = <T>(of: Arbitrary<T>, check: (one: T) => void) =>
  fc.assert(
    fc.property(of, (one) => {
      check(one);
    }),
  );

describe('what is written is read back unchanged', () => {
  it('an alarm of every kind at every stage matches the schema and is read back unchanged', () => {
    always(alarm, (one) => {
      const wire = travelled(writeAlarm(one, nameOf));
      expect(anyAlarm.parse(wire)).toEqual(wire);
      const { gridName, areaNames: _, ...read } = readAlarm(wire);
      expect(gridName).toBe(nameOf(one.gridNo) ?? one.gridNo);
      expect(plain(read)).toEqual(plain(one));
    });
    const here = { ...(fc.sample(alarm, 1)[0] as Alarm), gridNo: '513221' as GridNo };
    const areaNames = { province: '四川省', prefecture: '阿坝州', county: '汶川县' };
    expect([readAlarm(writeAlarm(here, nameOf)), namedAlarm(here, nameOf)]).toMatchObject([{ areaNames }, { areaNames }]);
  });

  it('an alarm in the product’s own calls is the domain’s object, with its times as text', () => {
    always(alarm, (one) => {
      const named = namedAlarm({ ...one, incidentId: one.id, exerciseId: one.id }, nameOf);
      expect(plain(ownAlarm.parse(travelled(writeTimes(timePlacesOf(ownAlarm), named))))).toEqual(plain(named));
    });
  });
});

const ID = '01930000-0000-7000-8000-000000000000';

describe('a line of the history', () => {
  const actor = {
    kind: 'officer',
    accountId: 'u',
    userName: 'wang',
    fullName: '王',
    post: null,
    gridNo: '513221' as GridNo,
    desk: '席位',
  } as const;
  const line = (change: object) => {
    const event = { objectId: 'a', recordedAt: new Date('2026-11-21T02:00:00Z'), actor, ...change } as unknown as AlarmEvent;
    const [read, own] = [readHistoryLine(travelled(writeHistoryLine(event, nameOf))), historyLineOf(event, nameOf)];
    expect(own).toEqual(read);
    return { event, read, own };
  };
  const by = { alarmId: 'a', at: new Date('2026-11-21T02:00:00Z'), accountId: 'u', fullName: '王', desk: '席位' };

  it('has the details of the event', () => {
    const changes: Arbitrary<object> = fc.oneof(
      ...(['alarm.seen', 'alarm.acknowledged', 'alarm.reopened'] as const).map((kind) =>
        fc.record({ kind: fc.constant(kind), payload: fc.constant({}) }),
      ),
      fc.record({ kind: fc.constant('alarm.linked'), payload: fc.record({ fromAlarmId: uuid }) }),
      fc.record({ kind: fc.constant('alarm.taken-over'), payload: fc.record({ from: text }) }),
      fc.record({ kind: fc.constant('alarm.judged'), payload: fc.record({ judgement }) }),
      fc.record({ kind: fc.constant('alarm.corrected'), payload: fc.record({ judgement, previous: judgement, reason: text }) }),
      fc.record({ kind: fc.constant('alarm.push-withdrawn'), payload: fc.record({ note: orNull(text) }) }),
      fc.record({ kind: fc.constant('alarm.handled'), payload: fc.record({ note: orNull(text), isRenovated: fc.boolean() }) }),
      fc.record({
        kind: fc.constant('alarm.edited'),
        payload: fc.record({
          changes: fc.dictionary(
            fc.constantFrom('areaHectares', 'address', 'maxHeat'),
            fc.record({ from: orNull(text), to: orNull(count) }),
          ),
        }),
      }),
      fc.record({
        kind: fc.constant('alarm.dispatched'),
        payload: fc.record({
          taskId: uuid,
          members: fc.array(fc.record({ userId: uuid, fullName: text })),
          priority: fc.constantFrom(1, 2),
          content: text,
        }),
      }),
      fc.record({ kind: fc.constant('alarm.messaged'), payload: fc.record({ content: text, receivers: fc.array(text) }) }),
      fc.record({
        kind: fc.constant('alarm.ordered'),
        payload: fc.record({ orderId: uuid, content: text, receivers: fc.array(text), due: orNull(text) }),
      }),
      fc.record({
        kind: fc.constant('alarm.order-received'),
        payload: fc.record({ orderId: uuid, content: text, receiver: text, isOnBehalf: fc.boolean(), note: orNull(text) }),
      }),
      fc.record({
        kind: fc.constant('alarm.order-withdrawn'),
        payload: fc.record({ orderId: uuid, content: text, reason: text }),
      }),
      fc.record({
        kind: fc.constant('alarm.second-looked'),
        payload: fc.record({
          lookId: uuid,
          result: fc.constantFrom(...LOOK_RESULTS),
          isHot: orNull(fc.boolean()),
          cameras: fc.array(text),
        }),
      }),
      fc.record({
        kind: fc.constant('alarm.closed'),
        payload: fc.record({ outcome: fc.constantFrom(...CLOSE_OUTCOMES), note: orNull(text) }),
      }),
      fc.record({ kind: fc.constant('alarm.deleted'), payload: fc.record({ reason: text }) }),
    );
    always(changes, (change) => {
      const { event, read, own } = line(change);
      const { kind, detail } = summaryOf(event);
      expect(read).toEqual({ ...by, kind, detail });
      const listed = { ...own, alarmId: ID, alarmKind: 'camera', gridNo: '513221' as GridNo, formattedAddress: '汶川县' } as const;
      expect(historyPageLine.parse(travelled(writeTimes(timePlacesOf(historyPageLine), listed)))).toEqual(listed);
    });
  });

  it('names the grid that pushed, both places of a move, and how a task advanced or was cancelled', () => {
    const pushed = line({ kind: 'alarm.pushed', payload: { note: 'n', fromGridNo: '513221', toAlarmId: null } });
    expect(pushed.read).toMatchObject({ kind: 'alarm.pushed', detail: { note: 'n', fromGridName: '汶川县', toAlarmId: null } });
    const became = line({ kind: 'alarm.pushed', payload: { note: null, fromGridNo: '513221', toAlarmId: 'b' } });
    expect(became.read.detail).toEqual({ note: null, fromGridName: null, toAlarmId: 'b' });
    const [from, to] = fc.sample(place, 2);
    const { gridBasis: _a, ...before } = from as NonNullable<typeof from>;
    const { gridBasis: _b, ...after } = to as NonNullable<typeof to>;
    expect(line({ kind: 'alarm.moved', payload: { from, to, heightMetres: 3 } }).read.detail).toEqual({ from: before, to: after });
    const progress = { taskId: 't', state: 'arrived', text: '到', photos: ['p'], reason: null };
    const happenedAt = new Date(0);
    expect(line({ kind: 'alarm.progressed', happenedAt, payload: progress }).read.detail).toEqual(progress);
    const called = { taskId: 't', state: 'cancelled', text: null, photos: [], reason: '误报' };
    expect(line({ kind: 'alarm.progressed', happenedAt, payload: called }).read.detail).toEqual(called);
  });

  it('has the kind of a recorded alarm, and the person who made a report', () => {
    const recorded = fc.sample(alarm, 1)[0] as Alarm;
    const facts = { ...(fc.sample(factsOf.report, 1)[0] as AlarmFacts), reporterId: 'r', reporterName: '扎西' };
    const { read } = line({ kind: 'alarm.recorded', payload: { alarm: { ...recorded, facts } } });
    expect(read).toMatchObject({ kind: 'alarm.recorded', detail: { alarmKind: 'report' }, accountId: 'r', fullName: '扎西', desk: null });
  });
});
