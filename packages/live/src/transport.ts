// Messages between several servers with one database. They only reduce latency: completeness rests on the relay's head check.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseGridNo } from '@lookout/domain';
import type { MqttClient } from 'mqtt';
import mqtt from 'mqtt';
import { parser as packetParser } from 'mqtt-packet';
import { calmed, type Log } from './calm-log.ts';
import { publishPacket } from './frames.ts';
import { type EncodedMessage, INTERNAL, type NumberedMessage } from './log-message.ts';

export interface TransportListener {
  /** Events committed by another server, in no particular order, possibly twice. */
  onEvents(events: readonly NumberedMessage[]): void;
  /** A message without a number (positions), from another server. */
  onDirect(topics: readonly string[], payload: Uint8Array): void;
  /** Called for a message that another server sent to the servers only. @param from that server's id */
  onServerMessage(from: string, payload: Uint8Array): void;
}

export interface Transport {
  /** Starts listening. @returns the stop */
  start(listener: TransportListener): () => Promise<void>;
  /** Forwards an event that this server committed. Never waits or throws; may be lost while the broker is unavailable. */
  forward(encoded: EncodedMessage): void;
  /** Forwards a message without a number, in the same way. @param topics its public topics */
  direct(topics: readonly string[], payload: Uint8Array): void;
  /** Sends a message to the servers only, in the same way. */
  sendToServers(payload: Uint8Array): void;
  /** null: there is no external broker. */
  isConnected(): boolean | null;
}

/** For a single server: does nothing. */
export const localTransport = (): Transport => ({
  start: () => async () => {},
  forward: () => {},
  direct: () => {},
  sendToServers: () => {},
  isConnected: () => null,
});

// Messages between servers through an external broker are signed with a secret from their common keys file, so that other clients of that broker
// cannot forge events or positions. HMAC-SHA-256 (RFC 2104) over topic and payload, in front of the payload.

const SIGNATURE_BYTES = 32;

interface RelaySigning {
  sign(topic: string, payload: Uint8Array): Uint8Array;
  /** The payload, or null when the signature does not match this topic. */
  verified(topic: string, signed: Uint8Array): Uint8Array | null;
}

export function createRelaySigning(secret: string): RelaySigning {
  const mark = (topic: string, payload: Uint8Array): Buffer => createHmac('sha256', secret).update(`${topic}\n`).update(payload).digest();
  return {
    sign: (topic, payload) => Buffer.concat([mark(topic, payload), payload]),
    verified(topic, signed) {
      if (signed.length < SIGNATURE_BYTES) return null;
      const payload = signed.subarray(SIGNATURE_BYTES);
      return timingSafeEqual(mark(topic, payload), signed.subarray(0, SIGNATURE_BYTES)) ? payload : null;
    },
  };
}

// Several servers through an external MQTT 3.1.1 broker (`MQTT_URL`). Losses are found by the relay's head check, so nothing is queued or acknowledged.

/** Messages under this topic are signed, since the broker may be shared with others. */
const RELAY_ROOT = 'lookout-relay';
/** Topic on which a server publishes to the other servers. */
const topicFrom = (serverId: string): string => `${RELAY_ROOT}/from/${serverId}`;
/** Topics to which every server subscribes. */
export const RELAY_SUBSCRIPTIONS = [topicFrom('+')];
/** A topic under the same access rights to which no server subscribes. */
export const relayProbeTopic = (id: string): string => `${RELAY_ROOT}/probe/${id}`;

// Topic of a packet between servers that has no public topic: an event of the log, or a message for servers only.
const EVENT = '.event';
const TO_SERVERS = '.servers';
/** Separates the public topics of a message without a number, which is sent once for all of them. Topics contain no spaces. */
const BETWEEN_TOPICS = ' ';

/** Size at which collected packets are sent to the other servers; later ones go into the next message. */
const MOST_AT_ONCE_BYTES = 64 * 1024;
/** Most bytes queued for the external broker; messages beyond that are dropped, as they are while the broker is down. */
const MOST_QUEUED_BYTES = 16 * 1024 * 1024;

const FIRST_RETRY_MS = 250;
/** Well under the five seconds allowed for recovery after the broker is back. */
const LONGEST_RETRY_MS = 2_500;
const CONNECT_TIMEOUT_MS = 4_000;
const END_WITHIN_MS = 1_000;

/**
 * An event from another server, or null for anything else.
 * @param kinds the topics of events
 */
export function readRelayed(payload: Uint8Array, kinds: ReadonlySet<string>): NumberedMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return null; // not JSON: the caller logs it
  }
  if (typeof value !== 'object' || value === null) return null;
  const { seq, at, kind, gridNo, requestId, data } = value as Record<string, unknown>;
  const grid = parseGridNo(gridNo);
  if (!Number.isSafeInteger(seq) || typeof at !== 'string' || typeof kind !== 'string' || grid === null) return null;
  if (kind !== INTERNAL && !kinds.has(kind)) return null;
  return { seq: seq as number, at, kind, gridNo: grid, ...(typeof requestId === 'string' && { requestId }), data };
}

/** Reads one message of another server: consecutive MQTT packets. @throws when it contains anything else */
export function readPublished(packets: Uint8Array): { readonly topic: string; readonly payload: Uint8Array }[] {
  const published: { topic: string; payload: Uint8Array }[] = [];
  const reader = packetParser({ protocolVersion: 4 });
  reader.on('packet', (packet) => {
    // The payload is a view of the received bytes, never a string.
    if (packet.cmd === 'publish') published.push({ topic: packet.topic, payload: packet.payload as Buffer });
  });
  reader.on('error', (error) => {
    throw error;
  });
  if (reader.parse(Buffer.from(packets.buffer, packets.byteOffset, packets.byteLength)) > 0)
    throw new Error('the last packet is not whole');
  return published;
}

