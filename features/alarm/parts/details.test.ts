import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { anAlarm } from '../../testing/builders.ts';
import { ALARM_KINDS, type AlarmResponse, type NamedAlarm } from '../alarm.ts';
import { type DetailRow, type DetailView, detailRows } from './details.ts';
import { type AlarmTerms, alarmTermsEn, alarmTermsZh } from './messages.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const rowsOf = (view: DetailView) => (alarm: NamedAlarm, terms: AlarmTerms, now: number) => detailRows(view, alarm, terms, now);
const [basicRows, sourceRows] = [rowsOf('basics'), rowsOf('source')];
const table = (rows: readonly DetailRow[]) => Object.fromEntries(rows.map(({ label, value }) => [label, value]));

// Proves §9.4c
it('every alarm shows its position in 5 and 4 decimals and in degrees, its grid with 示意, both times and its age', () => {
  expect(table(basicRows(anAlarm('satellite'), alarmTermsZh, now))).toEqual({
    位置: 'Sichuan Aba Wenchuan，0.3 km north of Wenchuan',
    所属网格: 'Wenchuan（示意）',
    网格编号: '513221',
    经纬度: '103.59012, 31.48000',
    '经纬度（4位）': '103.5901, 31.4800',
    度分秒: '103°35′24.4″E 31°28′48.0″N',
    过境时间: '2026-11-21 13:26:00',
    到达时间: '2026-11-21 14:00:00',
    距今: '1小时前',
    发现方式: '卫星',
    研判: '未研判',
    处理: '未处理',
    推送: '未推送',
  });
});

it('an alarm of any source that arrives late states how late', () => {
  const arrivals = (terms: AlarmTerms) =>
    ALARM_KINDS.map((kind) => {
      const alarm = anAlarm(kind, { observedAt: new Date('2026-11-21T06:30:00+08:00'), arrivedAt: new Date('2026-11-21T14:00:00+08:00') });
      return basicRows(alarm, terms, now)[7]?.value;
    });
  const after = (what: string) => `2026-11-21 14:00:00${what}`;
  expect(new Set(arrivals(alarmTermsZh))).toEqual(new Set([after('（过境 7 小时后才收到）'), after('（发现 7 小时后才收到）')]));
  expect(new Set(arrivals(alarmTermsEn))).toEqual(new Set([after(' (7 h after the overpass)'), after(' (7 h after it was seen)')]));
});

describe('the facts of each source', () => {
  // Proves §9.4a, §9.4b
  it('satellite: credibility in percent, area in 公顷, unknown values as —', () => {
    const rows = table(sourceRows(anAlarm('satellite'), alarmTermsZh, now));
    expect(rows).toMatchObject({
      可信度: '60%',
      过火面积: '1.26 公顷',
      像元大小: '0.41 × 0.38 km',
      昼夜: '夜间',
      辐射功率: '6.2 MW',
      林地: '—',
      强度等级: '—',
    });
    expect(Object.keys(rows)).toHaveLength(25);
  });
  it('satellite: land cover in percent of the pixel', () => {
    const { facts } = anAlarm('satellite');
    const alarm = anAlarm('satellite', { facts: { ...facts, woodland: 62.5, grassland: 30, farmland: 7.5, otherland: 0 } });
    expect(table(sourceRows(alarm, alarmTermsZh, now))).toMatchObject({ 林地: '62.5%', 草地: '30%', 农田: '7.5%', 其他: '0%' });
  });
  it('camera: angles, heat and the range of distances', () => {
    expect(table(sourceRows(anAlarm('camera'), alarmTermsZh, now))).toMatchObject({
      最高温度: '182.4 ℃',
      水平角: '120.5°',
      垂直角: '-2.1°',
      距塔脚: '5000 m',
      '距离范围（±0.1°）': '4300–5900 m',
      处理意见: '—',
    });
  });
  it('person, smoke and danger check', () => {
    expect(table(sourceRows(anAlarm('report'), alarmTermsZh, now))).toMatchObject({
      县区: 'Wenchuan',
      海拔: '2010 m',
      描述: 'smoke on the slope',
      上报人: 'Tashi',
      指认方式: '—',
    });
    const from = { position: { lng: 103.57, lat: 31.46 }, accuracyMetres: 12, ageSeconds: 190 };
    const pointing = { by: 'bearing', from, azimuthDegrees: 45.2, distanceMetres: 2_000, declinationDegrees: -2.4 } as const;
    expect(table(sourceRows(anAlarm('report', { facts: { ...anAlarm('report').facts, pointing } }), alarmTermsZh, now))).toMatchObject({
      指认方式: '方位 45°（真北），目测距离 2000 m',
      上报人位置: '103.57000, 31.46000 · 误差约 12 m，3 分钟前的定位',
    });
    expect(table(sourceRows(anAlarm('smoke'), alarmTermsZh, now))).toMatchObject({
      设备名称: 'sensor of Chuanzhusi',
      烟雾浓度: '33',
      温度: '41 ℃',
      电量: '87%',
    });
    expect(table(sourceRows(anAlarm('danger'), alarmTermsZh, now))).toMatchObject({
      检查对象: 'graveyard of Shuangjiangkou',
      整改状态: '未整改',
    });
  });
  it('0 is a value, not unknown', () => {
    expect(
      table(sourceRows(anAlarm('smoke', { facts: { ...anAlarm('smoke').facts, temperatureCelsius: 0 } }), alarmTermsZh, now)),
    ).toMatchObject({ 温度: '0 ℃' });
  });
  it('has a label for every row in both languages, and no field twice', () => {
    for (const messages of [alarmTermsZh, alarmTermsEn])
      for (const kind of ALARM_KINDS) {
        const rows = [...basicRows(anAlarm(kind), messages, now), ...sourceRows(anAlarm(kind), messages, now)];
        expect(rows.filter(({ label, value }) => !label || !value)).toEqual([]);
        expect(new Set(rows.map(({ field }) => field)).size).toBe(rows.length);
      }
  });
});

