// The ranger's tasks, the report form, and the queued and sent reports; an opened task fills the page. The queue is sent whenever the
// server has answered.

import { formatTime } from '@lookout/contract';
import { TalkCard } from '@lookout/features/ranger-message/ranger/TalkCard.tsx';
import { useMessageNotices } from '@lookout/features/ranger-message/ranger/use-message-notices.ts';
import { useOwnMessages } from '@lookout/features/ranger-message/ranger/use-own-message-log.ts';
import { SafetyBanner } from '@lookout/features/safety/ranger/SafetyBanner.tsx';
import { useOwnSafety } from '@lookout/features/safety/ranger/use-own-safety.ts';
import { useOwnSosMessages } from '@lookout/features/sos/ranger/messages.ts';
import { mayRaise } from '@lookout/features/sos/ranger/own-sos.ts';
import { SosButton } from '@lookout/features/sos/ranger/SosButton.tsx';
import { SosPanel } from '@lookout/features/sos/ranger/SosPanel.tsx';
import { useOwnSos } from '@lookout/features/sos/ranger/use-own-sos.ts';
import { isOpenFor, stateOf } from '@lookout/features/task/ranger/own-tasks.ts';
import { TaskList } from '@lookout/features/task/ranger/TaskList.tsx';
import { TaskView } from '@lookout/features/task/ranger/TaskView.tsx';
import { useMyTasks } from '@lookout/features/task/ranger/use-my-tasks.ts';
import { useTaskNotices } from '@lookout/features/task/ranger/use-task-notices.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { newKey } from '../shared/new-key.ts';
import { useSession } from '../shared/services.ts';
import { marks } from '../shared/text/marks.ts';
import { decimalText } from '../shared/text/position-text.ts';
import type { Ask } from './AskDialog.tsx';
import { GridMapCard } from './map/GridMapCard.tsx';
import { useGridMap } from './map/use-grid-map.ts';
import { useMessages } from './messages.ts';
import type { Line, Notice } from './notice.ts';
import { OfflineLine, useOfflineState } from './offline/OfflineLine.tsx';
import { lastFix } from './position/last-fix.ts';
import { PositionLine, useOwnPosition } from './position/PositionLine.tsx';
import { ReportForm } from './ReportForm.tsx';
import { type Draft, draftOf, emptyDraft, isEmpty, type Report } from './report.ts';
import type { Entry } from './upload-queue.ts';
import { useDraft } from './use-draft.ts';
import { type PatrolDevice, usePatrolDevice } from './use-patrol-device.ts';

interface Props {
  readonly owner: string;
  readonly line: Line;
  readonly beats: number;
  readonly ask: Ask;
  readonly notify: (notice: Notice) => void;
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
  return <OpenRoom {...props} device={state.device} />;
}

