// The data this phone stores for its rangers in IndexedDB: queued reports, steps and SOS, drafts (photos as blobs), the last fetched tasks
// and positions, and for opening offline the logged-in user's info, his own safety and the map of his grid. Every entry belongs to one
// owner; logout deletes what the server can supply again.
import type { Named } from '@lookout/domain';
import type { MessageEntry } from '@lookout/features/ranger-message/ranger/own-message-log.ts';
import type { RangerMessage } from '@lookout/features/ranger-message/ranger-message.ts';
import type { StoredSafety } from '@lookout/features/safety/ranger/own-safety.ts';
import type { OwnSafety } from '@lookout/features/safety/safety.ts';
import type { SosEntry } from '@lookout/features/sos/ranger/own-sos.ts';
import type { Sos } from '@lookout/features/sos/sos.ts';
import type { Step, StepDraft } from '@lookout/features/task/ranger/own-tasks.ts';
import type { NamedTask } from '@lookout/features/task/task.ts';
import { type DBSchema, type IDBPDatabase, openDB, type StoreNames } from 'idb';
import type { UserInfo } from '../stores/session.ts';
import type { GridMap } from './map/grid-map.ts';
import type { PositionStore, StoredPosition } from './position/position-log.ts';
import type { Draft, Report } from './report.ts';
import type { Entry, EntryStore, Sendable } from './upload-queue.ts';

export interface PatrolStore extends EntryStore {
  readonly draft: (owner: string) => Promise<Draft | null>;
  readonly keepDraft: (draft: Draft) => Promise<void>;
  /** Deletes the drafts of reports and of steps. */
  readonly dropDrafts: (owner: string) => Promise<void>;
  readonly steps: EntryStore<Step>;
  readonly sos: EntryStore<SosEntry>;
  readonly messages: EntryStore<MessageEntry>;
  /** The ranger's messages as last received from the server; null: never fetched. */
  readonly knownMessages: (owner: string) => Promise<readonly RangerMessage[] | null>;
  readonly keepKnownMessages: (owner: string, list: readonly RangerMessage[]) => Promise<void>;
  /** The ranger's SOS as last received from the server; null: never fetched. */
  readonly knownSos: (owner: string) => Promise<readonly Named<Sos>[] | null>;
  readonly keepKnownSos: (owner: string, list: readonly Named<Sos>[]) => Promise<void>;
  /** The ranger's own safety as last received from the server, for offline use; null: never fetched. */
  readonly safety: (owner: string) => Promise<OwnSafety | null>;
  readonly keepSafety: (stored: StoredSafety) => Promise<void>;
  readonly stepDraft: (owner: string, taskId: string) => Promise<StepDraft | null>;
  readonly keepStepDraft: (draft: StepDraft) => Promise<void>;
  /** null: never fetched on this phone. */
  readonly tasks: (owner: string) => Promise<readonly NamedTask[] | null>;
  readonly keepTasks: (owner: string, tasks: readonly NamedTask[]) => Promise<void>;
  readonly positions: PositionStore;
  /** The info of the user who last opened the page on this phone; null: never opened, or logged out since. */
  readonly identity: (owner: string) => Promise<UserInfo | null>;
  readonly keepIdentity: (info: UserInfo) => Promise<void>;
  readonly gridMap: (owner: string) => Promise<GridMap | null>;
  readonly keepGridMap: (map: GridMap) => Promise<void>;
  readonly dropGridMap: (owner: string) => Promise<void>;
  /**
   * At logout: deletes identity, tasks, known SOS and messages, safety, map and track. Unsent entries are kept for the user's next login.
   */
  readonly forget: (owner: string) => Promise<void>;
  /** False: nothing is stored beyond this page, and a warning is shown. */
  readonly lasting: boolean;
}

const NAME = 'lookout-patrol';
/**
 * Schema versions. 1: reports. 2: tasks, steps, positions. 3: tasks as domain types. 4: SOS, track, identity, map. 5: own safety. 6:
 * messages.
 */
const VERSION = 6;

interface StoredTasks {
  readonly owner: string;
  readonly tasks: readonly NamedTask[];
}

interface StoredSos {
  readonly owner: string;
  readonly list: readonly Named<Sos>[];
}

interface StoredMessages {
  readonly owner: string;
  readonly list: readonly RangerMessage[];
}

interface StoredIdentity {
  readonly owner: string;
  readonly info: UserInfo;
}

interface PatrolSchema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { owner: string } };
  drafts: { key: string; value: Draft };
  steps: { key: string; value: Entry<Step>; indexes: { owner: string } };
  stepDrafts: { key: [owner: string, taskId: string]; value: StepDraft };
  tasks: { key: string; value: StoredTasks };
  positions: { key: [owner: string, at: number]; value: StoredPosition; indexes: { owner: string } };
  sos: { key: string; value: Entry<SosEntry>; indexes: { owner: string } };
  track: { key: [owner: string, at: number]; value: StoredPosition; indexes: { owner: string } };
  knownSos: { key: string; value: StoredSos };
  messages: { key: string; value: Entry<MessageEntry>; indexes: { owner: string } };
  knownMessages: { key: string; value: StoredMessages };
  identities: { key: string; value: StoredIdentity };
  gridMaps: { key: string; value: GridMap };
  safety: { key: string; value: StoredSafety };
}

