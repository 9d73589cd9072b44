// One row for each ranger's month: way, climb, what was seen, and the questions that its days raise. Sorted by grid and name, never ranked.
import { ancestorAt, type Named } from '@lookout/domain';
import { useClient } from '@lookout/web/shared/services.ts';
import { NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { isNarrowed, type UrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Popover, Tag } from 'antd';
import type { PatrolQuality } from '../patrol-quality.ts';
import { type PatrolQualityMessages, usePatrolQualityMessages } from './messages.ts';
import { dayOfQuestion, questionText, whenOf } from './questions.ts';
import { usePendingRefetch } from './use-pending-refetch.ts';

type Row = Named<PatrolQuality>;

const REFRESH_MS = 60_000;
const HOUR_SECONDS = 3_600;
const FILTER_NAMES = ['text', 'user', 'grid'] as const;

const figure = (value: number, places: number): number => Number(value.toFixed(places));

interface Props {
  readonly url: UrlState;
  readonly month: string;
}

export function RangerMonths({ url, month }: Props) {
  const messages = usePatrolQualityMessages();
  const client = useClient();
  const narrowing = { name: url.get('text'), userId: url.get('user') };
  const filter = { ...narrowing, month, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: ['patrol-quality'], filter, call: client.patrolQuality.patrolQuality, everyMs: REFRESH_MS });
  const pending = page.query.data?.list.reduce((sum, { pendingDays }) => sum + pendingDays, 0) ?? 0;
  usePendingRefetch(pending > 0, page.query.refetch);
  const numeral = (key: 'days' | 'distance' | 'climb' | 'moving' | 'seen' | 'forest', width: number, figureOf: (row: Row) => number) => ({
    key,
    title: messages.columns[key],
    width,
    align: 'right' as const,
    className: 'tabular',
    text: figureOf,
    render: (_: unknown, row: Row) => (row.daysOnDuty === 0 ? '—' : figureOf(row)),
  });
  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={messages.name} width={150} />
        {narrowing.userId !== null && (
          <Tag closable onClose={() => url.set({ user: null })}>
            {messages.onlyOf(page.query.data?.list[0]?.fullName ?? '…')}
          </Tag>
        )}
        {isNarrowed(narrowing) && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
        {pending > 0 && (
          <span className="hint" role="status">
            {messages.pendingDays(pending)}
          </span>
        )}
      </search>
      <PagedTable<Row>
        table="patrol-quality"
        name={`${messages.title} ${month}`}
        {...page}
        rowKey={({ userId }) => userId}
        width={1100}
        empty={
          <NoRows
            isNarrowed={isNarrowed(narrowing) || url.get('grid') !== null}
            messages={{
              empty: messages.empty,
              emptyHint: messages.emptyHint,
              noneFound: messages.noneFound,
              noneFoundHint: messages.noneFoundHint,
            }}
          />
        }
        columns={[
          { key: 'name', dataIndex: 'fullName', title: messages.columns.name, width: 120, fixed: 'left', ellipsis: true },
          { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 90, ellipsis: true },
          {
            ...numeral('days', 100, ({ daysOnDuty }) => daysOnDuty),
            render: (_, row) => <Days row={row} />,
          },
          {
            key: 'questions',
            title: messages.columns.questions,
            width: 110,
            text: ({ questions }) => questions.map((one) => questionText(one, messages)).join('; ') || null,
            render: (_, row) => <Questions row={row} url={url} />,
          },
          numeral('distance', 100, ({ distanceMetres }) => figure(distanceMetres / 1000, 1)),
          numeral('climb', 90, ({ climbMetres }) => Math.round(climbMetres)),
          numeral('moving', 90, ({ movingSeconds }) => figure(movingSeconds / HOUR_SECONDS, 1)),
          {
            key: 'stays',
            title: messages.columns.stays,
            width: 90,
            align: 'right',
            className: 'tabular',
            text: ({ stayCount }) => stayCount,
            render: (_, row) => <Stays row={row} />,
          },
          numeral('seen', 110, ({ seenHectares }) => Math.round(seenHectares)),
          numeral('forest', 90, ({ seenForestHectares }) => Math.round(seenForestHectares)),
          {
            key: 'dangerous',
            title: messages.columns.dangerous,
            width: 130,
            align: 'right',
            className: 'tabular',
            text: ({ seenDangerousHectares }) => (seenDangerousHectares === null ? null : Math.round(seenDangerousHectares)),
            render: (_, { daysOnDuty, seenDangerousHectares }) => {
              if (daysOnDuty === 0) return '—';
              return seenDangerousHectares === null ? (
                <span className="hint">{messages.computing}</span>
              ) : (
                Math.round(seenDangerousHectares)
              );
            },
          },
          {
            key: 'map',
            title: messages.columns.map,
            width: 110,
            render: (_, { userId, fullName, gridNo, daysOnDuty }) => {
              const county = ancestorAt(gridNo, 'county');
              return (
                <Button
                  size="small"
                  type="link"
                  disabled={daysOnDuty === 0 || county === null}
                  title={messages.showRanger(fullName)}
                  onClick={() => url.set({ by: 'grid', county, seenBy: userId, cells: 'forest', page: null })}
                >
                  {messages.mapButton}
                </Button>
              );
            },
          },
        ]}
      />
    </>
  );
}