describe('the response to an alarm', () => {
  const event = { at: new Date('2026-11-21T07:00:00Z'), by: '甲' };
  const response: AlarmResponse = {
    stage: 'closed',
    acknowledgement: { ...event, accountId: 'a' },
    judgement: { ...event, verdict: 'real', realFireType: 'forest', note: '浓烟' },
    push: { at: event.at, note: '火势大', fromGridNo: '513221' as GridNo },
    closure: { ...event, outcome: 'burnt-out', note: '降雨' },
  };
  const textsOf = (view: DetailView, alarm: NamedAlarm) =>
    rowsOf(view)(alarm, alarmTermsZh, now).map(({ label, value }) => `${label}：${value}`);

  it('is listed in the popup in the order in which it happened, without steps that were not taken', () => {
    expect(textsOf('response', anAlarm('satellite', { response }))).toEqual([
      '接警：甲 2026-11-21 15:00:00',
      '研判：真实火情 · 甲 2026-11-21 15:00:00',
      '火情类型：森林火灾',
      '研判备注：浓烟',
      '推送：2026-11-21 15:00:00',
      '推送说明：火势大',
      '关闭：甲 2026-11-21 15:00:00',
      '处置结果：自行熄灭',
      '关闭说明：降雨',
    ]);
    expect(textsOf('response', anAlarm('satellite'))).toEqual([]);
  });

  it('is on the alarm’s page with all facts; measured values are not rounded there', () => {
    const facts = { ...anAlarm('satellite').facts, frpMegawatts: 6.257 };
    expect(textsOf('page', anAlarm('satellite', { response, facts }))).toEqual([
      '位置：Sichuan Aba Wenchuan，0.3 km north of Wenchuan',
      '所属网格：Wenchuan（513221）',
      '经纬度：103.59012, 31.48000',
      '度分秒：103°35′24.4″E 31°28′48.0″N',
      '观测时间：2026-11-21 13:26:00',
      '到达时间：2026-11-21 14:00:00',
      '接警：甲，2026-11-21 15:00:00',
      '研判：真实火情，甲，2026-11-21 15:00:00',
      '火情类型：森林火灾',
      '研判备注：浓烟',
      '推送：2026-11-21 15:00:00',
      '推送说明：火势大',
      '关闭：甲，2026-11-21 15:00:00',
      '处置结果：自行熄灭',
      '关闭说明：降雨',
      '火点编号：N-20261121-0526-1',
      '卫星：Suomi NPP · VIIRS',
      '可信度：60 %',
      '辐射功率：6.257 MW',
      '编号：satellite-1',
    ]);
    expect(textsOf('page', anAlarm('smoke')).slice(-3)).toEqual(['设备：sensor of Chuanzhusi', '最高温度：41 ℃', '编号：smoke-1']);
    const danger = textsOf('page', anAlarm('danger', { facts: { ...anAlarm('danger').facts, dangerType: '祭祀' } }));
    expect(danger.slice(-3)).toEqual(['隐患：graveyard of Shuangjiangkou · 祭祀', '描述：offerings not cleared', '编号：danger-1']);
  });

  it('every label is used by a view', () => {
    const alarms = ALARM_KINDS.map((kind) => anAlarm(kind, { response, address: '路' }));
    const views: readonly DetailView[] = ['basics', 'source', 'response', 'page'];
    const marked = { ...alarmTermsZh, fields: Object.fromEntries(Object.keys(alarmTermsZh.fields).map((key) => [key, key])) } as AlarmTerms;
    const called = views.flatMap((view) => alarms.flatMap((alarm) => detailRows(view, alarm, marked, now).map(({ label }) => label)));
    const uncalled = Object.keys(alarmTermsZh.fields).filter((key) => !called.includes(key));
    expect(uncalled).toEqual([]);
  });
});
