// The embedded MQTT 3.1.1 broker on the web server's own port. aedes handles the protocol (authentication, subscriptions, keepalive).
// Deliveries bypass it: a message is encoded once, its receivers are found by one lookup, and each socket gets one WebSocket frame per tick
// (frames.ts). Deliveries through aedes would cost a packet object and a stream write for each receiver.
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client, type Subscription } from 'aedes';
import { WebSocketServer } from 'ws';
import { calmed, type Log } from './calm-log.ts';
import { countConnections, type Holder } from './connection-counts.ts';
import { createFrameQueue, publishPacket } from './frames.ts';
import { createLink, type Link } from './link.ts';
import { createSubscriptions } from './subscriptions.ts';

export interface BrokerLimits {
  /** Longest packet a client may send. */
  readonly maxPacketBytes: number;
  readonly maxSubscriptions: number;
  readonly maxConnections: number;
  readonly maxPerSession: number;
  readonly maxPerAccount: number;
  readonly maxPerAddress: number;
  /** The number of connections reserved for duty desks, out of `maxConnections`. */
  readonly forDesks: number;
  /** Time from the opening of the WebSocket to the accepted CONNECT. */
  readonly connectTimeoutMs: number;
  /** Bytes that may be queued for one client before it is disconnected. */
  readonly maxQueuedBytes: number;
  /** Interval of the sweep that pings clients to which something was sent; a client that misses four in a row is disconnected. */
  readonly sweepMs: number;
}

/** With a sweep every 2 s a client that stops reading is disconnected within 10 s of the first undelivered message. */
export const BROKER_LIMITS: BrokerLimits = {
  maxPacketBytes: 16_384,
  maxSubscriptions: 200,
  maxConnections: 10_000,
  maxPerSession: 20,
  maxPerAccount: 100,
  maxPerAddress: 2_000,
  forDesks: 2_000,
  connectTimeoutMs: 10_000,
  maxQueuedBytes: 8 * 1024 * 1024,
  sweepMs: 2_000,
};

/** A connecting client, for locks by address and for the log. */
export interface Visitor {
  readonly remoteAddress: string;
  readonly clientId: string;
  readonly request: IncomingMessage;
}

export interface BrokerOptions<S> {
  /** null: refused. A rejection (the database is unavailable) replies "server unavailable", so that the client retries. */
  authenticate(userName: string, password: string, visitor: Visitor): Promise<S | null>;
  /** May this session subscribe to this topic filter (wildcards unexpanded)? */
  mayReceive(session: S, filter: string): boolean;
  /** The session and account to which a connection belongs; absent: connections are not counted by session and account. */
  holderOf?(session: S): Holder;
  /** Default: the address that connects. */
  addressOf?(request: IncomingMessage): string;
  /** Whether the `Origin` of the requesting page is allowed. Default: all are, including programs, which send none. */
  mayOpen?(request: IncomingMessage): boolean;
  /** Whether this address may open one more connection now. Default: it may. The number of its connections is limited separately. */
  mayConnect?(address: string): boolean;
  /** How many connections a session, an account or an address has at other servers (`Broker.connectionCounts`); default: none. */
  elsewhere?(key: string): number;
  readonly log: Log;
  readonly limits?: Partial<BrokerLimits>;
}

export interface BrokerStats {
  readonly connections: number;
  readonly sessions: number;
  /** Messages handed to `publish`. */
  readonly published: number;
  /** Sum of the receivers of all messages. */
  readonly deliveries: number;
  /** Clients disconnected because they did not read. */
  readonly cut: number;
  /** Connections refused because their session, account or address has reached its limit. */
  readonly refused: number;
}

export interface Broker<S> {
  /** Takes over an upgrade request; the caller has checked that its path is /mqtt. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Publishes to all subscribers with a matching filter, with qos 0, not retained. Never waits for a client and never throws because of
   * one.
   */
  publish(topic: string, payload: string | Uint8Array | (() => Uint8Array)): void;
  /** Closes every connection whose session matches, including those being authenticated. @returns how many */
  disconnectWhere(matches: (session: S) => boolean, reason: string): number;
  sessions(): Iterable<S>;
  stats(): BrokerStats;
  /** The number of connections of each session, account and address on this server, for the other servers. Small counts are left out. */
  connectionCounts(): ReadonlyMap<string, number>;
  /** Closes all connections; resolves within two seconds. */
  close(): Promise<void>;
}

interface Connection<S> {
  readonly link: Link;
  readonly remoteAddress: string;
  readonly request: IncomingMessage;
  /** As sent by the client; neither unique nor trusted. */
  clientId: string;
  readonly filters: Set<string>;
  session: S | null;
  /** Revocations that happened while this connection's credentials were being checked. */
  readonly revokedMeanwhile: ((session: S) => boolean)[];
  isRefused: boolean;
  /** Counts this connection against the limits of its session and account. @returns the reason for a refusal; null: it is counted */
  count(session: S): string | null;
  /** Serial number of the message last delivered. */
  lastMessage: number;
}

