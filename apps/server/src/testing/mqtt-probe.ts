// A minimal client for MQTT 3.1.1: CONNECT, SUBSCRIBE, and receiving messages.
import { once } from 'node:events';
import WebSocket from 'ws';

export interface MqttProbe {
  /** CONNACK return code: 0 accepted, 5 not authorized. */
  readonly code: number;
  /** Resolves when the server ends the connection. */
  readonly closed: Promise<void>;
  /** Returns true when the broker granted the subscription. */
  subscribe(filter: string): Promise<boolean>;
  /** Returns the next incoming message. */
  next(): Promise<{ readonly topic: string; readonly message: unknown }>;
  end(): void;
}

const PACKET = { connect: 0x10, connack: 0x20, publish: 0x30, subscribe: 0x82, suback: 0x90 } as const;

/** @param headers of the handshake, as a browser would send them */
export async function mqttProbe(
  url: string,
  userName: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<MqttProbe> {
  const socket = new WebSocket(url, 'mqtt', { headers });
  // A connection failure is reported once, by the `open` below.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const arrived: Buffer[] = [];
  const waiting: { readonly type: number; readonly resolve: (packet: Buffer) => void; readonly reject: (error: Error) => void }[] = [];
  const typeOf = (packet: Buffer) => (packet[0] ?? 0) & 0xf0;
  const take = (type: number): Promise<Buffer> => {
    const index = arrived.findIndex((packet) => typeOf(packet) === type);
    const [packet] = index < 0 ? [] : arrived.splice(index, 1);
    return packet ? Promise.resolve(packet) : new Promise((resolve, reject) => waiting.push({ type, resolve, reject }));
  };
  socket.on('message', (data: Buffer) => {
    for (const packet of packetsOf(data)) {
      const index = waiting.findIndex(({ type }) => type === typeOf(packet));
      const [waiter] = index < 0 ? [] : waiting.splice(index, 1);
      if (waiter) waiter.resolve(packet);
      else arrived.push(packet);
    }
  });
  void closed.then(() => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the connection was closed'));
  });
  await once(socket, 'open');
  const flags = Buffer.from([4, 0xc2, 0, 60]); // Protocol level 4; user name, password, clean session; keep alive 60 s
  socket.send(
    packetOf(PACKET.connect, text('MQTT'), flags, text(`probe-${Math.random().toString(36).slice(2)}`), text(userName), text(password)),
  );
  const connack = await take(PACKET.connack);
  let packetId = 0;
  return {
    code: connack[3] ?? -1,
    closed,
    async subscribe(filter) {
      packetId += 1;
      socket.send(packetOf(PACKET.subscribe, Buffer.from([0, packetId]), text(filter), Buffer.from([0])));
      const suback = await take(PACKET.suback);
      return suback.at(-1) !== 0x80;
    },
    async next() {
      const body = bodyOf(await take(PACKET.publish));
      const topicBytes = body.readUInt16BE(0);
      return { topic: body.toString('utf8', 2, 2 + topicBytes), message: JSON.parse(body.toString('utf8', 2 + topicBytes)) as unknown };
    },
    end: () => socket.close(),
  };
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function packetOf(first: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let left = body.length; ; ) {
    const low = left % 128;
    left = Math.floor(left / 128);
    length.push(left > 0 ? low | 0x80 : low);
    if (left === 0) break;
  }
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

/** Where a packet's body begins and how long it is (§2.2.3 Remaining Length). */
function extentOf(bytes: Buffer): { start: number; length: number } {
  let length = 0;
  let at = 1;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at] ?? 0;
    at += 1;
    length += (byte & 0x7f) * factor;
    if ((byte & 0x80) === 0) return { start: at, length };
  }
}

const bodyOf = (packet: Buffer): Buffer => packet.subarray(extentOf(packet).start);

function packetsOf(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { start, length } = extentOf(bytes.subarray(at));
    packets.push(bytes.subarray(at, at + start + length));
    at += start + length;
  }
  return packets;
}
