import { ALARM_KINDS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { anAlarm } from '../../entities/testing/an-alarm.ts';
import { basicRows, copyText, picturesOf, sourceRows } from './detail-fields.ts';
import { monitorEn } from './text.en.ts';
import { monitorZh } from './text.zh-CN.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const table = (rows: ReturnType<typeof basicRows>) => Object.fromEntries(rows.map(({ label, value }) => [label, value]));

it('every alarm shows its place in 5 and 4 decimals and in degrees, its grid with 示意, both times and its age', () => {
  expect(table(basicRows(anAlarm('satellite'), monitorZh, now))).toEqual({
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

describe('what each source says', () => {
  it('satellite: credibility in percent, area in 公顷, what is unknown as —', () => {
    const rows = table(sourceRows(anAlarm('satellite'), monitorZh, now));
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
  it('camera: angles, heat and the band of distance', () => {
    expect(table(sourceRows(anAlarm('camera'), monitorZh, now))).toMatchObject({
      最高温度: '182.4 ℃',
      水平角: '120.5°',
      垂直角: '-2.1°',
      距塔脚: '5000 m',
      '距离范围（±0.1°）': '4300–5900 m',
      处理意见: '—',
    });
  });
  it('person, smoke and danger check', () => {
    expect(table(sourceRows(anAlarm('report'), monitorZh, now))).toMatchObject({
      县区: 'Wenchuan',
      海拔: '2010 m',
      描述: 'smoke on the slope',
      上报人: 'Tashi',
    });
    expect(table(sourceRows(anAlarm('smoke'), monitorZh, now))).toMatchObject({
      设备名称: 'sensor of Chuanzhusi',
      烟雾浓度: '33',
      温度: '41 ℃',
      电量: '87%',
    });
    expect(table(sourceRows(anAlarm('danger'), monitorZh, now))).toMatchObject({
      检查对象: 'graveyard of Shuangjiangkou',
      整改状态: '未整改',
    });
  });
  it('a nought is a value, not unknown', () => {
    expect(
      table(sourceRows(anAlarm('smoke', { facts: { ...anAlarm('smoke').facts, temperatureCelsius: 0 } }), monitorZh, now)),
    ).toMatchObject({ 温度: '0 ℃' });
  });
  it('has a label for every row in both languages, and no field twice', () => {
    for (const words of [monitorZh, monitorEn])
      for (const kind of ALARM_KINDS) {
        const rows = [...basicRows(anAlarm(kind), words, now), ...sourceRows(anAlarm(kind), words, now)];
        expect(rows.filter(({ label, value }) => !label || !value)).toEqual([]);
        expect(new Set(rows.map(({ field }) => field)).size).toBe(rows.length);
      }
  });
});

it('pictures come in the order they are compared', () => {
  expect(picturesOf(anAlarm('camera').facts, monitorZh)).toEqual([
    { url: '/files/p1', caption: '图片 1' },
    { url: '/files/p2', caption: '图片 2' },
  ]);
  expect(picturesOf({ ...anAlarm('satellite').facts, visibleImage: '/files/v' }, monitorZh)).toEqual([
    { url: '/files/v', caption: '可见光图像' },
  ]);
  expect(picturesOf(anAlarm('danger').facts, monitorZh)).toEqual([]);
});

it('five decimals are copied', () => {
  expect(copyText(anAlarm('smoke').position)).toBe('103.59012, 31.48000');
});
