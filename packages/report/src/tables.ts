// The report as titled tables: shown on /analysis, written to files, and printed. A cell has its alarms as a target.
import { formatTime, type Language } from '@lookout/contract';
import {
  falseShareOf,
  type PeriodFigures,
  type StatisticsFilter,
  type StatisticsReport,
  type StepTime,
  type Tally,
} from '@lookout/features/statistics/statistics.ts';
import { type Target, targetOf } from './targets.ts';
import { barText, changeText, type ReportTerms, shareText, termsIn, VERDICT_ORDER, waitText } from './terms.ts';

export type SectionId = keyof ReportTerms['sections'];

export interface Cell {
  readonly text: string;
  /** The count, which files contain as a number; absent for cells that are no count. */
  readonly value?: number;
  readonly target?: Target;
}

export interface ReportTable {
  readonly id: SectionId;
  readonly title: string;
  readonly header: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Cell[])[];
}

const textCell = (text: string): Cell => ({ text });
const share = (of: number | null): Cell => textCell(shareText(of));
const wait = (seconds: number | null, terms: ReportTerms): Cell => textCell(waitText(seconds, terms));

/**
 * All tables of a report; those without rows are omitted.
 * @param filter the filter with which the report was requested
 */
export function tablesOf(report: StatisticsReport, filter: StatisticsFilter, language: Language): readonly ReportTable[] {
  const terms = termsIn(language);
  const { columns } = terms;
  const to = (narrowing: Parameters<typeof targetOf>[2]) => targetOf(report, filter, narrowing);
  const number = (value: number, narrowing: Parameters<typeof targetOf>[2]): Cell => ({
    text: String(value),
    value,
    // A count of 0 has no alarms to list.
    ...(value > 0 && { target: to(narrowing) }),
  });
  const tallyCells = (tally: Tally, narrowing: Parameters<typeof targetOf>[2] = {}): Cell[] => [
    number(tally.total, narrowing),
    ...VERDICT_ORDER.map((verdict) => number(tally[verdict], { ...narrowing, verdict })),
    share(falseShareOf(tally)),
  ];
  const tallyHeader = [terms.total, ...VERDICT_ORDER.map((verdict) => terms.verdicts[verdict]), terms.falseShare];
  const waitCells = ({ count, medianSeconds, ninetiethSeconds }: StepTime): Cell[] => [
    { text: String(count), value: count },
    wait(medianSeconds, terms),
    wait(ninetiethSeconds, terms),
  ];
  const waitHeader = [terms.count, terms.median, terms.ninetieth];
  const table = (id: SectionId, header: readonly string[], rows: readonly (readonly Cell[])[]): ReportTable => ({
    id,
    title: terms.sections[id],
    header,
    rows,
  });

  const tables = [
    table(
      'summary',
      [terms.item, terms.periods.now, terms.periods.before, terms.change, terms.periods.yearBefore, terms.yearChange],
      summaryRows(report, terms, to),
    ),
    table(
      'series',
      [terms.bars[report.step], ...tallyHeader],
      report.series.map(({ begin, end, ...tally }) => [textCell(barText({ begin }, report.step)), ...tallyCells(tally, { begin, end })]),
    ),
    table(
      'grids',
      [columns.grid, ...tallyHeader],
      report.grids.map(({ gridNo, gridName, ...tally }) => [textCell(gridName), ...tallyCells(tally, { gridNo })]),
    ),
    table(
      'kinds',
      [columns.kind, ...tallyHeader],
      report.kinds.map(({ kind, ...tally }) => [textCell(terms.kinds[kind]), ...tallyCells(tally, { kind })]),
    ),
    table(
      'fireTypes',
      [columns.fireType, terms.verdicts.real],
      report.fireTypes.map(({ realFireType, total }) => [
        textCell(realFireType === null ? terms.noType : terms.fireTypes[realFireType]),
        number(total, { realFireType }),
      ]),
    ),
    table(
      'levels',
      [columns.level, ...tallyHeader],
      report.dangerLevels.map(({ dangerLevel, ...tally }) => [
        textCell(dangerLevel === null ? terms.unknown : terms.levels[dangerLevel]),
        ...tallyCells(tally, { dangerLevel }),
      ]),
    ),
    table(
      'weathers',
      [columns.weather, ...tallyHeader],
      report.weathers.map(({ weather, ...tally }) => [
        textCell(weather === null ? terms.unknown : terms.weathers[weather]),
        ...tallyCells(tally, { weather }),
      ]),
    ),
    table(
      'times',
      [columns.step, ...waitHeader],
      report.now.times.map((time) => [textCell(terms.steps[time.step]), ...waitCells(time)]),
    ),
    table(
      'posts',
      [columns.step, columns.post, ...waitHeader],
      report.posts.map(({ post, ...time }) => [textCell(terms.steps[time.step]), textCell(post ?? terms.otherPosts), ...waitCells(time)]),
    ),
    table(
      'cameras',
      [columns.camera, ...tallyHeader],
      report.cameras.map(({ deviceId, cameraName, ...tally }) => [
        textCell(cameraName ?? deviceId ?? terms.noCamera),
        // Alarms without a camera cannot be filtered by camera.
        ...(deviceId === null ? unlinked(tallyCells(tally)) : tallyCells(tally, { kind: 'camera', deviceId })),
      ]),
    ),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

const unlinked = (cells: readonly Cell[]): Cell[] => cells.map(({ target: _, ...cell }) => cell);

function summaryRows(
  { now, before, yearBefore }: StatisticsReport,
  terms: ReportTerms,
  to: (narrowing: Parameters<typeof targetOf>[2]) => Target,
): Cell[][] {
  const periods = [now, before, yearBefore] as const;
  const row = (
    name: string,
    figureOf: (period: PeriodFigures) => number | null,
    cellOf: (value: number | null, period: PeriodFigures) => Cell,
  ): Cell[] => {
    const [current, earlier, lastYear] = periods.map(figureOf) as [number | null, number | null, number | null];
    return [
      textCell(name),
      cellOf(current, now),
      cellOf(earlier, before),
      textCell(changeText(current, earlier)),
      cellOf(lastYear, yearBefore),
      textCell(changeText(current, lastYear)),
    ];
  };
  const counted = (name: string, key: keyof Tally) =>
    row(
      name,
      ({ tally }) => tally[key],
      (value, { begin, end }) => ({
        text: String(value),
        value: value ?? 0,
        ...((value ?? 0) > 0 && { target: to({ begin, end, ...(key !== 'total' && { verdict: key }) }) }),
      }),
    );
  const timed = now.times.map(({ step }, index) =>
    row(
      `${terms.steps[step]} · ${terms.median}`,
      ({ times }) => times[index]?.medianSeconds ?? null,
      (value) => wait(value, terms),
    ),
  );
  const day = ({ begin, end }: PeriodFigures): Cell => textCell(terms.span(formatTime(begin).slice(0, 16), formatTime(end).slice(0, 16)));
  return [
    [textCell(terms.period), day(now), day(before), textCell(''), day(yearBefore), textCell('')],
    counted(terms.total, 'total'),
    ...VERDICT_ORDER.map((verdict) => counted(terms.verdicts[verdict], verdict)),
    row(terms.falseShare, ({ tally }) => falseShareOf(tally), share),
    ...timed,
  ];
}
