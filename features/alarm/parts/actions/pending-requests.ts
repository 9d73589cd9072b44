// Sends an officer's requests. Requests that can be undone wait five seconds first. Input is kept as a draft until the request has arrived.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NamedAlarm } from '../../alarm.ts';
import { readFailure } from './action-failure.ts';
import type { AlarmRequest, AlarmRequestKind, AlarmRequestOf } from './alarm-requests.ts';
import type { ActionFailure } from './failure.ts';

/** How long an action can be undone. */
export const UNDO_MS = 5_000;

/** Requests that are held for the undo time. All others are sent immediately. */
const HELD = ['judge', 'push', 'push-smoke', 'close'] as const satisfies readonly AlarmRequestKind[];
export type DelayedRequest = AlarmRequestOf<(typeof HELD)[number]>;

export const isHeld = (request: AlarmRequest): request is DelayedRequest => HELD.some((kind) => kind === request.kind);

export interface PendingRequest {
  readonly alarm: NamedAlarm;
  readonly request: DelayedRequest;
  /** When it will be sent, by the clock of `createPendingRequests`. */
  readonly sendsAt: number;
}

export interface FailedRequest extends ActionFailure {
  readonly alarm: NamedAlarm;
  readonly request: AlarmRequest;
}

export interface PendingRequestsState {
  readonly held: PendingRequest | null;
  /** A held request that failed, shown until the officer handles it. */
  readonly failed: FailedRequest | null;
}

export interface PendingRequests {
  readonly store: StoreApi<PendingRequestsState>;
  /** Sends the request after the undo time. Only one request is held: an earlier one is sent immediately. */
  readonly hold: (alarm: NamedAlarm, request: DelayedRequest) => void;
  readonly undo: () => void;
  /** Sends the held request immediately. */
  readonly flush: () => void;
  /** The page is being closed: the held request is sent by a call that outlives it. */
  readonly leave: () => void;
  /** Sends the request immediately. @returns null on success */
  readonly send: (alarm: NamedAlarm, request: AlarmRequest) => Promise<ActionFailure | null>;
  readonly dismiss: () => void;
  /** The draft for this alarm that has not been sent successfully. */
  readonly draft: <K extends AlarmRequestKind>(alarmId: string, kind: K) => AlarmRequestOf<K> | null;
  /** Keeps the draft when its dialog is closed without sending. */
  readonly keep: (alarmId: string, request: AlarmRequest) => void;
  /** Called for every successful request. */
  readonly onDone: (listener: (request: AlarmRequest, alarm: NamedAlarm) => void) => () => void;
}

interface Parts {
  readonly send: (alarm: NamedAlarm, request: AlarmRequest) => Promise<void>;
  readonly sendLeaving: (alarm: NamedAlarm, request: AlarmRequest) => Promise<void>;
  /** Milliseconds, any origin. */
  readonly clock: () => number;
  /** @returns a function that cancels it */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export function createPendingRequests({ send: call, sendLeaving, clock, after }: Parts): PendingRequests {
  const store = createStore<PendingRequestsState>(() => ({ held: null, failed: null }));
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

  /** Removes and returns the held request. */
  const take = (): PendingRequest | null => {
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
