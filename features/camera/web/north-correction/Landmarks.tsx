// The table of landmarks, typed or taken from the camera and the map, with their residuals after a calculation.

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import type { LngLat } from '@lookout/geo';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { PositionInput } from '@lookout/web/shared/PositionInput.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Empty, Select, Table } from 'antd';
import { useState } from 'react';
import type { LandmarkFault, LandmarkRow } from './landmarks.ts';
import { useNorthCorrectionMessages } from './messages.ts';
import { type Correction, newRow } from './use-correction.ts';

const MOST = 64;

interface Props {
  readonly camera: { readonly id: string; readonly position: { readonly lng: number; readonly lat: number } };
  readonly correction: Correction;
}

export function Landmarks({ camera, correction }: Props) {
  const messages = useNorthCorrectionMessages();
  const client = useClient();
  const { message } = App.useApp();
  const [loadingKey, setLoadingKey] = useState<string | null>(null);
  const { rows, answer, faults, set, remove, add } = correction;
  const numberOf = ({ key }: LandmarkRow) => rows.findIndex((row) => row.key === key) + 1;

  const takeAngle = async ({ key }: LandmarkRow) => {
    setLoadingKey(key);
    try {
      const { horizontalDegrees } = await client.camera.cameraPosition({ query: { cameraId: camera.id }, silent: true });
      set(key, { horizontalDegrees: Number(horizontalDegrees.toFixed(3)) });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      void message.error(`${messages.takeFailed}${marks().colon}${error.message}`);
    } finally {
      setLoadingKey(null);
    }
  };
  const fault = (row: LandmarkRow, kind: LandmarkFault) =>
    faults.get(row.key)?.includes(kind) ? (
      <p className="field-fault" role="alert">
        {messages.faults[kind]}
      </p>
    ) : null;

  return (
    <section aria-label={messages.landmarks}>
      <Table<LandmarkRow>
        size="middle"
        rowKey="key"
        pagination={false}
        dataSource={[...rows]}
        scroll={{ x: 1040 }}
        rowClassName={({ key }) => (answer?.residuals.get(key)?.isOutlier ? 'north-outlier' : '')}
        locale={{
          emptyText: (
            <Empty
              description={
                <>
                  <div>{messages.empty}</div>
                  <div className="hint">{messages.emptyHint}</div>
                </>
              }
            />
          ),
        }}
        columns={[
          { key: 'number', title: '#', width: 44, className: 'tabular', render: (_, row) => numberOf(row) },
          {
            key: 'name',
            title: messages.name,
            width: 170,
            render: (_, row) => (
              <TextInput
                value={row.name}
                most={32}
                aria-label={messages.nameOf(numberOf(row))}
                onChange={({ target }) => set(row.key, { name: target.value })}
              />
            ),
          },
          {
            key: 'position',
            title: messages.position,
            render: (_, row) => (
              <>
                <PositionInput
                  label={messages.positionOf(numberOf(row))}
                  value={row.position}
                  onChange={(position) => set(row.key, { position })}
                />
                {fault(row, 'position')}
              </>
            ),
          },
          {
            key: 'horizontal',
            title: messages.horizontal,
            width: 260,
            render: (_, row) => (
              <>
                <div className="north-angle">
                  <NumberInput
                    value={row.horizontalDegrees}
                    min={-360}
                    max={720}
                    step={0.1}
                    aria-label={messages.horizontalOf(numberOf(row))}
                    onChange={(horizontalDegrees) => set(row.key, { horizontalDegrees })}
                  />
                  <Button
                    disabled={loadingKey !== null}
                    aria-busy={loadingKey === row.key}
                    aria-label={messages.takeAngleOf(numberOf(row))}
                    onClick={() => void takeAngle(row)}
                  >
                    {messages.takeAngle}
                  </Button>
                </div>
                {fault(row, 'horizontal')}
              </>
            ),
          },
          {
            key: 'before',
            title: messages.before,
            width: 110,
            className: 'tabular',
            render: (_, { key }) => figure(answer?.residuals.get(key)?.before, messages.offset),
          },
          {
            key: 'after',
            title: messages.after,
            width: 150,
            className: 'tabular',
            render: (_, { key }) => {
              const residual = answer?.residuals.get(key);
              return (
                <>
                  {figure(residual?.after, messages.offset)}
                  {residual?.isOutlier && <div className="north-outlier-text">{messages.outlier}</div>}
                </>
              );
            },
          },
          {
            key: 'actions',
            title: <span className="visually-hidden">{messages.actions}</span>,
            width: 52,
            render: (_, row) => (
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={messages.remove(numberOf(row))}
                title={messages.remove(numberOf(row))}
                onClick={() => remove(row.key)}
              />
            ),
          },
        ]}
      />
      <div className="north-add line">
        <Button icon={<PlusOutlined />} disabled={rows.length >= MOST} onClick={() => add(newRow())}>
          {messages.add}
        </Button>
        {rows.length < MOST && <KnownAssets tower={camera.position} onPick={(landmark) => add(newRow(landmark))} />}
      </div>
    </section>
  );
}

const figure = (degrees: number | undefined, write: (degrees: number) => string): string => (degrees === undefined ? '—' : write(degrees));

// Assets around the tower; selecting one adds it as a landmark.
interface KnownAssetsProps {
  readonly tower: LngLat;
  readonly onPick: (landmark: { readonly name: string; readonly position: LngLat }) => void;
}

const RADIUS_METRES = 20_000;
const MOST_VISITED = 200;
/** Minimum distance. The bearing of a nearer asset is too uncertain, and the server refuses it. */
const LEAST_METRES = 100;

function KnownAssets({ tower, onPick }: KnownAssetsProps) {
  const messages = useNorthCorrectionMessages();
  const client = useClient();
  const around = useQuery({
    queryKey: ['device-around', tower.lng, tower.lat],
    queryFn: ({ signal }) =>
      client.resource.around({
        body: { longitude: tower.lng, latitude: tower.lat, radius: RADIUS_METRES, limit: MOST_VISITED },
        silent: true,
        signal,
      }),
  });
  if (around.isError) return <span className="hint">{messages.fromMapFailed}</span>;
  const assets = (around.data ?? []).filter(({ distanceMetres, kind }) => distanceMetres >= LEAST_METRES && kind !== 'camera');
  return (
    <Select
      style={{ width: 280 }}
      value={null}
      loading={around.isPending}
      placeholder={messages.fromMap}
      aria-label={messages.fromMap}
      notFoundContent={messages.fromMapNone}
      showSearch={{ optionFilterProp: 'title' }}
      popupMatchSelectWidth={false}
      options={assets.map(({ id, name, distanceMetres, position }) => ({
        value: id,
        title: name,
        label: `${name} · ${messages.away((distanceMetres / 1000).toFixed(1))} · ${decimalText(position, 4)}`,
      }))}
      onChange={(id: string | null) => {
        const found = assets.find((asset) => asset.id === id);
        if (found) onPick({ name: found.name.slice(0, 32), position: found.position });
      }}
    />
  );
}
