// 实时预警: the queue of open alarms, 360 px wide on the right; a narrow bar on small screens.
import {
  BellOutlined,
  CheckOutlined,
  DoubleRightOutlined,
  FilterOutlined,
  FlagOutlined,
  OrderedListOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { Chip, IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useConnection, useRecords, useServices } from '@lookout/web/shared/services.ts';
import { TIME_CHIPS } from '@lookout/web/shared/time-chips.ts';
import { pickedTime } from '@lookout/web/shared/time-text.ts';
import { Button, DatePicker, Dropdown, Skeleton } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { memo, useState } from 'react';
import { ALARM_KINDS, type AlarmKind } from '../../alarm/alarm.ts';
import { FlameIcon, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { OpenTasks } from '../../task/parts/TaskLists.tsx';
import { taskRecords } from '../../task/parts/task-records.ts';
import { isInHand } from '../../task/task.ts';
import { AlarmList } from './AlarmList.tsx';
import { ARRANGEMENTS, countUnread } from './desk.ts';
import { FiresInProgress, useFiresInProgress } from './FiresInProgress.tsx';
import { FloodNote } from './FloodNote.tsx';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { SHOW_ALL, showsAll, toggleSource } from './queue.ts';
import type { ArrangedQueue } from './queue-store.ts';
import { UnreadBadge } from './Unread.tsx';
import { useDesk, useDeskState } from './use-desk.ts';
import { useQueue } from './use-queue.ts';

interface Props {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly opener: AlarmOpener;
  readonly onKeys: () => void;
}

export function WarningPanel(props: Props) {
  // A separate component, so that nothing is rendered before the queue is available: `useQueue`.
  return <QueuePanel queue={useQueue()} {...props} />;
}

const QueuePanel = memo(function QueuePanel({
  queue,
  open,
  onToggle,
  opener,
  onKeys,
}: Props & {
  readonly queue: ArrangedQueue;
}) {
  const messages = useMessages();
  const desk = useDesk();
  const marks = useDeskState((state) => state.marks);
  const unread = countUnread(marks, queue.alarms, queue.isOfBurning);

  if (!open)
    return (
      <button
        type="button"
        className="warning-rail side-panel panel"
        aria-expanded={false}
        title={messages.panel.expand}
        onClick={onToggle}
      >
        <BellOutlined />
        <span className="rail-title">{messages.panel.title}</span>
        <span className="tabular hint">{queue.shown.length}</span>
        <UnreadBadge count={unread} />
      </button>
    );

  return (
    <aside {...COVERS_MAP} className="warning-panel side-panel panel" aria-label={messages.panel.title}>
      <header className="warning-head line">
        <h1>{messages.panel.title}</h1>
        <UnreadBadge count={unread} />
        <span className="gap" />
        <IconButton label={messages.panel.keys} icon={<QuestionCircleOutlined />} onClick={onKeys} />
        <ArrangementMenu />
        <IconButton label={messages.panel.markRead} icon={<CheckOutlined />} disabled={unread === 0} onClick={desk.markAllRead} />
        <IconButton label={messages.panel.fold} icon={<DoubleRightOutlined />} aria-expanded onClick={onToggle} />
      </header>
      <InHand queue={queue} opener={opener} />
      <Filter queue={queue} />
      {queue.flood && <Flood queue={queue} />}
      {queue.isByDanger && <p className="warning-count hint">{messages.panel.byDanger}</p>}
      <QueueBody queue={queue} opener={opener} />
    </aside>
  );
});

/** Announces the flood, and what is folded. */
function Flood({ queue: { flood, shown, areas } }: { readonly queue: ArrangedQueue }) {
  const { flood: messages } = useMessages();
  if (flood === null) return null;
  return <FloodNote flood={flood}>{areas !== null && ` ${messages.folded(shown.length, areas.length)}`}</FloodNote>;
}

function ArrangementMenu() {
  const { flood: messages } = useMessages();
  const desk = useDesk();
  const arrangement = useDeskState((state) => state.arrangement);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [arrangement],
        items: ARRANGEMENTS.map((key) => ({ key, label: messages.arrangements[key] })),
        onClick: ({ key }) => desk.arrange(ARRANGEMENTS.find((one) => one === key) ?? 'auto'),
      }}
    >
      <IconButton label={messages.arrange} icon={<OrderedListOutlined />} />
    </Dropdown>
  );
}

