// Masks on the map as a table: drawn by their corners, changed and ended.

import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { monitorPageAt } from '@lookout/web/shared/ShowOnMap.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { pickedTime } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, type UrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Checkbox, DatePicker, Form, Popconfirm, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { Link } from 'react-router';
import { boxOf, CALMED_KINDS, type CalmedKind, LEAST_MASK_POINTS, type MapMask } from '../known-heat.ts';
import { FILTER_NAMES, readMaskFilter, readOutline } from './filter.ts';
import { type KnownHeatMessages, useKnownHeatMessages } from './messages.ts';
import { OutlineField } from './OutlineField.tsx';
import { LISTS, SaveDrawer } from './SaveDrawer.tsx';

const POLL_MS = 60_000;

export function MasksTable({ url }: { readonly url: UrlState }) {
  const messages = useKnownHeatMessages();
  const { client, now } = useServices();
  const mayAct = useRight('act-on-alarms');
  /** `mask` null: a new mask. */
  const [open, setOpen] = useState<{ readonly mask: Named<MapMask> | null } | null>(null);
  const filter = readMaskFilter(url);
  const query = { ...filter, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: [...LISTS, 'masks'], filter: query, call: client.knownHeat.mapMaskPage, everyMs: POLL_MS });
  // The client shows the refusal if someone ended the mask before.
  const { send } = useSend({ refetch: LISTS });
  const end = ({ id }: Named<MapMask>) => send(() => client.knownHeat.endMapMask({ body: { id } }));
  const { fields } = messages;
  const stands = ({ endsAt }: MapMask): boolean => endsAt.getTime() > now();
  const isNarrow = isNarrowed(filter) || url.get('grid') !== null;

  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={messages.searchReason} width={200} />
        <ChoiceFilter
          url={url}
          name="state"
          label={messages.anyState}
          width={130}
          value={filter.isStanding === null ? null : filter.isStanding ? 'standing' : 'over'}
          options={[
            { value: 'standing', label: messages.standing },
            { value: 'over', label: messages.over },
          ]}
        />
        <GridFilter url={url} />
        {isNarrow && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
      </search>
      <PagedTable<Named<MapMask>>
        table="map-masks"
        name={messages.tabs.masks}
        {...page}
        width={1100}
        actions={
          mayAct && (
            <Button type="primary" onClick={() => setOpen({ mask: null })}>
              {messages.addMask}
            </Button>
          )
        }
        empty={<NoRows isNarrowed={isNarrow} messages={{ ...messages, ...messages.empty.masks }} />}
        columns={[
          { key: 'reason', dataIndex: 'reason', title: fields.reason, width: 240, ellipsis: true },
          {
            key: 'alarmKinds',
            title: fields.alarmKinds,
            width: 170,
            ...textCell(({ alarmKinds }) => kindsText(alarmKinds, messages)),
          },
          {
            key: 'state',
            title: fields.state,
            width: 90,
            text: (mask) => (stands(mask) ? messages.standing : messages.over),
            render: (_, mask) => (
              <span className="tag" data-state={stands(mask) ? 'approved' : 'withdrawn'}>
                {stands(mask) ? messages.standing : messages.over}
              </span>
            ),
          },
          { key: 'endsAt', title: fields.endsAt, width: 170, className: 'tabular', ...textCell(({ endsAt }) => formatTime(endsAt)) },
          {
            key: 'place',
            title: fields.place,
            width: 190,
            text: ({ gridName, polygon }) => `${gridName} ${decimalText(middleOf(polygon))}`,
            render: (_, { gridName, polygon }) => (
              <Link to={monitorPageAt(middleOf(polygon))}>
                {gridName} {decimalText(middleOf(polygon))}
              </Link>
            ),
          },
          {
            key: 'changed',
            title: fields.changed,
            width: 210,
            className: 'tabular',
            ...textCell(({ changedBy, changedAt }) => messages.by(changedBy, formatTime(changedAt))),
          },
          ...(mayAct
            ? [
                {
                  key: 'actions',
                  title: fields.actions,
                  width: 180,
                  render: (_: unknown, mask: Named<MapMask>) =>
                    stands(mask) && (
                      <Space size={8}>
                        <Button size="small" onClick={() => setOpen({ mask })}>
                          {messages.act.edit}
                        </Button>
                        <Popconfirm
                          title={messages.ask.end}
                          okText={messages.act.end}
                          cancelText={messages.cancel}
                          onConfirm={() => end(mask)}
                        >
                          <Button size="small" danger>
                            {messages.act.end}
                          </Button>
                        </Popconfirm>
                      </Space>
                    ),
                },
              ]
            : []),
        ]}
      />
      {open !== null && <MaskForm mask={open.mask} onClose={() => setOpen(null)} />}
    </>
  );
}

