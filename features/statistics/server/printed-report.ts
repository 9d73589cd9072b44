// The printed report: titled tables, and the charts on paper, which the documents' worker draws.
import { formatTime, type Language } from '@lookout/contract';
import { type ChartLook, chartsOf, tablesOf, termsIn } from '@lookout/report';
import type { DocumentChart } from '@lookout/server/services/documents/document.ts';
import type { StatisticsFilter, StatisticsReport } from '../statistics.ts';

export interface PrintedReport {
  readonly title: string;
  /** The window, Beijing time. */
  readonly period: string;
  readonly tables: readonly { readonly title: string; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }[];
  readonly charts: readonly { readonly title: string; readonly picture: DocumentChart }[];
}

/** Dark ink on paper; patterns distinguish the bars in black and white. */
const PAPER: ChartLook = {
  text: '#1f2937',
  line: '#d1d5db',
  verdicts: { real: '#dc2626', false: '#94a3b8', unjudged: '#f59e0b' },
  series: ['#2563eb', '#f97316'],
  font: 'Noto Sans CJK SC, sans-serif',
};

const WIDTH = 720;
const HEIGHT = 260;
const LINE_HEIGHT = 22;
const FRAME_HEIGHT = 64;

/** Pure. @param filter the filter of the report's question */
export function printedReport(report: StatisticsReport, filter: StatisticsFilter, language: Language): PrintedReport {
  const terms = termsIn(language);
  const { begin, end } = report.now;
  return {
    title: `${terms.title} ${report.gridName}`,
    period: terms.span(formatTime(begin), formatTime(end)),
    tables: tablesOf(report, filter, language).map(({ title, header, rows }) => ({
      title,
      header,
      rows: rows.map((row) => row.map(({ text }) => text)),
    })),
    charts: chartsOf(report, filter, language, PAPER).map(({ title, option, lines }) => {
      const heightPixels = lines === null ? HEIGHT : FRAME_HEIGHT + LINE_HEIGHT * lines;
      return { title, picture: { format: 'chart', option, widthPixels: WIDTH, heightPixels } };
    }),
  };
}