function Days({ row: { daysOnDuty, pendingDays, withoutElevationShare } }: { readonly row: Row }) {
  const messages = usePatrolQualityMessages();
  if (daysOnDuty === 0) return <span className="hint">{messages.absent}</span>;
  return (
    <>
      {daysOnDuty}
      {pendingDays > 0 && <div className="hint">{messages.pendingShort(pendingDays)}</div>}
      {withoutElevationShare > 0 && <div className="hint">{messages.noElevation(Math.ceil(100 * withoutElevationShare))}</div>}
    </>
  );
}

function Stays({ row: { fullName, stayCount, stays } }: { readonly row: Row }) {
  const messages = usePatrolQualityMessages();
  if (stayCount === 0) return '—';
  const list = stays.map((stay) => {
    const minutes = Math.round((stay.end.getTime() - stay.begin.getTime()) / 60_000);
    const [from = '', to = ''] = whenOf(stay).split('–');
    return messages.stay(from, to, minutes, `${stay.position.lng.toFixed(4)}, ${stay.position.lat.toFixed(4)}`);
  });
  return (
    <Popover trigger="click" title={messages.stayTitle(fullName)} content={<Lines lines={list} />}>
      <button type="button" className="patrol-quality-figure">
        {stayCount}
      </button>
    </Popover>
  );
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className="patrol-quality-list tabular">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

function Questions({ row: { userId, fullName, questions }, url }: { readonly row: Row; readonly url: UrlState }) {
  const messages: PatrolQualityMessages = usePatrolQualityMessages();
  if (questions.length === 0) return messages.noQuestion;
  return (
    <Popover
      trigger="click"
      placement="left"
      title={messages.questionsOf(fullName)}
      content={
        <div className="patrol-quality-questions">
          <ul className="patrol-quality-list">
            {questions.map((question) => (
              <li key={`${question.kind} ${question.begin.getTime()} ${question.kind === 'together' ? question.userId : ''}`}>
                {questionText(question, messages)}{' '}
                <Button
                  size="small"
                  type="link"
                  onClick={() => url.set({ view: null, ids: userId, day: dayOfQuestion(question), at: null, page: null })}
                >
                  {messages.replay}
                </Button>
              </li>
            ))}
          </ul>
          <p className="hint">{messages.questionNote}</p>
        </div>
      }
    >
      <Button size="small">{messages.questionCount(questions.length)}</Button>
    </Popover>
  );
}
