// Shared by the broker's tests: a broker on a real port, its clients, and waiting for a condition.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Capability, type GridNo, MENU_CAPABILITIES, parseGridNo } from '@lookout/domain';
import mqtt from 'mqtt';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { WebSocket } from 'ws';
import { type Broker, type BrokerLimits, createBroker } from './broker.ts';
import type { Log } from './calm-log.ts';
import { TEST_TOPICS } from './testing/topics.ts';

export interface TestSession {
  readonly userName: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<Capability>;
}

export interface Harness {
  readonly broker: Broker<TestSession>;
  readonly url: string;
  readonly port: number;
  /** The server's end of every connection so far, in order of connection. */
  readonly sockets: readonly Duplex[];
  readonly logged: { level: string; message: string; fields: object }[];
  stop(): Promise<void>;
}

/** User `u<gridNo>` with password `secret` has that grid and all menus; any other login is refused. */
export const authenticateByName = async (userName: string, password: string): Promise<TestSession | null> => {
  const gridNo = parseGridNo(userName.slice(1));
  return gridNo && password === 'secret' ? { userName, gridNo, rights: new Set(MENU_CAPABILITIES) } : null;
};

/** Each user is one session. Users with a county's grid are not duty desks. */
const holderOf = ({ userName, gridNo }: TestSession) => ({ session: userName, account: userName, isDesk: gridNo.endsWith('00') });

export async function startHarness(
  limits: Partial<BrokerLimits> = {},
  authenticate: (userName: string, password: string) => Promise<TestSession | null> = authenticateByName,
  mayConnect: (address: string) => boolean = () => true,
): Promise<Harness> {
  const logged: Harness['logged'] = [];
  const note = (level: string) => (fields: object, message: string) => void logged.push({ level, message, fields });
  const log: Log = { info: note('info'), warn: note('warn'), error: note('error') };
  const broker = await createBroker<TestSession>({ authenticate, mayReceive: TEST_TOPICS.mayReceive, mayConnect, holderOf, log, limits });
  const server = createServer();
  const sockets: Duplex[] = [];
  server.on('upgrade', (request, socket, head) => {
    sockets.push(socket);
    broker.handleUpgrade(request, socket, head);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    broker,
    port,
    sockets,
    url: `ws://127.0.0.1:${port}/mqtt`,
    logged,
    async stop() {
      await broker.close();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Uses the same client library as the product in the browser. Never reconnects by itself. */
export const connectMqtt = (url: string, userName: string, password = 'secret', options: mqtt.IClientOptions = {}): mqtt.MqttClient =>
  mqtt.connect(url, { username: userName, password, protocolVersion: 4, reconnectPeriod: 0, ...options });

export interface RawClient {
  readonly ws: WebSocket;
  /** Every packet received so far. */
  readonly packets: Packet[];
  /** Sizes of the WebSocket messages received so far. */
  readonly frames: number[];
  send(...packets: Packet[]): void;
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** A WebSocket that sends and receives single MQTT packets, without a client library. */
export async function connectRaw(url: string, protocols: string[] = ['mqtt']): Promise<RawClient> {
  const ws = new WebSocket(url, protocols);
  const packets: Packet[] = [];
  const frames: number[] = [];
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => packets.push(packet));
  ws.on('message', (data: Buffer) => {
    frames.push(data.length);
    parser.parse(data);
  });
  ws.on('error', () => ws.terminate());
  const closed = once(ws, 'close').then(([code, reason]) => ({ code: code as number, reason: String(reason) }));
  await once(ws, 'open');
  return { ws, packets, frames, closed, send: (...sent) => ws.send(Buffer.concat(sent.map((packet) => mqttPacket.generate(packet)))) };
}

export const connectPacket = (userName: string, more: Partial<mqttPacket.IConnectPacket> = {}): Packet => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clientId: 'raw',
  clean: true,
  keepalive: 60,
  username: userName,
  password: Buffer.from('secret'),
  ...more,
});

export const subscribePacket = (messageId: number, ...topics: string[]): Packet => ({
  cmd: 'subscribe',
  messageId,
  subscriptions: topics.map((topic) => ({ topic, qos: 0 })),
});

/** Long enough for a busy machine; a test with a shorter limit passes its own. */
const PATIENCE_MS = 20_000;

/** Checks the condition every few milliseconds until it holds; fails after `withinMs`. */
export async function until(holds: () => boolean, withinMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
