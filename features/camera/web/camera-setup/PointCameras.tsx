// The cameras of one monitoring point, below its row.

import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Button, Skeleton, Table } from 'antd';
import { Link } from 'react-router';
import type { Camera } from '../../camera.ts';
import { useCameraSetupMessages } from './messages.ts';

const usePointCameras = (monitoringPointId: string) => {
  const client = useClient();
  return useCall(['point-cameras', monitoringPointId], client.post.camerasByPoint, { query: { monitorId: monitoringPointId } });
};

export function PointCameras(props: {
  readonly monitoringPointId: string;
  readonly onSetup: (camera: Camera) => void;
  readonly onTest: (camera: Camera) => void;
}) {
  const messages = useCameraSetupMessages();
  const cameras = usePointCameras(props.monitoringPointId);
  const { columns } = messages;
  if (cameras.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (cameras.isError) return <LoadFailed error={cameras.error} onRetry={() => void cameras.refetch()} />;
  if (cameras.data.length === 0) return <p className="config-none">{messages.noCameras}</p>;
  return (
    <Table<Camera>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={[...cameras.data]}
      columns={[
        { key: 'name', dataIndex: 'name', title: columns.camera },
        {
          key: 'device',
          title: columns.device,
          className: 'tabular',
          render: (_, { deviceId, channelNum }) => `${deviceId} / ${channelNum ?? '—'}`,
        },
        {
          key: 'type',
          title: columns.type,
          width: 100,
          render: (_, { cameraType }) => (cameraType && (messages.types[cameraType] ?? cameraType)) || '—',
        },
        {
          key: 'vendor',
          title: columns.vendor,
          width: 120,
          render: (_, { manufacturer }) => (manufacturer && (messages.vendors[manufacturer] ?? manufacturer)) || '—',
        },
        {
          key: 'tower',
          title: columns.tower,
          width: 130,
          className: 'tabular',
          render: (_, { towerHeightMetres }) => <TowerHeight metres={towerHeightMetres} />,
        },
        {
          key: 'north',
          title: columns.north,
          width: 110,
          className: 'tabular',
          render: (_, { northCorrectionDegrees }) => messages.degrees(northCorrectionDegrees),
        },
        { key: 'state', title: columns.state, width: 90, render: (_, { online }) => <OnlineTag online={online} /> },
        {
          key: 'actions',
          title: columns.actions,
          width: 220,
          render: (_, camera) => (
            <>
              <Button type="link" size="small" onClick={() => props.onSetup(camera)}>
                {messages.setup}
              </Button>
              <Button type="link" size="small" onClick={() => props.onTest(camera)}>
                {messages.test.open}
              </Button>
              <Link to={`/manage/device?camera=${camera.id}`}>{messages.correct}</Link>
            </>
          ),
        },
      ]}
    />
  );
}

export function TowerHeight({ metres }: { readonly metres: number | null }) {
  const messages = useCameraSetupMessages();
  return metres === null ? <span className="config-warning">{messages.noTower}</span> : messages.metres(metres);
}

export function OnlineTag({ online }: { readonly online: boolean }) {
  const messages = useCameraSetupMessages();
  return (
    <span className="config-state" data-online={online}>
      {online ? messages.online : messages.offline}
    </span>
  );
}
