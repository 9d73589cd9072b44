// 定期巡护: the rules of the grid with their next occurrence and latest outcome. A rule opens in a drawer.

import { PlusOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { useClient } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, choices, GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ListedPatrolRule, PATROL_STATES } from '../patrol.ts';
import { useTaskPageMessages } from './messages.ts';
import { PatrolDrawer, StateTag } from './PatrolDrawer.tsx';
import { PATROLS, repeatText } from './patrol-texts.ts';

const SETTLE_MS = 1_000;
/** Changes of rules are not published live. Changes by other desks appear within this time. */
const POLL_MS = 60_000;

/** @param onEdit called with null to create a new rule */
export function PatrolsTab({ onEdit }: { readonly onEdit: (rule: ListedPatrolRule | null) => void }) {
  const { patrols: messages, columns } = useTaskPageMessages();
  const client = useClient();
  const queries = useQueryClient();
  const url = useUrlState();
  const narrowing = { name: url.get('text'), state: oneOf(PATROL_STATES, url.get('state')) };
  const filter = { ...narrowing, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: [PATROLS], filter, call: client.task.patrolPage, everyMs: POLL_MS });
  // A changed task may belong to one of these rules.
  useLiveRefetch(
    ({ kind }) => kind === 'task-changed',
    () => queries.invalidateQueries({ queryKey: [PATROLS] }),
    SETTLE_MS,
  );
  const opened = url.get('patrol');
  const open = (id: string | null) => url.set({ patrol: id, page: url.get('page') });
  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={messages.name} width={200} />
        <ChoiceFilter url={url} name="state" label={columns.status} width={120} options={choices(PATROL_STATES, messages.states)} />
        <GridFilter url={url} />
        {isNarrowed(narrowing) && <ResetFilters url={url} names={['text', 'state', 'grid']} label={messages.reset} />}
        <Button type="primary" icon={<PlusOutlined />} onClick={() => onEdit(null)}>
          {messages.add}
        </Button>
      </search>
      <PagedTable<ListedPatrolRule>
        table="patrols"
        name={messages.title}
        {...page}
        width={1180}
        empty={<NoRows isNarrowed={isNarrowed(narrowing)} messages={messages} />}
        columns={[
          {
            key: 'state',
            title: columns.status,
            width: 90,
            text: ({ state }) => messages.states[state],
            render: (_, { state }) => <StateTag state={state} />,
          },
          {
            key: 'name',
            title: messages.name,
            text: ({ content }) => content.name,
            render: (_, { id, content }) => (
              <button type="button" className="link-button clamp" onClick={() => open(id)}>
                {content.name}
              </button>
            ),
          },
          { key: 'repeat', title: messages.when, width: 200, ...textCell(({ content }) => repeatText(content, messages)) },
          {
            key: 'next',
            title: messages.nextThree,
            width: 150,
            className: 'tabular',
            text: ({ next }) => next.map((at) => formatTime(at)).join(marks().list),
            render: (_, { next }) => (next.length === 0 ? '—' : next.map((at) => <div key={at.getTime()}>{dayAndMinute(at)}</div>)),
          },
          {
            key: 'last',
            title: messages.last,
            width: 150,
            className: 'tabular',
            text: ({ last }) => (last === null ? '' : `${last.day} ${messages.outcomes[last.outcome]}`),
            render: (_, { last }) => (last === null ? '—' : `${last.day} ${messages.outcomes[last.outcome]}`),
          },
          {
            key: 'members',
            title: columns.members,
            width: 160,
            text: ({ content }) => content.members.map(({ fullName }) => fullName).join(marks().list),
            render: (_, { content }) => <span className="clamp">{content.members.map(({ fullName }) => fullName).join(marks().list)}</span>,
          },
          { key: 'grid', dataIndex: 'gridName', title: columns.grid, width: 110, ellipsis: true },
          {
            key: 'location',
            title: columns.location,
            width: 180,
            text: ({ content }) => content.address,
            render: (_, { content }) => <span className="clamp">{content.address}</span>,
          },
        ]}
      />
      {opened !== null && <PatrolDrawer id={opened} onEdit={onEdit} onClose={() => open(null)} />}
    </>
  );
}
