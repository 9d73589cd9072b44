// The desk of one officer: filter, opened alarm, read marks, sound and toasts. It lives outside React and across pages, so that an alarm
// sounds on every page. Its rules are pure functions; createDesk connects them with the clock, the storage and live updates.

import { covers, type GridNo } from '@lookout/domain';
import type { Services } from '@lookout/web/shared/services.ts';
import {
  type Chime,
  isMuted,
  MUTE_STORAGE_KEY,
  type Mute,
  type MuteChoice,
  muteFor,
  readMute,
  SOUND_ON,
  toggled,
  writeMute,
} from '@lookout/web/shared/sound.ts';
import type { RecordsRead } from '@lookout/web/stores/live-records.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Alarm, isHandled, isInProgress, isMasked, type NamedAlarm } from '../../alarm/alarm.ts';
import type { AlarmEventKind } from '../../alarm/alarm-events.ts';
import type { PendingRequests } from '../../alarm/parts/actions/pending-requests.ts';
import type { FireLevel } from '../../danger/fire-level.ts';
import { ALARM_PRIORITIES, type AlarmPriority, alarmPriority } from '../../incident/fire-danger.ts';
import type { IncidentMember } from '../../incident/incident.ts';
import { type IsOfBurning, isOfBurningBy } from '../../incident/parts/burning.ts';
import { fireDanger, levelsBy } from '../../incident/parts/fire-danger.ts';
import { type FireIdOf, fireIdBy } from '../../incident/parts/folding.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { type QueueFilter, SHOW_ALL } from './queue.ts';