function OpenRoom({ device, line, beats, ask, notify, onWaiting }: Props & { readonly device: PatrolDevice }) {
  const messages = useMessages();
  const storesNothing = useSession().info?.storesNothing === true;
  const { reports, steps, sos, positions, store, owner } = device;
  const sosMessages = useOwnSosMessages();
  const offline = useOfflineState();
  const isKeeping = !storesNothing && (offline.readiness === 'ready' || offline.readiness === 'preparing');
  const gridMap = useGridMap(store, owner, line === 'online' && isKeeping);
  const [params, setParams] = useSearchParams();
  const myTasks = useMyTasks(owner, store, device.tasks, useTaskNotices(notify));
  const own = useOwnPosition(positions);
  const { track } = useSyncExternalStore(positions.subscribe, positions.get);
  const ownSos = useOwnSos(device, beats, own.here);
  const ownSafety = useOwnSafety(device, own.here);
  const talk = useOwnMessages(device, params.get('task') === null, useMessageNotices(notify));
  const queuedMessages = useSyncExternalStore(device.messages.subscribe, device.messages.get).entries;
  const queuedSteps = useSyncExternalStore(steps.subscribe, steps.get).entries;
  const { entries, sending } = useSyncExternalStore(reports.subscribe, reports.get);
  const { draft, change, isStored } = useDraft(store.keepDraft, device.draft);
  const [formRound, setFormRound] = useState(0);
  const unsent = entries.filter(({ stage }) => stage.kind !== 'sent');
  const sent = entries.filter(({ stage }) => stage.kind === 'sent');
  const queuedSos = useSyncExternalStore(sos.subscribe, sos.get).entries;
  const count = unsent.length + [...queuedSteps, ...queuedSos, ...queuedMessages].filter(({ stage }) => stage.kind !== 'sent').length;
  const openTasks = useMemo(
    () => (myTasks.tasks ?? []).filter((task) => isOpenFor(task, stateOf(task, owner, queuedSteps))),
    [myTasks.tasks, owner, queuedSteps],
  );
  const reportedFires = sent.flatMap(({ stage, description, lng, lat }) =>
    stage.kind === 'sent' ? [{ fireId: stage.id, fireName: description || decimalText({ lng, lat }) }] : [],
  );
  const opened = myTasks.tasks?.find(({ id }) => id === params.get('task'));

  useEffect(() => onWaiting(count), [count, onWaiting]);
  useEffect(() => {
    if (beats === 0) return;
    // The SOS goes first; reports, steps and positions share one order.
    void sos.flush().then(reports.flush);
  }, [beats, reports, sos]);

  const scroll = useRef<HTMLDivElement>(null);
  const toTop = () => scroll.current?.scrollTo({ top: 0 });

  const raise = async () => {
    // The panel at the top shows the state of the SOS.
    toTop();
    const result = await ownSos.raise();
    if (result.kind === 'not-kept') notify({ text: sosMessages.notKept, tone: 'bad' });
    else if (result.kind === 'refused') notify({ text: sosMessages.refused(result.message), tone: 'bad' });
  };
  const bar = (
    <footer className="sos-bar">
      <span>{sosMessages.hold}</span>
      <SosButton
        disabled={!mayRaise(ownSos.own)}
        onPress={ownSos.beginSearch}
        onLetGo={() => {
          ownSos.endSearch();
          notify({ text: sosMessages.holdHint, tone: 'bad' });
        }}
        onLongPress={() => void raise()}
      />
    </footer>
  );
  const notices = (
    <>
      <SosPanel room={ownSos} />
      <SafetyBanner room={ownSafety} here={own.here} />
    </>
  );
  const open = (task: string) => setParams({ task });

  /** Loads another report into the form and clears the faults. */
  const begin = (next: Draft) => {
    change(() => next);
    setFormRound((before) => before + 1);
  };
  const edit = (entry: Entry) => {
    const take = async () => {
      const taken = draftOf(entry);
      // Stored as the draft before it is removed from the queue, so that it cannot be lost in between.
      await store.keepDraft(taken);
      await reports.discard(entry.key);
      begin(taken);
      toTop();
    };
    if (isEmpty(draft)) return void take();
    ask({ text: messages.waiting.editAsk, yes: messages.waiting.editYes, no: messages.cancel, danger: true, onYes: () => void take() });
  };
  const discard = (entry: Entry) =>
    ask({
      text: messages.waiting.discardAsk,
      yes: messages.waiting.discardYes,
      no: messages.cancel,
      danger: true,
      onYes: () => void reports.discard(entry.key),
    });

  if (opened)
    return (
      <>
        <div ref={scroll} className="patrol-scroll">
          {notices}
          <TaskView
            device={device}
            ask={ask}
            notify={notify}
            task={opened}
            state={stateOf(opened, owner, queuedSteps)}
            here={own.here}
            onBack={() => setParams({})}
            onDelivered={myTasks.refresh}
          />
        </div>
        {bar}
      </>
    );
  return (
    <>
      <div ref={scroll} className="patrol-scroll">
        {notices}
        <TaskList myTasks={myTasks} stateOf={(task) => stateOf(task, owner, queuedSteps)} onOpen={open} />
        <TalkCard
          device={device}
          known={talk.known}
          isStale={talk.fault !== null}
          tasks={openTasks}
          reports={reportedFires}
          notify={notify}
        />
        <PositionLine own={own} log={positions} />
        <GridMapCard
          gridMap={gridMap}
          isOnline={line === 'online'}
          here={own.here}
          positions={positions}
          tasks={openTasks}
          onOpenTask={open}
          wayOut={ownSafety.wayOut}
        />
        <div className="patrol-columns">
          <div>
            {(!store.lasting || !isStored) && (
              <p className="note patrol-warning" role="alert">
                {storesNothing ? messages.storesNothing : messages.notLasting}
              </p>
            )}
            <ReportForm
              key={formRound}
              device={device}
              draft={draft}
              change={change}
              ask={ask}
              notify={notify}
              online={line === 'online'}
              gridMap={gridMap.map}
              lastFix={lastFix(own.here, track, device.aheadMilliseconds())}
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
        {!storesNothing && <OfflineLine state={offline} />}
      </div>
      {bar}
    </>
  );
}

