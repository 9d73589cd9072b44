// 统计分析 (/manage/geologic): the globe with heat map and choropleth, with figures and charts next to it.
import { BarChartOutlined, CloseOutlined, FileTextOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { changeText, chartsOf, type SectionId, shareText, tablesOf, targetOf, termsIn, VERDICT_ORDER } from '@lookout/report';
import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { oneOf, type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { falseShareOf, type HeatMap, type StatisticsReport } from '../statistics.ts';
import { Chart } from './Chart.tsx';
import { CoverageSection } from './coverage/CoverageSection.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { DARK_LOOK } from './look.ts';
import { useStatisticsMessages } from './messages.ts';
import { Narrowing, WindowChips } from './QuestionBar.tsx';
import { alarmsPath } from './question.ts';
import { TableView } from './ReportTables.tsx';
import { SHADES, shadeBegins } from './shades.ts';
import { NOTHING_ON_MAP, statisticsMapStore } from './statistics-part.ts';
import { type ReportQuery, useReport, useShowAlarms } from './use-report.ts';
import './statistics.css';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';

const LAYERS = ['heat', 'grids', 'none'] as const;
type MapLayer = (typeof LAYERS)[number];

const layerOf = (url: UrlState): MapLayer => oneOf(LAYERS, url.get('layer')) ?? 'heat';

export function GeologicPage() {
  const messages = useStatisticsMessages();
  const url = useUrlState();
  const { search } = useLocation();
  const globe = useGlobeState();
  const reportQuery = useReport(url);
  const [isOpen, setOpen] = useState(true);
  return (
    <div className="statistics" data-panel={isOpen ? 'open' : 'folded'}>
      <h1 className="visually-hidden">{messages.title}</h1>
      <GlobeStage initialView={null} />
      {globe.kind === 'ready' && (
        <>
          <MapControls globe={globe.globe} />
          <ModeSwitch globe={globe.globe} />
        </>
      )}
      <search className="statistics-bar panel">
        <WindowChips url={url} />
        <div className="line statistics-narrowing">
          <Narrowing url={url} />
        </div>
      </search>
      <OnMap url={url} reportQuery={reportQuery} />
      {isOpen ? (
        <aside {...COVERS_MAP} className="statistics-panel panel" aria-label={messages.charts}>
          <header className="panel-head">
            <h2>{messages.title}</h2>
            <span className="line">
              <Link to={`/analysis${search}`}>
                <FileTextOutlined aria-hidden /> {messages.full}
              </Link>
              <IconButton label={messages.close} icon={<CloseOutlined />} onClick={() => setOpen(false)} />
            </span>
          </header>
          <div className="statistics-body">
            <QueryResult query={reportQuery.report} isEmpty={({ now }) => now.tally.total === 0} empty={messages.empty}>
              {(report) => <Figures report={report} reportQuery={reportQuery} />}
            </QueryResult>
            <CoverageSection gridNo={reportQuery.question.gridNo} />
          </div>
        </aside>
      ) : (
        <Button className="statistics-open" icon={<BarChartOutlined />} onClick={() => setOpen(true)}>
          {messages.open}
        </Button>
      )}
    </div>
  );
}

/** The tables that have no chart. */
const ONLY_TABLES: readonly SectionId[] = ['posts'];

function Figures({ report, reportQuery: { question, filter } }: { readonly report: StatisticsReport; readonly reportQuery: ReportQuery }) {
  const messages = useStatisticsMessages();
  const language = useLanguage();
  const terms = termsIn(language);
  const showAlarms = useShowAlarms();
  const mayShow = useRight('act-on-alarms');
  const tables = useMemo(() => tablesOf(report, filter, language), [report, filter, language]);
  const charts = useMemo(() => chartsOf(report, filter, language, DARK_LOOK), [report, filter, language]);
  const { now, before, yearBefore } = report;
  return (
    <>
      <div className="line statistics-head">
        <strong>{report.gridName}</strong>
        <span className="second tabular">{messages.from(formatTime(now.begin).slice(0, 16), formatTime(now.end).slice(0, 16))}</span>
        <ExportMenu report={report} question={question} tables={tables} />
      </div>
      <dl className="statistics-figures">
        {(['total', ...VERDICT_ORDER] as const).map((key) => (
          <div key={key} data-figure={key}>
            <dt>{key === 'total' ? terms.total : terms.verdicts[key]}</dt>
            <dd className="tabular">
              {mayShow && now.tally[key] > 0 ? (
                <Link title={messages.toAlarms} to={alarmsPath(targetOf(report, filter, key === 'total' ? {} : { verdict: key }))}>
                  {now.tally[key]}
                </Link>
              ) : (
                now.tally[key]
              )}
            </dd>
            <dd className="second tabular">
              {messages.compared(terms.change, changeText(now.tally[key], before.tally[key]))}
              <br />
              {messages.compared(terms.yearChange, changeText(now.tally[key], yearBefore.tally[key]))}
            </dd>
          </div>
        ))}
        <div data-figure="share">
          <dt>{terms.falseShare}</dt>
          <dd className="tabular">{shareText(falseShareOf(now.tally))}</dd>
          <dd className="second tabular">
            {terms.periods.before} {shareText(falseShareOf(before.tally))}
            <br />
            {terms.periods.yearBefore} {shareText(falseShareOf(yearBefore.tally))}
          </dd>
        </div>
      </dl>
      {charts.map((chart) => (
        <section key={chart.id} aria-label={chart.title}>
          <h3>{chart.title}</h3>
          <Chart chart={chart} onPick={showAlarms} />
          <details>
            <summary>{messages.numbers}</summary>
            {tables
              .filter(({ id }) => id === chart.id)
              .map((table) => (
                <TableView key={table.id} table={table} />
              ))}
          </details>
        </section>
      ))}
      {tables
        .filter(({ id }) => ONLY_TABLES.includes(id))
        .map((table) => (
          <section key={table.id} aria-label={table.title}>
            <h3>{table.title}</h3>
            <TableView table={table} />
          </section>
        ))}
    </>
  );
}

/** Selects the layer, supplies its data, and shows its legend. */
function OnMap({ url, reportQuery: { question, report } }: { readonly url: UrlState; readonly reportQuery: ReportQuery }) {
  const messages = useStatisticsMessages();
  const client = useClient();
  const services = useServices();
  const store = statisticsMapStore(services);
  const globe = useGlobeState();
  const isUnbounded = useStore(store, (state) => state.isUnbounded);
  const layer = layerOf(url);
  const heat = useQuery({
    queryKey: ['statistics-heat', question],
    queryFn: ({ signal }) => client.statistics.heat({ body: question, occasion: 'background', silent: true, signal }),
    placeholderData: keepPreviousData,
    enabled: layer === 'heat',
  });
  const [cells, parts] = [layer === 'heat' ? (heat.data ?? null) : null, layer === 'grids' ? report.data?.grids : undefined];
  const gridNo = report.data?.gridNo ?? null;
  useEffect(() => store.setState({ heat: cells, parts: parts ?? NOTHING_ON_MAP.parts, gridNo }), [store, cells, parts, gridNo]);
  useEffect(() => () => store.setState(NOTHING_ON_MAP), [store]);
  return (
    <section className="statistics-map panel stack" aria-label={messages.layer}>
      <Segmented<MapLayer>
        size="small"
        value={layer}
        onChange={(next) => url.set({ layer: next === 'heat' ? null : next })}
        options={LAYERS.map((value) => ({ value, label: messages.layers[value] }))}
      />
      {layer === 'heat' && heat.isError && <Alert type="error" showIcon title={messages.heatFailed} />}
      {cells && cells.cells.length > 0 && globe.kind === 'ready' && <HeatLegend heat={cells} colours={globe.map.HEAT_COLOURS} />}
      {parts && parts.length > 0 && <PartsLegend most={parts[0]?.total ?? 0} />}
      {layer === 'grids' && isUnbounded && <p className="second">{messages.noBoundary}</p>}
    </section>
  );
}

function HeatLegend({ heat, colours }: { readonly heat: HeatMap; readonly colours: readonly string[] }) {
  const messages = useStatisticsMessages();
  const most = heat.cells.reduce((max, { count }) => Math.max(max, count), 0);
  return (
    <figure className="statistics-legend" aria-label={messages.heatLegend}>
      <span className="statistics-scale" style={{ background: `linear-gradient(90deg, ${colours.join(', ')})` }} aria-hidden />
      <figcaption className="line tabular second">
        <span>{most === 0 ? 0 : 1}</span>
        <span>{messages.cells(heat.cellDegrees)}</span>
        <span>{most}</span>
      </figcaption>
    </figure>
  );
}

function PartsLegend({ most }: { readonly most: number }) {
  const messages = useStatisticsMessages();
  const begins = shadeBegins(most);
  return (
    <ul className="statistics-shades tabular" aria-label={messages.gridsLegend}>
      {begins.map((begin, index) => {
        const end = (begins[index + 1] ?? most + 1) - 1;
        return (
          <li key={begin}>
            <span style={{ background: SHADES[index]?.fill }} aria-hidden />
            {begin === end ? begin : `${begin}–${end}`}
          </li>
        );
      })}
    </ul>
  );
}
