// Requests on their way: those that can still be undone are held for five seconds, then sent; what was typed is kept until it has arrived.
import type { AlarmRequest, AlarmRequestKind, AlarmRequestOf } from '@lookout/client';
import type { NamedAlarm } from '@lookout/domain';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ActionFailure, readFailure } from './action-failure.ts';

/** contract.md "Undo". */
export const UNDO_MS = 5_000;

/** Undone by five seconds before they are sent (contract.md "Undo"); everything else goes at once. */
export type HeldRequest = AlarmRequestOf<'judge' | 'push' | 'push-smoke'>;

export interface HeldAction {
  readonly alarm: NamedAlarm;
  readonly request: HeldRequest;
  /** When it is sent, on the clock of `Timing`. */
  readonly sendsAt: number;
}

export interface FailedAction extends ActionFailure {
  readonly alarm: NamedAlarm;
  readonly request: AlarmRequest;
}

export interface AnsweringState {
  readonly held: HeldAction | null;
  /** A held request that did not pass; stays in sight until it is dealt with. */
  readonly failed: FailedAction | null;
}

export interface Answering {
  readonly store: StoreApi<AnsweringState>;
  /** Sends it in five seconds. One at a time: what was held before goes at once. */
  readonly hold: (alarm: NamedAlarm, request: HeldRequest) => void;
  readonly undo: () => void;
  /** Sends what is held now. */
  readonly flush: () => void;
  /** The page is being closed: what is held goes by a call that outlives it. */
  readonly leave: () => void;
  /** Sends it now. @returns null when it passed */
  readonly send: (alarm: NamedAlarm, request: AlarmRequest) => Promise<ActionFailure | null>;
  readonly dismiss: () => void;
  /** What was typed for this alarm and has not arrived. */
  readonly draft: <K extends AlarmRequestKind>(alarmId: string, kind: K) => AlarmRequestOf<K> | null;
  /** Keeps what was typed when its dialog is left without sending. */
  readonly keep: (alarmId: string, request: AlarmRequest) => void;
  /** Told of every request that passed. */
  readonly onDone: (listener: (request: AlarmRequest, alarm: NamedAlarm) => void) => () => void;
}

interface Parts {
  readonly send: (alarm: NamedAlarm, request: AlarmRequest) => Promise<void>;
  readonly sendLeaving: (alarm: NamedAlarm, request: AlarmRequest) => Promise<void>;
  /** Milliseconds, any origin. */
  readonly clock: () => number;
  /** @returns its cancelling */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export function createAnswering({ send: call, sendLeaving, clock, after }: Parts): Answering {
  const store = createStore<AnsweringState>(() => ({ held: null, failed: null }));
  const drafts = new Map<string, AlarmRequest>();
  const listeners = new Set<(request: AlarmRequest, alarm: NamedAlarm) => void>();
  const draftKey = (alarmId: string, kind: AlarmRequestKind) => `${kind} ${alarmId}`;
  let cancelTimer: (() => void) | null = null;

  const send = async (alarm: NamedAlarm, request: AlarmRequest, by = call): Promise<ActionFailure | null> => {
    drafts.set(draftKey(alarm.id, request.kind), request);
    try {
      await by(alarm, request);
    } catch (error) {
      return readFailure(error);
    }
    drafts.delete(draftKey(alarm.id, request.kind));
    for (const listener of [...listeners]) listener(request, alarm);
    return null;
  };

  /** What is held is taken out, whatever becomes of it. */
  const take = (): HeldAction | null => {
    const { held } = store.getState();
    cancelTimer?.();
    cancelTimer = null;
    if (held) store.setState({ held: null });
    return held;
  };
  const sendHeld = (by?: Parts['send']) => {
    const held = take();
    if (held === null) return;
    const { alarm, request } = held;
    void send(alarm, request, by).then((failure) => failure && store.setState({ failed: { ...failure, alarm, request } }));
  };
  const flush = () => sendHeld();

  return {
    store,
    send: (alarm, request) => send(alarm, request),
    hold: (alarm, request) => {
      flush();
      drafts.set(draftKey(alarm.id, request.kind), request);
      store.setState({ held: { alarm, request, sendsAt: clock() + UNDO_MS }, failed: null });
      cancelTimer = after(UNDO_MS, flush);
    },
    undo: () => void take(),
    flush,
    leave: () => sendHeld(sendLeaving),
    dismiss: () => store.setState({ failed: null }),
    draft: <K extends AlarmRequestKind>(alarmId: string, kind: K) =>
      (drafts.get(draftKey(alarmId, kind)) as AlarmRequestOf<K> | undefined) ?? null,
    keep: (alarmId, request) => void drafts.set(draftKey(alarmId, request.kind), request),
    onDone: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
