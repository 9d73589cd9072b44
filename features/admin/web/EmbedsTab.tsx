// 嵌入地图与大屏: the read tokens of the bare map /map, for other sites to frame, and of the wall /wall. A token is shown once, with its address.

import { formatTime } from '@lookout/contract';
import { MAP_EMBED_LAYERS, type MapEmbedLayer, type Named } from '@lookout/domain';
import { firstGrid } from '@lookout/region';
import { copyToClipboard } from '@lookout/web/shared/clipboard.ts';
import { chosen, needed, TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormDrawer } from '@lookout/web/shared/form/FormDrawer.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { GridPicker, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient, useServices, useSession } from '@lookout/web/shared/services.ts';
import { basePath } from '@lookout/web/shared/site.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { pickedTime } from '@lookout/web/shared/time-text.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { region } from '@region';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, DatePicker, Form, Input, Modal, Popconfirm, Tag } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import {
  type IssuedEmbed,
  type MapEmbed,
  type MapEmbedState,
  MOST_EMBED_DAYS,
  MOST_EMBED_ORIGINS,
  mapEmbedState,
} from '../../map-embed/map-embed.ts';
import { useAdminMessages } from './messages.ts';
import { useWallLinkMessages } from './walls/messages.ts';
import { WallDrawer } from './walls/WallDrawer.tsx';

type Embed = Named<MapEmbed>;

const STATE_COLOURS = { valid: 'success', expired: 'default', revoked: 'error' } as const satisfies Record<MapEmbedState, string>;