function LastUpdated() {
  const messages = useMessages();
  const { updatedAt } = useConnection();
  return <span>{updatedAt === null ? messages.panel.never : messages.panel.updated(formatTime(new Date(updatedAt)).slice(11))}</span>;
}

/** The list, or the reason why it is empty. Known alarms are shown even if the connection is lost. */
function QueueBody({ queue, opener }: { readonly queue: ArrangedQueue; readonly opener: AlarmOpener }) {
  const messages = useMessages();
  const desk = useDesk();
  const { reloadRecords, replay } = useServices();
  const { load } = queue;
  const failed = load === 'failed' && (
    <div className="warning-note" role="alert">
      <strong>{messages.panel.failed}</strong>
      <p>{messages.panel.failedHint}</p>
      <Button type="primary" onClick={reloadRecords}>
        {messages.panel.retry}
      </Button>
    </div>
  );
  if (queue.shown.length > 0)
    return (
      <>
        {failed}
        <AlarmList queue={queue} opener={opener} />
      </>
    );
  if (failed) return failed;
  if (load !== 'loaded')
    return (
      <div className="warning-note" role="status" aria-label={messages.panel.loading}>
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      </div>
    );
  const open = queue.total + queue.others;
  if (open > 0)
    return (
      <div className="warning-note">
        <strong>{messages.panel.filtered}</strong>
        <p>{messages.panel.filteredHint(open)}</p>
        <Button type="primary" onClick={() => desk.setFilter(SHOW_ALL)}>
          {messages.panel.clearFilter}
        </Button>
      </div>
    );
  return (
    <div className="warning-note">
      <strong>{messages.panel.empty}</strong>
      {replay === null && <p>{messages.panel.emptyHint}</p>}
    </div>
  );
}

// Time chips, a custom range and the sources: the filter of the queue and the map, behind a button that shows the current filter.
function Filter({ queue }: { readonly queue: ArrangedQueue }) {
  const messages = useMessages();
  const filter = useDeskState((state) => state.filter);
  const [open, setOpen] = useState(false);
  const isFiltered = !showsAll(filter);
  return (
    <>
      <div className="warning-count line hint">
        <button type="button" className="filter-button" aria-expanded={open} data-filtered={isFiltered} onClick={() => setOpen(!open)}>
          <FilterOutlined aria-hidden="true" /> {isFiltered ? messages.filter.active : messages.filter.button}
        </button>
        <span className="tabular">
          {messages.panel.shown(queue.accepted, queue.total)}
          {queue.fires < queue.accepted && ` ${messages.panel.fires(queue.fires)}`}
        </span>
        {queue.others > 0 && (
          <span className="tabular" title={messages.panel.others(queue.others)}>
            <span aria-hidden="true">+{queue.others}</span>
            <span className="visually-hidden">{messages.panel.others(queue.others)}</span>
          </span>
        )}
        <span className="gap" />
        <LastUpdated />
      </div>
      {open && <FilterBar bySource={queue.bySource} />}
    </>
  );
}

// A picker works in the browser's time zone, so it gets the clock reading of Beijing time.
const toPicker = (instant: number | null): Dayjs | null => (instant === null ? null : dayjs(formatTime(new Date(instant))));
const fromPicker = (picked: Dayjs | null | undefined): number | null => (picked ? pickedTime(picked).getTime() : null);

