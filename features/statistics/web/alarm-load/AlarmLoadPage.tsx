// 告警负荷 (/alarmLoad): how the alarms load each desk, by the hour, after the standards of alarm management; which sources cause them, and
// what to do.
import { DownloadOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { beginOfBeijingDay, beijingDayOf, type GridNo, HOUR_MS, type Named } from '@lookout/domain';
import { shareText, termsIn } from '@lookout/report';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { GridFilter, ResetFilters } from '@lookout/web/shared/table/filters.tsx';
import { FILE_KINDS } from '@lookout/web/shared/table/table-file.ts';
import { type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { type AlarmLoadReport, type DeskLoad, LOAD_WINDOWS, loadClassOf } from '../../alarm-load.ts';
import { useStatisticsMessages } from '../messages.ts';
import { PeriodPicker } from '../PeriodPicker.tsx';
import { alarmsPath } from '../question.ts';
import { useTableFile } from '../use-table-file.ts';
import { LoadLegend, LoadMap, type MapCell, type MapRow } from './LoadMap.tsx';
import { LoadTableView } from './LoadTables.tsx';
import { LOAD_LOOK } from './load-look.ts';
import { LOAD_FILTERS, readLoadPeriod, useAlarmLoad } from './load-question.ts';
import { deskAdviceOf, type LoadTable, loadTablesOf, meanText, perFireText, type Ways } from './load-tables.ts';
import { useLoadMessages } from './messages.ts';
import '../statistics.css';
import './alarm-load.css';

/** Maximum number of floods in the table; the files have all. */
const MOST_FLOODS = 100;

export function AlarmLoadPage() {
  const messages = useLoadMessages();
  const url = useUrlState();
  const load = useAlarmLoad(url);
  return (
    <div className="alarm-load page">
      <header>
        <h1>{messages.title}</h1>
        <Link to="/analysis">{messages.toAnalysis}</Link>
      </header>
      <search className="page-bar">
        <LoadWindows url={url} />
        <GridFilter url={url} />
        <ResetFilters url={url} names={LOAD_FILTERS} label={messages.reset} />
      </search>
      <QueryResult query={load} isEmpty={({ desk }) => desk.announced + desk.silent === 0} empty={messages.empty}>
        {(report) => <Load load={report} url={url} />}
      </QueryResult>
    </div>
  );
}

function LoadWindows({ url }: { readonly url: UrlState }) {
  const messages = useLoadMessages();
  const period = readLoadPeriod(url);
  return (
    <PeriodPicker
      url={url}
      name="hours"
      label={messages.windows}
      windows={LOAD_WINDOWS}
      textOf={(hours) => messages.window[hours]}
      chosen={'hours' in period ? period.hours : period}
    />
  );
}

function Load({ load, url }: { readonly load: AlarmLoadReport; readonly url: UrlState }) {
  const messages = useLoadMessages();
  const common = useStatisticsMessages();
  const language = useLanguage();
  const [alarms, cameraSettings, knownHeat] = [useRight('act-on-alarms'), useRight('set-up-cameras'), useRight('watch-alarms')];
  const ways: Ways = useMemo(() => ({ alarms, cameraSettings, knownHeat }), [alarms, cameraSettings, knownHeat]);
  const tables = useMemo(() => loadTablesOf(load, { messages, terms: termsIn(language) }, ways), [load, messages, language, ways]);
  const [desks, , floods, sources] = tables as [LoadTable, LoadTable, LoadTable, LoadTable];
  const { sections } = messages;
  const [begin, end] = [formatTime(load.begin).slice(0, 16), formatTime(load.end).slice(0, 16)];
  return (
    <>
      <div className="analysis-head line">
        <strong>{load.desk.gridName}</strong>
        <span className="second tabular">{common.from(begin, end)}</span>
        <LoadExport name={`${messages.title} ${load.desk.gridName}`} period={common.from(begin, end)} tables={tables} />
      </div>
      <Figures load={load} ways={ways} />
      <LoadLegend />
      <p className="second">{messages.basis}</p>
      <div className="load-sections">
        {load.desks.length > 0 && (
          <Section title={sections.desksByHour}>
            <LoadMap
              title={sections.desksByHour}
              corner={messages.columns.desk}
              rows={deskRows(load, messages.hour, messages.ownDesk, (grid) => url.set({ grid }))}
            />
          </Section>
        )}
        <Section title={sections.hoursByDay}>
          <LoadMap title={sections.hoursByDay} corner={messages.day} rows={dayRows(load, messages.hour, ways)} />
        </Section>
        <Section title={sections.desks}>
          <LoadTableView table={desks} />
        </Section>
        <Section title={sections.floods}>
          {floods.rows.length === 0 ? <p>{messages.noFloods}</p> : <LoadTableView table={floods} most={MOST_FLOODS} />}
          <p className="second">{messages.floodsNote}</p>
          {floods.rows.length > MOST_FLOODS && <p className="second">{messages.floodsLeftOut(floods.rows.length - MOST_FLOODS)}</p>}
        </Section>
        <Section title={sections.sources}>
          <LoadTableView table={sources} />
          <p className="second">{messages.sourcesNote}</p>
          {load.sourcesLeftOut > 0 && <p className="second">{messages.sourcesLeftOut(load.sourcesLeftOut)}</p>}
        </Section>
      </div>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel analysis-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Figures({ load, ways }: { readonly load: AlarmLoadReport; readonly ways: Ways }) {
  const messages = useLoadMessages();
  const { desk } = load;
  const classText = (alarms: number) => `${LOAD_LOOK[loadClassOf(alarms)].mark} ${messages.classes[loadClassOf(alarms)]}`;
  const figures: readonly (readonly [key: string, name: string, value: string, more: string])[] = [
    ['announced', messages.announced, String(desk.announced), messages.silent(desk.silent)],
    ['fires', messages.fires, String(desk.fires), messages.perFire(perFireText(desk))],
    ['mean', messages.mean, meanText(desk.mean), classText(Math.ceil(desk.mean))],
    [
      'peak',
      messages.peak,
      String(desk.peak),
      `${classText(desk.peak)}${desk.peakAt === null ? '' : ` · ${formatTime(desk.peakAt).slice(5, 16)}`}`,
    ],
    ['floods', messages.floods, messages.floodCount(desk.floods.length), messages.floodShare(shareText(desk.floodShare))],
    ['standing', messages.standing, String(desk.standing), messages.stale(desk.stale)],
  ];
  const advice = deskAdviceOf(load, desk, ways, messages);
  return (
    <>
      <dl className="statistics-figures load-figures" aria-label={messages.figures}>
        {figures.map(([key, name, value, more]) => (
          <div key={key} data-figure={key}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
            <dd className="second tabular">{more}</dd>
          </div>
        ))}
      </dl>
      {advice.length > 0 && (
        <ul className="load-desk-advice" aria-label={messages.columns.advice}>
          {advice.map(({ text, why, to }) => (
            <li key={text}>
              {to === null ? <strong>{text}</strong> : <Link to={to}>{text}</Link>} <span className="second">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type HourText = (hour: string) => string;
const twoDigits = (hour: number): string => String(hour).padStart(2, '0');

/** The requested desk, then those below it, each with the hours of the day. */
function deskRows(
  { desk, desks }: AlarmLoadReport,
  hourText: HourText,
  ownName: (name: string) => string,
  open: (gridNo: GridNo) => void,
): MapRow[] {
  const row = (one: Named<DeskLoad>, name: string, onOpen: (() => void) | null): MapRow => ({
    key: one.gridNo,
    name,
    onOpen,
    cells: one.hoursOfDay.map((load, hour) => ({
      ...load,
      where: `${one.gridName} ${hourText(twoDigits(hour))}`,
      // The same hour of many days is not a contiguous time that could be queried.
      to: null,
    })),
  });
  return [row(desk, ownName(desk.gridName), null), ...desks.map((one) => row(one, one.gridName, () => open(one.gridNo)))];
}

/** The days of the window, the newest first, each with its hours. */
function dayRows({ desk, hours, begin, end }: AlarmLoadReport, hourText: HourText, { alarms }: Ways): MapRow[] {
  const byDay = Map.groupBy(hours, (hour) => beijingDayOf(hour.begin.getTime()));
  return [...byDay]
    .map(([day, ofDay]) => {
      const midnight = beginOfBeijingDay(day);
      const name = formatTime(new Date(midnight)).slice(0, 10);
      const cells: (MapCell | null)[] = Array.from({ length: 24 }, () => null);
      for (const { begin: from, ...load } of ofDay) {
        const hour = Math.floor((from.getTime() - midnight) / HOUR_MS);
        const span = {
          begin: new Date(Math.max(begin.getTime(), from.getTime())),
          end: new Date(Math.min(end.getTime(), from.getTime() + HOUR_MS)),
        };
        cells[hour] = {
          ...load,
          where: `${name} ${hourText(twoDigits(hour))}`,
          to: alarms ? alarmsPath({ ...span, gridNo: desk.gridNo, filter: {} }) : null,
        };
      }
      return { key: name, name, onOpen: null, cells };
    })
    .reverse();
}

interface ExportProps {
  readonly name: string;
  readonly period: string;
  readonly tables: readonly LoadTable[];
}

function LoadExport({ name, period, tables }: ExportProps) {
  const common = useStatisticsMessages();
  const save = useTableFile();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: FILE_KINDS.map((key) => ({ key, label: common.kinds[key] })),
        onClick: ({ key }) =>
          void save(
            key as (typeof FILE_KINDS)[number],
            name,
            `${name} ${period}`,
            tables.map(({ title, header, rows }) => ({ title, header, rows: rows.map(({ cells }) => cells) })),
          ),
      }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />}>
        {common.export}
      </Button>
    </Dropdown>
  );
}
