// 可燃物: the fuel of each land-cover class, from the product's rows and the rows by which this deployment replaces them.

import { COVER_SCHEMES, type CoverScheme, NATION } from '@lookout/domain';
import { FUEL_FACTORS, fuelModelOf, fuelsByClass } from '@lookout/fire-model';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useSession } from '@lookout/web/shared/services.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Segmented, Skeleton, Space, Table, Tag } from 'antd';
import { useState } from 'react';
import { useAdminMessages } from '../messages.ts';
import { FuelDrawer } from './FuelDrawer.tsx';
import { fuelPreview } from './fuel-preview.ts';
import { type Fuel, useClassName } from './fuel-row.ts';
import { useFuelMessages } from './messages.ts';

const FUELS = ['fuels'] as const;
/** The product's row, which applies when a deployment's own row is removed. */
const productFuelOf = fuelsByClass();

export function FuelsTab() {
  const messages = useFuelMessages();
  const { users } = useAdminMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { info } = useSession();
  const isNational = info?.userDTO.gridNo === NATION;
  const nameOf = useClassName();
  const [scheme, setScheme] = useState<CoverScheme | 'all'>('all');
  const [opened, setOpened] = useState<Fuel | 'new' | null>(null);
  const fuels = useQuery({ queryKey: FUELS, queryFn: ({ signal }) => client.spread.fuelList({ silent: true, signal }) });
  const refresh = () => void queries.invalidateQueries({ queryKey: FUELS });
  const { send } = useSend({ refetch: FUELS });
  const reset = ({ scheme: of, value }: Fuel) => send(() => client.spread.resetFuel({ query: { scheme: of, value } }), messages.resetDone);
  const rows = (fuels.data ?? []).filter((row) => scheme === 'all' || row.scheme === scheme);
  const factorOf = (key: string | null) => FUEL_FACTORS.find((one) => one.key === key);

  return (
    <>
      <div className="page-bar">
        <Segmented<CoverScheme | 'all'>
          aria-label={messages.scheme}
          value={scheme}
          onChange={setScheme}
          options={(['all', ...COVER_SCHEMES] as const).map((value) => ({
            value,
            label: value === 'all' ? messages.all : messages.schemes[value],
          }))}
        />
        <div className="gap" />
        <Button type="primary" disabled={!isNational} onClick={() => setOpened('new')}>
          {messages.add}
        </Button>
      </div>
      {!isNational && <Alert type="info" showIcon title={messages.nationOnly} />}
      <p className="hint fuel-hint">{messages.hint}</p>
      {fuels.isPending && <Skeleton active />}
      {fuels.isError && <LoadFailed error={fuels.error} onRetry={() => void fuels.refetch()} />}
      {fuels.data && (
        <Table<Fuel>
          size="middle"
          rowKey={({ scheme: of, value }) => `${of}/${value}`}
          dataSource={rows}
          pagination={{ pageSize: 100, hideOnSinglePage: true }}
          scroll={{ x: 1180 }}
          locale={{ emptyText: <Nothing title={messages.empty} hint={messages.emptyHint} /> }}
          columns={[
            {
              key: 'class',
              title: messages.className,
              width: 250,
              render: (_, row) => (
                <>
                  {nameOf(row)} {row.isOwn && <Tag color="processing">{messages.own}</Tag>}
                </>
              ),
            },
            {
              key: 'model',
              title: messages.model,
              width: 210,
              render: (_, { fuelModel }) => `${fuelModel} ${fuelModelOf(fuelModel)?.name[language] ?? ''}`,
            },
            {
              key: 'factor',
              title: messages.factor,
              width: 150,
              render: (_, { fuelFactor }) => {
                const factor = factorOf(fuelFactor);
                return factor ? `${factor.name[language]} ${factor.factor}` : messages.noFactor;
              },
            },
            {
              key: 'preview',
              title: <span title={messages.previewHint}>{messages.preview}</span>,
              width: 110,
              className: 'tabular',
              render: (_, { fuelModel, canopy }) => {
                const preview = fuelPreview(fuelModel, canopy);
                return preview === null ? messages.noPreview : messages.rate(preview.rateMetresPerMinute);
              },
            },
            {
              key: 'canopy',
              title: messages.canopy,
              width: 150,
              render: (_, { canopy }) =>
                canopy === null ? messages.noCanopy : messages.canopyText(canopy.coverPercent, canopy.heightMetres, canopy.crownRatio),
            },
            {
              key: 'source',
              title: messages.source,
              render: (_, { source, toConfirm }) => (
                <>
                  {source} {toConfirm && <Tag color="warning">{messages.toConfirm}</Tag>}
                </>
              ),
            },
            {
              key: 'actions',
              title: users.actions,
              width: 150,
              fixed: 'end',
              render: (_, row) => (
                <Space size={0}>
                  <Button type="link" size="small" disabled={!isNational} onClick={() => setOpened(row)}>
                    {shared.common.edit}
                  </Button>
                  {row.isOwn && (
                    <Popconfirm
                      title={
                        productFuelOf(row.scheme, row.value) === null ? messages.removeAsk(nameOf(row)) : messages.resetAsk(nameOf(row))
                      }
                      okText={messages.reset}
                      onConfirm={() => reset(row)}
                    >
                      <Button type="link" size="small" danger disabled={!isNational}>
                        {messages.reset}
                      </Button>
                    </Popconfirm>
                  )}
                </Space>
              ),
            },
          ]}
        />
      )}
      {opened !== null && (
        <FuelDrawer
          fuel={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
          onSaved={() => {
            setOpened(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
