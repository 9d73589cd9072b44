// The report as charts: ECharts options as plain data, drawn by pages in the browser and by the server for print. Each bar has its alarms
// as a target.
import type { Language } from '@lookout/contract';
import { ALARM_KINDS } from '@lookout/features/alarm/alarm.ts';
import { falseShareOf, type StatisticsFilter, type StatisticsReport, type Tally } from '@lookout/features/statistics/statistics.ts';
import type { SectionId } from './tables.ts';
import { type Target, targetOf } from './targets.ts';
import { barText, termsIn, VERDICT_ORDER } from './terms.ts';

export interface ReportChart {
  readonly id: SectionId;
  readonly title: string;
  /** For ECharts' `setOption`. */
  readonly option: Readonly<Record<string, unknown>>;
  /** Number of names on the left side, for each of which the chart needs room; null: the names are below. */
  readonly lines: number | null;
  /** The alarms of a bar; null: the bar has no alarms to list. */
  readonly targetOf: (seriesIndex: number, dataIndex: number) => Target | null;
}

/** The colours for a background: the pages' dark one, or paper. */
export interface ChartLook {
  readonly text: string;
  readonly line: string;
  readonly verdicts: Readonly<Record<(typeof VERDICT_ORDER)[number], string>>;
  readonly series: readonly string[];
  readonly font: string;
}

/** Bars by name, one for each series. */
export interface BarsOfChart {
  readonly names: readonly string[];
  readonly series: readonly { readonly name: string; readonly colour: string; readonly values: readonly (number | null)[] }[];
  readonly isStacked: boolean;
  /** Horizontal bars with the names at the left. */
  readonly isLying: boolean;
  readonly unit?: string;
  /** Waiting times are spread over four orders of magnitude. */
  readonly isLogarithmic?: boolean;
}

interface Bars extends BarsOfChart {
  readonly id: SectionId;
  readonly target: (seriesIndex: number, dataIndex: number) => Target | null;
}

/** Most areas or cameras in a chart; the table lists all. */
const MOST_BARS = 15;

/**
 * The charts of a report; those without alarms are omitted.
 * @param filter the filter with which the report was requested
 */