const KEYS: Readonly<Record<StoreNames<PatrolSchema>, string | string[]>> = {
  entries: 'key',
  drafts: 'owner',
  steps: 'key',
  stepDrafts: ['owner', 'taskId'],
  tasks: 'owner',
  positions: ['owner', 'at'],
  sos: 'key',
  track: ['owner', 'at'],
  knownSos: 'owner',
  messages: 'key',
  knownMessages: 'owner',
  identities: 'owner',
  gridMaps: 'owner',
  safety: 'owner',
};
/** The stores whose data the server can supply again, keyed by owner. */
const OF_THE_SERVER = ['identities', 'tasks', 'gridMaps', 'knownSos', 'knownMessages', 'safety'] as const;
const FORGOTTEN = [...OF_THE_SERVER, 'track'] as const;
const LISTED = ['entries', 'steps', 'positions', 'sos', 'track', 'messages'] as const;

/** @param gone called when this connection is no longer usable */
function open(gone: () => void): Promise<IDBPDatabase<PatrolSchema>> {
  return openDB<PatrolSchema>(NAME, VERSION, {
    upgrade(db, from, _to, transaction) {
      const there = new Set<string>(db.objectStoreNames);
      for (const [name, keyPath] of Object.entries(KEYS))
        if (!there.has(name)) db.createObjectStore(name as StoreNames<PatrolSchema>, { keyPath });
      for (const name of LISTED) if (!there.has(name)) transaction.objectStore(name).createIndex('owner', 'owner');
      // Only a cache: the next poll fetches the tasks again.
      if (from === 2) void transaction.objectStore('tasks').clear();
    },
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
      gone();
    },
    terminated: gone,
  });
}

/** @throws DOMException when the browser provides no storage (some private windows) */
export async function openPatrolStore(): Promise<PatrolStore> {
  let opened: Promise<IDBPDatabase<PatrolSchema>> | null = null;
  const forget = () => {
    opened = null;
  };
  // Phones close the databases of suspended pages; the next use reopens it.
  const connect = () => {
    opened ??= open(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
  await connect();
  return {
    lasting: true,
    list: async (owner) => (await connect()).getAllFromIndex('entries', 'owner', owner),
    put: async (entry) => void (await (await connect()).put('entries', entry)),
    remove: async (key) => (await connect()).delete('entries', key),
    draft: async (owner) => (await (await connect()).get('drafts', owner)) ?? null,
    keepDraft: async (draft) => void (await (await connect()).put('drafts', draft)),
    async dropDrafts(owner) {
      const transaction = (await connect()).transaction(['drafts', 'stepDrafts'], 'readwrite');
      await Promise.all([
        transaction.objectStore('drafts').delete(owner),
        transaction.objectStore('stepDrafts').delete(ofOwner(owner)),
        transaction.done,
      ]);
    },
    steps: {
      list: async (owner) => (await connect()).getAllFromIndex('steps', 'owner', owner),
      put: async (entry) => void (await (await connect()).put('steps', entry)),
      remove: async (key) => (await connect()).delete('steps', key),
    },
    sos: {
      list: async (owner) => (await connect()).getAllFromIndex('sos', 'owner', owner),
      put: async (entry) => void (await (await connect()).put('sos', entry)),
      remove: async (key) => (await connect()).delete('sos', key),
    },
    messages: {
      list: async (owner) => (await connect()).getAllFromIndex('messages', 'owner', owner),
      put: async (entry) => void (await (await connect()).put('messages', entry)),
      remove: async (key) => (await connect()).delete('messages', key),
    },
    knownMessages: async (owner) => (await (await connect()).get('knownMessages', owner))?.list ?? null,
    keepKnownMessages: async (owner, list) => void (await (await connect()).put('knownMessages', { owner, list })),
    knownSos: async (owner) => (await (await connect()).get('knownSos', owner))?.list ?? null,
    keepKnownSos: async (owner, list) => void (await (await connect()).put('knownSos', { owner, list })),
    safety: async (owner) => (await (await connect()).get('safety', owner))?.of ?? null,
    keepSafety: async (stored) => void (await (await connect()).put('safety', stored)),
    identity: async (owner) => (await (await connect()).get('identities', owner))?.info ?? null,
    keepIdentity: async (info) => void (await (await connect()).put('identities', { owner: info.userDTO.id, info })),
    gridMap: async (owner) => (await (await connect()).get('gridMaps', owner)) ?? null,
    keepGridMap: async (map) => void (await (await connect()).put('gridMaps', map)),
    dropGridMap: async (owner) => (await connect()).delete('gridMaps', owner),
    async forget(owner) {
      const transaction = (await connect()).transaction(FORGOTTEN, 'readwrite');
      await Promise.all([
        ...OF_THE_SERVER.map((name) => transaction.objectStore(name).delete(owner)),
        transaction.objectStore('track').delete(ofOwner(owner)),
        transaction.done,
      ]);
    },
    stepDraft: async (owner, taskId) => (await (await connect()).get('stepDrafts', [owner, taskId])) ?? null,
    keepStepDraft: async (draft) => void (await (await connect()).put('stepDrafts', draft)),
    tasks: async (owner) => (await (await connect()).get('tasks', owner))?.tasks ?? null,
    keepTasks: async (owner, tasks) => void (await (await connect()).put('tasks', { owner, tasks })),
    positions: {
      list: async (owner) => (await connect()).getAllFromIndex('positions', 'owner', owner),
      put: async (position) => void (await (await connect()).put('positions', position)),
      async remove(positions) {
        const { store, done } = (await connect()).transaction('positions', 'readwrite');
        await Promise.all([...positions.map(({ owner, at }) => store.delete([owner, at])), done]);
      },
      track: async (owner) => (await connect()).getAllFromIndex('track', 'owner', owner),
      async putTrack(position, most) {
        const { store, done } = (await connect()).transaction('track', 'readwrite');
        await store.put(position);
        const keys = await store.getAllKeys(ofOwner(position.owner));
        await Promise.all([...keys.slice(0, Math.max(0, keys.length - most)).map((key) => store.delete(key)), done]);
      },
    },
  };
}

/** All keys of one owner, by time. */
const ofOwner = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner], [owner, []]);

