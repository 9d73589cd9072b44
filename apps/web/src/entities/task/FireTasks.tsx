// The tasks of one fire with how far each ranger has come, live.
import { useState } from 'react';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useLoadState } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { TaskCard } from './TaskCard.tsx';
import { type MapPlace, TaskDetail } from './TaskDetail.tsx';
import { useFireTasks } from './task-queries.ts';
import { taskRecords } from './task-records.ts';
import './tasks.css';
import { useTasksMessages } from './messages.ts';

interface Props {
  readonly fireId: string;
  /** Where a map stands already it is moved; else 在地图上看 leads to the monitor. */
  readonly onShowPlace?: (place: MapPlace) => void;
}

export function FireTasks({ fireId, onShowPlace }: Props) {
  const messages = useTasksMessages();
  const load = useLoadState(taskRecords);
  const { tasks, asked, seesAll } = useFireTasks(fireId);
  const [opened, setOpened] = useState<string | null>(null);
  const pending = seesAll ? asked.isPending : load === 'loading';
  return (
    <section className="task-list stack" aria-label={messages.fireTasks}>
      <h3>{messages.fireTasks}</h3>
      {tasks.length === 0 && pending && <p role="status">{messages.loading}</p>}
      {asked.isError && <LoadFailed error={asked.error} onRetry={() => void asked.refetch()} />}
      {tasks.length === 0 && !pending && !asked.isError && (
        <p className="hint">
          {messages.noFireTasks}
          {marks().stop}
          {messages.noFireTasksHint}
        </p>
      )}
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} onOpen={setOpened} withNames />
      ))}
      {opened && <TaskDetail taskId={opened} onClose={() => setOpened(null)} onShowPlace={onShowPlace} />}
    </section>
  );
}