export function chartsOf(report: StatisticsReport, filter: StatisticsFilter, language: Language, look: ChartLook): readonly ReportChart[] {
  const terms = termsIn(language);
  const to = (narrowing: Parameters<typeof targetOf>[2]) => targetOf(report, filter, narrowing);
  const byVerdict = (
    id: SectionId,
    rows: readonly (Tally & { readonly name: string; readonly narrowing: Parameters<typeof targetOf>[2] | null })[],
    isLying: boolean,
  ): Bars => ({
    id,
    names: rows.map(({ name }) => name),
    series: VERDICT_ORDER.map((verdict) => ({
      name: terms.verdicts[verdict],
      colour: look.verdicts[verdict],
      values: rows.map((row) => row[verdict]),
    })),
    isStacked: true,
    isLying,
    target: (seriesIndex, dataIndex) => {
      const [row, verdict] = [rows[dataIndex], VERDICT_ORDER[seriesIndex]];
      if (!row?.narrowing || verdict === undefined || row[verdict] === 0) return null;
      return to({ ...row.narrowing, verdict });
    },
  });
  const cameras = report.cameras.filter(({ real, false: no }) => real + no > 0).slice(0, MOST_BARS);
  const [times, colours] = [report.now.times, look.series];

  const bars: readonly Bars[] = [
    byVerdict(
      'series',
      report.series.map(({ begin, end, ...tally }) => ({
        ...tally,
        name: barText({ begin }, report.step),
        narrowing: { begin, end },
      })),
      false,
    ),
    byVerdict(
      'grids',
      report.grids.slice(0, MOST_BARS).map(({ gridName, gridNo, ...tally }) => ({ ...tally, name: gridName, narrowing: { gridNo } })),
      true,
    ),
    byVerdict(
      'kinds',
      ALARM_KINDS.flatMap((kind) => report.kinds.filter((row) => row.kind === kind)).map(({ kind, ...tally }) => ({
        ...tally,
        name: terms.kinds[kind],
        narrowing: { kind },
      })),
      true,
    ),
    {
      id: 'fireTypes',
      names: report.fireTypes.map(({ realFireType }) => (realFireType === null ? terms.noType : terms.fireTypes[realFireType])),
      series: [{ name: terms.verdicts.real, colour: look.verdicts.real, values: report.fireTypes.map(({ total }) => total) }],
      isStacked: false,
      isLying: true,
      target: (_, dataIndex) => {
        const row = report.fireTypes[dataIndex];
        return row && row.total > 0 ? to({ realFireType: row.realFireType }) : null;
      },
    },
    byVerdict(
      'levels',
      report.dangerLevels.map(({ dangerLevel, ...tally }) => ({
        ...tally,
        name: dangerLevel === null ? terms.unknown : terms.levels[dangerLevel],
        narrowing: { dangerLevel },
      })),
      true,
    ),
    byVerdict(
      'weathers',
      report.weathers.map(({ weather, ...tally }) => ({
        ...tally,
        name: weather === null ? terms.unknown : terms.weathers[weather],
        narrowing: { weather },
      })),
      true,
    ),
    {
      id: 'times',
      names: times.map(({ step }) => terms.steps[step]),
      series: [
        { name: terms.median, colour: colours[0] ?? look.text, values: times.map(({ medianSeconds }) => minutesOf(medianSeconds)) },
        {
          name: terms.ninetieth,
          colour: colours[1] ?? look.text,
          values: times.map(({ ninetiethSeconds }) => minutesOf(ninetiethSeconds)),
        },
      ],
      isStacked: false,
      isLying: false,
      unit: terms.minutesAxis,
      isLogarithmic: true,
      target: () => null,
    },
    {
      id: 'cameras',
      names: cameras.map(({ cameraName, deviceId }) => cameraName ?? deviceId ?? terms.noCamera),
      series: [
        {
          name: terms.falseShare,
          colour: look.verdicts.false,
          values: cameras.map((camera) => Math.round(1_000 * (falseShareOf(camera) ?? 0)) / 10),
        },
      ],
      isStacked: false,
      isLying: true,
      unit: '%',
      target: (_, dataIndex) => {
        const camera = cameras[dataIndex];
        return camera?.deviceId ? to({ kind: 'camera', deviceId: camera.deviceId, ...(camera.false > 0 && { verdict: 'false' }) }) : null;
      },
    },
  ];
  return bars
    .filter(({ series }) => series.some(({ values }) => values.some((value) => (value ?? 0) > 0)))
    .map((one) => ({
      id: one.id,
      title: terms.sections[one.id],
      option: barsOption(one, `${terms.title}: ${terms.sections[one.id]}`, look),
      lines: one.isLying ? one.names.length : null,
      targetOf: one.target,
    }));
}

/** At least a hundredth, because a logarithmic axis has no 0. */
const minutesOf = (seconds: number | null): number | null => (seconds === null ? null : Math.max(0.01, Math.round(seconds / 0.6) / 100));

/** Bars as an ECharts option. @param description for screen readers */
export function barsOption(
  { names, series, isStacked, isLying, unit, isLogarithmic = false }: BarsOfChart,
  description: string,
  look: ChartLook,
): Readonly<Record<string, unknown>> {
  const ink = { color: look.text, fontFamily: look.font };
  const line = { lineStyle: { color: look.line } };
  const nameAxis = {
    type: 'category',
    data: names,
    inverse: isLying,
    axisLabel: { ...ink, ...(isLying && { width: 108, overflow: 'truncate', interval: 0 }) },
    axisLine: line,
    axisTick: { show: false },
  };
  const valueAxis = {
    type: isLogarithmic ? 'log' : 'value',
    name: unit,
    nameTextStyle: ink,
    minInterval: unit === undefined ? 1 : undefined,
    axisLabel: ink,
    splitLine: line,
  };
  return {
    animation: false,
    // Bars also differ by pattern, for users who cannot distinguish the colours, and a screen reader gets a description.
    aria: { enabled: true, decal: { show: series.length > 1 }, label: { description } },
    textStyle: ink,
    grid: { left: 8, right: 16, top: series.length > 1 ? 34 : 24, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    ...(series.length > 1 && { legend: { top: 0, right: 0, textStyle: ink, itemWidth: 18, itemHeight: 10 } }),
    // Drawn on the canvas: an HTML tooltip has style attributes, which the pages' content security policy ignores.
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, confine: true, renderMode: 'richText' },
    [isLying ? 'yAxis' : 'xAxis']: nameAxis,
    [isLying ? 'xAxis' : 'yAxis']: valueAxis,
    series: series.map(({ name, colour, values }) => ({
      type: 'bar',
      name,
      data: values,
      barMaxWidth: 24,
      itemStyle: { color: colour },
      ...(isStacked && { stack: 'all' }),
    })),
  };
}
