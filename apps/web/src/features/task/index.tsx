// 任务管理: every dispatched task; an opened one shows its rangers' reports.
import { formatTime, taskTypeNumber } from '@lookout/contract';
import { type NamedTask, PRIORITIES, TASK_STATUSES, TASK_TYPES, taskStatus } from '@lookout/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Input, Select, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTasksMessages } from '../../entities/task/messages.ts';
import { OverdueTag, PriorityTag, StatusTag, TaskDetail } from '../../entities/task/TaskDetail.tsx';
import { statesOf } from '../../entities/task/task-facts.ts';
import { taskRecords } from '../../entities/task/task-records.ts';
import { useGlobeRoom } from '../../globe/use-globe-room.ts';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { type MapPosition, monitorPageAt } from '../../shared/ShowOnMap.tsx';
import { useRecords, useServices } from '../../shared/services.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { orderOf, PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import { type UrlState, useUrlState } from '../../shared/url-state.ts';
import { useTaskPageMessages } from './messages.ts';
import { FILTER_NAMES, isNarrowed, readFilter, type TaskFilter } from './task-filter.ts';

const RANGE_METRES = 9_000;

export function TaskPage() {
  const messages = useTaskPageMessages();
  const tasksMessages = useTasksMessages();
  const { now } = useServices();
  const url = useUrlState();
  const filter = readFilter(url.get);
  const { page, rows, ask } = useTaskPage(filter, pagingOf(url));
  const showOnMap = useShowOnMap();
  const opened = url.get('task');
  const open = (id: string | null) => url.set({ task: id, page: url.get('page') });

  return (
    <div className="task-page page">
      <h1 className="visually-hidden">{messages.title}</h1>
      <Filters url={url} filter={filter} />
      <PagedTable<NamedTask>
        table="tasks"
        name={messages.title}
        query={page}
        rows={rows}
        ask={ask}
        url={url}
        rowKey={({ id }) => id}
        width={1310}
        empty={<Nothing narrowed={isNarrowed(filter)} />}
        columns={[
          {
            key: 'status',
            title: messages.columns.status,
            text: (task) => tasksMessages.statuses[taskStatus(task)],
            width: 110,
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
          {
            key: 'type',
            title: messages.columns.type,
            width: 110,
            text: ({ type }) => tasksMessages.types[type],
            render: (_, { type }) => tasksMessages.types[type],
          },
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
      {opened && <TaskDetail taskId={opened} onClose={() => open(null)} onShowOnMap={showOnMap} />}
    </div>
  );
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

function Nothing({ narrowed }: { readonly narrowed: boolean }) {
  const messages = useTaskPageMessages();
  const [title, hint] = narrowed ? [messages.noneFound, messages.noneFoundHint] : [messages.empty, messages.emptyHint];
  return (
    <>
      <div>{title}</div>
      <div className="hint">{hint}</div>
    </>
  );
}

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** Every filter is in the URL, so that a link shows the same list. */
function Filters({ url, filter }: { readonly url: UrlState; readonly filter: TaskFilter }) {
  const messages = useTaskPageMessages();
  const { statuses, types, priorities } = useTasksMessages();
  const now = dayjs();
  const presets: { label: string; value: [Dayjs, Dayjs] }[] = [
    { label: messages.presets.week, value: [now.subtract(7, 'day'), now] },
    { label: messages.presets.month, value: [now.startOf('month'), now] },
    { label: messages.presets.quarter, value: [now.subtract(3, 'month'), now] },
    { label: messages.presets.halfYear, value: [now.subtract(6, 'month'), now] },
  ];
  return (
    <div className="page-bar">
      <Input.Search
        key={url.get('text') ?? ''}
        style={{ width: 220 }}
        allowClear
        defaultValue={url.get('text') ?? ''}
        placeholder={messages.search}
        aria-label={messages.search}
        onSearch={(text) => url.set({ text: text.trim() })}
      />
      <Select
        style={{ width: 110 }}
        allowClear
        value={filter.status}
        placeholder={messages.status}
        aria-label={messages.status}
        options={TASK_STATUSES.map((value) => ({ value, label: statuses[value] }))}
        onChange={(status) => url.set({ status: status ?? null })}
      />
      <Select
        style={{ width: 150 }}
        allowClear
        value={filter.type}
        placeholder={messages.type}
        aria-label={messages.type}
        options={TASK_TYPES.map((value) => ({ value, label: types[value] }))}
        onChange={(type) => url.set({ type: type ? taskTypeNumber(type) : null })}
      />
      <Select
        style={{ width: 110 }}
        allowClear
        value={filter.priority}
        placeholder={messages.priority}
        aria-label={messages.priority}
        options={PRIORITIES.map((value) => ({ value, label: `${value} ${priorities[value]}` }))}
        onChange={(priority) => url.set({ priority: priority ?? null })}
      />
      <div style={{ width: 400 }}>
        <GridPicker value={filter.gridNo} onChange={(grid) => url.set({ grid })} />
      </div>
      <DatePicker.RangePicker
        showTime
        presets={presets}
        value={[filter.beginTime ? dayjs(filter.beginTime) : null, filter.endTime ? dayjs(filter.endTime) : null]}
        placeholder={[messages.begin, messages.end]}
        aria-label={messages.window}
        allowEmpty={[true, true]}
        onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
      />
      {isNarrowed(filter) && (
        <Button onClick={() => url.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])))}>{messages.reset}</Button>
      )}
    </div>
  );
}

// One page of the server's task list; rows show the latest live state, and the list is refetched when tasks change.
/** Reports within this time cause one refetch. */
const SETTLE_MS = 1_000;

function useTaskPage(filter: TaskFilter, paging: { readonly pageNo: number; readonly pageSize: number }) {
  const services = useServices();
  const { client, onLive } = services;
  const records = services.records(taskRecords);
  const queries = useQueryClient();
  // Rerenders when a task changes.
  useRecords(taskRecords);
  const ask: AskPage<NamedTask> = (page, signal) => client.tasks.taskPage({ body: { ...askedBy(filter), ...page }, silent: true, signal });
  const page = useQuery({
    queryKey: ['tasks', 'page', filter, paging],
    queryFn: async ({ signal }) => {
      const seq = records.seq();
      const answer = await ask(paging, signal);
      records.learn(answer.list, seq);
      return answer;
    },
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive((updates) => {
      if (!updates.some(({ kind }) => kind === 'task-changed')) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['tasks', 'page'] });
      }, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onLive, queries]);
  const rows: readonly NamedTask[] = (page.data?.list ?? []).map((task) => records.get(task.id) ?? task);
  return { page, rows, ask };
}

const askedBy = ({ content, type, ...filter }: TaskFilter) => ({ ...filter, taskContent: content, taskType: type && taskTypeNumber(type) });
