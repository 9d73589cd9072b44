// Converts reports that are owed (报送件) and their rules to and from the wire format, and words the reasons why a report is due.

import { formatTime, type GridNames, type Language, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { FireDocument } from '../situation/fire-document.ts';
import { type DueReport, dueReportState } from './due-report.ts';
import type { ForeseenReason, ForeseenReport } from './foreseen-report.ts';
import type { WireDueReport, WireForeseenOfFire, WireForeseenReport, WireReportingFacts, WireReportingRule } from './reporting.schema.ts';
import type { Known, NotedFact, NotedFacts, ReportDeadline, ReportingRule, ReportReason } from './reporting-rule.ts';

interface Mark {
  readonly by: string;
  readonly at: Date;
}
const writeMark = <M extends Mark>(mark: M | null) => mark && { user: mark.by, time: formatTime(mark.at) };
const readMark = (mark: { readonly user: string; readonly time: string } | null) => mark && { by: mark.user, at: readTime(mark.time) };

export const writeDueReport = (r: DueReport, nameOf: GridNames): WireDueReport => ({
  id: r.id,
  fireId: r.fireId,
  alarmId: r.alarmId,
  gridNo: r.gridNo,
  gridName: nameOf(r.gridNo) ?? r.gridNo,
  formattedAddress: r.address,
  rule: {
    id: r.rule.id,
    deadline: r.rule.deadline,
    form: r.rule.form,
    source: r.rule.source,
    confirmed: r.rule.isConfirmed,
    escalateAfterMinutes: r.rule.escalateAfterMinutes,
  },
  reason: r.reason,
  owedTime: formatTime(r.owedAt),
  dueTime: formatTime(r.dueAt),
  state: dueReportState(r),
  receivers: r.receivers.map(({ gridNo, insteadOf, addedAt, received, read }) => ({
    receiverNo: gridNo,
    receiverName: nameOf(gridNo) ?? gridNo,
    insteadOf,
    addTime: formatTime(addedAt),
    received: writeMark(received),
    read: writeMark(read),
  })),
  sent: r.sent && { user: r.sent.by, time: formatTime(r.sent.at), documentId: r.sent.documentId },
  lateToldTime: r.toldLateAt && formatTime(r.toldLateAt),
  lapsed: r.lapsed && { time: formatTime(r.lapsed.at), reason: r.lapsed.reason },
  revision: r.revision,
});

/** A report with the names of its grids. */
export type NamedDueReport = Named<Omit<DueReport, 'receivers'>> & { readonly receivers: readonly Named<DueReport['receivers'][number]>[] };

/** The inverse of `writeDueReport`, with times to the second. The state is computed from the other fields. */
export const readDueReport = (w: WireDueReport): NamedDueReport => ({
  id: w.id,
  fireId: w.fireId,
  alarmId: w.alarmId,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  address: w.formattedAddress,
  rule: {
    id: w.rule.id,
    deadline: w.rule.deadline,
    form: w.rule.form,
    source: w.rule.source,
    isConfirmed: w.rule.confirmed,
    escalateAfterMinutes: w.rule.escalateAfterMinutes,
  },
  reason: w.reason,
  owedAt: readTime(w.owedTime),
  dueAt: readTime(w.dueTime),
  receivers: w.receivers.map(({ receiverNo, receiverName, insteadOf, addTime, received, read }) => ({
    gridNo: receiverNo as GridNo,
    gridName: receiverName,
    insteadOf: insteadOf as GridNo | null,
    addedAt: readTime(addTime),
    received: readMark(received),
    read: readMark(read),
  })),
  sent: w.sent && { by: w.sent.user, at: readTime(w.sent.time), documentId: w.sent.documentId },
  toldLateAt: w.lateToldTime === null ? null : readTime(w.lateToldTime),
  lapsed: w.lapsed && { at: readTime(w.lapsed.time), reason: w.lapsed.reason },
  revision: w.revision,
});

export const readDueReportFile = ({
  report,
  document,
}: {
  readonly report: WireDueReport;
  readonly document: Named<FireDocument> | null;
}) => ({ report: readDueReport(report), document });

export const writeReportingRule = (r: ReportingRule, nameOf: GridNames): WireReportingRule => ({
  ...r,
  gridName: nameOf(r.gridNo) ?? r.gridNo,
  changed: writeMark(r.changed),
  confirmed: writeMark(r.confirmed),
});

/** The inverse of `writeReportingRule`, with times to the second. */
export const readReportingRule = (w: WireReportingRule): Named<ReportingRule> => ({
  ...w,
  gridNo: w.gridNo as GridNo,
  changed: readMark(w.changed),
  confirmed: readMark(w.confirmed),
});

/** A fact that an officer noted, with the officer. */
export type NotedBy<F extends NotedFact = NotedFact> = {
  readonly [K in F]: Known<NotedFacts[K]> & { readonly fact: K; readonly by: string };
}[F];

export const readReportingFacts = ({ gridNo, noted, burningSince, ...facts }: WireReportingFacts) => ({
  ...facts,
  gridNo: gridNo as GridNo,
  burningSince: readTime(burningSince),
  // The server has checked that each value fits its fact.
  noted: noted.map(({ fact, value, user, time }) => ({ fact, value, by: user, at: readTime(time) }) as NotedBy),
});

export const writeForeseenReport = ({ rule, reason, expectedAt, dueAt }: ForeseenReport): WireForeseenReport => ({
  ruleId: rule.id,
  reason,
  source: rule.source,
  confirmed: rule.confirmed !== null,
  expectedTime: formatTime(expectedAt),
  dueTime: formatTime(dueAt),
});

export const readForeseenReport = ({ expectedTime, dueTime, ...said }: WireForeseenReport) => ({
  ...said,
  expectedAt: readTime(expectedTime),
  dueAt: readTime(dueTime),
});

/** A foreseen report, with the fire that it would be about. */
export interface ForeseenOfFire extends ForeseenReport {
  readonly alarmId: string;
  readonly gridNo: GridNo;
  readonly address: string;
  /** When the forecast begins. */
  readonly forecastAt: Date;
}

export const writeForeseenOfFire = (
  { alarmId, gridNo, address, forecastAt, ...report }: ForeseenOfFire,
  nameOf: GridNames,
): WireForeseenOfFire => ({
  ...writeForeseenReport(report),
  alarmId,
  gridNo,
  gridName: nameOf(gridNo) ?? gridNo,
  formattedAddress: address,
  forecastTime: formatTime(forecastAt),
});

/** The inverse of `writeForeseenOfFire`, with times to the second, and only the sent fields of the rule. */
export const readForeseenOfFire = ({ alarmId, gridNo, gridName, formattedAddress, forecastTime, ...report }: WireForeseenOfFire) => ({
  ...readForeseenReport(report),
  alarmId,
  gridName,
  gridNo: gridNo as GridNo,
  address: formattedAddress,
  forecastAt: readTime(forecastTime),
});

// Texts.

interface Words {
  readonly reasons: { readonly [K in ReportReason['kind']]: (reason: Extract<ReportReason, { kind: K }>) => string };
  readonly deadlines: Readonly<Record<ReportDeadline, string>>;
}

const borderZh = { province: '省界', prefecture: '市（州）界', county: '县界' } as const;
const borderEn = { province: 'the province’s', prefecture: 'the prefecture’s', county: 'the county’s' } as const;
const forestZh = { ordinary: '普通林地', reserve: '自然保护区', primeval: '原始林' } as const;
const forestEn = { ordinary: 'ordinary forest', reserve: 'a nature reserve', primeval: 'primeval forest' } as const;
const rounded = (value: number): string => String(Math.round(value * 10) / 10);

const words: Readonly<Record<Language, Words>> = {
  zh: {
    reasons: {
      area: ({ hectares, least }) => `过火面积 ${rounded(hectares)} 公顷，达到 ${least} 公顷`,
      pixels: ({ count, least }) => `一次过境 ${count} 个热点像元，达到 ${least} 个`,
      burning: ({ hours }) => `明火超过 ${hours} 小时`,
      border: ({ level, metres, within }) => `距${borderZh[level]} ${Math.round(metres)} 米，在 ${within} 米以内`,
      casualties: ({ dead, badlyHurt }) => `死亡 ${dead} 人，重伤 ${badlyHurt} 人`,
      threat: ({ facility, metres }) =>
        facility === null ? '居民点或重要设施受到威胁' : `重要设施“${facility}”距火 ${Math.round(metres ?? 0)} 米`,
      forest: ({ forest }) => `火在${forestZh[forest]}`,
      holiday: ({ name }) => (name === null ? '节假日期间' : `${name}期间`),
      media: () => '媒体关注',
      help: () => '需要省上支援',
      'every-fire': () => '核实为火情',
    },
    deadlines: { 'at-once': '立即', 'half-hour': '30 分钟内', 'two-hours': '2 小时内', 'hour-after-out': '扑灭后 1 小时内' },
  },
  en: {
    reasons: {
      area: ({ hectares, least }) => `${rounded(hectares)} ha burnt; from ${least} ha on`,
      pixels: ({ count, least }) => `${count} hotspot pixels in one pass; from ${least} on`,
      burning: ({ hours }) => `burning for over ${hours} h`,
      border: ({ level, metres, within }) => `${Math.round(metres)} m from ${borderEn[level]} border; within ${within} m`,
      casualties: ({ dead, badlyHurt }) => `${dead} dead, ${badlyHurt} badly hurt`,
      threat: ({ facility, metres }) =>
        facility === null
          ? 'homes or key facilities are threatened'
          : `key facility “${facility}” ${Math.round(metres ?? 0)} m from the fire`,
      forest: ({ forest }) => `in ${forestEn[forest]}`,
      holiday: ({ name }) => (name === null ? 'during a holiday' : `during a holiday (${name})`),
      media: () => 'the media ask',
      help: () => 'help from the province is needed',
      'every-fire': () => 'judged a real fire',
    },
    deadlines: {
      'at-once': 'at once',
      'half-hour': 'within 30 min',
      'two-hours': 'within 2 h',
      'hour-after-out': 'within 1 h after it is out',
    },
  },
};

/** Why a report is due. */
export const reportReasonText = (reason: ReportReason, language: Language): string =>
  // The table is keyed by the reason's own kind; TypeScript cannot follow the pair through the lookup.
  (words[language].reasons[reason.kind] as (reason: ReportReason) => string)(reason);

const foreseenWords: Readonly<
  Record<Language, { readonly [K in ForeseenReason['kind']]: (reason: Extract<ForeseenReason, { kind: K }>) => string }>
> = {
  zh: {
    area: ({ hectares, least }) => `过火面积将达 ${rounded(hectares)} 公顷，达到 ${least} 公顷`,
    border: ({ level, name }) => `将越过${borderZh[level]}，进入${name}`,
    threat: ({ name }) => `将烧到“${name}”`,
  },
  en: {
    area: ({ hectares, least }) => `${rounded(hectares)} ha will have burnt; from ${least} ha on`,
    border: ({ level, name }) => `it will cross ${borderEn[level]} border into ${name}`,
    threat: ({ name }) => `it will reach “${name}”`,
  },
};

/** Why a report is foreseen. */
export const foreseenReasonText = (reason: ForeseenReason, language: Language): string =>
  // As above.
  (foreseenWords[language][reason.kind] as (reason: ForeseenReason) => string)(reason);

export const reportDeadlineText = (deadline: ReportDeadline, language: Language): string => words[language].deadlines[deadline];

/**
 * The actor name for acts of the clock itself. Stored, and read by the people on duty in whatever language a desk is set to: always
 * Chinese.
 */
export const REPORTING_CLOCK_NAME = '报送时限';

/** All reasons for which a fire must be reported. */
const reasonsOf = (reports: readonly DueReport[]): string =>
  [...new Set(reports.map(({ reason }) => reportReasonText(reason, 'zh')))].join('、');

/**
 * The short message to the chief of a grid whose reports are late. It goes to people on duty: always Chinese.
 * @param reports of one fire, at least one: a fire is one message
 */
export const lateReportMessage = (reports: readonly [DueReport, ...DueReport[]], gridName: string): string => {
  const first = new Date(Math.min(...reports.map(({ dueAt }) => dueAt.getTime())));
  return `【迟报】${gridName}：${reports[0].address}的火情应于${formatTime(first).slice(5, 16)}前报送（${reasonsOf(reports)}），至今未报，请立即报送。`;
};

/** The short message to a grid to which unread reports of one fire are escalated. */
export const escalatedReportMessage = (reports: readonly [DueReport, ...DueReport[]], gridName: string, unreadName: string): string =>
  `【火情报送】${gridName}报送的${reports[0].address}火情（${reasonsOf(reports)}），${unreadName}尚未阅读，现转报，请查阅。`;

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const reportingReaders = {
  'due-report': readDueReport,
  'due-report-file': readDueReportFile,
  'foreseen-report': readForeseenReport,
  'foreseen-of-fire': readForeseenOfFire,
  'reporting-facts': readReportingFacts,
  'reporting-rule': readReportingRule,
} as const;
