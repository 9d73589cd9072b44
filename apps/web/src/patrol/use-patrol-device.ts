// The data this phone stores for the logged-in ranger: queues, draft and last fetched tasks; opened once.
import type { Named } from '@lookout/domain';
import type { MessageEntry } from '@lookout/features/ranger-message/ranger/own-message-log.ts';
import type { RangerMessage } from '@lookout/features/ranger-message/ranger-message.ts';
import type { OwnSafety } from '@lookout/features/safety/safety.ts';
import type { SosEntry } from '@lookout/features/sos/ranger/own-sos.ts';
import type { Sos } from '@lookout/features/sos/sos.ts';
import type { Step } from '@lookout/features/task/ranger/own-tasks.ts';
import type { NamedTask } from '@lookout/features/task/task.ts';
import { useCallback, useEffect, useState } from 'react';
import { newKey } from '../shared/new-key.ts';
import { useServices } from '../shared/services.ts';
import type { UserInfo } from '../stores/session.ts';
import { patrolZh } from './messages.ts';
import { memoryStore, openPatrolStore, type PatrolStore, takenIntoMemory } from './patrol-store.ts';
import { createPositionLog, type PositionLog } from './position/position-log.ts';
import { type Draft, emptyDraft, type Fix } from './report.ts';
import { createUpload, sendMessage, sendPositions, sendReport, sendSos, sendStep, type Upload, verdictOf } from './send.ts';
import { createSendingOrder } from './sending-order.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';

export interface PatrolDevice {
  readonly owner: string;
  readonly store: PatrolStore;
  readonly reports: UploadQueue;
  readonly steps: UploadQueue<Step>;
  /** In a separate sending order: an SOS waits for nothing. */
  readonly sos: UploadQueue<SosEntry>;
  readonly messages: UploadQueue<MessageEntry>;
  readonly positions: PositionLog;
  /** The stored tasks; null: none. */
  readonly tasks: readonly NamedTask[] | null;
  /** The ranger's SOS as last received from the server; null: never fetched. */
  readonly knownSos: readonly Named<Sos>[] | null;
  /** The ranger's messages as last received from the server; null: never fetched. */
  readonly knownMessages: readonly RangerMessage[] | null;
  /** The ranger's own safety as last received from the server; null: never fetched. */
  readonly safety: OwnSafety | null;
  /** How far the server's clock is ahead of this phone's, milliseconds. */
  readonly aheadMilliseconds: () => number;
  readonly upload: Upload;
  /** The draft as it was when the page was left. */
  readonly draft: Draft;
}

export type PatrolDeviceState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly device: PatrolDevice };

const PATIENCE_MS = 15_000;
/** Errors of browsers without storage in private windows. */
const NO_STORAGE = new Set(['SecurityError', 'InvalidStateError', 'NotAllowedError', 'NotSupportedError']);

const timeout = (ms: number) => AbortSignal.timeout(ms);

/** Always Chinese: it is read by the officer on duty, not by the ranger. */
const positionNote = (fix: Fix | null): string => {
  const notes = patrolZh.positionNotes;
  if (fix === null) return notes.typed;
  if (fix.source === 'phone') return notes.phone(fix.accuracyMetres, Math.round((fix.ageSeconds ?? 0) / 60));
  return fix.source === 'photo' ? notes.photo : notes.pointed[fix.pointing.by];
};

/**
 * @param info for a user for whom nothing may be stored (PHONE_STORAGE=memory), what an earlier page stored is moved to memory and deleted
 * from the phone
 */
export async function openStore(info: UserInfo | null = null): Promise<PatrolStore> {
  if (typeof indexedDB === 'undefined') return memoryStore();
  try {
    const store = await openPatrolStore();
    return info?.storesNothing ? await takenIntoMemory(store, info.userDTO.id) : store;
  } catch (error) {
    if (error instanceof DOMException && NO_STORAGE.has(error.name)) return memoryStore();
    throw error;
  }
}

/**
 * Returns a new draft where the stored one's report is already queued: it was submitted, and the page was left before the form was cleared.
 */
const freshDraft = (owner: string, stored: Draft | null, reports: UploadQueue): Draft =>
  stored === null || reports.get().entries.some(({ key }) => key === stored.key) ? emptyDraft(owner, newKey(), stored?.phone) : stored;

export function usePatrolDevice(owner: string): PatrolDeviceState {
  const { client, session, now } = useServices();
  const [state, setState] = useState<PatrolDeviceState>({ kind: 'loading' });

  const open = useCallback(async (): Promise<PatrolDevice> => {
    const store = await openStore(session.get().info);
    const upload = createUpload(client, timeout);
    const sender = { client, upload, timeout, phoneNow: () => Date.now(), serverNow: now, positionNote };
    const maySend = () => navigator.onLine && session.get().info?.userDTO.id === owner;
    const queue = {
      owner,
      judge: verdictOf,
      maySend,
      now,
      patience: () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)),
    };
    const order = createSendingOrder();
    const aheadMilliseconds = () => now() - Date.now();
    const reports = createUploadQueue({
      ...queue,
      order,
      store,
      photosField: 'pictures',
      send: (report, onUploaded) => sendReport(sender, report, onUploaded),
    });
    const steps = createUploadQueue<Step>({
      ...queue,
      store: store.steps,
      order,
      photosField: 'photos',
      send: (step, onUploaded) => sendStep(sender, step, onUploaded),
    });
    const sos = createUploadQueue<SosEntry>({
      ...queue,
      store: store.sos,
      photosField: 'photos',
      send: (entry) => sendSos(sender, entry),
    });
    const messages = createUploadQueue<MessageEntry>({
      ...queue,
      store: store.messages,
      order,
      photosField: 'photos',
      send: (entry) => sendMessage(sender, entry),
    });
    let notTaken: string | null = null;
    const positions = createPositionLog({
      order,
      aheadMilliseconds,
      store: store.positions,
      owner,
      maySend,
      now,
      send: (batch) =>
        sendPositions(client, batch, timeout, (why) => {
          notTaken = why;
        }),
      notTaken: () => notTaken,
      isRefusal: (error) => verdictOf(error).kind === 'refused',
    });
    const loads = [reports.load(), steps.load(), sos.load(), messages.load(), positions.load()];
    const [stored, tasks, knownSos, knownMessages, safety] = await Promise.all([
      store.draft(owner),
      store.tasks(owner),
      store.knownSos(owner),
      store.knownMessages(owner),
      store.safety(owner),
      ...loads,
    ]);
    return {
      owner,
      store,
      reports,
      steps,
      sos,
      messages,
      positions,
      tasks,
      knownSos,
      knownMessages,
      safety,
      aheadMilliseconds,
      upload,
      draft: freshDraft(owner, stored, reports),
    };
  }, [client, session, now, owner]);

  useEffect(() => {
    let left = false;
    const begin = () => {
      setState({ kind: 'loading' });
      open().then(
        (device) => !left && setState({ kind: 'ready', device }),
        () => !left && setState({ kind: 'failed', retry: begin }),
      );
    };
    begin();
    return () => {
      left = true;
    };
  }, [open]);
  return state;
}
