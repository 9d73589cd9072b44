// Why a report is due or foreseen, on pages and in files, and the short messages about late and unread reports.

import { formatTime, type Language } from '@lookout/contract';
import type { DueReport } from './due-report.ts';
import type { ForeseenReason } from './foreseen-report.ts';
import type { ReportDeadline, ReportReason } from './reporting-rule.ts';

interface Texts {
  readonly reasons: { readonly [K in ReportReason['kind']]: (reason: Extract<ReportReason, { kind: K }>) => string };
  readonly deadlines: Readonly<Record<ReportDeadline, string>>;
}

const borderZh = { province: '省界', prefecture: '市（州）界', county: '县界' } as const;
const borderEn = { province: 'the province’s', prefecture: 'the prefecture’s', county: 'the county’s' } as const;
const forestZh = { ordinary: '普通林地', reserve: '自然保护区', primeval: '原始林' } as const;
const forestEn = { ordinary: 'ordinary forest', reserve: 'a nature reserve', primeval: 'primeval forest' } as const;
const rounded = (value: number): string => String(Math.round(value * 10) / 10);

const texts: Readonly<Record<Language, Texts>> = {
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
  (texts[language].reasons[reason.kind] as (reason: ReportReason) => string)(reason);

const foreseenTexts: Readonly<
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
  // TypeScript cannot follow the pair here either.
  (foreseenTexts[language][reason.kind] as (reason: ForeseenReason) => string)(reason);

export const reportDeadlineText = (deadline: ReportDeadline, language: Language): string => texts[language].deadlines[deadline];

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
