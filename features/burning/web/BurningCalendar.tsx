// 用火报备 by day: a month with the number of approved and pending burnings of each day, loaded in one request. The selected day lists its
// burnings.

import type { Named } from '@lookout/domain';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Calendar } from 'antd';
import dayjs from 'dayjs';
import { Link } from 'react-router';
import type { Burning } from '../burning.ts';
import { windowText } from '../parts/burnings.ts';
import { useBurningMessages } from '../parts/messages.ts';
import { BurningStateTag, ReviewBurning } from '../parts/ReviewBurning.tsx';
import { countsByDay, dayOf, isOnDay, readDay, readMonth, windowOfMonth } from './calendar.ts';
import type { BurningFilter } from './filter.ts';
import { useBurningPageMessages } from './messages.ts';

interface Props {
  readonly url: UrlState;
  /** The filters of the table, except its time window: the month replaces it. */
  readonly query: BurningFilter;
}

const POLL_MS = 60_000;
/** Approved, or still to be decided. */
const isOpen = ({ state }: Named<Burning>): boolean => state === 'approved' || state === 'pending';

export function BurningCalendar({ url, query }: Props) {
  const messages = useBurningPageMessages();
  const { client, now } = useServices();
  const today = dayOf(new Date(now()));
  const { month, day } = shownIn(url, today);
  const { gridNo, applicant, purpose } = query;
  const body = { gridNo, applicant, purpose, ...windowOfMonth(month) };
  const goTo = (to: string) => url.set({ month: to, day: null });
  const monthAfter = (months: number) => dayjs(`${month}-01`).add(months, 'month').format('YYYY-MM');
  const list = useQuery({
    queryKey: ['burnings', 'month', body],
    queryFn: ({ signal }) => client.burning.burningList({ body, silent: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const counts = countsByDay(list.data ?? []);

  return (
    <div className="burning-calendar">
      <Calendar
        value={dayjs(`${month}-${day.startsWith(month) ? day.slice(8) : '01'}`)}
        mode="month"
        onSelect={(chosen, { source }) => {
          if (source === 'date') url.set({ day: chosen.format('YYYY-MM-DD'), month: chosen.format('YYYY-MM') });
        }}
        headerRender={() => (
          <p className="line burning-month">
            <Button onClick={() => goTo(monthAfter(-1))}>{messages.calendar.before}</Button>
            <strong className="tabular">{month}</strong>
            <Button onClick={() => goTo(monthAfter(1))}>{messages.calendar.after}</Button>
            <Button disabled={today.startsWith(month)} onClick={() => goTo(today.slice(0, 7))}>
              {messages.calendar.thisMonth}
            </Button>
          </p>
        )}
        cellRender={(cell, { type }) => {
          const count = type === 'date' ? counts.get(cell.format('YYYY-MM-DD')) : undefined;
          if (count === undefined) return null;
          return (
            <p className="burning-day tabular">
              {count.approved > 0 && <span data-state="approved">{messages.calendar.approved(count.approved)}</span>}
              {count.pending > 0 && <span data-state="pending">{messages.calendar.pending(count.pending)}</span>}
            </p>
          );
        }}
      />
      <section className="panel burning-day-list" aria-label={messages.calendar.of(day)}>
        <h2 className="tabular">{messages.calendar.of(day)}</h2>
        <QueryResult
          query={list}
          isEmpty={(rows) => !rows.some((burning) => isOpen(burning) && isOnDay(burning, day))}
          empty={messages.calendar.empty}
        >
          {(rows) => (
            <ul>
              {rows
                .filter((burning) => isOpen(burning) && isOnDay(burning, day))
                .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
                .map((burning) => (
                  <DayRow key={burning.id} burning={burning} day={day} />
                ))}
            </ul>
          )}
        </QueryResult>
      </section>
    </div>
  );
}

/**
 * The month in the URL, and the selected day: the day in the URL if the six weeks of the month include it, else today if it is in the
 * month, else the first of the month.
 */
function shownIn(url: UrlState, today: string): { readonly month: string; readonly day: string } {
  const requestedDay = readDay(url.get('day'));
  const month = readMonth(url.get('month')) ?? (requestedDay ?? today).slice(0, 7);
  const { beginTime, endTime } = windowOfMonth(month);
  const isShown = requestedDay !== null && requestedDay >= beginTime.slice(0, 10) && requestedDay <= endTime.slice(0, 10);
  if (isShown) return { month, day: requestedDay };
  return { month, day: today.startsWith(month) ? today : `${month}-01` };
}

function DayRow({ burning, day }: { readonly burning: Named<Burning>; readonly day: string }) {
  const messages = useBurningPageMessages();
  const { purposes } = useBurningMessages();
  return (
    <li>
      <p className="line">
        <strong>
          {purposes[burning.purpose]} · {burning.applicant}
        </strong>
        <BurningStateTag burning={burning} />
      </p>
      <p className="hint tabular">{windowText(burning)}</p>
      <p className="hint">
        {burning.gridName} {burning.address}{' '}
        <Link to={`/manage/FireReport?view=map&day=${day}`} aria-label={messages.calendar.onMap(burning.applicant)}>
          {messages.views.map}
        </Link>
      </p>
      <ReviewBurning burning={burning} />
    </li>
  );
}
