// The live side wired: broker on our own port, relay from the store's event log, and the sweep that ends connections of dead sessions.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type LiveMessage, mayReceive, topicsOf } from '@lookout/contract';
import type { GridNo, RightCode } from '@lookout/domain';
import { type BrokerStats, createBroker, createRelay, localTransport, mqttTransport } from '@lookout/live';
import type { Store } from '@lookout/store';
import { hashToken, type SessionCache } from '../serve/authenticate.ts';
import type { Announcer, Log } from '../services/deps.ts';
import type { LogReader } from '../services/journal.ts';
import { type Subject, subjectOf } from '../services/news.ts';
import { poll } from '../services/poll.ts';

/** Together with what the session cache keeps this keeps the promise that a dead token is dead within a second. */
const SWEEP_MS = 500;

interface Listener {
  readonly accountId: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<RightCode>;
  readonly tokenHash: Buffer;
}

interface LiveOptions {
  readonly store: Pick<Store, 'events' | 'sessions' | 'settings'>;
  readonly logReader: LogReader;
  readonly sessions: SessionCache;
  /** null: this server is alone. */
  readonly mqttUrl: string | null;
  /** Different for each server process. */
  readonly serverId: string;
  readonly clock: () => Date;
  readonly log: Log;
}

export interface Live extends Announcer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Looks at once whether the sessions of open connections still live. */
  sweep(): void;
  online(): ReadonlySet<string>;
  stats(): BrokerStats;
  isOpen(): boolean;
  stop(): Promise<void>;
}

/** The first server of a database makes it, all others find it there. */
const relaySecretOf = async (store: Pick<Store, 'settings'>): Promise<string> =>
  String(await store.settings.settle('relay.secret', randomBytes(32).toString('base64url')));

export async function startLive({ store, logReader, sessions, mqttUrl, serverId, clock, log }: LiveOptions): Promise<Live> {
  await using stops = new AsyncDisposableStack();
  const listeners = new Map<Subject, Set<(seq: number) => void>>();
  let isOpen = true;

  const broker = await createBroker<Listener>({
    async authenticate(userName, password) {
      const caller = await sessions.callerOf(password);
      if (caller === null || caller.accountId !== userName) return null;
      const { accountId, gridNo, rights } = caller;
      return { accountId, gridNo, rights, tokenHash: hashToken(password) };
    },
    mayReceive,
    log,
  });
  stops.defer(() => broker.close());

  const relay = await createRelay({
    readAfter: (seq, limit) => logReader.readAfter(seq, limit),
    head: () => store.events.head(),
    transport: mqttUrl === null ? localTransport() : mqttTransport({ url: mqttUrl, serverId, secret: await relaySecretOf(store), log }),
    deliver(announcement) {
      for (const topic of announcement.topics) broker.publish(topic, () => announcement.payload);
    },
    heard(message) {
      const subject = subjectOf(message);
      if (subject !== null) for (const onNews of listeners.get(subject) ?? []) onNews(message.seq);
    },
    deliverDirect: (topic, payload) => broker.publish(topic, payload),
    log,
  });
  stops.defer(() => relay.stop());

  const endDeadConnections = async (): Promise<void> => {
    const connected = [...broker.sessions()];
    if (connected.length === 0) return;
    const alive = await store.sessions.aliveOf(connected.map(({ tokenHash }) => tokenHash));
    const dead = new Set(connected.map(({ tokenHash }) => tokenHash.toString('hex')).filter((hex) => !alive.has(hex)));
    if (dead.size > 0) broker.disconnectWhere(({ tokenHash }) => dead.has(tokenHash.toString('hex')), 'the session is over');
  };
  const sweeping = poll({
    run: endDeadConnections,
    everyMs: SWEEP_MS,
    failed: (error) => log.error({ err: error }, 'the sessions of live connections cannot be looked at'),
  });
  stops.defer(() => sweeping.stop());
  const sweep = (): void => void sweeping.wake();
  const all = stops.move();
  let stopping: Promise<void> | undefined;

  return {
    committed: (messages) => relay.wake(messages),
    expect: (first, last, hurry) => relay.expect(first, last, hurry),
    tell(kind, gridNo, data) {
      const message: LiveMessage<'teamTrajectory'> = { at: clock().toISOString(), kind, gridNo, data };
      const payload = JSON.stringify(message);
      for (const topic of topicsOf(kind, gridNo)) relay.publishDirect(topic, payload);
    },
    listen(subjects, onNews) {
      for (const subject of subjects) listeners.set(subject, (listeners.get(subject) ?? new Set()).add(onNews));
      return () => {
        for (const subject of subjects) listeners.get(subject)?.delete(onNews);
      };
    },
    heardUntil: () => relay.heardUntil(),
    handleUpgrade: (request, socket, head) => broker.handleUpgrade(request, socket, head),
    sweep,
    online: () => new Set([...broker.sessions()].map(({ accountId }) => accountId)),
    stats: () => broker.stats(),
    isOpen: () => isOpen,
    stop() {
      isOpen = false;
      stopping ??= all.disposeAsync();
      return stopping;
    },
  };
}
