// 用火报备: every burning application with its review, as a table, by day in a calendar, and on the globe. New applications are also created
// here.

import { PlusOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { PositionInput } from '@lookout/web/shared/PositionInput.tsx';
import { monitorPageAt } from '@lookout/web/shared/ShowOnMap.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import {
  ChoiceFilter,
  choices,
  GridFilter,
  NoRows,
  ResetFilters,
  TextFilter,
  useGridFilter,
  WindowFilter,
} from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, oneOf, type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { BURNING_PURPOSES, BURNING_STATES, type Burning } from '../burning.ts';
import { BurningForm } from '../parts/BurningForm.tsx';
import { windowText } from '../parts/burnings.ts';
import { useBurningMessages } from '../parts/messages.ts';
import { BurningStateTag, ReviewBurning } from '../parts/ReviewBurning.tsx';
import { BurningCalendar } from './BurningCalendar.tsx';
import { BurningMap } from './BurningMap.tsx';
import { type BurningFilter, FILTER_NAMES, readFilter } from './filter.ts';
import { useBurningPageMessages } from './messages.ts';
import './burning.css';

const POLL_MS = 60_000;
const VIEWS = ['table', 'calendar', 'map'] as const;
type View = (typeof VIEWS)[number];

export function BurningPage() {
  const messages = useBurningPageMessages();
  const burningMessages = useBurningMessages();
  const url = useUrlState();
  const filter = readFilter(url);
  const query: BurningFilter = { ...filter, gridNo: useGridFilter(url) };
  const [adding, setAdding] = useState(false);
  const view = oneOf(VIEWS, url.get('view')) ?? 'table';
  const close = () => setAdding(false);

  return (
    <div className="burning-page page" data-view={view}>
      <header>
        <h1>{messages.title}</h1>
        <Segmented
          aria-label={messages.view}
          value={view}
          onChange={(next) => url.set({ view: next === 'table' ? null : next })}
          options={VIEWS.map((value) => ({ value, label: messages.views[value] }))}
        />
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {burningMessages.add}
        </Button>
      </header>
      <Filters url={url} filter={filter} view={view} />
      {view === 'table' && <BurningTable url={url} filter={filter} query={query} />}
      {view === 'calendar' && <BurningCalendar url={url} query={query} />}
      {view === 'map' && <BurningMap url={url} query={query} />}
      <Modal
        open={adding}
        destroyOnHidden
        width={560}
        title={burningMessages.add}
        footer={null}
        closable={false}
        mask={{ closable: false }}
        onCancel={close}
      >
        <BurningForm position={<PositionInput label={burningMessages.fields.position} />} onDone={close} onCancel={close} />
      </Modal>
    </div>
  );
}

interface TableProps {
  readonly url: UrlState;
  readonly filter: BurningFilter;
  readonly query: BurningFilter;
}

