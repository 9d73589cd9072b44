// 在办任务: what is out there now, most urgent first; a press opens the whole of it.
import { isInHand } from '@lookout/domain';
import { useMemo, useState } from 'react';
import { useLoadState, useRecords, useServices } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { TaskCard } from './TaskCard.tsx';
import { type MapPlace, TaskDetail } from './TaskDetail.tsx';
import { byUrgency } from './task-facts.ts';
import { taskRecords } from './task-records.ts';
import './tasks.css';
import { useTasksMessages } from './messages.ts';

export function OpenTasks({ onShowPlace }: { readonly onShowPlace?: (place: MapPlace) => void }) {
  const messages = useTasksMessages();
  const { reloadRecords } = useServices();
  const load = useLoadState(taskRecords);
  const all = useRecords(taskRecords);
  const tasks = useMemo(() => all.filter(isInHand).sort(byUrgency), [all]);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <section className="task-list stack" aria-label={messages.openTasks}>
      {tasks.length === 0 && load === 'loading' && <p role="status">{messages.loading}</p>}
      {load === 'failed' && (
        <p role="alert">
          {messages.loadFailed}{' '}
          <button type="button" className="link-button" onClick={reloadRecords}>
            {messages.retry}
          </button>
        </p>
      )}
      {tasks.length === 0 && load === 'loaded' && (
        <p className="hint">
          {messages.noOpenTasks}
          {marks().stop}
          {messages.noOpenTasksHint}
        </p>
      )}
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} onOpen={setOpened} />
      ))}
      {opened && <TaskDetail taskId={opened} onClose={() => setOpened(null)} onShowPlace={onShowPlace} />}
    </section>
  );
}
