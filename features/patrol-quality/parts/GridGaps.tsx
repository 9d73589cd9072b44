// The dangerous forest that no patrol saw, county by county, and the picture of one county on the globe.
import type { Page } from '@lookout/contract';
import { levelOf, type Named, parseGridNo } from '@lookout/domain';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Segmented, Skeleton, Tag } from 'antd';
import { useEffect } from 'react';
import { GAP_CELLS, type PatrolGaps, UNSEEN_DAYS } from '../patrol-quality.ts';
import { shownGapsOf } from './gap-picture-part.ts';
import { usePatrolQualityMessages } from './messages.ts';
import { usePendingRefetch } from './use-pending-refetch.ts';

type Row = Named<PatrolGaps>;

interface Props {
  readonly url: UrlState;
  readonly month: string;
}

export function GridGaps({ url, month }: Props) {
  const messages = usePatrolQualityMessages();
  const gridNo = useGridFilter(url);
  const county = parseGridNo(url.get('county'));
  const hasCounties = gridNo !== null && ['prefecture', 'county'].includes(levelOf(gridNo));
  return (
    <>
      {county !== null && <CountyPicture url={url} month={month} gridNo={county} />}
      {county === null && <NoPicture />}
      {gridNo === null && <Skeleton active paragraph={{ rows: 6 }} />}
      {hasCounties && <Counties url={url} month={month} gridNo={gridNo} />}
      {gridNo !== null && !hasCounties && <Nothing title={messages.chooseGrid} hint={messages.chooseGridHint} />}
    </>
  );
}