/**
 * Moves an owner's queue into memory, to be sent from there. Nothing of his is left on the phone, neither the queue nor what the server can
 * supply again.
 */
export async function takenIntoMemory(store: PatrolStore, owner: string): Promise<PatrolStore> {
  const memory = memoryStore();
  await moved(store, memory, owner);
  await moved(store.steps, memory.steps, owner);
  await moved(store.sos, memory.sos, owner);
  await moved(store.messages, memory.messages, owner);
  const positions = await store.positions.list(owner);
  for (const position of positions) await memory.positions.put(position);
  await store.positions.remove(positions);
  const draft = await store.draft(owner);
  if (draft !== null) await memory.keepDraft(draft);
  await store.dropDrafts(owner);
  await store.forget(owner);
  return memory;
}

async function moved<R extends Sendable>(from: EntryStore<R>, to: EntryStore<R>, owner: string): Promise<void> {
  for (const entry of await from.list(owner)) {
    await to.put(entry);
    await from.remove(entry.key);
  }
}

/** For browsers without storage: the page works but loses the queue when it is closed. */
export function memoryStore(lasting = false): PatrolStore {
  const drafts = new Map<string, Draft>();
  const stepDrafts = new Map<string, StepDraft>();
  const tasks = new Map<string, readonly NamedTask[]>();
  const positions = new Map<string, StoredPosition>();
  const tracks = new Map<string, readonly StoredPosition[]>();
  const knownSos = new Map<string, readonly Named<Sos>[]>();
  const knownMessages = new Map<string, readonly RangerMessage[]>();
  const safety = new Map<string, OwnSafety | null>();
  const identities = new Map<string, UserInfo>();
  const gridMaps = new Map<string, GridMap>();
  const nameOf = ({ owner, at }: StoredPosition) => `${owner}/${at}`;
  return {
    lasting,
    ...memoryEntries(),
    draft: async (owner) => drafts.get(owner) ?? null,
    keepDraft: async (draft) => void drafts.set(draft.owner, draft),
    dropDrafts: async (owner) => {
      drafts.delete(owner);
      for (const key of stepDrafts.keys()) if (key.startsWith(`${owner}/`)) stepDrafts.delete(key);
    },
    steps: memoryEntries<Step>(),
    sos: memoryEntries<SosEntry>(),
    messages: memoryEntries<MessageEntry>(),
    knownMessages: async (owner) => knownMessages.get(owner) ?? null,
    keepKnownMessages: async (owner, list) => void knownMessages.set(owner, list),
    knownSos: async (owner) => knownSos.get(owner) ?? null,
    keepKnownSos: async (owner, list) => void knownSos.set(owner, list),
    safety: async (owner) => safety.get(owner) ?? null,
    keepSafety: async ({ owner, of }) => void safety.set(owner, of),
    identity: async (owner) => identities.get(owner) ?? null,
    keepIdentity: async (info) => void identities.set(info.userDTO.id, info),
    gridMap: async (owner) => gridMaps.get(owner) ?? null,
    keepGridMap: async (map) => void gridMaps.set(map.owner, map),
    dropGridMap: async (owner) => void gridMaps.delete(owner),
    forget: async (owner) => {
      for (const kept of [identities, tasks, gridMaps, knownSos, knownMessages, safety, tracks]) kept.delete(owner);
    },
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
      track: async (owner) => [...(tracks.get(owner) ?? [])],
      putTrack: async (position, most) => void tracks.set(position.owner, [...(tracks.get(position.owner) ?? []), position].slice(-most)),
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
