// 用火报备 by day: a month with the approved and the pending burnings of each day, asked for at once; a day lists its own.
import type { Burning, Named } from '@lookout/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Calendar } from 'antd';
import dayjs from 'dayjs';
import { Link } from 'react-router';
import { windowText } from '../../entities/burning/burnings.ts';
import { useBurningMessages } from '../../entities/burning/messages.ts';
import { BurningStateTag, ReviewBurning } from '../../entities/burning/ReviewBurning.tsx';
import { QueryResult } from '../../shared/QueryResult.tsx';
import { useServices } from '../../shared/services.ts';
import type { UrlState } from '../../shared/url-state.ts';
import { countsByDay, dayOf, isOnDay, readDay, readMonth, windowOfMonth } from './calendar.ts';
import type { BurningFilter } from './filter.ts';
import { useFireReportMessages } from './messages.ts';

interface Props {
  readonly url: UrlState;
  /** What narrows the table too, but its window: that is the month. */
  readonly asked: BurningFilter;
}

const POLL_MS = 60_000;
/** What will burn, or may. */
const isOpen = ({ state }: Named<Burning>): boolean => state === 'approved' || state === 'pending';

export function BurningCalendar({ url, asked }: Props) {
  const messages = useFireReportMessages();
  const { client, now } = useServices();
  const today = dayOf(new Date(now()));
  const day = readDay(url.get('day')) ?? today;
  const month = readMonth(url.get('month')) ?? day.slice(0, 7);
  const { gridNo, applicant, purpose } = asked;
  const body = { gridNo, applicant, purpose, ...windowOfMonth(month) };
  const list = useQuery({
    queryKey: ['burnings', 'month', body],
    queryFn: ({ signal }) => client.burnings.burningList({ body, silent: true, signal }),
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
        onPanelChange={(shown, mode) => {
          if (mode === 'month') url.set({ month: shown.format('YYYY-MM'), day: null });
        }}
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

function DayRow({ burning, day }: { readonly burning: Named<Burning>; readonly day: string }) {
  const messages = useFireReportMessages();
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