function BurningTable({ url, filter, query }: TableProps) {
  const messages = useBurningPageMessages();
  const burningMessages = useBurningMessages();
  const client = useClient();
  const page = usePage({ url, key: ['burnings', 'page'], filter: query, call: client.burning.burningPage, everyMs: POLL_MS });
  return (
    <PagedTable<Named<Burning>>
      table="burnings"
      name={messages.title}
      {...page}
      width={1280}
      empty={<NoRows isNarrowed={isNarrowed(filter)} messages={messages} />}
      columns={[
        {
          key: 'state',
          title: burningMessages.fields.state,
          width: 130,
          text: ({ state }) => burningMessages.states[state],
          render: (_, burning) => <BurningStateTag burning={burning} />,
        },
        {
          key: 'window',
          title: burningMessages.fields.window,
          text: ({ startsAt, endsAt }) => burningMessages.window(formatTime(startsAt), formatTime(endsAt)),
          width: 190,
          className: 'tabular',
          render: (_, burning) => (
            <span title={burningMessages.window(formatTime(burning.startsAt), formatTime(burning.endsAt))}>{windowText(burning)}</span>
          ),
        },
        {
          key: 'purpose',
          title: burningMessages.fields.purpose,
          width: 100,
          text: ({ purpose }) => burningMessages.purposes[purpose],
          render: (_, { purpose }) => burningMessages.purposes[purpose],
        },
        { key: 'applicant', dataIndex: 'applicant', title: burningMessages.fields.applicant, width: 100, ellipsis: true },
        {
          key: 'phone',
          dataIndex: 'phone',
          title: messages.columns.phone,
          width: 130,
          className: 'tabular',
          render: (_, { phone }) => <a href={`tel:${phone}`}>{phone}</a>,
        },
        {
          key: 'location',
          title: messages.columns.location,
          width: 180,
          text: locationText,
          render: (_, burning) => <Location burning={burning} />,
        },
        {
          key: 'size',
          title: messages.columns.size,
          text: ({ areaHectares, peopleCount }) =>
            [areaHectares === null ? null : burningMessages.hectares(String(areaHectares)), burningMessages.people(peopleCount)]
              .filter(Boolean)
              .join(marks().comma),
          width: 110,
          className: 'tabular',
          render: (_, { areaHectares, peopleCount }) => (
            <>
              {areaHectares !== null && <div>{burningMessages.hectares(String(areaHectares))}</div>}
              <div>{burningMessages.people(peopleCount)}</div>
            </>
          ),
        },
        {
          key: 'review',
          title: burningMessages.fields.review,
          text: ({ reviewedBy, reviewedAt, reviewNote }) =>
            [
              reviewedBy === null ? null : burningMessages.review.by(reviewedBy, reviewedAt === null ? '' : formatTime(reviewedAt)),
              reviewNote,
            ]
              .filter(Boolean)
              .join(marks().comma),
          render: (_, burning) => <Reviewed burning={burning} />,
        },
        { key: 'actions', title: messages.columns.actions, width: 190, render: (_, burning) => <ReviewBurning burning={burning} /> },
      ]}
    />
  );
}

const locationText = ({ gridName, address, position }: Named<Burning>): string => `${gridName} ${address || decimalText(position)}`;

const Location = ({ burning }: { readonly burning: Named<Burning> }) => (
  <Link to={monitorPageAt(burning.position)} title={decimalText(burning.position)}>
    {locationText(burning)}
  </Link>
);

function Reviewed({ burning: { reviewedBy, reviewedAt, reviewNote } }: { readonly burning: Named<Burning> }) {
  const burningMessages = useBurningMessages();
  if (reviewedBy === null) return '—';
  return (
    <span className="tabular">
      {burningMessages.review.by(reviewedBy, reviewedAt === null ? '' : dayAndMinute(reviewedAt))}
      {reviewNote && <span className="burning-note hint">{reviewNote}</span>}
    </span>
  );
}

/**
 * The filters of a view. The calendar shows the approved and pending burnings of its month, so it has no state filter. Only the table has a
 * window filter, because the calendar and the map select a month or a day.
 */
function Filters({ url, filter, view }: { readonly url: UrlState; readonly filter: BurningFilter; readonly view: View }) {
  const messages = useBurningPageMessages();
  const { purposes, states } = useBurningMessages();
  return (
    <search className="page-bar">
      <TextFilter url={url} label={messages.applicant} width={200} />
      {view !== 'calendar' && (
        <ChoiceFilter url={url} name="state" label={messages.anyState} width={130} options={choices(BURNING_STATES, states)} />
      )}
      <ChoiceFilter url={url} name="purpose" label={messages.anyPurpose} width={130} options={choices(BURNING_PURPOSES, purposes)} />
      <GridFilter url={url} />
      {view === 'table' && <WindowFilter url={url} labels={messages} covers="whole days" />}
      {isNarrowed(filter) && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
    </search>
  );
}
