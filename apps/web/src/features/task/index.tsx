// 任务管理: every task that was sent out, to be found again; one opens with all its rangers have said.
import { formatTime } from '@lookout/contract';
import { type NamedTask, taskStatus } from '@lookout/domain';
import { Space } from 'antd';
import { Link, useNavigate } from 'react-router';
import { useTasksMessages } from '../../entities/task/messages.ts';
import { OverdueTag, PriorityTag, StatusTag, TaskDetail } from '../../entities/task/TaskDetail.tsx';
import { statesOf } from '../../entities/task/task-facts.ts';
import { useGlobeRoom } from '../../globe/use-globe-room.ts';
import { type MapPlace, monitorAt } from '../../shared/ShowPlace.tsx';
import { useServices } from '../../shared/services.ts';
import { orderOf, PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { dayAndMinute } from '../../shared/time-text.ts';
import { useUrlState } from '../../shared/url-state.ts';
import { Filters } from './Filters.tsx';
import { useTaskPageMessages } from './messages.ts';
import { isNarrowed, readFilter } from './task-filter.ts';
import { useTaskPage } from './use-task-page.ts';

const RANGE_METRES = 9_000;

export function TaskPage() {
  const messages = useTaskPageMessages();
  const tasksMessages = useTasksMessages();
  const { now } = useServices();
  const url = useUrlState();
  const filter = readFilter(url.get);
  const { page, rows, ask } = useTaskPage(filter, pagingOf(url));
  const showPlace = useShowPlace();
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
            key: 'place',
            title: messages.columns.place,
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
                <button type="button" className="link-button" onClick={() => showPlace(task.position)}>
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
      {opened && <TaskDetail taskId={opened} onClose={() => open(null)} onShowPlace={showPlace} />}
    </div>
  );
}

/** The monitor at a place. A globe that stands from an earlier visit keeps its own view, so it is flown there. */
function useShowPlace(): (place: MapPlace) => void {
  const navigate = useNavigate();
  const room = useGlobeRoom();
  return ({ lng, lat }) => {
    void navigate(monitorAt({ lng, lat }));
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
