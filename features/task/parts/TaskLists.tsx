// Lists of tasks: those of one fire, and the open ones; updated live.

import { DrillTag, drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import type { MapPosition } from '@lookout/web/shared/ShowOnMap.tsx';
import { useLoadState, useRecords, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useMemo, useState } from 'react';
import { OverdueTag, PriorityTag, StatusTag, TaskDetail } from './TaskDetail.tsx';
import { taskRecords, useFireTasks } from './task-records.ts';
import './tasks.css';
import { JourneyLine } from '../../travel/parts/JourneyLine.tsx';
import { isInHand, type NamedTask } from '../task.ts';
import type { TaskJourney } from '../task-journey.ts';
import { useTasksMessages } from './messages.ts';
import { byUrgency, statesOf } from './task-facts.ts';
import { useJourneys } from './use-journeys.tsx';

interface Props {
  readonly fireId: string;
  /** Moves the map, on a page that has one; without it 在地图上看 links to the monitor. */
  readonly onShowOnMap?: (position: MapPosition) => void;
}

export function FireTasks({ fireId, onShowOnMap }: Props) {
  const messages = useTasksMessages();
  const load = useLoadState(taskRecords);
  const { tasks, query, seesAll } = useFireTasks(fireId);
  const { journeys, note } = useJourneys(tasks);
  const [opened, setOpened] = useState<string | null>(null);
  const pending = seesAll ? query.isPending : load === 'loading';
  return (
    <section className="task-list stack" aria-label={messages.fireTasks}>
      <h3>{messages.fireTasks}</h3>
      {tasks.length === 0 && pending && <p role="status">{messages.loading}</p>}
      {query.isError && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {tasks.length === 0 && !pending && !query.isError && (
        <p className="hint">
          {messages.noFireTasks}
          {marks().stop}
          {messages.noFireTasksHint}
        </p>
      )}
      {note}
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} journeys={journeys.get(task.id)} onOpen={setOpened} withNames />
      ))}
      {opened && <TaskDetail taskId={opened} isBesideMap onClose={() => setOpened(null)} onShowOnMap={onShowOnMap} />}
    </section>
  );
}

/** 在办任务: open tasks, most urgent first. */
export function OpenTasks({ onShowOnMap }: { readonly onShowOnMap?: (position: MapPosition) => void }) {
  const messages = useTasksMessages();
  const { reloadRecords } = useServices();
  const load = useLoadState(taskRecords);
  const all = useRecords(taskRecords);
  const tasks = useMemo(() => all.filter(isInHand).sort(byUrgency), [all]);
  const { journeys, note } = useJourneys(tasks);
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
      {note}
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} journeys={journeys.get(task.id)} onOpen={setOpened} />
      ))}
      {opened && <TaskDetail taskId={opened} isBesideMap onClose={() => setOpened(null)} onShowOnMap={onShowOnMap} />}
    </section>
  );
}

/** One task of a list. A click opens its details. */
interface CardProps {
  readonly task: NamedTask;
  /** undefined: no ranger is known to be on the way. */
  readonly journeys: readonly TaskJourney[] | undefined;
  readonly onOpen: (taskId: string) => void;
  /** Shows each member with name and state (tasks of a fire). Otherwise only counts are shown. */
  readonly withNames?: boolean;
}

/** A task in a list shows only this many arrivals: the earliest. */
const SOONEST = 1;

function TaskCard({ task, journeys = [], onOpen, withNames = false }: CardProps) {
  const messages = useTasksMessages();
  const { now } = useServices();
  return (
    <button type="button" className="task-card stack" {...drillAttributes(task)} onClick={() => onOpen(task.id)}>
      <span className="task-line line">
        <DrillTag of={task} />
        <StatusTag task={task} />
        <PriorityTag priority={task.priority} />
        <OverdueTag task={task} now={now()} />
        <span className="gap" />
        <span className="tabular hint">{clockText(task.createdAt, now())}</span>
      </span>
      <span className="visually-hidden">{messages.open}</span>
      <span className="clamp">{task.content}</span>
      {!withNames && <span className="hint cut">{task.address}</span>}
      <span className="task-states tabular">
        {withNames
          ? task.members.map(({ userId, fullName, state, stateAt }) => (
              <span key={userId} className="task-member" data-state={state}>
                {fullName} {messages.states[state]} {clockText(stateAt, now())}
              </span>
            ))
          : statesOf(task).map(({ state, count }) => (
              <span key={state} className="task-member" data-state={state}>
                {messages.stateCount(messages.states[state], count)}
              </span>
            ))}
      </span>
      {(withNames ? journeys : journeys.slice(0, SOONEST)).map((journey) => (
        <span key={journey.userId} className="hint">
          {journey.fullName} <JourneyLine journey={journey} />
        </span>
      ))}
    </button>
  );
}
