// What this phone keeps for its rangers, in IndexedDB: reports and steps on their way, what is being written (photos as blobs), the tasks as
// they were last known, and positions that have not been sent.
import type { WireTask } from '@lookout/contract';
import type { Entry, EntryStore, Sendable } from './outbox.ts';
import type { KeptPosition, PositionStore } from './position/position-log.ts';
import type { Draft, Report } from './report.ts';
import type { Step, StepDraft } from './tasks/step.ts';

export interface PatrolStore extends EntryStore {
  readonly draft: (owner: string) => Promise<Draft | null>;
  readonly keepDraft: (draft: Draft) => Promise<void>;
  readonly steps: EntryStore<Step>;
  readonly stepDraft: (owner: string, taskId: string) => Promise<StepDraft | null>;
  readonly keepStepDraft: (draft: StepDraft) => Promise<void>;
  /** null: never asked for on this phone. */
  readonly tasks: (owner: string) => Promise<readonly WireTask[] | null>;
  readonly keepTasks: (owner: string, tasks: readonly WireTask[]) => Promise<void>;
  readonly positions: PositionStore;
  /** False: nothing outlives this page, and the person is told so. */
  readonly lasting: boolean;
}

const NAME = 'lookout-patrol';
/** 1: reports. 2: tasks, steps, positions. */
const VERSION = 2;
const OWNER = 'owner';
const ENTRIES = 'entries';
const DRAFTS = 'drafts';
const STEPS = 'steps';
const STEP_DRAFTS = 'stepDrafts';
const TASKS = 'tasks';
const POSITIONS = 'positions';

/** Store → its key; those of entries and positions are found by their owner. */
const STORES = [
  [ENTRIES, 'key', true],
  [DRAFTS, OWNER, false],
  [STEPS, 'key', true],
  [STEP_DRAFTS, ['owner', 'taskId'], false],
  [TASKS, OWNER, false],
  [POSITIONS, ['owner', 'at'], true],
] as const;

interface KeptTasks {
  readonly owner: string;
  readonly tasks: readonly WireTask[];
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const doneOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const db = request.result;
    for (const [name, key, byOwner] of STORES) {
      if (db.objectStoreNames.contains(name)) continue;
      const store = db.createObjectStore(name, { keyPath: typeof key === 'string' ? key : [...key] });
      if (byOwner) store.createIndex(OWNER, OWNER);
    }
  };
  return answerOf(request);
}

/** @throws DOMException when the browser gives no storage (some private windows) */
export async function openPatrolStore(factory: IDBFactory): Promise<PatrolStore> {
  let db: Promise<IDBDatabase> | null = open(factory);
  await db;
  // A phone closes databases of pages it puts to sleep: the next use opens it again.
  const standing = async () => {
    db ??= open(factory);
    const opened = await db;
    opened.onclose = () => {
      db = null;
    };
    opened.onversionchange = () => {
      opened.close();
      db = null;
    };
    return opened;
  };
  const read = async <T>(store: string, ask: (from: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    answerOf(ask((await standing()).transaction(store).objectStore(store)));
  const write = async (store: string, act: (to: IDBObjectStore) => void): Promise<void> => {
    const transaction = (await standing()).transaction(store, 'readwrite');
    const done = doneOf(transaction);
    act(transaction.objectStore(store));
    await done;
  };
  const ofOwner = <T>(store: string, owner: string) => read(store, (from) => from.index(OWNER).getAll(owner) as IDBRequest<T[]>);
  return {
    lasting: true,
    list: (owner) => ofOwner<Entry>(ENTRIES, owner),
    put: (entry) => write(ENTRIES, (to) => to.put(entry)),
    remove: (key) => write(ENTRIES, (to) => to.delete(key)),
    draft: async (owner) => (await read(DRAFTS, (from) => from.get(owner) as IDBRequest<Draft | undefined>)) ?? null,
    keepDraft: (draft) => write(DRAFTS, (to) => to.put(draft)),
    steps: {
      list: (owner) => ofOwner<Entry<Step>>(STEPS, owner),
      put: (entry) => write(STEPS, (to) => to.put(entry)),
      remove: (key) => write(STEPS, (to) => to.delete(key)),
    },
    stepDraft: async (owner, taskId) =>
      (await read(STEP_DRAFTS, (from) => from.get([owner, taskId]) as IDBRequest<StepDraft | undefined>)) ?? null,
    keepStepDraft: (draft) => write(STEP_DRAFTS, (to) => to.put(draft)),
    tasks: async (owner) => (await read(TASKS, (from) => from.get(owner) as IDBRequest<KeptTasks | undefined>))?.tasks ?? null,
    keepTasks: (owner, tasks) => write(TASKS, (to) => to.put({ owner, tasks } satisfies KeptTasks)),
    positions: {
      list: (owner) => ofOwner<KeptPosition>(POSITIONS, owner),
      put: (position) => write(POSITIONS, (to) => to.put(position)),
      remove: (positions) =>
        write(POSITIONS, (to) => {
          for (const { owner, at } of positions) to.delete([owner, at]);
        }),
    },
  };
}

/** Where the browser gives no storage: the page works, and loses what waits when it is closed. */
export function memoryStore(lasting = false): PatrolStore {
  const drafts = new Map<string, Draft>();
  const stepDrafts = new Map<string, StepDraft>();
  const tasks = new Map<string, readonly WireTask[]>();
  const positions = new Map<string, KeptPosition>();
  const nameOf = ({ owner, at }: KeptPosition) => `${owner}/${at}`;
  return {
    lasting,
    ...memoryEntries(),
    draft: async (owner) => drafts.get(owner) ?? null,
    keepDraft: async (draft) => void drafts.set(draft.owner, draft),
    steps: memoryEntries<Step>(),
    stepDraft: async (owner, taskId) => stepDrafts.get(`${owner}/${taskId}`) ?? null,
    keepStepDraft: async (draft) => void stepDrafts.set(`${draft.owner}/${draft.taskId}`, draft),
    tasks: async (owner) => tasks.get(owner) ?? null,
    keepTasks: async (owner, next) => void tasks.set(owner, next),
    positions: {
      list: async (owner) => [...positions.values()].filter((position) => position.owner === owner),
      put: async (position) => void positions.set(nameOf(position), position),
      remove: async (gone) => {
        for (const position of gone) positions.delete(nameOf(position));
      },
    },
  };
}

function memoryEntries<R extends Sendable = Report>(): EntryStore<R> {
  const entries = new Map<string, Entry<R>>();
  return {
    list: async (owner) => [...entries.values()].filter((entry) => entry.owner === owner),
    put: async (entry) => void entries.set(entry.key, entry),
    remove: async (key) => void entries.delete(key),
  };
}
