// Acts on their way: those that can still be undone are held for five seconds, then sent; what was typed is kept until it has arrived.
import type { WireAlarm } from '@lookout/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ActFailure, readFailure } from './act-failure.ts';
import type { ActKind, ActRequest, HeldRequest, RequestOf } from './act-request.ts';

/** contract.md "Undo". */
export const UNDO_MS = 5_000;

export interface HeldAct {
  readonly alarm: WireAlarm;
  readonly request: HeldRequest;
  /** When it is sent, on the clock of `Timing`. */
  readonly sendsAt: number;
}

export interface FailedAct extends ActFailure {
  readonly alarm: WireAlarm;
  readonly request: ActRequest;
}

export interface AnsweringState {
  readonly held: HeldAct | null;
  /** A held act that did not pass; stays in sight until it is dealt with. */
  readonly failed: FailedAct | null;
}

export interface Answering {
  readonly store: StoreApi<AnsweringState>;
  /** Sends it in five seconds. One at a time: what was held before goes at once. */
  readonly hold: (alarm: WireAlarm, request: HeldRequest) => void;
  readonly undo: () => void;
  /** Sends what is held now. */
  readonly flush: () => void;
  /** The page is being closed: what is held goes by a call that outlives it. */
  readonly leave: () => void;
  /** Sends it now. @returns null when it passed */
  readonly send: (alarm: WireAlarm, request: ActRequest) => Promise<ActFailure | null>;
  readonly dismiss: () => void;
  /** What was typed for this alarm and has not arrived. */
  readonly draft: <K extends ActKind>(alarmId: string, kind: K) => RequestOf<K> | null;
  /** Keeps what was typed when its dialog is left without sending. */
  readonly keep: (alarmId: string, request: ActRequest) => void;
  /** Told of every act that passed. */
  readonly onDone: (listener: (request: ActRequest, alarm: WireAlarm) => void) => () => void;
}

interface Parts {
  readonly send: (alarm: WireAlarm, request: ActRequest) => Promise<void>;
  readonly sendLeaving: (alarm: WireAlarm, request: ActRequest) => Promise<void>;
  /** Milliseconds, any origin. */
  readonly clock: () => number;
  /** @returns its cancelling */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export function createAnswering({ send: call, sendLeaving, clock, after }: Parts): Answering {
  const store = createStore<AnsweringState>(() => ({ held: null, failed: null }));
  const drafts = new Map<string, ActRequest>();
  const listeners = new Set<(request: ActRequest, alarm: WireAlarm) => void>();
  const draftKey = (alarmId: string, kind: ActKind) => `${kind} ${alarmId}`;
  let cancelTimer: (() => void) | null = null;

  const send = async (alarm: WireAlarm, request: ActRequest, by = call): Promise<ActFailure | null> => {
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
  const take = (): HeldAct | null => {
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
    draft: <K extends ActKind>(alarmId: string, kind: K) => (drafts.get(draftKey(alarmId, kind)) as RequestOf<K> | undefined) ?? null,
    keep: (alarmId, request) => void drafts.set(draftKey(alarmId, request.kind), request),
    onDone: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