function Counties({ url, month, gridNo }: Props & { readonly gridNo: string }) {
  const messages = usePatrolQualityMessages();
  const client = useClient();
  const asked = { body: { gridNo, month } };
  const found = useCall(['patrol-gaps', gridNo, month], client.patrolQuality.patrolGaps, asked);
  const { data } = found;
  usePendingRefetch(data !== undefined && data.pendingGrids + data.pendingDays > 0, found.refetch);
  const pageOf = (rows: readonly Row[]): Page<Row> => ({
    total: rows.length,
    pageNo: 1,
    pageSize: Math.max(20, rows.length),
    list: [...rows],
  });
  const hectares = (key: string, title: string, of: (row: Row) => number) => ({
    key,
    title,
    width: 110,
    align: 'right' as const,
    className: 'tabular',
    text: (row: Row) => Math.round(of(row)),
    render: (_: unknown, row: Row) => Math.round(of(row)).toLocaleString(),
  });
  if (found.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (data === undefined) return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      <p className="hint line patrol-quality-notes">
        <span>{messages.asOf(data.asOfDay)}</span>
        {data.pendingGrids > 0 && <span role="status">{messages.pendingGrids(data.pendingGrids)}</span>}
        {data.pendingDays > 0 && <span role="status">{messages.pendingDays(data.pendingDays)}</span>}
        {data.unknownGrids.length > 0 && <span>{messages.unknownGrids(data.unknownGrids.join(marks().list))}</span>}
        {found.isError && <LoadFailed error={found.error} onRetry={() => void found.refetch()} />}
      </p>
      {data.rows.length === 0 && data.pendingGrids > 0 && <Skeleton active paragraph={{ rows: 4 }} />}
      {data.rows.length === 0 && data.pendingGrids === 0 && <Nothing title={messages.noGaps} hint={messages.noGapsHint} />}
      {data.rows.length > 0 && (
        <PagedTable<Row>
          table="patrol-gaps"
          name={`${messages.unseenTitle} ${data.asOfDay}`}
          query={{ ...found, data: pageOf(data.rows) } as UseQueryResult<Page<Row>>}
          fetchPage={async () => pageOf((await client.patrolQuality.patrolGaps({ ...asked, silent: true })).rows)}
          url={url}
          rowKey={(row) => row.gridNo}
          width={1_000}
          empty={messages.noGaps}
          columns={[
            { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 110, fixed: 'left', ellipsis: true },
            hectares('forest', messages.columns.allForest, (row) => row.forestHectares),
            hectares('dangerous', messages.columns.dangerousForest, (row) => row.dangerousHectares),
            ...UNSEEN_DAYS.map((days, index) =>
              hectares(`unseen-${days}`, messages.columns.unseen(days), ({ unseen }) => unseen[index]?.hectares ?? 0),
            ),
            hectares('unknown', messages.columns.unknown, (row) => row.unknownHectares),
            {
              key: 'dangerDay',
              title: messages.columns.dangerDay,
              width: 120,
              className: 'tabular',
              text: (row) => row.dangerDay,
              render: (_, { dangerDay }) => dangerDay ?? <span className="hint">{messages.weatherless}</span>,
            },
            {
              key: 'map',
              title: messages.columns.map,
              width: 110,
              render: (_, row) => (
                <Button
                  size="small"
                  type="link"
                  title={messages.show(row.gridName)}
                  onClick={() => url.set({ county: row.gridNo, seenBy: null, cells: null })}
                >
                  {messages.mapButton}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

function NoPicture() {
  const messages = usePatrolQualityMessages();
  return <p className="hint">{messages.chooseCounty}</p>;
}

function CountyPicture({ url, month, gridNo }: Props & { readonly gridNo: string }) {
  const messages = usePatrolQualityMessages();
  const client = useClient();
  const store = shownGapsOf(useServices());
  const userId = url.get('seenBy');
  const cells = oneOf(GAP_CELLS, url.get('cells')) ?? 'dangerous';
  const found = useCall(['patrol-gap-picture', gridNo, month, userId, cells], client.patrolQuality.patrolGapPicture, {
    body: { gridNo, month, userId, cells },
  });
  const { data } = found;
  useEffect(() => {
    if (data === undefined) return;
    const { columns, rows, west, south, east, north, image } = data;
    const id = [gridNo, data.asOfDay, userId, cells, image.length].join(' ');
    store.setState({ picture: { id, columns, rows, image, box: [west, south, east, north] }, subject: gridNo });
  }, [data, store, gridNo, userId, cells]);
  useEffect(() => () => store.setState({ picture: null, subject: '' }), [store]);
  const isEmpty = data?.legend.every(({ hectares }) => hectares === 0) === true;
  return (
    <section className="line patrol-quality-picture" aria-label={messages.picture}>
      <Segmented
        size="small"
        aria-label={messages.picture}
        value={cells}
        options={GAP_CELLS.map((value) => ({ value, label: messages.cells[value] }))}
        onChange={(next) => url.set({ cells: next === 'dangerous' ? null : next })}
      />
      <Tag closable onClose={() => url.set({ county: null, seenBy: null })}>
        {data?.gridName ?? gridNo}
      </Tag>
      {userId !== null && <SeenBy url={url} userId={userId} />}
      {found.isPending && <span role="status">{messages.computing}</span>}
      {found.isError && <LoadFailed error={found.error} onRetry={() => void found.refetch()} />}
      {isEmpty && <span className="hint">{messages.noElevationPicture}</span>}
      {data && !isEmpty && <Legend legend={data.legend} />}
    </section>
  );
}

/** The ranger whose sight alone is drawn. */
function SeenBy({ url, userId }: { readonly url: UrlState; readonly userId: string }) {
  const messages = usePatrolQualityMessages();
  const client = useClient();
  const { data } = useCall(['patrol-quality-name', userId], client.patrolQuality.patrolQuality, {
    body: { userId, pageSize: 1, pageNo: 1 },
  });
  return (
    <Tag closable onClose={() => url.set({ seenBy: null })}>
      {messages.onlyOf(data?.list[0]?.fullName ?? '…')}
    </Tag>
  );
}

interface LegendProps {
  readonly legend: readonly { readonly days: number | null; readonly colour: string; readonly hectares: number }[];
}

function Legend({ legend }: LegendProps) {
  const messages = usePatrolQualityMessages();
  const before = (index: number): number => legend[index - 1]?.days ?? 0;
  return (
    <ul className="line patrol-quality-legend tabular" aria-label={messages.legend}>
      <li className="hint">{messages.legend}</li>
      {legend.map(({ days, colour, hectares }, index) => (
        <li key={colour} className="line">
          <span className="patrol-quality-swatch" style={{ background: colour }} aria-hidden="true" />
          <span>{days === null ? messages.legendNever(before(index)) : messages.legendDays(before(index), days)}</span>
          <span className="second">{messages.hectares(hectares)}</span>
        </li>
      ))}
    </ul>
  );
}
