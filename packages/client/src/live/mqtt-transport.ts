// MQTT 3.1.1 over WebSocket (docs/interface.md "Live"): qos 0, user name = accid, password = access token, connect timeout 40,000 ms (§9).
import mqtt, { type IClientOptions, type MqttClient, type Timer } from 'mqtt';
import type { LiveTimers, Transport } from './live.ts';

export const MQTT_CONNECT_TIMEOUT_MS = 40_000;

/**
 * After 1.5 × this time without a packet the broker drops a client. Opening the globe blocks a slow computer for ten seconds and more, in
 * which it can send nothing: that must not cost the connection.
 */
const MQTT_KEEPALIVE_SECONDS = 20;

/**
 * Interval of the silence check at this end. The second check without a packet sends a ping, the third gives the connection up: after 7.5 s
 * at most.
 */
const LOOK_EVERY_MS = 2_500;
const PINGS_AT = 2;
const GIVES_UP_AT = 3;

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
  /** In a page, these timers must also run in a hidden tab. */
  readonly timers: ConnectionTimers;
  /** Defaults to that of mqtt.js; tests pass their own. */
  readonly connect?: (url: string, options: IClientOptions) => MqttClient;
}

export interface ConnectionTimers extends LiveTimers {
  readonly setInterval: Timer['set'];
  readonly clearInterval: Timer['clear'];
}

/**
 * mqtt.js may still send a packet (a ping, a disconnect) after the socket began to close, which the browser logs as an error. The
 * connection is lost by then and live.ts knows it, so such packets are dropped.
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
  ({ url, accid, token, topics, random, clock, timers, connect = mqtt.connect }: MqttAddress): Transport =>
  (hooks) => {
    let over = false;
    let receivedAt = clock();
    /** Number of silence checks since the last packet. */
    let silentLooks = 0;
    let watch: unknown = null;
    const client = connect(url, {
      protocolVersion: 4,
      clean: true,
      clientId: `web-${accid.slice(0, 8)}-${Math.floor(random() * 2 ** 48).toString(36)}`,
      username: accid,
      password: token() ?? '',
      connectTimeout: MQTT_CONNECT_TIMEOUT_MS,
      keepalive: MQTT_KEEPALIVE_SECONDS,
      timerVariant: { set: timers.setInterval, clear: timers.clearInterval },
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      createWebsocket: quietWebSocket,
    });
    const finish = () => {
      over = true;
      if (watch !== null) timers.clearTimeout(watch as never);
      client.end(true);
    };
    const end = (reason: 'closed' | 'refused') => {
      if (over) return;
      finish();
      hooks.onClose(reason, silentLooks < PINGS_AT ? 0 : clock() - receivedAt);
    };
    const listen = () => {
      const due = clock() + LOOK_EVERY_MS;
      watch = timers.setTimeout(() => {
        // A check that runs late does not count: the page was blocked, and packets that arrived meanwhile may not have been read yet.
        if (clock() - due < LOOK_EVERY_MS) silentLooks++;
        if (silentLooks === GIVES_UP_AT) return end('closed');
        if (silentLooks === PINGS_AT) client.sendPing();
        listen();
      }, LOOK_EVERY_MS);
    };
    client.on('packetreceive', () => {
      receivedAt = clock();
      silentLooks = 0;
    });
    client.on('connect', () => {
      listen();
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
      close: finish,
    };
  };
