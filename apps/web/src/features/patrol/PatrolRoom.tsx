// His tasks, then the form beside what waits and what was sent; one opened task takes the whole room. Sends what waits whenever the server has
// answered.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { newKey } from '../../shared/new-key.ts';
import type { Ask } from './AskDialog.tsx';
import { useMessages } from './messages.ts';
import type { Notice } from './PatrolPage.tsx';
import { PositionLine } from './position/PositionLine.tsx';
import { useOwnPosition } from './position/use-own-position.ts';
import { Reported } from './Reported.tsx';
import { ReportForm } from './ReportForm.tsx';
import { type Draft, draftOf, emptyDraft, isEmpty } from './report.ts';
import { stateOf } from './tasks/step.ts';
import { TaskList } from './tasks/TaskList.tsx';
import { TaskView } from './tasks/TaskView.tsx';
import { useMyTasks } from './tasks/use-my-tasks.ts';
import { useTaskNews } from './tasks/use-task-news.ts';
import type { Entry } from './upload-queue.ts';
import { useDraft } from './use-draft.ts';
import type { Line } from './use-line.ts';
import { type PatrolDevice, usePatrolDevice } from './use-patrol-device.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  readonly owner: string;
  readonly line: Line;
  readonly beats: number;
  readonly ask: Ask;
  readonly tell: (notice: Notice) => void;
  readonly onWaiting: (count: number) => void;
}

export function PatrolRoom(props: Props) {
  const messages = useMessages();
  const state = usePatrolDevice(props.owner);
  if (state.kind === 'loading')
    return (
      <p className="patrol-empty" role="status">
        {messages.loading}
      </p>
    );
  if (state.kind === 'failed')
    return (
      <div className="patrol-empty" role="alert">
        <p>{messages.loadFailed}</p>
        <button type="button" className="plain-button" onClick={state.retry}>
          {messages.retryLoad}
        </button>
      </div>
    );
  return <StandingRoom {...props} device={state.device} />;
}

function StandingRoom({ device, line, beats, ask, tell, onWaiting }: Props & { readonly device: PatrolDevice }) {
  const messages = useMessages();
  const { reports, steps, positions, store, owner } = device;
  const [params, setParams] = useSearchParams();
  const mine = useMyTasks(owner, store, device.tasks, useTaskNews(tell));
  const own = useOwnPosition(positions);
  const stepsHeld = useSyncExternalStore(steps.subscribe, steps.get).entries;
  const { entries, sending } = useSyncExternalStore(reports.subscribe, reports.get);
  const { draft, change, kept } = useDraft(store.keepDraft, device.draft);
  const [formRound, setFormRound] = useState(0);
  const unsent = entries.filter(({ stage }) => stage.kind !== 'sent');
  const sent = entries.filter(({ stage }) => stage.kind === 'sent');
  const count = unsent.length + stepsHeld.filter(({ stage }) => stage.kind !== 'sent').length;
  const opened = mine.tasks?.find(({ id }) => id === params.get('task'));

  useEffect(() => onWaiting(count), [count, onWaiting]);
  useEffect(() => {
    if (beats === 0) return;
    void reports.flush();
    void steps.flush();
    void positions.flush();
  }, [beats, reports, steps, positions]);

  /** Another report takes the form: faults of the last one go with it. */
  const begin = (next: Draft) => {
    change(() => next);
    setFormRound((before) => before + 1);
  };
  const edit = (entry: Entry) => {
    const take = async () => {
      const taken = draftOf(entry);
      // Into the form's keeping first, then out of the queue's: it is nowhere lost in between.
      await store.keepDraft(taken);
      await reports.discard(entry.key);
      begin(taken);
      window.scrollTo({ top: 0 });
    };
    if (isEmpty(draft)) return void take();
    ask({ text: messages.waiting.editAsk, yes: messages.waiting.editYes, no: messages.cancel, danger: true, onYes: () => void take() });
  };
  const discard = (entry: Entry) =>
    ask({
      ...{ text: messages.waiting.discardAsk, yes: messages.waiting.discardYes, no: messages.cancel, danger: true },
      onYes: () => void reports.discard(entry.key),
    });

  if (opened)
    return (
      <TaskView
        {...{ device, ask, tell }}
        task={opened}
        state={stateOf(opened, owner, stepsHeld)}
        here={own.here}
        onBack={() => setParams({})}
        onSaid={mine.refresh}
      />
    );
  return (
    <>
      <TaskList mine={mine} stateOf={(task) => stateOf(task, owner, stepsHeld)} onOpen={(task) => setParams({ task })} />
      <PositionLine own={own} log={positions} />
      <div className="patrol-columns">
        <div>
          {(!store.lasting || !kept) && (
            <p className="note patrol-warning" role="alert">
              {messages.notLasting}
            </p>
          )}
          <ReportForm
            key={formRound}
            {...{ device, draft, change, ask, tell }}
            online={line === 'online'}
            onDone={() => begin(emptyDraft(owner, newKey(), draft.phone))}
          />
        </div>
        <div>
          {unsent.length > 0 && (
            <Waiting
              entries={unsent}
              sending={sending}
              offline={line === 'offline'}
              onRetry={(entry) => void reports.retry(entry.key)}
              onEdit={edit}
              onDiscard={discard}
            />
          )}
          <Reported entries={sent} />
        </div>
      </div>
    </>
  );
}
