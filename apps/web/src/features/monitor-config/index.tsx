// 摄像头设置: monitoring points and their cameras: addresses, allowed ranges and tours.
import { PlusOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import type { Camera, MonitoringPoint, Named } from '@lookout/domain';
import { formatDecimal } from '@lookout/geo';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Input, Popconfirm, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { SetupLinks } from '../../manifest/SetupLinks.tsx';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { monitorPageAt } from '../../shared/ShowOnMap.tsx';
import { useClient } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { type UrlState, useUrlState } from '../../shared/url-state.ts';
import { useMonitorConfigMessages } from './messages.ts';
import { OnlineTag, PointCameras, TowerHeight } from './PointCameras.tsx';
import { PointDrawer } from './PointDrawer.tsx';
import { SetupDrawer } from './SetupDrawer.tsx';
import '../../globe/globe.css';
import './monitor-config.css';

type Opened =
  | { readonly kind: 'point'; readonly point: Parameters<typeof PointDrawer>[0]['point'] }
  | { readonly kind: 'setup'; readonly camera: Camera };

const PAGE_SIZES = [20, 50, 100];
const MOST_ROWS = 500;

export function MonitorConfigPage() {
  const messages = useMonitorConfigMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const url = useUrlState();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [shown, setShown] = useState<readonly string[]>([]);
  const filter = {
    name: url.get('text'),
    gridNo: url.get('grid'),
    pageNo: url.count('page', 1),
    pageSize: Math.min(url.count('size', 20), MOST_ROWS),
  };
  const points = useQuery({
    queryKey: ['monitor-points', filter],
    queryFn: ({ signal }) => client.monitoringPoints.monitorPage({ body: filter, silent: true, signal }),
    placeholderData: keepPreviousData,
  });
  const edit = async (monitoringPoint: Named<MonitoringPoint>) => {
    try {
      // Always fetched fresh: saving replaces all cameras of the point.
      const [fresh, cameras] = await Promise.all([
        client.monitoringPoints.monitorOne({ params: { id: monitoringPoint.id } }),
        client.monitoringPoints.cameraList({ body: { monitorId: monitoringPoint.id } }),
      ]);
      setOpened({ kind: 'point', point: { monitoringPoint: fresh, cameras } });
    } catch (error) {
      // The interceptor has shown the reason.
      if (!(error instanceof CallFailed)) throw error;
    }
  };
  const remove = async ({ id }: Named<MonitoringPoint>) => {
    try {
      await client.monitoringPoints.deleteMonitoringPoint({ params: { id }, silent: true });
      void message.success(messages.removed);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      void message.error(`${messages.removeFailed}${marks().colon}${error.message}`);
    }
    void queries.invalidateQueries({ queryKey: ['monitor-points'] });
  };
  const { columns } = messages;

  return (
    <div className="monitor-config page">
      <header>
        <h1>{messages.title}</h1>
        <SetupLinks to={['device']} />
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'point', point: null })}>
          {messages.add}
        </Button>
      </header>
      <Filters url={url} />
      {points.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {points.isError && <LoadFailed error={points.error} onRetry={() => void points.refetch()} />}
      {points.data && !points.isError && (
        <Table<Named<MonitoringPoint>>
          size="middle"
          rowKey="id"
          loading={points.isPlaceholderData}
          dataSource={[...points.data.list]}
          scroll={{ x: 1120 }}
          locale={{ emptyText: <Nothing isNarrowed={filter.name !== null || filter.gridNo !== null} /> }}
          expandable={{
            expandedRowKeys: shown,
            onExpandedRowsChange: (keys) => setShown(keys.map(String)),
            expandedRowRender: ({ id }) => (
              <PointCameras monitoringPointId={id} onSetup={(camera) => setOpened({ kind: 'setup', camera })} />
            ),
          }}
          pagination={{
            current: points.data.pageNo,
            pageSize: points.data.pageSize,
            total: points.data.total,
            pageSizeOptions: PAGE_SIZES,
            showSizeChanger: true,
            showTotal: messages.total,
            onChange: (current, size) => url.set({ page: current === 1 ? null : current, size }),
          }}
          columns={[
            {
              key: 'name',
              title: columns.name,
              render: (_, { id, name }) => (
                <button
                  type="button"
                  className="link-button"
                  aria-expanded={shown.includes(id)}
                  title={messages.showCameras(name)}
                  onClick={() => setShown(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id])}
                >
                  {name}
                </button>
              ),
            },
            {
              key: 'code',
              title: columns.code,
              width: 190,
              ellipsis: true,
              className: 'tabular',
              render: (_, { resourceCode }) => resourceCode ?? '—',
            },
            { key: 'grid', dataIndex: 'gridName', title: columns.grid, width: 150, ellipsis: true },
            {
              key: 'position',
              title: columns.position,
              width: 190,
              className: 'tabular',
              render: (_, { position }) => (
                <Link to={monitorPageAt(position)}>
                  {formatDecimal(position.lng)}, {formatDecimal(position.lat)}
                </Link>
              ),
            },
            {
              key: 'tower',
              title: columns.tower,
              width: 120,
              className: 'tabular',
              render: (_, { towerHeightMetres }) => <TowerHeight metres={towerHeightMetres} />,
            },
            {
              key: 'range',
              title: columns.range,
              width: 110,
              className: 'tabular',
              render: (_, { rangeMetres }) => (rangeMetres === null ? '—' : messages.metres(rangeMetres)),
            },
            {
              key: 'leader',
              title: columns.leader,
              width: 130,
              render: (_, { leaderName, leaderPhone }) => (
                <>
                  <div>{leaderName ?? '—'}</div>
                  {leaderPhone && (
                    <a className="tabular" href={`tel:${leaderPhone}`}>
                      {leaderPhone}
                    </a>
                  )}
                </>
              ),
            },
            { key: 'state', title: columns.state, width: 90, render: (_, { online }) => <OnlineTag online={online} /> },
            {
              key: 'actions',
              title: columns.actions,
              width: 140,
              render: (_, monitoringPoint) => (
                <>
                  <Button type="link" size="small" onClick={() => void edit(monitoringPoint)}>
                    {messages.edit}
                  </Button>
                  <Popconfirm
                    title={messages.removeAsk(monitoringPoint.name)}
                    description={messages.removeReason}
                    okText={messages.remove}
                    okButtonProps={{ danger: true }}
                    styles={{ root: { maxWidth: 360 } }}
                    onConfirm={() => remove(monitoringPoint)}
                  >
                    <Button type="link" size="small" danger>
                      {messages.remove}
                    </Button>
                  </Popconfirm>
                </>
              ),
            },
          ]}
        />
      )}
      {opened?.kind === 'point' && <PointDrawer point={opened.point} onClose={() => setOpened(null)} />}
      {opened?.kind === 'setup' && <SetupDrawer camera={opened.camera} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Filters({ url }: { readonly url: UrlState }) {
  const messages = useMonitorConfigMessages();
  const isNarrowed = url.get('text') !== null || url.get('grid') !== null;
  return (
    <search className="page-bar">
      <Input.Search
        key={url.get('text') ?? ''}
        style={{ width: 240 }}
        allowClear
        defaultValue={url.get('text') ?? ''}
        placeholder={messages.search}
        aria-label={messages.search}
        onSearch={(text) => url.set({ text: text.trim() })}
      />
      <div style={{ width: 400 }}>
        <GridPicker value={url.get('grid')} onChange={(grid) => url.set({ grid })} />
      </div>
      {isNarrowed && <Button onClick={() => url.set({ text: null, grid: null })}>{messages.reset}</Button>}
    </search>
  );
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const messages = useMonitorConfigMessages();
  const [title, hint] = isNarrowed ? [messages.noneFound, messages.noneFoundHint] : [messages.empty, messages.emptyHint];
  return (
    <Empty
      description={
        <>
          <div>{title}</div>
          <div className="config-note hint">{hint}</div>
        </>
      }
    />
  );
}
