// 考勤统计: the totals of each ranger's days, weeks or months. Sorted by grid and name, never ranked. Each figure links to the replay of its
// day.

import { InfoCircleOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { beginOfDayText, beijingDayText, DAY_MS, type Named } from '@lookout/domain';
import { useClient, useNow } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { isNarrowed, oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { Button, DatePicker, Popover, Segmented, Tag } from 'antd';
import dayjs from 'dayjs';
import { ATTENDANCE_STEPS, type Attendance, type AttendanceGap } from '../attendance.ts';
import { useRangerMessages } from './messages.ts';

type Row = Named<Attendance>;

/** Days are counted shortly after their positions have arrived. */
const REFRESH_MS = 30_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HOUR_SECONDS = 3_600;
const FILTER_NAMES = ['text', 'user', 'grid', 'from', 'to'] as const;

const dayIn = (text: string | null): string | null =>
  text !== null && DAY.test(text) && !Number.isNaN(beginOfDayText(text)) ? text : null;
const figure = (value: number, places: number): number => Number(value.toFixed(places));

export function AttendancePanel({ url }: { readonly url: UrlState }) {
  const messages = useRangerMessages();
  const client = useClient();
  const today = beijingDayText(useNow());
  const endDay = dayIn(url.get('to')) ?? today;
  const beginDay = dayIn(url.get('from')) ?? beijingDayText(beginOfDayText(endDay) - 6 * DAY_MS);
  const step = oneOf(ATTENDANCE_STEPS, url.get('step')) ?? 'day';
  const narrowing = { name: url.get('text'), userId: url.get('user') };
  const filter = { ...narrowing, step, beginDay, endDay, gridNo: useGridFilter(url) };
  const page = usePage({
    url,
    key: ['ranger-attendance'],
    filter,
    call: client.ranger.rangerAttendance,
    everyMs: endDay >= today ? REFRESH_MS : false,
  });
  const periodOf = (row: Row): string => (row.beginDay === row.endDay ? row.beginDay : `${row.beginDay} – ${row.endDay.slice(5)}`);
  const timeOf = (at: Date | null): string => (at === null ? '' : formatTime(at).slice(step === 'day' ? 11 : 5, 16));
  const replay = ({ userId }: Row, day: string, at: number | null = null) => url.set({ view: null, ids: userId, day, at, page: null });
  const open = (row: Row) => {
    if (row.beginDay === row.endDay) replay(row, row.beginDay);
    else url.set({ step: null, user: row.userId, from: row.beginDay, to: row.endDay });
  };
  const minutesOf = ({ begin, end }: AttendanceGap): number => Math.round((end.getTime() - begin.getTime()) / 60_000);
  const gapText = (gap: AttendanceGap): string => messages.gapText(timeOf(gap.begin), timeOf(gap.end), minutesOf(gap));

  /** A figure that links to the replay of its day, or from a longer period to its days. */
  const numeral = (key: keyof typeof messages.columns, width: number, figureOf: (row: Row) => number) => ({
    key,
    title: messages.columns[key],
    width,
    align: 'right' as const,
    className: 'tabular',
    text: figureOf,
    render: (_: unknown, row: Row) => {
      const value = figureOf(row);
      if (row.positions === 0) return value === 0 ? '—' : value;
      const [isDay, period] = [row.beginDay === row.endDay, periodOf(row)];
      return (
        <button
          type="button"
          className="ranger-figure"
          title={isDay ? messages.replayDay(row.fullName, period) : messages.openDays(row.fullName, period)}
          onClick={() => open(row)}
        >
          {value}
        </button>
      );
    },
  });

  return (
    <section className="ranger-attendance panel" aria-label={messages.attendance}>
      <header className="line">
        <h2>{messages.attendance}</h2>
        <span className="gap" />
        <Popover trigger="click" placement="bottomRight" title={messages.rules} content={<Rules />}>
          <Button size="small" icon={<InfoCircleOutlined aria-hidden />}>
            {messages.rules}
          </Button>
        </Popover>
      </header>
      <search className="page-bar">
        <Segmented
          aria-label={messages.step}
          value={step}
          options={ATTENDANCE_STEPS.map((value) => ({ value, label: messages.steps[value] }))}
          onChange={(next) => url.set({ step: next === 'day' ? null : next })}
        />
        <DatePicker.RangePicker
          className="ranger-range"
          allowClear={false}
          aria-label={messages.days}
          placeholder={[messages.begin, messages.end]}
          value={[dayjs(beginDay), dayjs(endDay)]}
          maxDate={dayjs(today)}
          presets={presetsOf(dayjs(today)).map(([name, begin, end]) => ({ label: messages.presets[name], value: [begin, end] }))}
          onChange={(range) => url.set({ from: range?.[0]?.format('YYYY-MM-DD') ?? null, to: range?.[1]?.format('YYYY-MM-DD') ?? null })}
        />
        <TextFilter url={url} label={messages.name} width={150} />
        <GridFilter url={url} />
        {narrowing.userId !== null && (
          <Tag closable onClose={() => url.set({ user: null })}>
            {messages.onlyOf(page.query.data?.list[0]?.fullName ?? '…')}
          </Tag>
        )}
        {isNarrowed(narrowing) && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
      </search>
      <PagedTable<Row>
        table="ranger-attendance"
        name={messages.attendance}
        {...page}
        rowKey={({ userId, beginDay: first }) => `${userId} ${first}`}
        width={1300}
        empty={
          <NoRows
            isNarrowed={isNarrowed(narrowing) || filter.gridNo !== null}
            messages={{
              empty: messages.attendanceEmpty,
              emptyHint: messages.attendanceEmptyHint,
              noneFound: messages.attendanceNone,
              noneFoundHint: messages.attendanceNoneHint,
            }}
          />
        }
        columns={[
          { key: 'name', dataIndex: 'fullName', title: messages.columns.name, width: 140, fixed: 'left', ellipsis: true },
          { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 90, ellipsis: true },
          { key: 'period', title: messages.columns.period, width: step === 'day' ? 110 : 160, className: 'tabular', ...textCell(periodOf) },
          ...(step === 'day' ? [] : [numeral('daysOnDuty', 90, ({ daysOnDuty }) => daysOnDuty)]),
          {
            key: 'begin',
            title: messages.columns.begin,
            width: step === 'day' ? 90 : 120,
            className: 'tabular',
            text: ({ begin }) => begin && formatTime(begin),
            render: (_, row) => (row.begin === null ? <span className="hint">{messages.absent}</span> : timeOf(row.begin)),
          },
          {
            key: 'end',
            title: messages.columns.end,
            width: step === 'day' ? 90 : 120,
            className: 'tabular',
            text: ({ end }) => end && formatTime(end),
            render: (_, row) => timeOf(row.end) || '—',
          },
          numeral('duty', 110, ({ dutySeconds }) => figure(dutySeconds / HOUR_SECONDS, 2)),
          numeral('moving', 110, ({ movingSeconds }) => figure(movingSeconds / HOUR_SECONDS, 2)),
          numeral('distance', 110, ({ distanceMetres }) => figure(distanceMetres / 1000, 2)),
          numeral('seen', 130, ({ seenSquareKilometres }) => figure(seenSquareKilometres, 1)),
          numeral('positions', 80, ({ positions }) => positions),
          numeral('leftOut', 80, ({ leftOut }) => leftOut),
          numeral('gaps', 100, ({ gapCount }) => gapCount),
          numeral('gapMinutes', 110, ({ gapSeconds }) => Math.round(gapSeconds / 60)),
          {
            key: 'longest',
            title: messages.columns.longest,
            width: 190,
            className: 'tabular',
            text: ({ gaps }) => gaps.map((gap) => `${gapText(gap)}${messages.gapPlace(placeOf(gap))}`).join('; ') || null,
            render: (_, row) => {
              const [longest] = row.gaps;
              if (longest === undefined) return '—';
              const day = beijingDayText(longest.begin.getTime());
              const at = Math.floor((longest.begin.getTime() - beginOfDayText(day)) / 1000);
              return (
                <button
                  type="button"
                  className="ranger-figure"
                  title={`${messages.gapPlace(placeOf(longest))} · ${messages.replayDay(row.fullName, day)}`}
                  onClick={() => replay(row, day, Math.max(1, at))}
                >
                  {gapText(longest)}
                </button>
              );
            },
          },
          numeral('tasks', 90, ({ tasksDone }) => tasksDone),
        ]}
      />
    </section>
  );
}

const placeOf = ({ from: { lng, lat } }: AttendanceGap): string => `${lng.toFixed(4)}, ${lat.toFixed(4)}`;

const presetsOf = (today: dayjs.Dayjs) =>
  [
    ['today', today, today],
    ['yesterday', today.subtract(1, 'day'), today.subtract(1, 'day')],
    ['week', today.subtract(6, 'day'), today],
    ['month', today.startOf('month'), today],
    ['lastMonth', today.subtract(1, 'month').startOf('month'), today.subtract(1, 'month').endOf('month')],
  ] as const satisfies readonly (readonly [string, dayjs.Dayjs, dayjs.Dayjs])[];

function Rules() {
  const { ruleList } = useRangerMessages();
  return (
    <ul className="ranger-rules">
      {ruleList.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}
