// 任务: every dispatched task, as a table or by week. An opened task shows its rangers' reports.

import { PlusOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { type MapPosition, monitorPageAt } from '@lookout/web/shared/ShowOnMap.tsx';
import { useRecords, useServices } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
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
import type { FetchPage } from '@lookout/web/shared/table/gather-rows.ts';
import { orderOf, PagedTable, pagingOf } from '@lookout/web/shared/table/PagedTable.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, oneOf, type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Segmented, Space } from 'antd';
import { Link, useNavigate } from 'react-router';
import type { LiveUpdate } from '../../live-messages.ts';
import { useTasksMessages } from '../parts/messages.ts';
import { OverdueTag, PriorityTag, StatusTag, TaskDetail } from '../parts/TaskDetail.tsx';
import { isOverdue, statesOf } from '../parts/task-facts.ts';
import { taskRecords } from '../parts/task-records.ts';
import { useJourneys } from '../parts/use-journeys.tsx';
import { PRIORITIES } from '../priority.ts';
import { type NamedTask, TASK_STATUSES, TASK_TYPES, taskStatus } from '../task.ts';
import { taskTypeNumber } from '../task.wire.ts';
import { ArrivalCell } from './ArrivalCell.tsx';
import { useTaskPageMessages } from './messages.ts';
import { FILTER_NAMES, readFilter, type TaskFilter } from './task-filter.ts';
import { WeekView } from './WeekView.tsx';

const RANGE_METRES = 9_000;
const VIEWS = ['table', 'week'] as const;
const NO_TASKS: readonly NamedTask[] = [];

export function TasksTab({ onCreate }: { readonly onCreate: () => void }) {
  const messages = useTaskPageMessages();
  const tasksMessages = useTasksMessages();
  const { now } = useServices();
  const url = useUrlState();
  const filter = readFilter(url);
  const gridNo = useGridFilter(url);
  const view = oneOf(VIEWS, url.get('view')) ?? 'table';
  const { page, rows, fetchPage } = useTaskPage({ ...filter, gridNo }, pagingOf(url));
  const arriving = useJourneys(view === 'table' ? rows : NO_TASKS);
  const showOnMap = useShowOnMap();
  const opened = url.get('task');
  const open = (id: string | null) => url.set({ task: id, page: url.get('page') });

  return (
    <>
      <Filters url={url} filter={filter} onCreate={onCreate} />
      {view === 'week' ? (
        <WeekView gridNo={gridNo} onOpen={open} />
      ) : (
        <>
          {arriving.note}
          <PagedTable<NamedTask>
            table="tasks"
            name={messages.title}
            query={page}
            rows={rows}
            fetchPage={fetchPage}
            url={url}
            width={1640}
            empty={<NoRows isNarrowed={isNarrowed(filter)} messages={messages} />}
            columns={[
              {
                key: 'status',
                title: messages.columns.status,
                text: statusText,
                width: 150,
                render: (_, task) => (
                  <Space size={4} wrap>
                    <StatusTag task={task} />
                    <OverdueTag task={task} now={now()} />
                  </Space>
                ),
              },
              {
                key: 'priority',
                title: messages.columns.priority,
                text: ({ priority }) => `${priority} ${tasksMessages.priorities[priority]}`,
                width: 90,
                sorter: (a, b) => a.priority - b.priority,
                sortOrder: orderOf(url, 'priority'),
                render: (_, { priority }) => <PriorityTag priority={priority} />,
              },
              {
                key: 'content',
                title: messages.columns.content,
                text: ({ content }) => content,
                render: (_, task) => (
                  <button type="button" className="link-button clamp" onClick={() => open(task.id)}>
                    {task.content}
                  </button>
                ),
              },
              { key: 'type', title: messages.columns.type, width: 110, ...textCell((task) => typeText(task)) },
              { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 100, ellipsis: true },
              {
                key: 'location',
                title: messages.columns.location,
                text: ({ address }) => address,
                width: 190,
                render: (_, { address }) => (
                  <span className="clamp" title={address}>
                    {address}
                  </span>
                ),
              },
              {
                key: 'members',
                title: messages.columns.members,
                text: ({ members }) =>
                  members.map(({ fullName, state }) => `${fullName}${marks().brackets(tasksMessages.states[state])}`).join(marks().list),
                width: 140,
                render: (_, task) => (
                  <span className="task-states" title={task.members.map(({ fullName }) => fullName).join(marks().list)}>
                    {statesOf(task).map(({ state, count }) => (
                      <span key={state} className="task-member" data-state={state}>
                        {tasksMessages.stateCount(tasksMessages.states[state], count)}
                      </span>
                    ))}
                  </span>
                ),
              },
              {
                key: 'arrival',
                title: messages.columns.arrival,
                // Shown on the screen only: in an exported file, an estimate would be out of date.
                isChoosable: true,
                width: 190,
                render: (_, task) => (
                  <ArrivalCell task={task} journeys={arriving.journeys.get(task.id) ?? []} isWaiting={arriving.kind === 'waiting'} />
                ),
              },
              {
                key: 'end',
                title: messages.columns.end,
                text: ({ endsAt }) => formatTime(endsAt),
                width: 105,
                className: 'tabular',
                sorter: (a, b) => (a.endsAt.getTime() < b.endsAt.getTime() ? -1 : 1),
                sortOrder: orderOf(url, 'end'),
                render: (_, { endsAt }) => dayAndMinute(endsAt),
              },
              {
                key: 'created',
                title: messages.columns.created,
                text: ({ createdAt }) => formatTime(createdAt),
                width: 105,
                className: 'tabular',
                sorter: (a, b) => (a.createdAt.getTime() < b.createdAt.getTime() ? -1 : 1),
                sortOrder: orderOf(url, 'created'),
                render: (_, { createdAt }) => <span title={formatTime(createdAt)}>{dayAndMinute(createdAt)}</span>,
              },
              { key: 'operator', dataIndex: 'operatorName', title: messages.columns.operator, width: 120 },
              {
                key: 'actions',
                title: messages.columns.actions,
                width: 140,
                fixed: 'end',
                render: (_, task) => (
                  <Space size={12}>
                    <button type="button" className="link-button" onClick={() => open(task.id)}>
                      {messages.open}
                    </button>
                    <button type="button" className="link-button" onClick={() => showOnMap(task.position)}>
                      {messages.map}
                    </button>
                    {task.fireId !== null && (
                      <Link className="link-button" to={`/manage/monitor?alarm=${task.fireId}&task=1`}>
                        {messages.fire}
                      </Link>
                    )}
                  </Space>
                ),
              },
            ]}
          />
        </>
      )}
      {opened && <TaskDetail taskId={opened} onClose={() => open(null)} onShowOnMap={showOnMap} />}
    </>
  );

  function statusText(task: NamedTask): string {
    const status = tasksMessages.statuses[taskStatus(task)];
    return isOverdue(task, now()) ? `${status}${marks().brackets(tasksMessages.overdueSince(formatTime(task.endsAt)))}` : status;
  }

  function typeText({ type, patrol }: NamedTask): string {
    return patrol === undefined ? tasksMessages.types[type] : tasksMessages.patrol.mark;
  }
}

/** Opens the monitor at a position. An existing globe keeps its view, so the camera is flown there. */
function useShowOnMap(): (position: MapPosition) => void {
  const navigate = useNavigate();
  const room = useGlobeRoom();
  return ({ lng, lat }) => {
    void navigate(monitorPageAt({ lng, lat }));
    const state = room.state();
    if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, rangeMetres: RANGE_METRES });
  };
}

