// Live connections: the broker on the server's own port, the relay from the store's event log, and the sweep that disconnects sessions that
// have ended or act for another grid.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Capability, type GridNo, isDesk } from '@lookout/domain';
import { EVENT_TOPICS, type EventTopic, mayReceive, topicsOf } from '@lookout/features/live-topics.ts';
import type { Store } from '@lookout/features/store.ts';
import {
  type BrokerStats,
  createBroker,
  createRelay,
  localTransport,
  mqttTransport,
  type NumberedMessage,
  type Transport,
} from '@lookout/live';
import { LogBeginsLater } from '@lookout/store';
import { tokenBehind } from '../access/page-session.ts';
import type { Log } from '../log-lines/log.ts';
import type { SessionCache } from '../serve/authenticate.ts';
import { RATES, type RateLimiter } from '../serve/budgets.ts';
import { type ChangeFeed, type Subject, subjectOf } from '../services/changes.ts';
import type { LivePublisher } from '../services/deps.ts';
import type { LogReader } from '../services/journal.ts';
import { poll } from '../services/poll.ts';
import type { RecentLog } from '../services/recent-log.ts';
import type { LiveTracing } from '../tracing/tracing.ts';
import { shareUse } from './shared-use.ts';

/** Together with the session cache's lifetime it ensures that an ended session loses access within a second. */
const SWEEP_MS = 500;
const REPORT_MS = 1_000;

interface Listener {
  readonly accountId: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<Capability>;
  readonly tokenHash: Buffer;
}

interface LiveOptions {
  readonly store: Pick<Store, 'events' | 'sessions' | 'settings'>;
  readonly logReader: LogReader;
  readonly recentLog: Pick<RecentLog, 'delivered' | 'forget'>;
  readonly sessions: SessionCache;
  /** Called every few seconds for the session of each open connection. */
  readonly used: (tokenHash: Buffer, rights: ReadonlySet<Capability>) => void;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whether a request comes from one of our pages, or from no page (access/origins.ts). */
  readonly isOwnPage?: (request: IncomingMessage) => boolean;
  /** The path under which a proxy publishes this server; it is part of the name of a page's cookie. */
  readonly basePath?: string;
  readonly rates: RateLimiter;
  /** null: there is no other server. */
  readonly mqttUrl: string | null;
  /** Shared by all servers on a database. */
  readonly relaySecret: string;
  /** Different for each server process. */
  readonly serverId: string;
  /** Called for each numbered message that was published to the clients of this server. */
  readonly published?: (message: NumberedMessage) => void;
  /** Default and null: tracing is off. */
  readonly tracing?: LiveTracing | null;
  readonly clock: () => Date;
  readonly log: Log;
}

export interface Live extends LivePublisher, ChangeFeed {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Disconnects ended sessions now instead of at the next sweep. */
  sweep(): void;
  online(): ReadonlySet<string>;
  stats(): BrokerStats;
  /** Whether the external broker is connected; null: there is none. */
  isLinked(): boolean | null;
  isOpen(): boolean;
  /** The highest sequence number that this server has delivered to its live connections. */
  delivered(): number;
  stop(): Promise<void>;
}

