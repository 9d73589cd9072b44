// 分析报告 (/analysis): the report as a page for a chief: comparison, trends, response times, false alarms. Each number links to its alarms.
import { GlobalOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { chartsOf, type SectionId, tablesOf } from '@lookout/report';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { StatisticsReport } from '../statistics.ts';
import { Chart } from './Chart.tsx';
import { CoverageSection } from './coverage/CoverageSection.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { DARK_LOOK } from './look.ts';
import { useStatisticsMessages } from './messages.ts';
import { Narrowing, WindowChips } from './QuestionBar.tsx';
import { TableView } from './ReportTables.tsx';
import { type ReportQuery, useReport, useShowAlarms } from './use-report.ts';
import './statistics.css';

/** Sections as wide as the page. */
const WIDE: readonly SectionId[] = ['summary', 'series'];
const ORDER: readonly SectionId[] = [
  ...['summary', 'series', 'times', 'posts', 'kinds', 'cameras', 'grids', 'fireTypes', 'levels', 'weathers'],
] as readonly SectionId[];

export function AnalysisPage() {
  const messages = useStatisticsMessages();
  const url = useUrlState();
  const { search } = useLocation();
  const reportQuery = useReport(url);
  const mayUseGlobe = useRight('see-statistics');
  return (
    <div className="analysis page">
      <header>
        <h1>{messages.analysisTitle}</h1>
        {mayUseGlobe && (
          <Link to={`/manage/geologic${search}`}>
            <GlobalOutlined aria-hidden /> {messages.toGlobe}
          </Link>
        )}
      </header>
      <search className="page-bar">
        <WindowChips url={url} />
        <Narrowing url={url} />
      </search>
      <QueryResult query={reportQuery.report} isEmpty={isBlank} empty={messages.empty}>
        {(report) => <Report report={report} reportQuery={reportQuery} />}
      </QueryResult>
      <CoverageSection gridNo={reportQuery.question.gridNo} />
    </div>
  );
}

/** No alarms now, and none to compare with. */
const isBlank = ({ now, before, yearBefore }: StatisticsReport): boolean =>
  [now, before, yearBefore].every(({ tally }) => tally.total === 0);

function Report({ report, reportQuery: { question, filter } }: { readonly report: StatisticsReport; readonly reportQuery: ReportQuery }) {
  const messages = useStatisticsMessages();
  const language = useLanguage();
  const showAlarms = useShowAlarms();
  const tables = useMemo(() => tablesOf(report, filter, language), [report, filter, language]);
  const charts = useMemo(() => chartsOf(report, filter, language, DARK_LOOK), [report, filter, language]);
  return (
    <>
      <div className="analysis-head line">
        <strong>{report.gridName}</strong>
        <span className="second tabular">
          {messages.from(formatTime(report.now.begin).slice(0, 16), formatTime(report.now.end).slice(0, 16))}
        </span>
        <ExportMenu report={report} question={question} tables={tables} />
      </div>
      <div className="analysis-sections">
        {ORDER.map((id) => {
          const [table, chart] = [tables.find((one) => one.id === id), charts.find((one) => one.id === id)];
          if (!table) return null;
          return (
            <section key={id} className="panel analysis-section" data-section={id} data-wide={WIDE.includes(id)} aria-label={table.title}>
              <h2>{table.title}</h2>
              {chart && <Chart chart={chart} onPick={showAlarms} />}
              <TableView table={table} />
              {id === 'cameras' && report.camerasLeftOut > 0 && <p className="second">{messages.leftOut(report.camerasLeftOut)}</p>}
            </section>
          );
        })}
      </div>
    </>
  );
}