interface FiltersProps {
  readonly url: UrlState;
  readonly filter: TaskFilter;
  readonly onCreate: () => void;
}

function Filters({ url, filter, onCreate }: FiltersProps) {
  const messages = useTaskPageMessages();
  const { statuses, types, priorities } = useTasksMessages();
  return (
    <div className="page-bar">
      <TextFilter url={url} label={messages.search} width={220} />
      <ChoiceFilter url={url} name="status" label={messages.status} width={110} options={choices(TASK_STATUSES, statuses)} />
      <ChoiceFilter
        url={url}
        name="type"
        label={messages.type}
        width={150}
        options={TASK_TYPES.map((type) => ({ value: taskTypeNumber(type), label: types[type] }))}
      />
      <ChoiceFilter
        url={url}
        name="priority"
        label={messages.priority}
        width={110}
        options={PRIORITIES.map((value) => ({ value, label: `${value} ${priorities[value]}` }))}
      />
      <Checkbox
        className="task-only"
        checked={filter.overdue === 1}
        onChange={({ target }) => url.set({ overdue: target.checked ? 1 : null })}
      >
        {messages.onlyOverdue}
      </Checkbox>
      <GridFilter url={url} />
      <WindowFilter url={url} labels={messages} covers="until now" />
      {isNarrowed(filter) && <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />}
      <Segmented
        aria-label={messages.view}
        value={oneOf(VIEWS, url.get('view')) ?? 'table'}
        options={VIEWS.map((value) => ({ value, label: messages.views[value] }))}
        onChange={(value) => url.set({ view: value === 'table' ? null : value })}
      />
      <Button type="primary" icon={<PlusOutlined />} onClick={onCreate}>
        {messages.create.title}
      </Button>
    </div>
  );
}

// One page of the server's task list; rows show the latest live state, and the list is refetched when tasks change.
/** Reports within this time cause a single refetch. */
const SETTLE_MS = 1_000;
const isTaskChange = ({ kind }: LiveUpdate): boolean => kind === 'task-changed';

function useTaskPage(filter: TaskFilter, paging: { readonly pageNo: number; readonly pageSize: number }) {
  const services = useServices();
  const { client } = services;
  const records = services.records(taskRecords);
  const queries = useQueryClient();
  // Rerenders when a task changes.
  useRecords(taskRecords);
  const fetchPage: FetchPage<NamedTask> = (page, signal) =>
    client.task.taskPage({ body: { ...requestBody(filter), ...page }, silent: true, signal });
  const page = useQuery({
    queryKey: ['tasks', 'page', filter, paging],
    queryFn: async ({ signal }) => {
      const seq = records.seq();
      const reply = await fetchPage(paging, signal);
      records.merge(reply.list, seq);
      return reply;
    },
    placeholderData: keepPreviousData,
  });
  useLiveRefetch(isTaskChange, () => queries.invalidateQueries({ queryKey: ['tasks', 'page'] }), SETTLE_MS);
  const rows: readonly NamedTask[] = (page.data?.list ?? []).map((task) => records.get(task.id) ?? task);
  return { page, rows, fetchPage };
}

const requestBody = ({ content, type, ...filter }: TaskFilter) => ({
  ...filter,
  taskContent: content,
  taskType: type && taskTypeNumber(type),
});
