// The hazard points as a table with filters in the URL. A click flies to the point and opens it.

import type { Named } from '@lookout/domain';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, choices, GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, type UrlState } from '@lookout/web/shared/url-state.ts';
import type { ReactNode } from 'react';
import { HAZARD_KINDS, HAZARD_LEVELS, HAZARD_STATES, type HazardOverview } from '../hazard.ts';
import { POINT_FILTERS, readPointFilter } from './filter.ts';
import { LevelTag } from './HazardTags.tsx';
import { useHazardMessages } from './messages.ts';

const POLL_MS = 60_000;

interface Props {
  readonly url: UrlState;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** Buttons above the table. */
  readonly actions: ReactNode;
}

export function PointsTab({ url, chosen, onChoose, actions }: Props) {
  const messages = useHazardMessages();
  const client = useClient();
  const fly = useFly();
  const filter = readPointFilter(url);
  const query = { ...filter, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: ['hazards', 'page'], filter: query, call: client.hazard.hazardPage, everyMs: POLL_MS });
  const { fields } = messages;
  const open = ({ id, name, position }: Named<HazardOverview>) => {
    fly({ ...position, label: name });
    onChoose(id);
  };
  const warningText = ({ warning }: HazardOverview): string =>
    warning === null ? '' : warning.level === null ? messages.lifted : messages.warningLevels[warning.level];

  return (
    <>
      <Filters url={url} isNarrowed={isNarrowed(filter) || url.get('grid') !== null} />
      <PagedTable<Named<HazardOverview>>
        table="hazards"
        name={messages.tabs.points}
        {...page}
        width={1360}
        actions={actions}
        empty={<NoRows isNarrowed={isNarrowed(filter)} messages={messages} />}
        onRow={(row) => ({ 'aria-selected': row.id === chosen })}
        columns={[
          {
            key: 'name',
            title: fields.name,
            width: 190,
            fixed: 'start',
            ellipsis: { showTitle: false },
            text: ({ name }) => name,
            render: (_, row) => (
              <button type="button" className="link-button cut hazard-name" title={row.name} onClick={() => open(row)}>
                {row.name}
              </button>
            ),
          },
          {
            key: 'warning',
            title: fields.warning,
            width: 84,
            text: warningText,
            render: (_, { warning }) => (warning === null ? '—' : <LevelTag level={warning.level} />),
          },
          { key: 'kind', title: fields.kind, width: 84, ...textCell(({ kind }) => messages.kinds[kind]) },
          { key: 'level', title: fields.level, width: 88, ...textCell(({ level }) => messages.levels[level]) },
          { key: 'people', dataIndex: 'people', title: fields.people, width: 92, className: 'tabular', align: 'right' },
          { key: 'grid', dataIndex: 'gridName', title: fields.grid, width: 96, ellipsis: true },
          {
            key: 'duty',
            title: fields.dutyName,
            width: 96,
            ellipsis: true,
            ...textCell(({ dutyName }) => dutyName ?? '—'),
          },
          {
            key: 'dutyPhone',
            title: fields.dutyPhone,
            width: 124,
            className: 'tabular',
            ellipsis: true,
            text: ({ dutyPhone }) => dutyPhone,
            render: (_, { dutyPhone }) => (dutyPhone === null ? '—' : <a href={`tel:${dutyPhone}`}>{dutyPhone}</a>),
          },
          { key: 'households', dataIndex: 'households', title: fields.households, width: 92, className: 'tabular', align: 'right' },
          { key: 'monitors', dataIndex: 'monitorCount', title: fields.monitors, width: 84, className: 'tabular', align: 'right' },
          {
            key: 'lastReading',
            title: fields.lastReading,
            width: 110,
            className: 'tabular',
            ...textCell(({ lastReadingAt }) => (lastReadingAt === null ? '—' : dayAndMinute(lastReadingAt))),
          },
          { key: 'code', dataIndex: 'code', title: fields.code, width: 150, className: 'tabular', ellipsis: true },
          { key: 'state', title: fields.state, width: 84, ...textCell(({ state }) => messages.states[state]) },
          {
            key: 'position',
            title: fields.position,
            width: 170,
            className: 'tabular',
            ...textCell(({ position }) => decimalText(position)),
          },
        ]}
      />
    </>
  );
}

function Filters({ url, isNarrowed: narrowed }: { readonly url: UrlState; readonly isNarrowed: boolean }) {
  const messages = useHazardMessages();
  const { any, fields, grade } = messages;
  return (
    <search className="page-bar hazard-filters">
      <TextFilter url={url} label={messages.search} width={140} />
      <ChoiceFilter
        url={url}
        name="kind"
        label={any.kind}
        placeholder={fields.kind}
        width={84}
        options={choices(HAZARD_KINDS, messages.kinds)}
      />
      <ChoiceFilter
        url={url}
        name="level"
        label={any.level}
        placeholder={grade}
        width={84}
        options={choices(HAZARD_LEVELS, messages.levels)}
      />
      <ChoiceFilter
        url={url}
        name="state"
        label={any.state}
        placeholder={fields.state}
        width={84}
        options={choices(HAZARD_STATES, messages.states)}
      />
      <ChoiceFilter
        url={url}
        name="warned"
        label={any.warning}
        placeholder={fields.warning}
        width={84}
        options={[
          { value: 'yes', label: messages.warned },
          { value: 'no', label: messages.notWarned },
        ]}
      />
      <GridFilter url={url} />
      {narrowed && <ResetFilters url={url} names={POINT_FILTERS} label={messages.reset} isIcon />}
    </search>
  );
}
