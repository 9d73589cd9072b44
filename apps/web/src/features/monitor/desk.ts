// The desk of one officer: filter, opened alarm, read marks, sound and toasts. Outside React, kept from page to page, so that an alarm
// sounds whatever page is open. Its parts are pure (filter, unread, mute, toasts); here they meet the clock, the storage and the live line.
import type { LiveUpdate } from '@lookout/contract';
import { covers, type GridNo, isHandled, type NamedAlarm } from '@lookout/domain';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Services } from '../../shared/services.ts';
import type { RecordsRead } from '../../stores/live-records.ts';
import { type AlarmNews, readNews } from './alarm-news.ts';
import type { Answering } from './answer/answering.ts';
import type { Chime } from './chime.ts';
import type { QueueFilter } from './filter.ts';
import { isMuted, type Mute, type MuteChoice, muteFor, readMute, SOUND_ON, toggled, writeMute } from './mute.ts';
import { dropToast, expireToasts, NO_TOASTS, pushToasts, type Toast, type ToastStack } from './toasts.ts';
import { NEVER_HERE, type ReadMarks, read, readAll, readMarks, writeMarks } from './unread.ts';

export interface DeskState {
  readonly filter: QueueFilter;
  /** The alarm the officer is on: ringed on the map, marked in the list. Kept as it was last known when it leaves the store. */
  readonly current: NamedAlarm | null;
  /** Its popup stands open (it does not while the camera is still on its way). */
  readonly popupOpen: boolean;
  /** Opened from a task: for reading only (specification §4). */
  readonly fromTask: boolean;
  /** What was done about the current alarm elsewhere since it was opened. */
  readonly news: AlarmNews | null;
  readonly marks: ReadMarks;
  readonly mute: Mute;
  readonly toasts: ToastStack;
  /** The server's clock, moved on every half minute: ages, windows of time, the end of a silence. */
  readonly now: number;
}

export interface Desk {
  readonly store: StoreApi<DeskState>;
  readonly chime: Chime;
  readonly answering: Answering;
  readonly setFilter: (filter: QueueFilter) => void;
  /** null: sound on. */
  readonly silence: (choice: MuteChoice | null) => void;
  readonly toggleSound: () => void;
  readonly markAllRead: () => void;
  /** Puts the officer on an alarm; its open popup reads it; null: on none. */
  readonly focus: (alarm: NamedAlarm | null, popupOpen: boolean, fromTask?: boolean) => void;
  readonly dropToast: (id: string) => void;
  readonly clearToasts: () => void;
  readonly stop: () => void;
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

interface DeskParts {
  readonly alarms: RecordsRead<NamedAlarm>;
  readonly services: Pick<Services, 'onLive' | 'now' | 'isOwnRequest'>;
  readonly chime: Chime;
  readonly storage: TextStorage;
  /** Whose desk: read marks are a person's own. */
  readonly userId: string;
  /** Of the desk; null: none that is known, so nothing is below it. */
  readonly gridNo: GridNo | null;
  readonly answering: Answering;
  /** Tells the server that the alarm was looked at. */
  readonly tellSeen: (alarmId: string) => Promise<void>;
  readonly filter: QueueFilter;
  readonly every: (run: () => void, milliseconds: number) => () => void;
}

const TICK_MS = 30_000;
const TOAST_TICK_MS = 1_000;
const MUTE_KEPT = 'monitor.mute';
const marksKept = (userId: string) => `monitor.read.${userId}`;

export function createDesk(parts: DeskParts): Desk {
  const { alarms, services, chime, storage, userId, gridNo, answering, tellSeen, filter, every } = parts;
  const { now } = services;
  const seen = new Set<string>();
  const store = createStore<DeskState>(() => ({
    filter,
    current: null,
    popupOpen: false,
    fromTask: false,
    news: null,
    marks: readMarks(storage.getItem(marksKept(userId))),
    mute: readMute(storage.getItem(MUTE_KEPT)),
    toasts: NO_TOASTS,
    now: now(),
  }));

  const setMarks = (marks: ReadMarks) => {
    if (marks === store.getState().marks) return;
    store.setState({ marks });
    storage.setItem(marksKept(userId), writeMarks(marks));
  };
  const setMute = (mute: Mute) => {
    store.setState({ mute, now: now() });
    storage.setItem(MUTE_KEPT, writeMute(mute));
  };
  const firstVisit = () => {
    const { marks } = store.getState();
    if (marks.until === NEVER_HERE.until && alarms.state() === 'loaded') setMarks(readAll(marks, alarms.list(), now()));
  };
  firstVisit();
  const look = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    // Untold for want of an answer: the next look tells it.
    tellSeen(id).catch(() => seen.delete(id));
  };

  const stops = [
    services.onLive((updates) => {
      const { current } = store.getState();
      const told = current && readNews(updates, current.id);
      // What this desk does itself is no news to it, and what colleagues did before has been answered.
      const isOwn = told?.requestId != null && services.isOwnRequest(told.requestId);
      if (told) store.setState({ news: isOwn ? null : told });
      const arrived = announcements(updates, now(), gridNo);
      if (arrived.length === 0) return;
      store.setState(({ toasts }) => ({ toasts: pushToasts(toasts, arrived), now: now() }));
      if (!isMuted(store.getState().mute, now())) chime.play();
    }),
    alarms.subscribe(({ upserted }) => {
      firstVisit();
      const { current } = store.getState();
      const fresh = current && upserted.find(({ id }) => id === current.id);
      if (fresh) store.setState({ current: fresh });
    }),
    every(() => store.setState({ now: now() }), TICK_MS),
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
    answering,
    setFilter: (next) => store.setState({ filter: next, now: now() }),
    silence: (choice) => setMute(choice === null ? SOUND_ON : muteFor(choice, now())),
    toggleSound: () => setMute(toggled(store.getState().mute, now())),
    markAllRead: () => setMarks(readAll(store.getState().marks, alarms.list(), now())),
    focus: (alarm, popupOpen, fromTask = false) => {
      const { held } = answering.store.getState();
      if (alarm && held && held.alarm.id !== alarm.id) answering.flush();
      store.setState(({ current, news, toasts }) => ({
        ...{ current: alarm, popupOpen, fromTask },
        news: alarm && alarm.id === current?.id ? news : null,
        toasts: alarm ? dropToast(toasts, alarm.id) : toasts,
      }));
      if (!alarm || !popupOpen) return;
      setMarks(read(store.getState().marks, alarm));
      look(alarm.id);
    },
    dropToast: (id) => store.setState(({ toasts }) => ({ toasts: dropToast(toasts, id) })),
    clearToasts: () => store.setState({ toasts: NO_TOASTS }),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/**
 * Which updates ring: a new open alarm, or one pushed upwards from below this desk's grid (its own push does not ring at the sender).
 * What was caught up after a gap rings too.
 */
export function announcements(updates: readonly LiveUpdate[], at: number, deskGrid: GridNo | null): Toast[] {
  return updates.flatMap((update): Toast[] => {
    if (update.kind === 'alarm-recorded') return isHandled(update.alarm.response) ? [] : [{ alarm: update.alarm, kind: 'fresh', at }];
    if (update.kind !== 'alarm-reported') return [];
    const { alarm, pushedBy, fromGridNo, fromGridName } = update;
    if (deskGrid === null || fromGridNo === deskGrid || !covers(deskGrid, fromGridNo)) return [];
    return [{ alarm, kind: 'pushed', at, pushedBy, fromGridName }];
  });
}
