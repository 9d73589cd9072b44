// The heat sources of one state as a table: days and hours seen, usual power, and actions.
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { monitorPageAt } from '@lookout/web/shared/ShowOnMap.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, choices, GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { isNarrowed, oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { HEAT_KINDS, type HeatState, type KnownHeat } from '../known-heat.ts';
import { DISTANCES, FILTER_NAMES, readHeatFilter } from './filter.ts';
import { ConfirmForm, HeatForm, ReasonForm } from './HeatDrawers.tsx';
import { useKnownHeatMessages } from './messages.ts';
import { LISTS } from './SaveDrawer.tsx';

const POLL_MS = 60_000;

type Act = 'confirm' | 'reject' | 'edit' | 'remove';
const ACTS: Readonly<Record<HeatState, readonly Act[]>> = {
  proposed: ['confirm', 'reject'],
  confirmed: ['edit', 'remove'],
  rejected: ['confirm', 'remove'],
};
const DANGEROUS: ReadonlySet<Act> = new Set(['reject', 'remove']);

interface Props {
  readonly url: UrlState;
  readonly state: HeatState;
  /** Buttons above the table. */
  readonly actions: ReactNode;
}

export function HeatTable({ url, state, actions }: Props) {
  const messages = useKnownHeatMessages();
  const client = useClient();
  const mayAct = useRight('act-on-alarms');
  const [open, setOpen] = useState<{ readonly act: Act; readonly heat: Named<KnownHeat> } | null>(null);
  const filter = readHeatFilter(url);
  const query = { ...filter, state, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: [...LISTS, 'heats'], filter: query, call: client.knownHeat.knownHeatPage, everyMs: POLL_MS });
  const { fields } = messages;
  const close = () => setOpen(null);
  const reviewText = ({ reviewedBy, reviewedAt }: Named<KnownHeat>): string =>
    reviewedBy === null || reviewedAt === null ? '—' : messages.by(reviewedBy, formatTime(reviewedAt));

  return (
    <>
      <Filters url={url} />
      <PagedTable<Named<KnownHeat>>
        table="known-heat"
        name={`${messages.title} ${messages.tabs[state]}`}
        {...page}
        width={1500}
        actions={actions}
        empty={<NoRows isNarrowed={isNarrowed(filter) || url.get('grid') !== null} messages={{ ...messages, ...messages.empty[state] }} />}
        columns={[
          { key: 'name', dataIndex: 'name', title: fields.name, width: 200, ellipsis: true },
          { key: 'kind', title: fields.kind, width: 100, ...textCell(({ kind }) => messages.kinds[kind]) },
          {
            key: 'days',
            title: fields.days,
            width: 190,
            className: 'tabular',
            text: ({ days }) => days.join(' '),
            render: (_, { days }) => (
              <span title={days.join(' ')}>{days.length === 0 ? messages.noDays : messages.days(days.length, days.at(-1) ?? '')}</span>
            ),
          },
          {
            key: 'hours',
            title: fields.hours,
            width: 150,
            className: 'tabular',
            ellipsis: true,
            ...textCell(({ hours }) => (hours.length === 0 ? '—' : messages.hours(hours))),
          },
          {
            key: 'usualFrp',
            title: fields.usualFrp,
            width: 120,
            className: 'tabular',
            align: 'right',
            ...textCell(({ usualFrpMegawatts }) => (usualFrpMegawatts === null ? '—' : messages.megawatts(usualFrpMegawatts))),
          },
          {
            key: 'radius',
            title: fields.radius,
            width: 96,
            className: 'tabular',
            align: 'right',
            ...textCell(({ radiusMetres }) => Math.round(radiusMetres)),
          },
          {
            key: 'place',
            title: fields.place,
            width: 220,
            ellipsis: true,
            text: ({ gridName, address }) => `${gridName} ${address}`,
            render: (_, { gridName, address, position }) => (
              <Link to={monitorPageAt(position)} title={decimalText(position)}>
                {gridName} {address}
              </Link>
            ),
          },
          { key: 'origin', title: fields.origin, width: 96, ...textCell(({ origin }) => messages.origins[origin]) },
          { key: 'note', title: fields.note, width: 140, ellipsis: true, ...textCell(({ note }) => note ?? '—') },
          {
            key: 'review',
            title: fields.review,
            width: 200,
            text: reviewText,
            render: (_, heat) => (
              <>
                <span className="tabular">{reviewText(heat)}</span>
                {heat.reviewNote !== null && <div className="hint">{heat.reviewNote}</div>}
              </>
            ),
          },
          ...(mayAct
            ? [
                {
                  key: 'actions',
                  title: fields.actions,
                  width: 150,
                  fixed: 'end' as const,
                  render: (_: unknown, heat: Named<KnownHeat>) => (
                    <Space size={8}>
                      {ACTS[state].map((act) => (
                        <Button key={act} size="small" danger={DANGEROUS.has(act)} onClick={() => setOpen({ act, heat })}>
                          {messages.act[act]}
                        </Button>
                      ))}
                    </Space>
                  ),
                },
              ]
            : []),
        ]}
      />
      {open?.act === 'confirm' && <ConfirmForm heat={open.heat} onClose={close} />}
      {open?.act === 'edit' && <HeatForm heat={open.heat} onClose={close} />}
      {(open?.act === 'reject' || open?.act === 'remove') && <ReasonForm act={open.act} heat={open.heat} onClose={close} />}
    </>
  );
}

function Filters({ url }: { readonly url: UrlState }) {
  const messages = useKnownHeatMessages();
  const { common } = useSharedMessages();
  const filter = readHeatFilter(url);
  const { around } = filter;
  return (
    <search className="page-bar">
      <TextFilter url={url} label={messages.search} width={200} />
      <ChoiceFilter url={url} name="kind" label={messages.anyKind} width={130} options={choices(HEAT_KINDS, messages.kinds)} />
      <GridFilter url={url} />
      <TextFilter url={url} name="near" label={messages.around} width={260} />
      {url.get('near') !== null && around === null && (
        <p className="field-fault" role="alert">
          {common.badPosition}
        </p>
      )}
      {around !== null && (
        <ChoiceFilter
          url={url}
          name="within"
          label={messages.radius}
          width={130}
          value={oneOf(DISTANCES, String(around.radiusMetres))}
          options={DISTANCES.map((value) => ({ value, label: messages.within(value) }))}
        />
      )}
      {(isNarrowed(filter) || url.get('grid') !== null) && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
    </search>
  );
}
