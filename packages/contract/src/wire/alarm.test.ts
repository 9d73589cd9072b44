import { type Alarm, type AlarmFacts, type GridNo, UNANSWERED } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { findTypes, readFindType, readKind, readVerdict, WIRE_KINDS, wireKinds, writeAlarm } from './alarm.ts';
import { anyAlarm } from './alarm-schema.ts';

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
  description: null,
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: ['a', 'b', 'c'],
} as const;

describe('an alarm on the wire', () => {
  it('carries the specification’s words, its grid by every level, and null for what is not known', () => {
    const wire = writeAlarm(anAlarm(smoke), names);
    expect(wire).toMatchObject({
      ...{ kind: 'smoke', fireType: 'monitor', type: 2, isReal: null, isHandle: 0, isPut: 0, isPush: 0 },
      ...{ provinceCode: '510000', cityCode: '513200', countyCode: '513221', provinceName: '四川省', countyName: '汶川县' },
      ...{ gridName: '汶川县', gridApproximate: true, smokeLevel: null, picPath1: null },
      ...{ observationDateTime: '2026-11-21 10:00:00', arriveTime: '2026-11-21 12:00:00', alarmDatetime: '2026-11-21 10:00:00' },
    });
    expect(anyAlarm.parse(wire)).toEqual(wire);
  });

  it('gives its pictures as addresses, in order', () => {
    expect(writeAlarm(anAlarm(report), names)).toMatchObject({ picPath1: '/files/a', picPath2: '/files/b', picPath3: '/files/c' });
  });

  it('says real, false and not judged as 1, 0 and null', () => {
    const judgement = { note: null, realFireType: 'forest', at: new Date(0), by: '王' } as const;
    const judged = (verdict: 'real' | 'false') => {
      const stage = verdict === 'real' ? 'in-progress' : 'dismissed';
      return writeAlarm(anAlarm(smoke, { response: { ...UNANSWERED, stage, judgement: { ...judgement, verdict } } }), names);
    };
    expect([judged('real').isReal, judged('false').isReal, judged('real').trueAlarmType, judged('real').isHandle]).toEqual([1, 0, 7, 1]);
    expect([readVerdict(1), readVerdict(0), readVerdict(null)]).toEqual(['real', 'false', 'unjudged']);
  });

  it('words for kinds and ways of finding go out and come back', () => {
    for (const [kind, wire] of Object.entries(wireKinds)) expect(readKind(wire.kind)).toBe(kind);
    expect(new Set(Object.values(wireKinds).map((w) => w.kind))).toEqual(new Set(WIRE_KINDS));
    for (const [type, n] of Object.entries(findTypes)) expect(readFindType(n)).toBe(type);
  });
});
