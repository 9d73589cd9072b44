// The load as titled tables, shown on the page and written to files. A cell includes its link, and advice its reason and its link. Pure.

import { formatTime } from '@lookout/contract';
import { type GridNo, MINUTE_MS, type Named } from '@lookout/domain';
import { type ReportTerms, shareText } from '@lookout/report';
import {
  type AlarmLoadReport,
  type DeskAdvice,
  type DeskLoad,
  type FloodEpisode,
  LOAD_CLASSES,
  loadClassOf,
  type NamedSourceLoad,
  type NuisanceAdvice,
} from '../../alarm-load.ts';
import { falseShareOf, type StatisticsFilter } from '../../statistics.ts';
import { alarmsPath } from '../question.ts';
import type { LoadMessages } from './messages.ts';

/** The links available from this page. */
export interface Ways {
  readonly alarms: boolean;
  readonly cameraSettings: boolean;
  readonly knownHeat: boolean;
}

export interface AdviceLine {
  readonly text: string;
  readonly why: string;
  /** null: there is no page for it, or this user may not open it. */
  readonly to: string | null;
}

export interface LoadCell {
  readonly text: string;
  readonly value?: number;
  readonly to?: string | null;
  readonly advice?: readonly AdviceLine[];
}

export interface LoadTable {
  readonly id: 'desks' | 'hours' | 'floods' | 'sources';
  readonly title: string;
  readonly header: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly LoadCell[] }[];
}

interface Texts {
  readonly messages: LoadMessages;
  readonly terms: ReportTerms;
}

const MEAN_DIGITS = 2;
export const meanText = (mean: number): string => mean.toFixed(MEAN_DIGITS);
/** Number of alarms for each fire; — if there is none. */
export const perFireText = ({ announced, fires }: Pick<DeskLoad, 'announced' | 'fires'>): string =>
  fires === 0 ? '—' : (announced / fires).toFixed(1);
const minuteText = (at: Date): string => formatTime(at).slice(0, 16);

const textCell = (text: string): LoadCell => ({ text });
const number = (value: number): LoadCell => ({ text: String(value), value });
const adviceCell = (advice: readonly AdviceLine[], none: string): LoadCell => ({
  text: advice.length === 0 ? none : advice.map(({ text, why }) => `${text}（${why}）`).join('；'),
  advice,
});

/** Link to the alarms of the window, in a grid, with a filter. */
const alarmsIn = (load: AlarmLoadReport, { alarms }: Ways, gridNo: GridNo, filter: StatisticsFilter = {}): string | null =>
  alarms ? alarmsPath({ begin: load.begin, end: load.end, gridNo, filter }) : null;

const sumOf = (desk: DeskLoad): number => LOAD_CLASSES.reduce((sum, one) => sum + desk.slots[one], 0);

export function deskAdviceOf(load: AlarmLoadReport, desk: DeskLoad, ways: Ways, messages: LoadMessages): readonly AdviceLine[] {
  const figures = {
    floodShare: shareText(desk.floodShare),
    mean: meanText(desk.mean),
    announced: desk.announced,
    fires: desk.fires,
    stale: desk.stale,
  };
  const to: Readonly<Record<DeskAdvice, string | null>> = {
    staff: null,
    'first-source': null,
    fold: alarmsIn(load, ways, desk.gridNo),
    clear: alarmsIn(load, ways, desk.gridNo, { verdict: 'unjudged' }),
  };
  return desk.advice.map((one) => ({ text: messages.desk[one].text, why: messages.desk[one].why(figures), to: to[one] }));
}

function sourceAdviceOf(load: AlarmLoadReport, source: NamedSourceLoad, ways: Ways, messages: LoadMessages): readonly AdviceLine[] {
  const { recurring, chattering, lowConfidence, repeated, stale, pointName } = source;
  const figures = {
    judged: source.real + source.false,
    falseShare: shareText(falseShareOf(source)),
    ...{ recurring, chattering, lowConfidence, repeated, stale },
  };
  const narrowing = narrowingOf(source);
  const own = alarmsIn(load, ways, load.desk.gridNo, narrowing);
  const open = alarmsIn(load, ways, load.desk.gridNo, { ...narrowing, verdict: 'unjudged' });
  const settings = ways.cameraSettings && pointName !== null ? `/manage/monitorConfig?${new URLSearchParams({ text: pointName })}` : null;
  const to: Readonly<Record<NuisanceAdvice, string | null>> = {
    mask: settings,
    'known-heat': ways.knownHeat ? '/knownHeat' : own,
    repair: settings ?? own,
    confidence: open,
    fold: own,
    clear: open,
  };
  return source.advice.map((one) => ({ text: messages.nuisance[one].text, why: messages.nuisance[one].why(figures), to: to[one] }));
}

/** 报警管理 filters a source by its kind, and a camera by its device. */
const narrowingOf = ({ kind, source }: NamedSourceLoad): StatisticsFilter => ({
  kind,
  ...(kind === 'camera' && source !== null && { deviceId: source }),
});