function FilterBar({ bySource }: { readonly bySource: Readonly<Record<AlarmKind, number>> }) {
  const messages = useMessages();
  const desk = useDesk();
  const filter = useDeskState((state) => state.filter);
  const { window, sources } = filter;
  const [picking, setPicking] = useState(window.kind === 'range');

  return (
    <div className="filter-bar stack">
      <fieldset>
        <legend className="visually-hidden">{messages.filter.time}</legend>
        {TIME_CHIPS.map(({ id }) => (
          <Chip
            key={id}
            pressed={window.kind === 'chip' && window.id === id}
            onClick={() => {
              setPicking(false);
              desk.setFilter({ ...filter, window: { kind: 'chip', id } });
            }}
          >
            {messages.chips[id]}
          </Chip>
        ))}
        <Chip pressed={window.kind === 'range'} aria-expanded={picking} onClick={() => setPicking(!picking)}>
          {messages.filter.range}
        </Chip>
      </fieldset>
      {picking && (
        <DatePicker.RangePicker
          size="small"
          showTime={{ format: 'HH:mm' }}
          format="MM-DD HH:mm"
          allowEmpty={[true, true]}
          value={window.kind === 'range' ? [toPicker(window.from), toPicker(window.to)] : null}
          placeholder={[messages.filter.from, messages.filter.to]}
          aria-label={messages.filter.rangeTitle}
          onChange={(picked) => {
            const [from, to] = [fromPicker(picked?.[0]), fromPicker(picked?.[1])];
            const next = from === null && to === null ? ({ kind: 'chip', id: 'all' } as const) : ({ kind: 'range', from, to } as const);
            desk.setFilter({ ...filter, window: next });
          }}
        />
      )}
      <fieldset>
        <legend className="visually-hidden">{messages.filter.source}</legend>
        {ALARM_KINDS.map((kind) => (
          <Chip key={kind} pressed={sources.has(kind)} onClick={() => desk.setFilter({ ...filter, sources: toggleSource(sources, kind) })}>
            <SourceIcon kind={kind} size={12} />
            {messages.alarm.kinds[kind]} <span className="tabular">{bySource[kind]}</span>
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}

// Fires in progress and tasks, in one line; one list is open at a time.
function InHand({ queue, opener }: { readonly queue: ArrangedQueue; readonly opener: AlarmOpener }) {
  const { panel } = useMessages();
  const { burning, tasks } = useActionMessages();
  const fires = useFiresInProgress(queue.alarms, queue.fireIdOf);
  const inHand = useRecords(taskRecords).filter(isInHand).length;
  const [open, setOpen] = useState<'fires' | 'tasks' | null>('fires');
  const shown = open === 'fires' && fires.length === 0 ? null : open;
  const toggle = (list: 'fires' | 'tasks') => setOpen(shown === list ? null : list);
  return (
    <section className="in-hand" aria-label={panel.inHand}>
      <div className="in-hand-heads">
        <h2>
          <button type="button" aria-expanded={shown === 'fires'} disabled={fires.length === 0} onClick={() => toggle('fires')}>
            <FlameIcon />
            {burning.title}
            <span className="in-hand-count tabular hint">{fires.length === 0 ? burning.none : burning.count(fires.length)}</span>
          </button>
        </h2>
        <h2>
          <button type="button" aria-expanded={shown === 'tasks'} onClick={() => toggle('tasks')}>
            <FlagOutlined aria-hidden="true" />
            {tasks.title}
            <span className="in-hand-count tabular hint">{tasks.count(inHand)}</span>
          </button>
        </h2>
      </div>
      {shown === 'fires' && <FiresInProgress fires={fires} queue={queue} opener={opener} />}
      {shown === 'tasks' && <TasksInHand />}
    </section>
  );
}

function TasksInHand() {
  const room = useGlobeRoom();
  const show = ({ lng, lat }: { readonly lng: number; readonly lat: number }) => {
    const state = room.state();
    if (state.kind === 'ready') void state.globe.flyTo({ lng, lat, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
    <div className="tasks-in-hand" tabIndex={0}>
      <OpenTasks onShowOnMap={show} />
    </div>
  );
}
