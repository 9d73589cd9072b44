import type { WireStoryLine } from '@lookout/features/fire-story/fire-story.schema.ts';
import { STORY_KINDS, STORY_TOPICS } from '@lookout/features/fire-story/fire-story.ts';
import { readStoryLine } from '@lookout/features/fire-story/fire-story.wire.ts';
import { describe, expect, it } from 'vitest';
import { storyText } from './fire-story.ts';
import { storyTexts } from './fire-story-texts.ts';

const line = (kind: WireStoryLine['kind'], detail: Record<string, unknown>, more: Partial<WireStoryLine> = {}) =>
  readStoryLine({
    seq: 1,
    id: 'x',
    at: new Date('2026-03-01T12:00:00+08:00'),
    happenedAt: null,
    kind,
    topic: 'response',
    by: { kind: 'officer', userId: 'a', name: '甲', post: '林草局', desk: null },
    object: { kind: 'alarm', id: 'a' },
    alarmIds: ['a'],
    position: null,
    formattedAddress: null,
    pictures: [],
    recordings: 0,
    detail,
    ...more,
  });
const detailsOf = (kind: WireStoryLine['kind'], detail: Record<string, unknown>, more: Partial<WireStoryLine> = {}) =>
  storyText(line(kind, detail, more), 'zh').parts.join('，');

describe('a line of a story in words', () => {
  it.each<[string, WireStoryLine['kind'], Record<string, unknown>, string]>([
    [
      'an arrival of which a part has left the log',
      'alarm.recorded',
      { kind: 'report', archived: { before: '2026-03-31T16:00:00.000Z', files: ['a.gz', 'b.gz'] } },
      '人员上报，2026-04-01 00:00:00 以前的部分记录可能已移出日志，见归档文件 a.gz、b.gz',
    ],
    ['a judgement', 'alarm.judged', { isReal: 1, isTrueNote: '浓烟', trueAlarmType: 7 }, '真实火情，森林火灾，浓烟'],
    ['an end', 'alarm.closed', { outcome: 'extinguished', note: null }, '已扑灭'],
    ['a split', 'incident.split', { staying: 3, leaving: 1 }, '1 条火警与其余 3 条不是同一起火'],
    ['a forecast', 'spread.finished', { hours: 6, areaHectares: 123.456 }, '推算 6 小时内蔓延 123 公顷（模型推算，不是观测）'],
    [
      'a corrected forecast',
      'spread.finished',
      { hours: 6, areaHectares: 123.456, seen: 4 },
      '推算 6 小时内蔓延 123 公顷（模型推算，不是观测），按 4 项观测校正',
    ],
    ['a fact', 'incident.fact-noted', { fact: 'media', from: null, to: true }, '媒体关注 （空） → 是'],
    ['a sending', 'task.dispatched', { content: '核实', members: ['甲', '乙'], priority: 1 }, '甲、乙，核实，优先级 1'],
    ['a step', 'task.advanced', { fullName: '甲', state: 'on-the-way', text: null }, '甲，途中'],
    ['a message', 'alarm.messaged', { content: '【火情】', receivers: ['乙', '138****00'] }, '【火情】，收件人：乙、138****00'],
    [
      'a report',
      'due-report.read',
      { reason: { kind: 'media' }, due: '2026-03-01 13:00:00', receiver: '阿坝州' },
      '阿坝州，媒体关注，时限 2026-03-01 13:00:00',
    ],
    ['a paper', 'document.issued', { documentKind: 'bulletin', year: 2026, count: 3, sha256: 'ab' }, '火情快报，〔2026〕3号，SHA-256 ab'],
    ['a level', 'plan-run.level-changed', { from: 4, to: 3, reason: '风大' }, 'Ⅳ级 → Ⅲ级，原因：风大'],
    ['a drawing', 'plot.drawn', { plotKind: 'line', name: '隔离带' }, '线，隔离带'],
    ['an SOS', 'sos.closed', { outcome: 'rescued', note: '送医' }, '已获救，送医'],
    [
      'positions',
      'record.people',
      { people: [{ fullName: '甲', positions: 9, first: '2026-03-01T04:00:00Z', last: '2026-03-01T05:00:00Z', arrived: null }] },
      '甲：03-01 12:00 至 03-01 13:00，未进入火场 500 米内',
    ],
  ])('%s', (_, kind, detail, text) => {
    expect(detailsOf(kind, detail)).toBe(text);
  });

  it('states the number of alarms, and of recordings', () => {
    expect(detailsOf('alarm.acknowledged', {}, { alarmIds: ['a', 'b'] })).toBe('2 条火警');
    expect(detailsOf('alarm.recorded', { kind: 'monitor' }, { recordings: 2 })).toBe('监控，录像 2 段');
  });

  it('names person and post, or a feed, or marks a record that no person made', () => {
    const who = (by: Partial<WireStoryLine['by']>) =>
      storyText(line('alarm.seen', {}, { by: { kind: 'officer', userId: null, name: '甲', post: null, desk: null, ...by } }), 'zh').who;
    expect(who({ post: '林草局' })).toBe('甲，林草局');
    expect(who({})).toBe('甲');
    expect(who({ kind: 'feed', name: 'feed-key' })).toBe('接口');
    expect(who({ kind: 'record', name: null })).toBe('记录');
  });

  it('has texts for every kind and topic, in both languages', () => {
    for (const words of Object.values(storyTexts)) {
      expect(Object.keys(words.kinds).sort()).toEqual([...STORY_KINDS].sort());
      expect(Object.keys(words.topics)).toEqual([...STORY_TOPICS]);
    }
  });
});
