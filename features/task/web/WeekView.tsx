// 周视图: the open or planned tasks on each day of a week.
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTasksMessages } from '../parts/messages.ts';
import { isOverdue } from '../parts/task-facts.ts';
import { beijingDay, dayAfter, instantOf, isDay, WEEKDAYS } from '../patrol.ts';
import { type NamedTask, taskStatus } from '../task.ts';
import { useTaskPageMessages } from './messages.ts';
import { entriesOf, shifted, weekOf } from './week.ts';

const MOST_TASKS = 500;
const SETTLE_MS = 1_000;

interface Props {
  readonly gridNo: GridNo | null;
  readonly onOpen: (taskId: string) => void;
}

export function WeekView({ gridNo, onOpen }: Props) {
  const { week: messages, patrols } = useTaskPageMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { now } = useServices();
  const url = useUrlState();
  const named = url.get('week');
  const days = weekOf(named !== null && isDay(named) ? named : beijingDay(new Date(now())));
  const [monday, sunday] = [days[0] ?? '', days[6] ?? ''];
  const begin = formatTime(instantOf(monday, '00:00'));
  const end = formatTime(dayAfter(sunday));
  const entries = useQuery({
    queryKey: ['tasks', 'page', 'week', monday, gridNo],
    queryFn: async ({ signal }) => {
      const call = { silent: true, signal } as const;
      const [{ list }, planned] = await Promise.all([
        client.task.taskPage({ body: { gridNo, windowBegin: begin, windowEnd: end, pageSize: MOST_TASKS }, ...call }),
        client.task.patrolCalendar({ body: { gridNo, beginTime: begin, endTime: end }, ...call }),
      ]);
      return entriesOf(list, planned);
    },
  });
  useLiveRefetch(
    ({ kind }) => kind === 'task-changed',
    () => queries.invalidateQueries({ queryKey: ['tasks', 'page'] }),
    SETTLE_MS,
  );
  const go = (weeks: number) => url.set({ week: shifted(monday, weeks * WEEKDAYS.length) });
  const today = beijingDay(new Date(now()));
  return (
    <section aria-label={messages.title}>
      <div className="line task-week-bar">
        <Button size="small" icon={<LeftOutlined />} aria-label={messages.before} onClick={() => go(-1)} />
        <strong className="tabular">{messages.fromTo(monday, sunday)}</strong>
        <Button size="small" icon={<RightOutlined />} aria-label={messages.after} onClick={() => go(1)} />
        <Button size="small" onClick={() => url.set({ week: null })}>
          {messages.present}
        </Button>
      </div>
      <QueryResult query={entries} isEmpty={() => false} empty={{ title: '', hint: '' }}>
        {(all) => (
          <ol className="task-week">
            {days.map((day, index) => {
              const own = all.filter((entry) => entry.day === day);
              return (
                <li key={day} data-today={day === today}>
                  <h3 className="tabular">
                    {patrols.weekdayNames[WEEKDAYS[index] ?? 1]} {day.slice(5)}
                  </h3>
                  {own.length === 0 && <p className="second">{messages.none}</p>}
                  <ul>
                    {own.map((entry) =>
                      entry.kind === 'task' ? (
                        <li key={entry.task.id}>
                          <TaskEntry task={entry.task} now={now()} onOpen={onOpen} />
                        </li>
                      ) : (
                        <li key={`${entry.planned.ruleId} ${day}`} className="task-planned">
                          <span className="tabular">{formatTime(entry.planned.beginsAt).slice(11, 16)}</span> {entry.planned.name}{' '}
                          <span className="second">{messages.planned}</span>
                        </li>
                      ),
                    )}
                  </ul>
                </li>
              );
            })}
          </ol>
        )}
      </QueryResult>
    </section>
  );
}

function TaskEntry({ task, now, onOpen }: { readonly task: NamedTask; readonly now: number; readonly onOpen: Props['onOpen'] }) {
  const messages = useTasksMessages();
  return (
    <button type="button" className="link-button clamp" title={task.content} onClick={() => onOpen(task.id)}>
      <span className="tabular">{formatTime(task.startsAt).slice(11, 16)}</span> {task.content}{' '}
      <span className="second">{isOverdue(task, now) ? messages.overdue : messages.statuses[taskStatus(task)]}</span>
    </button>
  );
}