const kindsText = (kinds: readonly CalmedKind[], { alarmKinds }: KnownHeatMessages): string =>
  kinds.map((kind) => alarmKinds[kind]).join(marks().comma);

function middleOf(polygon: MapMask['polygon']) {
  const { west, south, east, north } = boxOf(polygon);
  return { lng: (west + east) / 2, lat: (south + north) / 2 };
}

interface MaskFields {
  readonly reason: string;
  readonly alarmKinds: CalmedKind[];
  readonly endsAt: Dayjs;
  /** One corner per line. */
  readonly polygon: string;
}

const USUAL_MONTHS = 3;

function MaskForm({ mask, onClose }: { readonly mask: Named<MapMask> | null; readonly onClose: () => void }) {
  const messages = useKnownHeatMessages();
  const client = useClient();
  const [form] = Form.useForm<MaskFields>();
  const { fields, rules } = messages;
  const send = ({ reason, alarmKinds, endsAt, polygon }: MaskFields) => {
    const read = readOutline(polygon);
    const corners = 'corners' in read ? read.corners : [];
    const draft = { reason: reason.trim(), alarmKinds, endsAt: pickedTime(endsAt), polygon: corners };
    return mask === null
      ? client.knownHeat.createMapMask({ body: draft, silent: true })
      : client.knownHeat.updateMapMask({ params: { id: mask.id }, body: { ...draft, version: mask.version }, silent: true });
  };
  const outline = (_: unknown, text?: string) => {
    const read = readOutline(text ?? '');
    if ('badLine' in read) return Promise.reject(new Error(rules.badLine(read.badLine)));
    return read.corners.length < LEAST_MASK_POINTS ? Promise.reject(new Error(rules.polygon)) : Promise.resolve();
  };
  return (
    <SaveDrawer<MaskFields>
      title={mask === null ? messages.titles.mask : messages.titles.editMask}
      form={form}
      initial={
        mask === null
          ? { alarmKinds: [...CALMED_KINDS], endsAt: dayjs().add(USUAL_MONTHS, 'month').endOf('day') }
          : {
              reason: mask.reason,
              alarmKinds: [...mask.alarmKinds],
              endsAt: dayjs(formatTime(mask.endsAt)),
              polygon: mask.polygon.map((corner) => decimalText(corner, 5)).join('\n'),
            }
      }
      isWide
      send={send}
      onClose={onClose}
    >
      <Form.Item name="reason" label={fields.reason} rules={[{ required: true, whitespace: true, message: rules.reason }]}>
        <TextInput most={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="polygon" label={fields.polygon} extra={fields.polygonHint} rules={[{ validator: outline }]}>
        <OutlineField />
      </Form.Item>
      <Form.Item name="alarmKinds" label={fields.alarmKinds} rules={[{ required: true, message: rules.alarmKinds }]}>
        <Checkbox.Group options={CALMED_KINDS.map((value) => ({ value, label: messages.alarmKinds[value] }))} />
      </Form.Item>
      <Form.Item name="endsAt" label={fields.endsAt} rules={[{ required: true, message: rules.endsAt }]}>
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Form.Item>
    </SaveDrawer>
  );
}