interface WaitingProps {
  readonly entries: readonly Entry[];
  readonly sending: ReadonlySet<string>;
  readonly offline: boolean;
  readonly onRetry: (entry: Entry) => void;
  readonly onEdit: (entry: Entry) => void;
  readonly onDiscard: (entry: Entry) => void;
}

/** 待发送: the entries that have not reached the server, and why. */
function Waiting({ entries, sending, offline, onRetry, onEdit, onDiscard }: WaitingProps) {
  const { waiting: messages, written } = useMessages();
  const stateOf = ({ key, stage }: Entry): string => {
    if (sending.has(key)) return messages.sending;
    if (stage.kind === 'refused') {
      const why = stage.fields.map(({ message }) => message).join(marks().semicolon);
      return `${messages.refused}${marks().colon}${why === '' ? stage.message : why}`;
    }
    if (offline) return messages.offline;
    return stage.kind === 'waiting' && stage.why !== null ? messages.later[stage.why] : messages.ready;
  };
  return (
    <section className="patrol-card" aria-label={messages.title}>
      <h2>
        {messages.title} <span className="patrol-badge">{entries.length}</span>
      </h2>
      <ul className="patrol-list">
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryText entry={entry} photoCount={entry.photos.length} />
            <p className="patrol-second tabular">{written(formatTime(new Date(entry.writtenAt)))}</p>
            <p className="patrol-stage line" data-stage={sending.has(entry.key) ? 'sending' : entry.stage.kind} role="status">
              {stateOf(entry)}
            </p>
            <div className="patrol-actions">
              {entry.stage.kind === 'refused' && (
                <button
                  type="button"
                  className="plain-button plain-primary"
                  disabled={sending.has(entry.key)}
                  onClick={() => onEdit(entry)}
                >
                  {messages.edit}
                </button>
              )}
              <button type="button" className="plain-button" disabled={sending.has(entry.key)} onClick={() => onRetry(entry)}>
                {messages.retry}
              </button>
              <button type="button" className="plain-button" disabled={sending.has(entry.key)} onClick={() => onDiscard(entry)}>
                {messages.discard}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 本机已上报: the reports this phone has sent for the logged-in ranger, newest first. */
function Reported({ entries }: { readonly entries: readonly Entry[] }) {
  const { reported: messages } = useMessages();
  return (
    <section className="patrol-card" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      {entries.length === 0 && (
        <div className="patrol-empty">
          <p>{messages.empty}</p>
          <p className="patrol-second">{messages.emptyHint}</p>
        </div>
      )}
      <ul className="patrol-list">
        {entries.map((entry) =>
          entry.stage.kind === 'sent' ? (
            <li key={entry.key}>
              <EntryText entry={entry} photoCount={entry.stage.photoCount} />
              <p className="patrol-stage tabular line" data-stage="sent">
                <Tick />
                {messages.at(formatTime(new Date(entry.stage.at)))}
              </p>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

const Tick = () => (
  <svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
    <path d="M4 13l5 5L20 6" />
  </svg>
);

/** Description and position in two lines. */
function EntryText({ entry, photoCount }: { readonly entry: Report; readonly photoCount: number }) {
  const messages = useMessages();
  return (
    <>
      <p className="patrol-entry-text">{entry.description === '' ? messages.noDescription : entry.description}</p>
      <p className="patrol-second tabular">
        {decimalText(entry)}
        {photoCount > 0 && ` · ${messages.photoCount(photoCount)}`}
      </p>
    </>
  );
}
