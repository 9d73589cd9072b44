// The report of a question as PDF: the tables of the page, each below its chart, with the same numbers, in the language of the page.

import { formatTime, type Language } from '@lookout/contract';
import { termsIn } from '@lookout/report';
import type { Context, RawRoute } from '@lookout/server/serve/context.ts';
import { validate } from '@lookout/server/serve/input.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import { DOCUMENT_MEDIA_TYPES, type DocumentBlock, type PrintedDocument } from '@lookout/server/services/documents/document.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { STATISTICS_PDF_SUMMARY, type StatisticsQuestion, statisticsPdfPath, statisticsQuestion } from '../statistics.calls.ts';
import type { StatisticsFilter, StatisticsReport } from '../statistics.ts';
import { filterOf } from './answer.ts';
import { printedReport } from './printed-report.ts';
import { PRINTED_WORDS } from './texts.ts';

/** A name column is twice as wide as a number column. */
const NAME_SHARE = 2;

/** @param ask answers a question in the same way as the call */
export const reportFileRoute = (
  { documents }: Pick<Room, 'documents'>,
  ask: (context: Context, question: StatisticsQuestion) => Promise<StatisticsReport>,
): RawRoute => ({
  name: 'statistics-report-file',
  method: 'GET',
  path: statisticsPdfPath,
  summary: STATISTICS_PDF_SUMMARY,
  weight: 20,
  permission: 'officer',
  scope: 'list',
  async handle(context, request, reply) {
    const { query } = validate({ query: statisticsQuestion }, { params: {}, query: request.query, body: undefined });
    const question = query as StatisticsQuestion;
    const report = await ask(context, question);
    const document = documentOf(report, filterOf(question), context.language, context.now);
    const bytes = await documents.print(errandOf(context), document, 'pdf');
    return reply
      .header('content-type', DOCUMENT_MEDIA_TYPES.pdf)
      .header('content-length', bytes.length)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${document.title}.pdf`)}`)
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes));
  },
});

/** @param filter the filter of the report's question */
export function documentOf(report: StatisticsReport, filter: StatisticsFilter, language: Language, now: Date): PrintedDocument {
  const { house, made } = PRINTED_WORDS[language];
  const printed = printedReport(report, filter, language);
  const narrowed = narrowingText(filter, language);
  const chartOf = new Map(printed.charts.map((chart) => [chart.title, chart]));
  const blocks = printed.tables.flatMap(({ title, header, rows }): DocumentBlock[] => {
    const chart = chartOf.get(title);
    const columns = header.map((name, at) => ({
      title: name,
      share: at === 0 ? NAME_SHARE : 1,
      align: at === 0 ? ('left' as const) : ('right' as const),
    }));
    return [
      { kind: 'heading', level: 1, text: title },
      ...(chart === undefined ? [] : [{ kind: 'picture' as const, picture: chart.picture, caption: title }]),
      { kind: 'table', columns, rows },
    ];
  });
  return {
    language,
    title: printed.title,
    subtitle: printed.period,
    header: `${house} · ${termsIn(language).title}`,
    footer: made(formatTime(now)),
    stripe: null,
    orientation: 'portrait',
    author: house,
    createdAt: now,
    blocks: [...(narrowed === '' ? [] : [{ kind: 'paragraph' as const, text: narrowed, tone: 'note' as const }]), ...blocks],
  };
}

/** The filters of the question besides its window and grid, such as `来源：卫星热点`; '': none. */
function narrowingText({ kind, verdict, realFireType, dangerLevel, weather, deviceId }: StatisticsFilter, language: Language): string {
  const terms = termsIn(language);
  const { columns } = terms;
  const parts: (readonly [string, string])[] = [
    ...(kind === undefined ? [] : [[columns.kind, terms.kinds[kind]] as const]),
    ...(verdict === undefined ? [] : [[terms.item, terms.verdicts[verdict]] as const]),
    ...(realFireType === undefined
      ? []
      : [[columns.fireType, realFireType === null ? terms.noType : terms.fireTypes[realFireType]] as const]),
    ...(dangerLevel === undefined ? [] : [[columns.level, dangerLevel === null ? terms.unknown : terms.levels[dangerLevel]] as const]),
    ...(weather === undefined ? [] : [[columns.weather, weather === null ? terms.unknown : terms.weathers[weather]] as const]),
    ...(deviceId === undefined ? [] : [[columns.camera, deviceId] as const]),
  ];
  return parts.map(([name, value]) => `${name}: ${value}`).join(' · ');
}
