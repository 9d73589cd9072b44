import type { LiveMessage } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { detailLines } from './act-details.ts';
import { historyZh } from './text.zh-CN.ts';
import { speaksOf } from './use-alarm-history.ts';

const said = (detail: Record<string, unknown>) => detailLines(detail, historyZh).map(({ label, text }) => `${label}：${text}`);

describe('what belongs to an act', () => {
  it.each([
    ['a judgement', { isReal: 1, trueAlarmType: 7, isTrueNote: '浓烟' }, ['研判：真实火情', '火情类型：森林火灾', '研判备注：浓烟']],
    ['a false alarm without a note', { isReal: 0, trueAlarmType: null, isTrueNote: null }, ['研判：误报或疑似']],
    [
      'a correction',
      {
        from: { isReal: 1, trueAlarmType: 7, isTrueNote: null },
        to: { isReal: 0, trueAlarmType: null, isTrueNote: '是水汽' },
        reason: '现场核实',
      },
      ['原为：真实火情，森林火灾', '改为：误报或疑似，是水汽', '原因：现场核实'],
    ],
    ['what was not judged before', { from: { isReal: null, trueAlarmType: null, isTrueNote: null } }, ['原为：未研判']],
    [
      'a move',
      {
        from: { longitude: 103.5, latitude: 31.4, formattedAddress: '甲' },
        to: { longitude: 103.6, latitude: 31.5 },
        fromGridNo: '513221',
      },
      ['原为：甲（103.50000, 31.40000）', '改为：103.60000, 31.50000'],
    ],
    ['a taking over', { from: '汶川县值班员' }, ['原为：汶川县值班员']],
    [
      'changes',
      { changes: { area: { from: null, to: 3.5 }, zzz: { from: 'a', to: '' } } },
      ['修改：过火面积 （空） → 3.5；zzz a → （空）'],
    ],
    [
      'a dispatch',
      {
        taskId: 'x',
        members: [
          { userId: 'a', fullName: '甲' },
          { userId: 'b', fullName: '乙' },
        ],
        priority: 1,
        content: '前往核实',
      },
      ['护林员：甲，乙', '优先级：1', '内容：前往核实'],
    ],
    ['progress', { taskId: 'x', state: 'on-the-way', text: null, photos: ['p', 'q'] }, ['进度：途中', '照片：2 张']],
    ['an end', { outcome: 'extinguished', note: '明火已灭' }, ['处置结果：已扑灭', '说明：明火已灭']],
    [
      'a message',
      { content: '【火情上报】', receivers: ['张三', '138****00'], count: 2 },
      ['内容：【火情上报】', '收件人：张三，138****00'],
    ],
    ['what nobody knows', { oddity: { deep: [1] }, from: [], members: 'x', photos: 3 }, []],
  ])('%s is told in words', (_, detail, lines) => {
    expect(said(detail as Record<string, unknown>)).toEqual(lines);
  });
});

describe('live news', () => {
  it.each([
    ['fireAlarm', { id: 'a' }, true],
    ['countyReport', { id: 'a' }, true],
    ['fireAlarm', { id: 'a', deleted: true }, true],
    ['delegate', { id: 'task', fireId: 'a' }, true],
    ['delegate', { id: 'a', fireId: 'b' }, false],
    ['fireAlarm', { id: 'b' }, false],
    ['fireAlarm', { shift: { id: 'a' } }, false],
    ['newFire', { id: 'a' }, false],
  ] as const)('%s %j is of the alarm: %s', (kind, data, is) => {
    expect(speaksOf({ kind, data } as unknown as LiveMessage, 'a')).toBe(is);
  });
});