export function EmbedsTab() {
  const { embeds: messages, tabs, users } = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { now } = useServices();
  const url = useUrlState();
  const walls = useWallLinkMessages();
  const [opened, setOpened] = useState<'map' | 'wall' | null>(null);
  const [issued, setIssued] = useState<IssuedEmbed | null>(null);
  const gridNo = useGridFilter(url);
  const embeds = usePage({ url, key: ['map-embeds'], filter: { gridNo }, call: client.mapEmbed.embedPage });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['map-embeds'] });
  // A refusal refetches too: the list shows who revoked it first.
  const { send } = useSend({ refetch: ['map-embeds'] });
  const revoke = ({ id }: Embed) => send(() => client.mapEmbed.revokeEmbed({ params: { id } }), messages.revoked);
  const stateOf = (embed: Embed) => mapEmbedState(embed, new Date(now()));
  const layersText = ({ layers }: Embed) =>
    layers.map((layer) => (layer === 'wall' ? walls.wall : messages.layers[layer])).join(marks().list);
  const issuedNow = (embed: IssuedEmbed) => {
    setOpened(null);
    setIssued(embed);
    refresh();
  };

  return (
    <>
      <div className="page-bar">
        <GridFilter url={url} />
        <div className="gap" />
        <Button onClick={() => setOpened('wall')}>{walls.create}</Button>
        <Button type="primary" onClick={() => setOpened('map')}>
          {messages.issue}
        </Button>
      </div>
      <PagedTable<Embed>
        table="map-embeds"
        name={tabs.embeds}
        {...embeds}
        width={1200}
        empty={<NoRows messages={messages} />}
        columns={[
          { key: 'name', dataIndex: 'name', title: messages.name },
          { key: 'gridName', dataIndex: 'gridName', title: users.grid, width: 120 },
          { key: 'layers', title: messages.shows, text: layersText, render: (_, embed) => layersText(embed) },
          {
            key: 'origins',
            title: messages.origins,
            text: ({ origins }) => origins.join(' '),
            render: (_, { origins }) => origins.map((origin) => <div key={origin}>{origin}</div>),
          },
          {
            key: 'state',
            title: users.state,
            width: 120,
            text: (embed) => messages.states[stateOf(embed)],
            render: (_, embed) => {
              const { revokedBy, revokedAt } = embed;
              const state = stateOf(embed);
              return (
                <Tag color={STATE_COLOURS[state]} title={revokedAt === null ? undefined : `${revokedBy} ${formatTime(revokedAt)}`}>
                  {messages.states[state]}
                </Tag>
              );
            },
          },
          {
            key: 'expiresAt',
            title: messages.expiry,
            width: 170,
            className: 'tabular',
            ...textCell(({ expiresAt }) => (expiresAt === null ? walls.always : formatTime(expiresAt))),
          },
          { key: 'issuedBy', dataIndex: 'issuedBy', title: messages.issuedBy, width: 140 },
          {
            key: 'lastUsedAt',
            title: messages.lastUse,
            width: 170,
            className: 'tabular',
            text: ({ lastUsedAt }) => lastUsedAt && formatTime(lastUsedAt),
            render: (_, { lastUsedAt }) => (lastUsedAt === null ? shared.common.unknown : formatTime(lastUsedAt)),
          },
          {
            key: 'actions',
            title: users.actions,
            width: 90,
            fixed: 'end',
            render: (_, embed) =>
              stateOf(embed) === 'valid' && (
                <Popconfirm title={messages.revokeAsk(embed.name)} okText={messages.revoke} onConfirm={() => revoke(embed)}>
                  <Button type="link" size="small" danger>
                    {messages.revoke}
                  </Button>
                </Popconfirm>
              ),
          },
        ]}
      />
      {opened === 'map' && <IssueDrawer onClose={() => setOpened(null)} onIssued={issuedNow} />}
      {opened === 'wall' && <WallDrawer onClose={() => setOpened(null)} onIssued={issuedNow} />}
      {issued !== null && <IssuedToken issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}

interface Fields {
  readonly name: string;
  readonly gridNo: string;
  readonly layers: MapEmbedLayer[];
  /** One origin per line. */
  readonly origins: string;
  readonly expiresAt: Dayjs;
}

const USUAL_DAYS = 90;
const linesOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function IssueDrawer({ onClose, onIssued }: { readonly onClose: () => void; readonly onIssued: (embed: IssuedEmbed) => void }) {
  const { embeds: messages, users } = useAdminMessages();
  const client = useClient();
  const { now } = useServices();
  const { rights } = useSession();
  const own = useOwnGrid();
  const [form] = Form.useForm<Fields>();
  const { isBusy, send } = useSend({ onRefused: (error) => showFieldFaults(form, error) });
  // A user cannot share a layer that he may not see himself; the server enforces this too.
  const mayGive = (layer: MapEmbedLayer): boolean => layer === 'boundaries' || rights.has('watch-alarms');
  const issue = ({ name, gridNo, layers, origins, expiresAt }: Fields) =>
    send(async () => {
      const body = { name, gridNo, layers, origins: linesOf(origins), expiresAt: pickedTime(expiresAt) };
      onIssued(await client.mapEmbed.issueEmbed({ body }));
    });
  return (
    <FormDrawer<Fields>
      size={480}
      title={messages.issue}
      form={form}
      initial={{
        gridNo: own === null ? '' : firstGrid(own, region.gridLocks),
        layers: MAP_EMBED_LAYERS.filter(mayGive),
        expiresAt: dayjs(formatTime(new Date(now()))).add(USUAL_DAYS, 'day'),
      }}
      isBusy={isBusy}
      submit={messages.issue}
      onSubmit={issue}
      onClose={onClose}
    >
      <Form.Item name="name" label={messages.name} extra={messages.nameHint} rules={needed(messages.needName)}>
        <TextInput most={64} />
      </Form.Item>
      <Form.Item name="gridNo" label={users.grid} rules={needed(users.needGrid)}>
        <GridPicker />
      </Form.Item>
      <Form.Item name="layers" label={messages.shows} extra={messages.showsHint} rules={chosen(messages.needLayers)}>
        <Checkbox.Group options={MAP_EMBED_LAYERS.map((value) => ({ value, label: messages.layers[value], disabled: !mayGive(value) }))} />
      </Form.Item>
      <Form.Item
        name="origins"
        label={messages.origins}
        extra={messages.originsHint(MOST_EMBED_ORIGINS)}
        rules={needed(messages.needOrigins)}
      >
        <TextArea rows={3} most={2_100} placeholder={messages.originsExample} />
      </Form.Item>
      <Form.Item name="expiresAt" label={messages.expiry} extra={messages.expiryHint} rules={chosen(messages.needExpiry)}>
        <DatePicker
          showTime
          allowClear={false}
          minDate={dayjs(formatTime(new Date(now())))}
          maxDate={dayjs(formatTime(new Date(now()))).add(MOST_EMBED_DAYS - 1, 'day')}
        />
      </Form.Item>
    </FormDrawer>
  );
}

/** The address with its secret, which is shown only once. */
function IssuedToken({ issued, onClose }: { readonly issued: IssuedEmbed; readonly onClose: () => void }) {
  const { embeds: messages } = useAdminMessages();
  const walls = useWallLinkMessages();
  const { message } = App.useApp();
  const isWall = issued.layers.includes('wall');
  const address = `${location.origin}${basePath}/${isWall ? 'wall?link' : 'map?embed'}=${issued.id}#token=${issued.token}`;
  const frame = `<iframe src="${address}" width="100%" height="600" style="border:0" title="${messages.frameTitle}"></iframe>`;
  const copy = (text: string) =>
    void copyToClipboard(window, text).then((isCopied) =>
      isCopied ? message.success(messages.copied) : message.warning(messages.notCopied),
    );
  return (
    <Modal
      open
      width={640}
      title={(isWall ? walls.created : messages.issued)(issued.name)}
      onCancel={onClose}
      onOk={onClose}
      mask={{ closable: false }}
      footer={null}
    >
      <Alert type="warning" showIcon title={isWall ? walls.once : messages.once} style={{ marginBottom: 16 }} />
      {[{ label: messages.address, text: address }, ...(isWall ? [] : [{ label: messages.code, text: frame }])].map(({ label, text }) => (
        <div key={label} className="embed-secret">
          <h3>{label}</h3>
          <Input.TextArea readOnly rows={3} aria-label={label} value={text} />
          <Button size="small" onClick={() => copy(text)}>
            {messages.copy(label)}
          </Button>
        </div>
      ))}
      <p className="hint">{isWall ? walls.parameters : messages.parameters}</p>
    </Modal>
  );
}