/** Arrangement of the queue. `auto`: by areas in a flood and otherwise by arrival. `arrival`, `areas`: always so. */
export const ARRANGEMENTS = ['auto', 'arrival', 'areas'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

export interface DeskState {
  readonly filter: QueueFilter;
  /** The current alarm: ringed on the map, marked in the list. If it leaves the store, its last known state is retained. */
  readonly current: NamedAlarm | null;
  /** Whether its popup is open (false while the camera is still flying there). */
  readonly popupOpen: boolean;
  /** Opened from a task: read-only (specification §4). */
  readonly fromTask: boolean;
  /** The latest change of the current alarm by another officer since it was opened; null: none. */
  readonly othersChange: OthersChange | null;
  readonly marks: ReadMarks;
  readonly mute: Mute;
  readonly toasts: ToastStack;
  /** Today's fire level of each county; empty: not known yet. */
  readonly levels: ReadonlyMap<GridNo, FireLevel>;
  readonly arrangement: Arrangement;
  /** The late fires at the top of the queue, fixed while an officer points at it; null: not fixed. */
  readonly heldTop: readonly string[] | null;
  /** The server's time, updated every 30 seconds: for ages, time windows and the end of a mute. */
  readonly now: number;
}

export interface Desk {
  readonly store: StoreApi<DeskState>;
  readonly chime: Chime;
  readonly pendingRequests: PendingRequests;
  readonly setFilter: (filter: QueueFilter) => void;
  /** Applies the filter of the link that opened the monitor; only the first call has an effect. */
  readonly arriveWith: (filter: QueueFilter) => void;
  readonly arrange: (arrangement: Arrangement) => void;
  /** Fixes these fires at the top of the queue; null: late fires are at the top as usual. */
  readonly holdTop: (fires: readonly string[] | null) => void;
  /** null: sound on. */
  readonly silence: (choice: MuteChoice | null) => void;
  readonly toggleSound: () => void;
  readonly markAllRead: () => void;
  /** Makes an alarm current (null: none); opening its popup marks it as read. */
  readonly focus: (alarm: NamedAlarm | null, popupOpen: boolean, fromTask?: boolean) => void;
  readonly dropToast: (id: string) => void;
  readonly clearToasts: () => void;
  readonly stop: () => void;
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;
/** Subscribes to what another tab stores under a name. @returns unsubscribes */
type OnStored = (name: string, run: (text: string | null) => void) => () => void;

interface DeskParts {
  readonly alarms: RecordsRead<NamedAlarm>;
  /** The fire of each alarm. */
  readonly members: Pick<RecordsRead<IncidentMember>, 'get'>;
  readonly services: Pick<Services, 'onLive' | 'now' | 'isOwnRequest'>;
  readonly chime: Chime;
  readonly storage: TextStorage;
  readonly onStored: OnStored;
  /** Read marks are stored per user. */
  readonly userId: string;
  /** The desk's grid; null: unknown, so no grid counts as below it. */
  readonly gridNo: GridNo | null;
  readonly pendingRequests: PendingRequests;
  /** Reports to the server that the alarm was viewed. */
  readonly sendSeen: (alarmId: string) => Promise<void>;
  /** Today's fire level of each county. */
  readonly loadLevels: () => Promise<ReadonlyMap<GridNo, FireLevel>>;
  readonly every: (run: () => void, milliseconds: number) => () => void;
  /** @returns cancels the timer */
  readonly after: (run: () => void, milliseconds: number) => () => void;
}

const TICK_MS = 30_000;
const TOAST_TICK_MS = 1_000;
/**
 * Maximum time that a new alarm waits for its fire to be known. After that it is announced alone. The map and the queue show it at once.
 */
export const FIRE_HELD_MS = 400;
/** Levels change once a day, so polling can be slow. */
const LEVELS_EVERY_MS = 10 * 60_000;
const arrangementKey = (userId: string) => `monitor.arrangement.${userId}`;
const marksKey = (userId: string) => `monitor.read.${userId}`;

export function createDesk(parts: DeskParts): Desk {
  const { alarms, members, services, chime, storage, onStored, userId, gridNo, pendingRequests, sendSeen, loadLevels, every, after } =
    parts;
  const fireIdOf = fireIdBy(members);
  const { now } = services;
  const seen = new Set<string>();
  let hasArrived = false;
  const store = createStore<DeskState>(() => ({
    filter: SHOW_ALL,
    current: null,
    popupOpen: false,
    fromTask: false,
    othersChange: null,
    marks: readMarks(storage.getItem(marksKey(userId))),
    mute: readMute(storage.getItem(MUTE_STORAGE_KEY)),
    toasts: NO_TOASTS,
    levels: new Map(),
    arrangement: readArrangement(storage.getItem(arrangementKey(userId))),
    heldTop: null,
    now: now(),
  }));

  const setMarks = (marks: ReadMarks) => {
    if (marks === store.getState().marks) return;
    store.setState({ marks });
    storage.setItem(marksKey(userId), writeMarks(marks));
  };
  const setMute = (mute: Mute) => {
    store.setState({ mute, now: now() });
    storage.setItem(MUTE_STORAGE_KEY, writeMute(mute));
  };
  const firstVisit = () => {
    const { marks } = store.getState();
    if (marks.until === NEVER_HERE.until && alarms.state() === 'loaded') setMarks(readAll(marks, alarms.list()));
  };
  firstVisit();
  const reportSeen = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    // The report failed; opening the alarm again repeats it.
    sendSeen(id).catch(() => seen.delete(id));
  };

  const announce = (announced: readonly Toast[]) => {
    const isOfBurning = isOfBurningBy(alarms.list(), fireIdOf);
    // An alarm that joins a fire in progress is folded into it. A pushed alarm is still announced, because it asks for the superior.
    const arrived = announced.filter(({ alarm, kind }) => kind === 'pushed' || !isOfBurning(alarm));
    if (arrived.length === 0) return;
    store.setState(({ toasts }) => ({ toasts: pushToasts(toasts, arrived, fireIdOf) }));
    const answered = answeredFires(alarms.list(), new Set(arrived.map(({ alarm }) => alarm.id)), fireIdOf);
    const sounds = ({ alarm, kind }: Toast) => kind === 'pushed' || !(isCalm(alarm, members) || answered.has(fireIdOf(alarm)));
    const calling = arrived.filter(sounds);
    if (calling.length === 0 || isMuted(store.getState().mute, now())) return;
    // A pushed alarm may already have been handled at a lower desk.
    const isOpen = ({ alarm, kind }: Toast) => kind === 'pushed' || !isHandled((alarms.get(alarm.id) ?? alarm).response);
    chime.play({
      priority: highest(calling.map(priorityOf)),
      isWanted: () => calling.some(isOpen) && !isMuted(store.getState().mute, now()),
    });
  };
  const priorityOf = ({ alarm }: Toast): AlarmPriority => {
    const levelOf = levelsBy(store.getState().levels);
    return alarmPriority(fireDanger([alarm], { levelOf, evidenceOf: (id) => members.get(id)?.evidence }));
  };
  const refreshLevels = () => {
    // Until the levels are loaded, every county counts the same.
    loadLevels().then(
      (levels) => store.setState({ levels }),
      () => undefined,
    );
  };
  refreshLevels();
  const announcing = holdUntilJoined(members, announce, after);

  const stops = [
    announcing.stop,
    services.onLive((updates) => {
      const { current } = store.getState();
      const latest = current && latestChange(updates, current.id);
      // The desk's own action is not reported to it, and it supersedes earlier changes by other officers.
      const isOwn = latest?.requestId != null && services.isOwnRequest(latest.requestId);
      if (latest) store.setState({ othersChange: isOwn ? null : latest });
      announcing.take(announcements(updates, now(), gridNo));
    }),
    alarms.subscribe(({ upserted }) => {
      firstVisit();
      const { current } = store.getState();
      const fresh = current && upserted.find(({ id }) => id === current.id);
      if (fresh) store.setState({ current: fresh });
    }),
    // Every tab of this officer sounds, so muting one mutes them all.
    onStored(MUTE_STORAGE_KEY, (text) => store.setState({ mute: readMute(text), now: now() })),
    every(() => store.setState({ now: now() }), TICK_MS),
    every(refreshLevels, LEVELS_EVERY_MS),
    every(() => {
      const { toasts } = store.getState();
      const left = expireToasts(toasts, now());
      if (left !== toasts) store.setState({ toasts: left });
    }, TOAST_TICK_MS),
    chime.stop,
  ];

  return {
    store,
    chime,
    pendingRequests,
    setFilter: (next) => store.setState({ filter: next, now: now() }),
    arriveWith: (first) => {
      if (!hasArrived) store.setState({ filter: first, now: now() });
      hasArrived = true;
    },
    arrange: (arrangement) => {
      store.setState({ arrangement });
      storage.setItem(arrangementKey(userId), arrangement);
    },
    holdTop: (heldTop) => store.setState({ heldTop }),
    silence: (choice) => setMute(choice === null ? SOUND_ON : muteFor(choice, now())),
    toggleSound: () => setMute(toggled(store.getState().mute, now())),
    markAllRead: () => setMarks(readAll(store.getState().marks, alarms.list())),
    focus: (alarm, popupOpen, fromTask = false) => {
      const { held } = pendingRequests.store.getState();
      if (alarm && held && held.alarm.id !== alarm.id) pendingRequests.flush();
      store.setState(({ current, othersChange, toasts }) => ({
        current: alarm,
        popupOpen,
        fromTask,
        othersChange: alarm && alarm.id === current?.id ? othersChange : null,
        toasts: alarm ? dropToast(toasts, alarm.id) : toasts,
      }));
      if (!alarm || !popupOpen) return;
      setMarks(read(store.getState().marks, alarm));
      reportSeen(alarm.id);
    },
    dropToast: (id) => store.setState(({ toasts }) => ({ toasts: dropToast(toasts, id) })),
    clearToasts: () => store.setState({ toasts: NO_TOASTS }),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

const highest = (priorities: readonly AlarmPriority[]): AlarmPriority =>
  ALARM_PRIORITIES.findLast((one) => priorities.includes(one)) ?? 'high';

const readArrangement = (text: string | null): Arrangement => ARRANGEMENTS.find((one) => one === text) ?? 'auto';

/** Whether the alarm is in a mask, at a known heat source of usual strength, or in an approved burning. */
const isCalm = (alarm: Alarm, members: DeskParts['members']): boolean =>
  isMasked(alarm) || (members.get(alarm.id)?.evidence.calmedBy.length ?? 0) > 0;

/**
 * Fires that an officer has taken on: one of their alarms is acknowledged or judged real. An alarm that joins them calls no officer. An
 * alarm that joins a fire judged false or closed does.
 */
function answeredFires(alarms: readonly NamedAlarm[], arrived: ReadonlySet<string>, fireIdOf: FireIdOf): ReadonlySet<string> {
  const isAnswered = ({ response }: NamedAlarm) => isInProgress(response) || (response.acknowledgement !== null && !isHandled(response));
  return new Set(alarms.filter((alarm) => !arrived.has(alarm.id) && isAnswered(alarm)).map(fireIdOf));
}

/**
 * Announces a new alarm once its fire is known, or at the latest after `FIRE_HELD_MS`.
 * @param announce called with the alarms that are due
 */
function holdUntilJoined(members: DeskParts['members'], announce: (arrived: readonly Toast[]) => void, after: DeskParts['after']) {
  const held = new Map<string, Toast>();
  const timers = new Set<() => void>();
  const release = (due: readonly Toast[]) => {
    for (const { alarm } of due) held.delete(alarm.id);
    if (due.length > 0) announce(due);
  };
  return {
    /** @param arrived new alarms; empty: only memberships have changed */
    take: (arrived: readonly Toast[]) => {
      for (const toast of arrived) held.set(toast.alarm.id, toast);
      if (held.size === 0) return;
      const isDue = ({ alarm, kind }: Toast) => kind === 'pushed' || members.get(alarm.id) !== undefined;
      release([...held.values()].filter(isDue));
      const late = arrived.filter((toast) => held.has(toast.alarm.id));
      if (late.length === 0) return;
      const stop = after(() => {
        timers.delete(stop);
        release(late.filter((toast) => held.get(toast.alarm.id) === toast));
      }, FIRE_HELD_MS);
      timers.add(stop);
    },
    stop: () => {
      for (const stop of timers) stop();
      timers.clear();
      held.clear();
    },
  };
}

/**
 * Updates that are announced: a new open alarm, or one pushed upwards from below this desk's grid (a push does not sound at its sender).
 * Updates caught up after a disconnection sound too.
 */
function announcements(updates: readonly LiveUpdate[], at: number, deskGrid: GridNo | null): Toast[] {
  return updates.flatMap((update): Toast[] => {
    if (update.kind === 'alarm-recorded') return isHandled(update.alarm.response) ? [] : [{ alarm: update.alarm, kind: 'fresh', at }];
    if (update.kind !== 'alarm-reported') return [];
    const { alarm, pushedBy, fromGridNo, fromGridName } = update;
    if (deskGrid === null || fromGridNo === deskGrid || !covers(deskGrid, fromGridNo)) return [];
    return [{ alarm, kind: 'pushed', at, pushedBy, fromGridName }];
  });
}

// The changes of one alarm by other officers, read from live updates.
interface OthersChange {
  /** The alarm's id. */
  readonly id: string;
  readonly change: AlarmEventKind;
  readonly by: string;
  /** The request that caused it; null: unknown. */
  readonly requestId: string | null;
  /** No longer visible to this desk: deleted, or moved out of its grid. */
  readonly isGone: boolean;
}

/** Events that do not change the alarm itself, or are shown elsewhere (viewing, task progress, messages). */
const NOT_SHOWN: ReadonlySet<AlarmEventKind> = new Set([
  'alarm.recorded',
  'alarm.linked',
  'alarm.seen',
  'alarm.progressed',
  'alarm.messaged',
  'alarm.ordered',
  'alarm.order-received',
  'alarm.order-withdrawn',
]);

/** The latest change of an alarm; null: none. For a move within the grid, one batch contains both the removal and the new state. */
function latestChange(updates: readonly LiveUpdate[], id: string): OthersChange | null {
  for (const update of updates.toReversed()) {
    if (update.kind !== 'alarm-changed' && update.kind !== 'alarm-gone') continue;
    const isGone = update.kind === 'alarm-gone';
    const { change, changedBy: by, requestId } = update;
    if ((isGone ? update.alarmId : update.alarm.id) !== id || NOT_SHOWN.has(change)) continue;
    return { id, change, by, requestId, isGone };
  }
  return null;
}

// Tracks which alarms this desk has not viewed yet. Stored in local storage, so that a reload does not mark old alarms as unread.
interface ReadMarks {
  /** Alarms that arrived up to this time count as read, epoch milliseconds; null: the first visit of this desk. */
  readonly until: number | null;
  /** Opened alarms that arrived after `until`. */
  readonly ids: ReadonlySet<string>;
}

export const NEVER_HERE: ReadMarks = { until: null, ids: new Set() };

export const isUnread = (marks: ReadMarks, alarm: Alarm): boolean =>
  !isHandled(alarm.response) && marks.until !== null && alarm.arrivedAt.getTime() > marks.until && !marks.ids.has(alarm.id);

/**
 * The number of unread alarms, without those that joined a fire in progress. @param alarms newest arrival first: counting stops at `until`
 */
export function countUnread(marks: ReadMarks, alarms: readonly NamedAlarm[], isOfBurning: IsOfBurning): number {
  if (marks.until === null) return 0;
  let count = 0;
  for (const alarm of alarms) {
    if (alarm.arrivedAt.getTime() <= marks.until) break;
    if (isUnread(marks, alarm) && !isOfBurning(alarm)) count++;
  }
  return count;
}

/** Marks an opened alarm as read. */
export const read = (marks: ReadMarks, alarm: Alarm): ReadMarks =>
  isUnread(marks, alarm) ? { ...marks, ids: new Set([...marks.ids, alarm.id]) } : marks;

/** Marks everything known now as read; also used at a desk's first visit, so that it does not begin with 20,000 unread. */
export function readAll(marks: ReadMarks, alarms: readonly Alarm[]): ReadMarks {
  // Uses only the server's clock, because the next alarm may have an earlier time than this desk's clock.
  const newest = alarms[0]?.arrivedAt.getTime() ?? 0;
  return { until: Math.max(marks.until ?? newest, newest), ids: new Set() };
}

export const writeMarks = ({ until, ids }: ReadMarks): string => JSON.stringify({ until, ids: [...ids] });

export function readMarks(text: string | null): ReadMarks {
  if (text === null) return NEVER_HERE;
  try {
    const { until, ids } = JSON.parse(text) as { until?: unknown; ids?: unknown };
    if (typeof until !== 'number' || !Array.isArray(ids)) return NEVER_HERE;
    return { until, ids: new Set(ids.filter((id) => typeof id === 'string')) };
  } catch {
    return NEVER_HERE;
  }
}

// The stack of toasts for new alarms: at most three, the rest merged into one line.
export interface Toast {
  readonly alarm: NamedAlarm;
  /** A new fire, or one that a county or prefecture has pushed upwards. */
  readonly kind: 'fresh' | 'pushed';
  /** Epoch milliseconds. */
  readonly at: number;
  /** The officer who pushed it, and the grid from which it was pushed. */
  readonly pushedBy?: string | null;
  readonly fromGridName?: string | null;
}

interface ToastStack {
  /** Newest first. */
  readonly shown: readonly Toast[];
  /** 还有 n 条. */
  readonly more: number;
}

export const NO_TOASTS: ToastStack = { shown: [], more: 0 };
const MOST_TOASTS = 3;
/** Long enough to be read across a room; the alarm remains in the list afterwards. */
export const TOAST_STAYS_MS = 12_000;

/** A repeated alarm (redelivered, or pushed upwards) replaces its earlier toast, and so does another alarm of the same fire. */
export function pushToasts(stack: ToastStack, arrived: readonly Toast[], fireIdOf: FireIdOf): ToastStack {
  const fresh = new Map(arrived.map((toast) => [fireIdOf(toast.alarm), toast]));
  const all = [...[...fresh.values()].reverse(), ...stack.shown.filter(({ alarm }) => !fresh.has(fireIdOf(alarm)))];
  return { shown: all.slice(0, MOST_TOASTS), more: stack.more + Math.max(0, all.length - MOST_TOASTS) };
}

const withShown = (stack: ToastStack, shown: readonly Toast[]): ToastStack =>
  shown.length === 0 ? NO_TOASTS : shown.length === stack.shown.length ? stack : { ...stack, shown };

export const dropToast = (stack: ToastStack, id: string): ToastStack =>
  withShown(
    stack,
    stack.shown.filter(({ alarm }) => alarm.id !== id),
  );

export const expireToasts = (stack: ToastStack, now: number): ToastStack =>
  withShown(
    stack,
    stack.shown.filter(({ at }) => now - at < TOAST_STAYS_MS),
  );
