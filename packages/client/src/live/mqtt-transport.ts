// MQTT 3.1.1 over WebSocket (contract.md "Live"): qos 0, user name = accid, password = access token, connect timeout 40,000 ms (§9).
import mqtt from 'mqtt';
import type { Transport } from './live.ts';

export const MQTT_CONNECT_TIMEOUT_MS = 40_000;

/** A silent connection is detected after 1.5 × this: 7.5 s, within the 10 s that the shell promises. */
export const MQTT_KEEPALIVE_SECONDS = 5;

/** CONNACK return codes "bad user name or password" and "not authorized" (MQTT 3.1.1 §3.2.2.3). */
const REFUSALS = new Set<unknown>([4, 5]);
const SUBACK_FAILURE = 0x80;

export interface MqttAddress {
  /** `ws://host/mqtt` or `wss://…`. */
  readonly url: string;
  readonly accid: string;
  readonly token: () => string | null;
  readonly topics: readonly string[];
  readonly random: () => number;
  /** Milliseconds. */
  readonly clock: () => number;
}

/**
 * mqtt.js may still send (a ping, a disconnect) after the socket began to close, which the browser logs as an error. The connection is lost then
 * and live.ts knows it: such packets are dropped.
 */
function quietWebSocket(url: string, protocols: string[]): WebSocket {
  const socket = new WebSocket(url, protocols);
  const send = socket.send.bind(socket);
  socket.send = (data) => {
    if (socket.readyState === WebSocket.OPEN) send(data);
  };
  return socket;
}

/** One attempt to connect and subscribe; live.ts decides whether and when to try again. */
export const mqttTransport =
  ({ url, accid, token, topics, random, clock }: MqttAddress): Transport =>
  (hooks) => {
    let over = false;
    let receivedAt = clock();
    /** While a ping is in flight: when the last packet before it was received. */
    let silentSince: number | null = null;
    const client = mqtt.connect(url, {
      protocolVersion: 4,
      clean: true,
      clientId: `web-${accid.slice(0, 8)}-${Math.floor(random() * 2 ** 48).toString(36)}`,
      username: accid,
      password: token() ?? '',
      connectTimeout: MQTT_CONNECT_TIMEOUT_MS,
      keepalive: MQTT_KEEPALIVE_SECONDS,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      createWebsocket: quietWebSocket,
    });
    const end = (reason: 'closed' | 'refused') => {
      if (over) return;
      over = true;
      client.end(true);
      hooks.onClose(reason, silentSince === null ? 0 : clock() - silentSince);
    };
    client.on('packetsend', ({ cmd }) => {
      if (cmd === 'pingreq') silentSince ??= receivedAt;
    });
    client.on('packetreceive', () => {
      receivedAt = clock();
      silentSince = null;
    });
    client.on('connect', () => {
      client.subscribe([...topics], { qos: 0 }, (error, granted) => {
        // Connected without a topic would be worse than disconnected: a refused subscription counts as a failed connection.
        if (error || granted?.some((g) => Number(g.qos) === SUBACK_FAILURE)) end('closed');
        else if (!over) hooks.onOpen();
      });
    });
    client.on('message', (topic, payload) => {
      if (!over) hooks.onMessage(topic, new TextDecoder().decode(payload));
    });
    client.on('error', (error) => end(REFUSALS.has((error as { code?: unknown }).code) ? 'refused' : 'closed'));
    client.on('close', () => end('closed'));
    return {
      close: () => {
        over = true;
        client.end(true);
      },
    };
  };
