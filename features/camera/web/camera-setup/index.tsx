// 摄像头设置: monitoring points and their cameras, with addresses, allowed ranges and tours.

import { PlusOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import type { Named } from '@lookout/domain';
import { SetupLinks } from '@lookout/web/manifest/SetupLinks.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { monitorPageAt } from '@lookout/web/shared/ShowOnMap.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Popconfirm, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { GridSecondLook } from '../../../second-look/parts/SecondLookSettings.tsx';
import type { Camera, MonitoringPoint } from '../../camera.ts';
import { CameraTest } from './CameraTest.tsx';
import { useCameraSetupMessages } from './messages.ts';
import { OnlineTag, PointCameras, TowerHeight } from './PointCameras.tsx';
import { PointDrawer } from './PointDrawer.tsx';
import { SetupDrawer } from './SetupDrawer.tsx';
import '@lookout/web/globe/globe.css';
import './camera-setup.css';

type Opened =
  | { readonly kind: 'point'; readonly point: Parameters<typeof PointDrawer>[0]['point'] }
  | { readonly kind: 'setup' | 'test'; readonly camera: Camera };

const PAGE_SIZES = [20, 50, 100];
const MOST_ROWS = 500;

export function CameraSetupPage() {
  const messages = useCameraSetupMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const url = useUrlState();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [shown, setShown] = useState<readonly string[]>([]);
  const filter = {
    name: url.get('text'),
    gridNo: useGridFilter(url),
    pageNo: url.count('page', 1),
    pageSize: Math.min(url.count('size', 20), MOST_ROWS),
  };
  const points = useCall(['monitor-points', filter], client.camera.monitorPage, { body: filter }, { placeholderData: keepPreviousData });
  const edit = async (monitoringPoint: Named<MonitoringPoint>) => {
    try {
      // Never from the cache, because saving replaces all cameras of the point.
      const [fresh, cameras] = await Promise.all([
        client.camera.monitorOne({ params: { id: monitoringPoint.id } }),
        client.camera.cameraList({ body: { monitorId: monitoringPoint.id } }),
      ]);
      setOpened({ kind: 'point', point: { monitoringPoint: fresh, cameras } });
    } catch (error) {
      // The interceptor has already shown the reason.
      if (!(error instanceof CallFailed)) throw error;
    }
  };
  const remove = async ({ id }: Named<MonitoringPoint>) => {
    try {
      await client.camera.deleteMonitoringPoint({ params: { id }, silent: true });
      void message.success(messages.removed);
    } catch (error) {
      // The interceptor has already shown the reason.
      if (!(error instanceof CallFailed)) throw error;
    }
    void queries.invalidateQueries({ queryKey: ['monitor-points'] });
  };
  const { columns } = messages;

  return (
    <div className="camera-setup page">
      <header>
        <h1>{messages.title}</h1>
        <SetupLinks to={['device', '/coverage']} />
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'point', point: null })}>
          {messages.add}
        </Button>
      </header>
      <Filters url={url} />
      <GridSecondLook gridNo={filter.gridNo} />
      {points.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {points.isError && <LoadFailed error={points.error} onRetry={() => void points.refetch()} />}
      {points.data && !points.isError && (
        <Table<Named<MonitoringPoint>>
          size="middle"
          rowKey="id"
          loading={points.isPlaceholderData}
          dataSource={[...points.data.list]}
          scroll={{ x: 1120 }}
          locale={{
            emptyText: <Empty description={<NoRows isNarrowed={isNarrowed(url)} messages={messages} />} />,
          }}
          expandable={{
            expandedRowKeys: shown,
            onExpandedRowsChange: (keys) => setShown(keys.map(String)),
            expandedRowRender: ({ id }) => (
              <PointCameras
                monitoringPointId={id}
                onSetup={(camera) => setOpened({ kind: 'setup', camera })}
                onTest={(camera) => setOpened({ kind: 'test', camera })}
              />
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
              render: (_, { position }) => <Link to={monitorPageAt(position)}>{decimalText(position)}</Link>,
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
      {opened?.kind === 'test' && <CameraTest camera={opened.camera} onClose={() => setOpened(null)} />}
      {opened?.kind === 'setup' && <SetupDrawer camera={opened.camera} onClose={() => setOpened(null)} />}
    </div>
  );
}

const FILTER_NAMES = ['text', 'grid'] as const;
const isNarrowed = (url: UrlState): boolean => FILTER_NAMES.some((name) => url.get(name) !== null);

function Filters({ url }: { readonly url: UrlState }) {
  const messages = useCameraSetupMessages();
  return (
    <search className="page-bar">
      <TextFilter url={url} label={messages.search} width={240} />
      <GridFilter url={url} />
      {isNarrowed(url) && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
    </search>
  );
}