/** A source without a name is called by its kind. */
const sourceName = ({ kind, cameraName, source }: NamedSourceLoad, terms: ReportTerms): string =>
  cameraName ?? source ?? (kind === 'camera' ? terms.noCamera : terms.kinds[kind]);

interface DeskFlood extends FloodEpisode {
  readonly desk: Named<DeskLoad>;
}

/** The floods of all desks, the newest first. */
export const floodsOf = ({ desk, desks }: AlarmLoadReport): readonly DeskFlood[] =>
  [desk, ...desks]
    .flatMap((one) => one.floods.map((flood) => ({ ...flood, desk: one })))
    .toSorted((a, b) => b.begin.getTime() - a.begin.getTime());

/** All tables, including those without rows. The page shows the hours as a map. */
export function loadTablesOf(load: AlarmLoadReport, { messages, terms }: Texts, ways: Ways): readonly LoadTable[] {
  const { columns, sections, classes } = messages;
  const desks: LoadTable = {
    id: 'desks',
    title: sections.desks,
    header: [
      ...[
        columns.desk,
        columns.advice,
        columns.announced,
        columns.silent,
        columns.fires,
        columns.perFire,
        columns.mean,
        columns.peak,
        columns.peakAt,
      ],
      ...[columns.floods, columns.floodShare],
      ...LOAD_CLASSES.map((one) => messages.classShare(classes[one])),
      ...[columns.standing, columns.stale],
    ],
    rows: [load.desk, ...load.desks].map((desk, index) => ({
      key: `${index} ${desk.gridNo}`,
      cells: [
        textCell(index === 0 ? messages.ownDesk(desk.gridName) : desk.gridName),
        adviceCell(deskAdviceOf(load, desk, ways, messages), messages.noAdvice),
        { ...number(desk.announced), to: desk.announced > 0 ? alarmsIn(load, ways, desk.gridNo) : null },
        number(desk.silent),
        number(desk.fires),
        textCell(perFireText(desk)),
        textCell(meanText(desk.mean)),
        number(desk.peak),
        textCell(desk.peakAt === null ? '—' : minuteText(desk.peakAt)),
        number(desk.floods.length),
        textCell(shareText(desk.floodShare)),
        ...LOAD_CLASSES.map((one) => textCell(shareText(desk.slots[one] / sumOf(desk)))),
        number(desk.standing),
        number(desk.stale),
      ],
    })),
  };
  const hours: LoadTable = {
    id: 'hours',
    title: sections.hours,
    header: [columns.hour, columns.announced, columns.peak, columns.mean, columns.class],
    rows: load.hours.map(({ begin, announced, peak, mean }) => ({
      key: String(begin.getTime()),
      cells: [textCell(minuteText(begin)), number(announced), number(peak), textCell(meanText(mean)), textCell(classes[loadClassOf(peak)])],
    })),
  };
  const floods: LoadTable = {
    id: 'floods',
    title: sections.floods,
    header: [columns.desk, columns.begin, columns.end, columns.minutes, columns.alarms, columns.peak],
    rows: floodsOf(load).map(({ desk, begin, end, alarms, peak }, index) => ({
      key: `${index} ${desk.gridNo} ${begin.getTime()}`,
      cells: [
        textCell(desk.gridName),
        textCell(minuteText(begin)),
        textCell(end === null ? messages.goesOn : minuteText(end)),
        number(Math.round(((end ?? load.end).getTime() - begin.getTime()) / MINUTE_MS)),
        { ...number(alarms), to: ways.alarms ? alarmsPath({ begin, end: end ?? load.end, gridNo: desk.gridNo, filter: {} }) : null },
        number(peak),
      ],
    })),
  };
  const sources: LoadTable = {
    id: 'sources',
    title: sections.sources,
    header: [
      ...[
        columns.name,
        columns.source,
        columns.advice,
        columns.announced,
        columns.share,
        columns.silent,
        columns.judgedFalse,
        columns.falseShare,
      ],
      ...[columns.repeated, columns.chattering, columns.recurring, columns.lowConfidence, columns.stale],
    ],
    rows: load.sources.map((source) => ({
      key: `${source.kind} ${source.source}`,
      cells: [
        textCell(sourceName(source, terms)),
        textCell(terms.kinds[source.kind]),
        adviceCell(sourceAdviceOf(load, source, ways, messages), messages.noAdvice),
        // The alarm list cannot be filtered by a satellite's name.
        { ...number(source.total), to: source.total > 0 ? alarmsIn(load, ways, load.desk.gridNo, narrowingOf(source)) : null },
        textCell(shareText(source.share)),
        number(source.silent),
        number(source.false),
        textCell(shareText(falseShareOf(source))),
        ...[source.repeated, source.chattering, source.recurring, source.lowConfidence, source.stale].map(number),
      ],
    })),
  };
  return [desks, hours, floods, sources];
}
