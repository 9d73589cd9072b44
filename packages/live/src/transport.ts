// Announcements between several servers over one database. They only save time: completeness rests on the relay's head check.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { EVENT_TOPICS } from '@lookout/contract';
import { parseGridNo } from '@lookout/domain';
import type { MqttClient } from 'mqtt';
import mqtt from 'mqtt';
import type { Log } from './calm-log.ts';
import { type Announcement, INTERNAL, type NumberedMessage } from './relay.ts';

export interface TransportListener {
  /** Events committed by another server, in no particular order, possibly twice. */
  onEvents(events: readonly NumberedMessage[]): void;
  /** A message without a number (positions), from another server. */
  onDirect(topic: string, payload: Uint8Array): void;
  /** What another server tells the servers alone. @param from its id */
  onWord(from: string, payload: Uint8Array): void;
}

export interface Transport {
  /** Starts listening. @returns the stop */
  start(listener: TransportListener): () => Promise<void>;
  /** Announces an event that this server committed. Never waits or throws; may be lost while the broker is unavailable. */
  announce(announcement: Announcement): void;
  /** The same for a message without a number. */
  direct(topic: string, payload: Uint8Array): void;
  /** The same for what only servers hear. */
  tell(payload: Uint8Array): void;
  /** null: there is no external broker. */
  isConnected(): boolean | null;
}

/** For a single server: does nothing. */
export const localTransport = (): Transport => ({
  start: () => async () => {},
  announce: () => {},
  direct: () => {},
  tell: () => {},
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
const EVENT_TOPIC = `${RELAY_ROOT}/event`;
/** What a server listens to. */
export const RELAY_SUBSCRIPTIONS = [EVENT_TOPIC, `${RELAY_ROOT}/direct/#`];
/** Under the same rights, where no server listens. */
export const relayProbeTopic = (id: string): string => `${RELAY_ROOT}/probe/${id}`;
/** In place of a public topic: for servers alone. */
const WORD = '.servers';
const directTopic = (serverId: string, topic: string): string => `${RELAY_ROOT}/direct/${serverId}/${topic}`;

const FIRST_RETRY_MS = 250;
/** Well under the five seconds allowed for recovery after the broker is back. */
const LONGEST_RETRY_MS = 2_500;
const CONNECT_TIMEOUT_MS = 4_000;

const kinds = new Set<string>([...EVENT_TOPICS, INTERNAL]);
const isKind = (text: unknown): text is NumberedMessage['kind'] => typeof text === 'string' && kinds.has(text);

/** The event of another server, or null for anything else. */
export function readRelayed(payload: Uint8Array): NumberedMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return null; // not JSON: the caller logs it
  }
  if (typeof value !== 'object' || value === null) return null;
  const { seq, at, kind, gridNo, requestId, data } = value as Record<string, unknown>;
  const grid = parseGridNo(gridNo);
  if (!Number.isSafeInteger(seq) || typeof at !== 'string' || !isKind(kind) || grid === null) return null;
  return { seq: seq as number, at, kind, gridNo: grid, ...(typeof requestId === 'string' && { requestId }), data };
}

export interface MqttTransportOptions {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`, with user name and password if the broker requires them. Never logged. */
  readonly url: string;
  /** Unique for each server; a topic level, so without `/`, `+`, `#`. */
  readonly serverId: string;
  /** Shared by the servers of one database only. */
  readonly secret: string;
  readonly log: Log;
}

/** Publishes this server's events on their public topics too, for other programs on that broker (contract.md "Live"). */
export function mqttTransport({ url, serverId, secret, log }: MqttTransportOptions): Transport {
  const { sign, verified } = createRelaySigning(secret);
  let client: MqttClient | null = null;

  const send = (topic: string, payload: Uint8Array): void => {
    if (!client?.connected) return;
    client.publish(topic, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength), { qos: 0 }, (error) => {
      if (error) log.warn({ err: error, topic }, 'a message did not reach the external broker');
    });
  };

  return {
    start(listener) {
      const ownDirect = directTopic(serverId, '');
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
        if (topic.startsWith(ownDirect)) return; // sent by this server
        const payload = verified(topic, signed);
        if (payload === null) {
          log.warn({ topic, bytes: signed.length }, 'a message on the relay that no server of ours signed');
          return;
        }
        if (topic === EVENT_TOPIC) {
          const event = readRelayed(payload);
          if (event) listener.onEvents([event]);
          else log.warn({ topic, bytes: payload.length }, 'not an event of another server');
          return;
        }
        const [, , from = '', ...rest] = topic.split('/');
        const publicTopic = rest.join('/');
        if (publicTopic === WORD) listener.onWord(from, payload);
        else if (publicTopic !== '') listener.onDirect(publicTopic, payload);
      });
      return async () => {
        client = null;
        await connected.endAsync(!connected.connected);
      };
    },

    announce(announcement) {
      if (!client?.connected) return;
      const { topics, payload } = announcement;
      send(EVENT_TOPIC, sign(EVENT_TOPIC, payload));
      for (const topic of topics) send(topic, payload);
    },

    direct(topic, payload) {
      const ours = directTopic(serverId, topic);
      send(ours, sign(ours, payload));
      send(topic, payload);
    },

    tell(payload) {
      const ours = directTopic(serverId, WORD);
      send(ours, sign(ours, payload));
    },
    isConnected: () => client?.connected ?? false,
  };
}
