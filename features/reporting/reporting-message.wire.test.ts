import { expect, it } from 'vitest';
import { at, report } from './due-report.harness.ts';
import type { DueReport } from './due-report.ts';
import type { ForeseenReason } from './foreseen-report.ts';
import { escalatedReportMessage, foreseenReasonText, lateReportMessage, reportReasonText } from './reporting-message.wire.ts';
import type { ReportReason } from './reporting-rule.ts';

it('the text states in both languages why a report is due, with the values behind it', () => {
  const texts: readonly (readonly [ReportReason, string, string])[] = [
    [{ kind: 'area', hectares: 120.04, least: 100 }, '过火面积 120 公顷，达到 100 公顷', '120 ha burnt; from 100 ha on'],
    [{ kind: 'pixels', count: 3, least: 3 }, '一次过境 3 个热点像元，达到 3 个', '3 hotspot pixels in one pass; from 3 on'],
    [{ kind: 'burning', hours: 24 }, '明火超过 24 小时', 'burning for over 24 h'],
    [
      { kind: 'border', level: 'province', metres: 812.4, within: 5_000 },
      '距省界 812 米，在 5000 米以内',
      '812 m from the province’s border; within 5000 m',
    ],
    [{ kind: 'casualties', dead: 3, badlyHurt: 0 }, '死亡 3 人，重伤 0 人', '3 dead, 0 badly hurt'],
    [{ kind: 'threat', facility: null, metres: null }, '居民点或重要设施受到威胁', 'homes or key facilities are threatened'],
    [{ kind: 'threat', facility: '加油站', metres: 800 }, '重要设施“加油站”距火 800 米', 'key facility “加油站” 800 m from the fire'],
    [{ kind: 'forest', forest: 'primeval' }, '火在原始林', 'in primeval forest'],
    [{ kind: 'holiday', name: '春节' }, '春节期间', 'during a holiday (春节)'],
    [{ kind: 'holiday', name: null }, '节假日期间', 'during a holiday'],
    [{ kind: 'media' }, '媒体关注', 'the media ask'],
    [{ kind: 'help' }, '需要省上支援', 'help from the province is needed'],
    [{ kind: 'every-fire' }, '核实为火情', 'judged a real fire'],
  ];
  for (const [reason, zh, en] of texts) expect([reportReasonText(reason, 'zh'), reportReasonText(reason, 'en')]).toEqual([zh, en]);
});

it('the text states why a report is foreseen, as an event that has not happened yet', () => {
  const texts: readonly (readonly [ForeseenReason, string, string])[] = [
    [{ kind: 'area', hectares: 130.26, least: 100 }, '过火面积将达 130.3 公顷，达到 100 公顷', '130.3 ha will have burnt; from 100 ha on'],
    [
      { kind: 'border', level: 'province', name: '甘肃省文县' },
      '将越过省界，进入甘肃省文县',
      'it will cross the province’s border into 甘肃省文县',
    ],
    [{ kind: 'threat', name: '甲村' }, '将烧到“甲村”', 'it will reach “甲村”'],
  ];
  for (const [reason, zh, en] of texts) expect([foreseenReasonText(reason, 'zh'), foreseenReasonText(reason, 'en')]).toEqual([zh, en]);
});

it('the chief’s message names what is late and its deadline, and the next grid’s message what is unread', () => {
  const other: DueReport = { ...report, dueAt: at(40), reason: { kind: 'help' } };
  expect(lateReportMessage([other, report], '汶川县')).toBe(
    '【迟报】汶川县：汶川县威州镇的火情应于11-21 10:15前报送（需要省上支援、媒体关注），至今未报，请立即报送。',
  );
  expect(escalatedReportMessage([report], '汶川县', '四川省')).toBe(
    '【火情报送】汶川县报送的汶川县威州镇火情（媒体关注），四川省尚未阅读，现转报，请查阅。',
  );
});