export interface MqttTransportOptions {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`, with user name and password if the broker requires them. Never logged. */
  readonly url: string;
  /** Unique for each server. Used as a topic level, so it contains no `/`, `+` or `#`. */
  readonly serverId: string;
  /** Shared only by the servers of one database. */
  readonly secret: string;
  /** The topics of events; an event of another kind is refused. */
  readonly kinds: ReadonlySet<string>;
  readonly log: Log;
}

/** Also publishes this server's events on their public topics, for other programs on the broker (docs/interface.md, "Live"). */
export function mqttTransport({ url, serverId, secret, kinds, log }: MqttTransportOptions): Transport {
  const { sign, verified } = createRelaySigning(secret);
  const calm = calmed(log, () => performance.now());
  let client: MqttClient | null = null;

  const send = (topic: string, payload: Uint8Array): void => {
    if (!client?.connected) return;
    if (client.stream.writableLength > MOST_QUEUED_BYTES) {
      calm.warn({ bytes: client.stream.writableLength }, 'the external broker is too slow: messages to it are left out');
      return;
    }
    // Published without a callback, because mqtt.js would store one for each message while the connection is congested. An error ends the
    // connection, which is logged.
    client.publish(topic, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength), { qos: 0 });
  };

  // One message carries everything that one callback of the event loop has for the other servers. An event or a position is far smaller
  // than the cost of a message, its signature and, at the other end, a frame to each desk.
  let queued: Uint8Array[] = [];
  let queuedBytes = 0;
  const sendQueued = (): void => {
    if (queued.length === 0) return;
    const all = Buffer.concat(queued);
    queued = [];
    queuedBytes = 0;
    const topic = topicFrom(serverId);
    send(topic, sign(topic, all));
  };
  const queue = (topic: string, payload: Uint8Array): void => {
    if (!client?.connected) return;
    if (queued.length === 0) process.nextTick(sendQueued);
    const packet = publishPacket(topic, payload);
    queued.push(packet);
    queuedBytes += packet.length;
    if (queuedBytes >= MOST_AT_ONCE_BYTES) sendQueued();
  };

  /** The packets in another server's message; none if no server of ours signed it. */
  const packetsIn = (topic: string, signed: Uint8Array) => {
    const payload = verified(topic, signed);
    if (payload === null) {
      calm.warn({ topic, bytes: signed.length }, 'a message on the relay that no server of ours signed');
      return [];
    }
    try {
      return readPublished(payload);
    } catch (error) {
      calm.warn({ err: error, topic, bytes: payload.length }, 'not messages of another server');
      return [];
    }
  };

  const readEvents = (payloads: readonly Uint8Array[]): NumberedMessage[] =>
    payloads.flatMap((payload) => {
      const event = readRelayed(payload, kinds);
      if (event === null) calm.warn({ bytes: payload.length }, 'not an event of another server');
      return event ?? [];
    });

  return {
    start(listener) {
      const connected = mqtt.connect(url, {
        protocolVersion: 4,
        clientId: `lookout-${serverId}`,
        clean: true,
        keepalive: 10,
        connectTimeout: CONNECT_TIMEOUT_MS,
        reconnectPeriod: FIRST_RETRY_MS,
        queueQoSZero: false,
        resubscribe: false,
      });
      client = connected;
      let isAway = false;
      connected.on('connect', () => {
        connected.options.reconnectPeriod = FIRST_RETRY_MS;
        log.info({}, isAway ? 'the external broker is back' : 'connected to the external broker');
        isAway = false;
        connected.subscribe(RELAY_SUBSCRIPTIONS, { qos: 0 }, (error, granted) => {
          if (error) log.error({ err: error }, 'could not listen to the other servers');
          else if (granted?.some(({ qos }) => qos === 128))
            log.error({}, 'the external broker does not let us listen to the other servers');
        });
      });
      connected.on('close', () => {
        if (!isAway && !connected.disconnecting) log.warn({}, 'the external broker is away; live messages go on locally');
        isAway = true;
        connected.options.reconnectPeriod = Math.min(LONGEST_RETRY_MS, (connected.options.reconnectPeriod ?? FIRST_RETRY_MS) * 1.6);
      });
      connected.on('error', (error) => log.warn({ err: error }, 'the external broker refused or broke the connection'));
      connected.on('message', (topic, signed) => {
        if (topic === topicFrom(serverId)) return;
        const from = topic.split('/').at(-1) ?? '';
        const packets = packetsIn(topic, signed);
        const events = readEvents(packets.filter((packet) => packet.topic === EVENT).map(({ payload }) => payload));
        if (events.length > 0) listener.onEvents(events);
        for (const { topic, payload } of packets) {
          if (topic === TO_SERVERS) listener.onServerMessage(from, payload);
          else if (topic !== EVENT) listener.onDirect(topic.split(BETWEEN_TOPICS), payload);
        }
      });
      return async () => {
        client = null;
        // A broker that does not read, or does not close, must not prevent this server from stopping.
        const { stream } = connected;
        const late = setTimeout(() => stream.destroy(), END_WITHIN_MS);
        await connected.endAsync(!connected.connected || stream.writableLength > 0);
        clearTimeout(late);
      };
    },

    forward({ topics, payload }) {
      if (!client?.connected) return;
      queue(EVENT, payload);
      for (const topic of topics) send(topic, payload);
    },

    direct(topics, payload) {
      queue(topics.join(BETWEEN_TOPICS), payload);
      for (const topic of topics) send(topic, payload);
    },

    sendToServers: (payload) => queue(TO_SERVERS, payload),
    isConnected: () => client?.connected ?? false,
  };
}
