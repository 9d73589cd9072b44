// The masts of a grid with what each sees, and why one does not count; one of them alone on the globe.

import type { GridNo } from '@lookout/domain';
import type { LngLat } from '@lookout/geo';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Button, Skeleton, Table } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { TARGET_METRES } from '../coverage.ts';
import { CoverageLegend } from '../parts/CoverageLegend.tsx';
import { coverageShownOf, useCoverageShown } from '../parts/coverage-part.ts';
import { isBeingComputed } from '../parts/figures.ts';
import { hectaresText, useCoverageMessages } from '../parts/messages.ts';
import { FRESH_MS, isNoElevation, type Mast, pictureOf, useMasts } from '../parts/use-coverage.ts';
import { useCoveragePageMessages } from './messages.ts';

interface Props {
  readonly gridNo: GridNo;
  readonly url: UrlState;
}

export function MastList({ gridNo, url }: Props) {
  const messages = useCoveragePageMessages();
  const masts = useMasts(gridNo);
  return (
    <QueryResult query={masts} isEmpty={(rows) => rows.length === 0} empty={messages.emptyMasts}>
      {(rows) => {
        const chosen = rows.find(({ id }) => id === url.get('mast'));
        return (
          <>
            {chosen !== undefined && <Viewshed mast={chosen} onClose={() => url.set({ mast: null })} />}
            <MastTable masts={rows} url={url} />
          </>
        );
      }}
    </QueryResult>
  );
}

function MastTable({ masts, url }: { readonly masts: readonly Mast[]; readonly url: UrlState }) {
  const { masts: texts } = useCoveragePageMessages();
  const messages = useCoverageMessages();
  const { targetMetres } = useCoverageShown();
  const maySet = useRight('set-up-cameras');
  const fly = useFly();
  const at = TARGET_METRES.indexOf(targetMetres);
  const area = (mast: Mast, hectares: readonly number[]) => {
    if (isBeingComputed(mast)) return '…';
    return mast.uncounted === null ? hectaresText(hectares[at] ?? 0) : '—';
  };
  return (
    <Table<Mast>
      className="coverage-table"
      size="small"
      rowKey="id"
      dataSource={[...masts].toSorted((a, b) => (b.seenForestHectares[at] ?? -1) - (a.seenForestHectares[at] ?? -1))}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 700 }}
      columns={[
        {
          key: 'name',
          title: texts.name,
          width: 170,
          ellipsis: true,
          render: (_, { id, name, position, rangeMetres }) => (
            <button
              type="button"
              className="link-button"
              title={texts.show(name)}
              onClick={() => {
                url.set({ mast: id });
                fly({ ...position, label: name }, boxAround(position, rangeMetres));
              }}
            >
              {name}
            </button>
          ),
        },
        { key: 'grid', title: texts.grid, width: 84, ellipsis: true, dataIndex: 'gridName' },
        {
          key: 'height',
          title: texts.height,
          width: 60,
          align: 'right',
          className: 'tabular',
          render: (_, { mastMetres }) => (mastMetres > 0 ? messages.metres(mastMetres) : '—'),
        },
        {
          key: 'range',
          title: texts.range,
          width: 64,
          align: 'right',
          className: 'tabular',
          render: (_, { rangeMetres }) => messages.kilometres(Number((rangeMetres / 1_000).toFixed(1))),
        },
        {
          title: texts.seenAt(targetMetres),
          children: [
            {
              key: 'seen',
              title: texts.land,
              width: 84,
              align: 'right',
              className: 'tabular',
              render: (_, mast) => area(mast, mast.seenHectares),
            },
            {
              key: 'forest',
              title: texts.forest,
              width: 84,
              align: 'right',
              className: 'tabular',
              render: (_, mast) => area(mast, mast.seenForestHectares),
            },
          ],
        },
        {
          key: 'state',
          title: texts.state,
          width: 120,
          render: (_, { uncounted, name }) =>
            uncounted === null ? (
              texts.counted
            ) : (
              <>
                {messages.uncounted[uncounted]}{' '}
                {maySet && <Link to={`/manage/monitorConfig?${new URLSearchParams({ text: name })}`}>{texts.settings}</Link>}
              </>
            ),
        },
        {
          key: 'actions',
          title: <span className="visually-hidden">{texts.actions}</span>,
          width: 60,
          render: (_, { id, name }) => (
            <Button type="link" size="small" aria-label={texts.tryOf(name)} onClick={() => url.set({ list: 'trial', mast: id })}>
              {texts.try}
            </Button>
          ),
        },
      ]}
    />
  );
}

const METRES_PER_DEGREE = 111_195;

/** The box within a mast's range, degrees. */
function boxAround({ lng, lat }: LngLat, rangeMetres: number): readonly [number, number, number, number] {
  const up = rangeMetres / METRES_PER_DEGREE;
  const across = up / Math.cos((lat * Math.PI) / 180);
  return [lng - across, lat - up, lng + across, lat + up];
}

/** What one mast sees, on the globe in place of the grids, and the meaning of its colours. */
function Viewshed({ mast: { id, name, uncounted }, onClose }: { readonly mast: Mast; readonly onClose: () => void }) {
  const { masts: texts } = useCoveragePageMessages();
  const messages = useCoverageMessages();
  const store = coverageShownOf(useServices());
  const { visibilityMetres } = useCoverageShown();
  const found = useCall(
    ['coverage', 'mast', id, visibilityMetres],
    useClient().coverage.mastViewshed,
    { query: { id, visibilityMetres }, occasion: 'background' },
    { staleTime: FRESH_MS, enabled: uncounted === null },
  );
  const { data } = found;
  useEffect(() => store.setState({ single: data === undefined ? null : pictureOf(id, data) }), [store, id, data]);
  useEffect(() => () => store.setState({ single: null }), [store]);
  return (
    <section className="coverage-single panel stack" aria-label={texts.shown(name)}>
      <header className="line">
        <h2 className="cut">{texts.shown(name)}</h2>
        <Button size="small" onClick={onClose}>
          {texts.hide}
        </Button>
      </header>
      {uncounted !== null && <p>{messages.mast.uncounted(messages.uncounted[uncounted])}</p>}
      {uncounted === null && found.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {found.isError &&
        (isNoElevation(found.error) ? (
          <Nothing {...messages.noElevation} />
        ) : (
          <LoadFailed error={found.error} onRetry={() => void found.refetch()} />
        ))}
      {data && <CoverageLegend pictures={[data]} />}
    </section>
  );
}
