import { describe, expect, it } from 'vitest';
import type { LiveUpdate } from '../../../live-messages.ts';
import type { AlarmHistoryLine } from '../../alarm-events.ts';
import { concerns } from './AlarmHistory.tsx';
import { detailLines } from './line-details.ts';
import { historyZh } from './messages.ts';

type Line = Pick<AlarmHistoryLine, 'kind' | 'detail'>;

describe('the details of a history line', () => {
  it.each<[string, Line, string[]]>([
    [
      'a judgement',
      { kind: 'alarm.judged', detail: { judgement: { verdict: 'real', realFireType: 'forest', note: '浓烟' } } },
      ['研判：真实火情', '火情类型：森林火灾', '研判备注：浓烟'],
    ],
    [
      'a false alarm without a note',
      { kind: 'alarm.judged', detail: { judgement: { verdict: 'false', realFireType: null, note: null } } },
      ['研判：误报或疑似'],
    ],
    [
      'a correction',
      {
        kind: 'alarm.corrected',
        detail: {
          previous: { verdict: 'real', realFireType: 'forest', note: null },
          judgement: { verdict: 'false', realFireType: null, note: '是水汽' },
          reason: '现场核实',
        },
      },
      ['原为：真实火情，森林火灾', '改为：误报或疑似，是水汽', '原因：现场核实'],
    ],
    [
      'a move',
      {
        kind: 'alarm.moved',
        detail: {
          from: { position: { lng: 103.5, lat: 31.4 }, gridNo: '513221', formattedAddress: '甲' },
          to: { position: { lng: 103.6, lat: 31.5 }, gridNo: '513221', formattedAddress: '' },
        },
      } as Line,
      ['原为：甲（103.50000, 31.40000）', '改为：103.60000, 31.50000'],
    ],
    [
      'an arrival of which later steps have left the log',
      {
        kind: 'alarm.recorded',
        detail: {
          alarmKind: 'report',
          archived: { before: new Date('2026-03-31T16:00:00Z'), files: ['log-archives/event-1-9.ndjson.gz'] },
        },
      },
      ['已归档：2026-04-01 00:00:00 以前的查看、短信和命令等记录可能已移出日志，见归档文件 log-archives/event-1-9.ndjson.gz'],
    ],
    ['a taking over', { kind: 'alarm.taken-over', detail: { from: '汶川县值班员' } }, ['原为：汶川县值班员']],
    [
      'changes',
      { kind: 'alarm.edited', detail: { changes: { areaHectares: { from: null, to: 3.5 }, zzz: { from: 'a', to: '' } } } },
      ['修改：过火面积 （空） → 3.5；zzz a → （空）'],
    ],
    [
      'a dispatch',
      {
        kind: 'alarm.dispatched',
        detail: {
          taskId: 'x',
          members: [
            { userId: 'a', fullName: '甲' },
            { userId: 'b', fullName: '乙' },
          ],
          priority: 1,
          content: '前往核实',
        },
      },
      ['护林员：甲，乙', '优先级：1', '内容：前往核实'],
    ],
    [
      'progress',
      { kind: 'alarm.progressed', detail: { taskId: 'x', state: 'on-the-way', text: null, photos: ['p', 'q'], reason: null } },
      ['进度：途中', '照片：2 张'],
    ],
    ['an end', { kind: 'alarm.closed', detail: { outcome: 'extinguished', note: '明火已灭' } }, ['处置结果：已扑灭', '说明：明火已灭']],
    [
      'a message',
      { kind: 'alarm.messaged', detail: { content: '【火情上报】', receivers: ['张三', '138****00'] } },
      ['内容：【火情上报】', '收件人：张三，138****00'],
    ],
    [
      'an order',
      { kind: 'alarm.ordered', detail: { orderId: 'o', content: '开设隔离带', receivers: ['甲队', '乙队'], due: '2026-11-24 16:00:00' } },
      ['内容：开设隔离带', '收件人：甲队，乙队', '时限：2026-11-24 16:00:00'],
    ],
    [
      'that an order was heard',
      { kind: 'alarm.order-received', detail: { orderId: 'o', content: '开设隔离带', receiver: '甲队', isOnBehalf: true, note: '电台' } },
      ['收件人：甲队（代记）', '内容：开设隔离带', '说明：电台'],
    ],
    ['that it was seen', { kind: 'alarm.seen', detail: {} }, []],
  ])('%s is shown as text', (_, line, lines) => {
    expect(detailLines(line, historyZh).map(({ label, text }) => `${label}：${text}`)).toEqual(lines);
  });
});

describe('a live update', () => {
  it.each([
    [{ kind: 'alarm-changed', alarm: { id: 'a' } }, true],
    [{ kind: 'alarm-reported', alarm: { id: 'a' } }, true],
    [{ kind: 'alarm-gone', alarmId: 'a' }, true],
    [{ kind: 'task-changed', task: { id: 'task', fireId: 'a' } }, true],
    [{ kind: 'task-changed', task: { id: 'a', fireId: 'b' } }, false],
    [{ kind: 'alarm-changed', alarm: { id: 'b' } }, false],
    [{ kind: 'shift-changed', shift: { id: 'a' } }, false],
    [{ kind: 'alarm-recorded', alarm: { id: 'a' } }, false],
  ])('%j concerns the alarm: %s', (update, is) => {
    // A test sets only the fields of an update that matter to it.
    expect(concerns(update as LiveUpdate, 'a')).toBe(is);
  });
});