/** Members of aedes' client that its types do not declare. The version is pinned; broker.integration.test.ts notices when they change. */
interface InnerClient {
  readonly _parser: {
    parse(bytes: Buffer): unknown;
    prependListener(name: 'packet', listen: (packet: { cmd: string; subscriptions?: { qos: number }[] }) => void): unknown;
  };
}
const GOING_AWAY = 1001;
const POLICY = 1008;
const CLOSE_TIMEOUT_MS = 1_500;
const SERVER_UNAVAILABLE = 3;
const NOT_AUTHORIZED = 5;
const CONNACK_UNAVAILABLE = Uint8Array.of(0x20, 2, 0, SERVER_UNAVAILABLE);

const refusal = (returnCode: number, message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode }) as AuthenticateError;

export async function createBroker<S>(options: BrokerOptions<S>): Promise<Broker<S>> {
  const log = calmed(options.log, () => performance.now());
  const limits = { ...BROKER_LIMITS, ...options.limits };
  const counted = countConnections(limits, options.elsewhere);
  const connections = new Map<object, Connection<S>>();
  const connectionOf = (client: Client | null): Connection<S> | undefined => (client ? connections.get(client) : undefined);
  const frames = createFrameQueue(queueMicrotask);
  let isClosing = false;
  let connectionCount = 0;
  const counts = { published: 0, deliveries: 0, cut: 0, refused: 0 };

  const subscriptions = createSubscriptions<Connection<S>>();

  const aedes = await Aedes.createBroker({
    connectTimeout: limits.connectTimeoutMs,
    // Ids of MQTT 3.1 clients are replaced below by our own, which may be longer than that version's 23 characters.
    maxClientsIdLength: 64,

    preConnect(client, packet, done) {
      const connection = connectionOf(client);
      if (!connection) return done(new Error('connection already closed'), false);
      // Clean sessions only: missed messages are replayed by `since`.
      packet.clean = true;
      // A random id for each connection: otherwise a client could disconnect another by using its id.
      connection.clientId = packet.clientId.slice(0, 64);
      packet.clientId = randomUUID();
      if (packet.will) {
        connection.isRefused = true;
        delete packet.will;
      }
      done(null, true);
    },

    authenticate(client, userName, password, done) {
      const connection = connectionOf(client);
      if (!connection || connection.isRefused || !userName || !password) return done(refusal(NOT_AUTHORIZED, 'not authorized'), false);
      const { remoteAddress, request, clientId } = connection;
      options.authenticate(userName, password.toString('utf8'), { remoteAddress, request, clientId }).then(
        (session) => {
          if (session === null) return done(refusal(NOT_AUTHORIZED, 'not authorized'), false);
          if (connection.revokedMeanwhile.some((matches) => matches(session))) return done(refusal(NOT_AUTHORIZED, 'revoked'), false);
          const full = connection.count(session);
          if (full !== null) {
            counts.refused += 1;
            log.warn({ remoteAddress, clientId, reason: full }, 'a live connection was refused');
            // MQTT 3.1.1 has no return code for this case, so the reason is in the close frame. aedes would close the connection without
            // it.
            connection.link.deliver(CONNACK_UNAVAILABLE);
            connection.link.close(POLICY, full);
            done(refusal(SERVER_UNAVAILABLE, full), false);
            return;
          }
          connection.session = session;
          done(null, true);
        },
        (error: unknown) => {
          log.error({ err: error, remoteAddress }, 'credentials of a live client could not be checked');
          done(refusal(SERVER_UNAVAILABLE, 'server unavailable'), false);
        },
      );
    },

    authorizeSubscribe(client, subscription, done) {
      const connection = connectionOf(client);
      if (connection && maySubscribe(connection, subscription)) {
        connection.filters.add(subscription.topic);
        subscriptions.add(subscription.topic, connection);
        return done(null, subscription);
      }
      log.warn({ clientId: client.id, filter: subscription.topic.slice(0, 200) }, 'a subscription was refused');
      done(null, null); // return code 0x80; the connection and its other subscriptions stay
    },

    authorizePublish(client, packet, done) {
      log.warn({ clientId: client?.id, topic: packet.topic.slice(0, 200) }, 'a live client tried to publish');
      done(new Error('publishing is not allowed'));
    },
  });

  const maySubscribe = (connection: Connection<S>, { topic }: Subscription): boolean =>
    connection.session !== null &&
    (connection.filters.has(topic) || connection.filters.size < limits.maxSubscriptions) &&
    options.mayReceive(connection.session, topic);

  // Not in aedes' types; its in-memory persistence reports here, and an unhandled 'error' would end the process.
  (aedes as EventEmitter).on('error', (error) => log.error({ err: error }, 'the live broker reported an error'));
  aedes.on('unsubscribe', (filters, client) => {
    const connection = connectionOf(client);
    if (!connection) return;
    for (const filter of filters) {
      connection.filters.delete(filter);
      subscriptions.remove(filter, connection);
    }
  });
  aedes.on('clientError', (client, error) => log.info({ clientId: client.id, reason: error.message }, 'a live client was dropped'));
  aedes.on('connectionError', (client, error) =>
    log.info({ remoteAddress: connectionOf(client)?.remoteAddress, reason: error.message }, 'a live connection was dropped'),
  );

  /** Handles errors of the client's parser and limits its subscriptions to qos 0. */
  const harden = (client: InnerClient, link: Link): void => {
    const parser = client._parser;
    parser.prependListener('packet', (packet) => {
      for (const subscription of packet.subscriptions ?? []) if (typeof subscription === 'object') subscription.qos = 0;
    });
    const parse = parser.parse.bind(parser);
    parser.parse = (bytes) => {
      try {
        return parse(bytes);
      } catch (error) {
        // A parser error disconnects only this client.
        link.stream.destroy(error instanceof Error ? error : new Error('unreadable packet'));
        return 0;
      }
    };
  };

  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.maxPacketBytes + 5, // a fixed header has at most five bytes
    clientTracking: true,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : offered.has('mqttv3.1') ? 'mqttv3.1' : false),
    ...{ closeTimeout: CLOSE_TIMEOUT_MS }, // missing from the published types
  });

  // Synchronous, so that runs cannot overlap.
  const sweeper = setInterval(() => {
    for (const { link } of connections.values()) link.sweep();
    log.sweep();
  }, limits.sweepMs);

  return {
    handleUpgrade(request, socket, head) {
      if (isClosing || connectionCount >= limits.maxConnections) {
        counts.refused += 1;
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
        return;
      }
      const remoteAddress = options.addressOf?.(request) ?? request.socket.remoteAddress ?? '';
      if (options.mayOpen?.(request) === false) {
        counts.refused += 1;
        log.warn({ remoteAddress, origin: request.headers.origin?.slice(0, 200) }, 'a page of another site asked for a live connection');
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
        return;
      }
      const mayConnect = options.mayConnect?.(remoteAddress) ?? true;
      const place = mayConnect ? counted.atAddress(remoteAddress) : null;
      if (place === null) {
        counts.refused += 1;
        socket.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n');
        return;
      }
      socket.once('close', () => place.leave());
      webSockets.handleUpgrade(request, socket, head, (ws) => {
        connectionCount += 1;
        const link = createLink(
          ws,
          socket,
          frames,
          { ...limits, maxMissedSigns: 3, maxMissedPings: 4, idleSweeps: 30 },
          {
            cut: (reason) => {
              counts.cut += 1;
              log.warn({ remoteAddress, reason }, 'a live client was cut');
            },
            unreadable: (error) => log.warn({ remoteAddress, reason: error.message }, 'a live client sent an unreadable WebSocket frame'),
          },
        );
        const client = aedes.handle(link.stream, request);
        const connection: Connection<S> = {
          link,
          remoteAddress,
          request,
          clientId: '',
          filters: new Set(),
          session: null,
          revokedMeanwhile: [],
          isRefused: false,
          count: (session) => (options.holderOf === undefined ? null : place.take(options.holderOf(session))),
          lastMessage: 0,
        };
        connections.set(client, connection);
        harden(client as unknown as InnerClient, link);
        // From the opened socket to an accepted CONNECT: covers a client that never authenticates, and an authentication that never ends.
        const timeout = setTimeout(() => {
          if (!client.connected) link.close(POLICY, 'no accepted CONNECT in time');
        }, limits.connectTimeoutMs);
        ws.once('close', () => {
          clearTimeout(timeout);
          connectionCount -= 1;
          for (const filter of connection.filters) subscriptions.remove(filter, connection);
          connections.delete(client);
        });
      });
    },

    publish(topic, payload) {
      counts.published += 1;
      const serial = counts.published;
      let packet: Buffer | null = null;
      subscriptions.each(topic, (connection) => {
        // Once for each client, even with overlapping filters.
        if (connection.lastMessage === serial) return;
        connection.lastMessage = serial;
        counts.deliveries += 1;
        packet ??= publishPacket(topic, typeof payload === 'function' ? payload() : payload);
        connection.link.deliver(packet);
      });
    },

    disconnectWhere(matches, reason) {
      let count = 0;
      for (const connection of connections.values()) {
        if (connection.session === null) connection.revokedMeanwhile.push(matches);
        else if (matches(connection.session)) {
          count += 1;
          connection.link.close(POLICY, reason);
        }
      }
      return count;
    },

    *sessions() {
      for (const { session } of connections.values()) if (session !== null) yield session;
    },

    connectionCounts: () => counted.here(),
    stats() {
      let sessions = 0;
      for (const { session } of connections.values()) if (session !== null) sessions += 1;
      return { connections: connectionCount, sessions, ...counts };
    },

    async close() {
      if (isClosing) return;
      isClosing = true;
      clearInterval(sweeper);
      const allClosed = [...webSockets.clients].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())));
      for (const { link } of connections.values()) link.close(GOING_AWAY, 'the server is stopping');
      await Promise.all(allClosed);
      await new Promise<void>((resolve) => aedes.close(resolve));
      webSockets.close();
    },
  };
}