export async function startLive({
  store,
  logReader,
  recentLog,
  sessions,
  used,
  mqttUrl,
  addressOf,
  isOwnPage = () => true,
  basePath = '',
  rates,
  relaySecret,
  serverId,
  published,
  tracing = null,
  clock,
  log,
}: LiveOptions): Promise<Live> {
  await using stops = new AsyncDisposableStack();
  const listeners = new Map<Subject, Set<(seq: number) => void>>();
  let isOpen = true;

  const use = shareUse({
    rates,
    connections: () => broker.connectionCounts(),
    send: (payload) => relay.sendToServers(payload),
    now: () => performance.now(),
    log,
  });
  const broker = await createBroker<Listener>({
    async authenticate(userName, password, { request }) {
      const token = tokenBehind(password, request.headers, basePath);
      const caller = token === null ? null : await sessions.callerOf(token);
      if (caller === null || caller.accountId !== userName || caller.mustSetUpSecondFactor || caller.mustChangePassword) return null;
      const { accountId, gridNo, rights, tokenHash } = caller;
      return { accountId, gridNo, rights, tokenHash: Buffer.from(tokenHash) };
    },
    mayReceive,
    holderOf: ({ tokenHash, accountId, rights }) => ({
      session: tokenHash.toString('base64'),
      account: accountId,
      isDesk: isDesk(rights),
    }),
    addressOf,
    mayOpen: isOwnPage,
    mayConnect: (address) => rates.mayPass(`connecting:${address}`, RATES.connecting),
    elsewhere: use.elsewhere,
    log,
  });
  stops.defer(() => broker.close());

  const link =
    mqttUrl === null ? localTransport() : mqttTransport({ url: mqttUrl, serverId, secret: relaySecret, kinds: new Set(EVENT_TOPICS), log });
  const transport = tracing === null ? link : tracedTransport(link, tracing);
  const publish = (topics: readonly string[], payload: () => Uint8Array): void => {
    for (const topic of topics) broker.publish(topic, payload);
  };
  const relay = await createRelay({
    readAfter: (seq, limit) => logReader.readAfter(seq, limit),
    beginsLater: (error) => error instanceof LogBeginsLater,
    startedAnew(seq) {
      recentLog.forget();
      for (const ofSubject of listeners.values()) for (const onChange of ofSubject) onChange(seq);
      // Clients that reconnect ask for what they missed, and are instructed to reload.
      broker.disconnectWhere(() => true, 'the log begins later');
    },
    head: () => store.events.head(),
    transport,
    topicsOf: (kind, gridNo) => topicsOf(kind as EventTopic, gridNo),
    deliver(encoded) {
      const { message, topics } = encoded;
      recentLog.delivered(message);
      const deliver = () => publish(topics, () => encoded.payload);
      if (tracing === null) deliver();
      else tracing.delivered(message, () => countedBy(() => broker.stats().deliveries, deliver));
      published?.(message);
    },
    received(message) {
      tracing?.received(message);
      const subject = subjectOf(message);
      if (subject !== null) for (const onChange of listeners.get(subject) ?? []) onChange(message.seq);
    },
    deliverDirect(topics, payload) {
      for (const topic of topics) broker.publish(topic, payload);
    },
    onServerMessage: use.onReport,
    log,
  });
  stops.defer(() => relay.stop());

  const endDeadConnections = async (): Promise<void> => {
    const connected = [...broker.sessions()];
    if (connected.length === 0) return;
    const alive = await store.sessions.aliveOf(connected.map(({ tokenHash }) => tokenHash));
    const dead = new Set(connected.map(({ tokenHash }) => tokenHash.toString('hex')).filter((hex) => !alive.has(hex)));
    for (const { tokenHash, rights } of connected) if (!dead.has(tokenHash.toString('hex'))) used(tokenHash, rights);
    if (dead.size > 0) broker.disconnectWhere(({ tokenHash }) => dead.has(tokenHash.toString('hex')), 'the session is over');
    // Its subscriptions were granted for the previous grid. The client reconnects and subscribes for the current one.
    const hasSwitched = ({ tokenHash, gridNo }: Listener): boolean => (alive.get(tokenHash.toString('hex'))?.gridNo ?? gridNo) !== gridNo;
    if (connected.some(hasSwitched)) broker.disconnectWhere(hasSwitched, 'the session acts for another grid');
  };
  const sweeping = poll({
    run: endDeadConnections,
    everyMs: SWEEP_MS,
    failed: (error) => log.error({ err: error }, 'the sessions of live connections cannot be checked'),
  });
  stops.defer(() => sweeping.stop());
  const reporting = setInterval(use.report, REPORT_MS);
  stops.defer(() => clearInterval(reporting));
  const sweep = (): void => void sweeping.wake();
  const all = stops.move();
  let stopping: Promise<void> | undefined;

  return {
    committed(messages) {
      tracing?.committed(messages ?? []);
      relay.wake(messages);
    },
    expect: (first, last, deliverNow) => relay.expect(first, last, deliverNow),
    publishDirect(kind, gridNo, data) {
      const payload = JSON.stringify({ at: clock().toISOString(), kind, gridNo, data });
      relay.publishDirect(topicsOf(kind, gridNo), payload);
    },
    subscribe(subjects, onChange) {
      for (const subject of subjects) listeners.set(subject, (listeners.get(subject) ?? new Set()).add(onChange));
      return () => {
        for (const subject of subjects) listeners.get(subject)?.delete(onChange);
      };
    },
    receivedUntil: () => relay.receivedUntil(),
    handleUpgrade: (request, socket, head) => broker.handleUpgrade(request, socket, head),
    sweep,
    online: () => new Set([...broker.sessions()].map(({ accountId }) => accountId)),
    stats: () => broker.stats(),
    isLinked: () => transport.isConnected(),
    isOpen: () => isOpen,
    delivered: () => relay.last(),
    stop() {
      isOpen = false;
      stopping ??= all.disposeAsync();
      return stopping;
    },
  };
}

const tracedTransport = (link: Transport, tracing: LiveTracing): Transport => ({
  ...link,
  forward: (encoded) => tracing.forwarded(encoded.message, link.isConnected() === null ? null : () => link.forward(encoded)),
});

/** Returns by how much `work` increases the count. */
function countedBy(count: () => number, work: () => void): number {
  const before = count();
  work();
  return count() - before;
}
