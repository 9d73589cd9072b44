// Thousands of duty desks in a separate process (crowds.ts): each has a live connection with the topics of its grid and records when every
// new fire arrives. A fire's description holds its number and the time it was sent.
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { contract } from '@lookout/features/contract.ts';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { Latencies } from './latencies.ts';

export interface CrowdDesk {
  readonly port: number;
  /** The address in X-Forwarded-For: each duty hall has its own. */
  readonly address: string;
  readonly userName: string;
  readonly token: string;
  readonly topics: readonly string[];
}

/** What a crowd has received since the previous request. */
export interface CrowdReport {
  readonly latencies: ReturnType<Latencies['toJSON']>;
  /** How often each fire was received, by its number. */
  readonly fires: readonly (readonly [fire: number, count: number])[];
  readonly positions: number;
  /** Connections that were lost. */
  readonly lost: number;
}

/** In a fire's description: `fire-<number>-<sent at, epoch milliseconds>` */
export const markerOf = (fire: number, sentAt: number): string => `fire-${fire}-${sentAt}`;
const MARKER = 'fire-';
/** Position in a topic at which its kind begins: after `lookout/`. */
const KIND_AT = 8;
const CODE_N = 'n'.charCodeAt(0);
const PING_EVERY_MS = 20_000;
/** Connections that are opened at the same time. */
const AT_ONCE = 50;

const epochNow = (): number => performance.timeOrigin + performance.now();

/** A client frame, masked with zeros. */
function clientFrame(packet: Packet): Buffer {
  const payload = mqttPacket.generate(packet);
  return Buffer.concat([Buffer.from([0x82, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]), payload]);
}

let latencies = new Latencies();
let fires = new Map<number, number>();
let positions = 0;
let lost = 0;
let seated: readonly CrowdDesk[] = [];
let sockets: Socket[] = [];
let isLeaving = false;
/** Time that each desk took to reconnect. */
let returned = new Latencies();
/** As in packages/client, live.ts. */
const BACK_OFF_MS = [300, 1_000, 2_000, 4_000, 8_000];

/** @param body of a PUBLISH at qos 0: the topic and the payload */
function onPublish(body: Buffer): void {
  const topicLength = body.readUInt16BE(0);
  if (body[2 + KIND_AT] !== CODE_N) {
    positions += 1;
    return;
  }
  const at = body.indexOf(MARKER, 2 + topicLength);
  if (at < 0) return;
  const [fire = '', sentAt = ''] = body.toString('latin1', at + MARKER.length, at + MARKER.length + 40).split(/[^\d.]/, 2);
  fires.set(Number(fire), (fires.get(Number(fire)) ?? 0) + 1);
  latencies.add(epochNow() - Number(sentAt));
}

/** Calls `onFrame` with the payload of each WebSocket frame from the server; they are not masked. */
function createFrameSplitter(onFrame: (payload: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      if (rest.length < 2) return;
      const short = (rest[1] ?? 0) & 0x7f;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (rest.length < head) return;
      const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
      if (rest.length < head + length) return;
      const isData = ((rest[0] ?? 0) & 0x0f) < 8;
      const payload = rest.subarray(head, head + length);
      rest = rest.subarray(head + length);
      if (isData) onFrame(payload);
    }
  };
}

/** Calls `onPacket` with the type (first nibble) and the body of each MQTT packet. */
function createPacketSplitter(onPacket: (type: number, body: Buffer) => void): (payload: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (payload) => {
    rest = rest.length === 0 ? payload : Buffer.concat([rest, payload]);
    for (;;) {
      let [length, shift, at] = [0, 1, 1];
      for (;;) {
        const byte = rest[at];
        if (byte === undefined) return;
        at += 1;
        length += (byte & 0x7f) * shift;
        shift *= 128;
        if ((byte & 0x80) === 0) break;
      }
      if (rest.length < at + length) return;
      onPacket((rest[0] ?? 0) >> 4, rest.subarray(at, at + length));
      rest = rest.subarray(at + length);
    }
  };
}

const CONNACK = 2;
const PUBLISH = 3;
const SUBACK = 9;

/** Resolves when the subscriptions to its topics are granted. */
function open({ port, address, userName, token, topics }: CrowdDesk): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let isUpgraded = false;
    const packets = createPacketSplitter((type, body) => {
      if (type === PUBLISH) onPublish(body);
      else if (type === CONNACK) {
        if (body[1] !== 0) return reject(new Error(`refused with ${body[1]}`));
        const subscriptions = topics.map((topic) => ({ topic, qos: 0 as const }));
        socket.write(clientFrame({ cmd: 'subscribe', messageId: 1, subscriptions }));
      } else if (type === SUBACK) resolve(socket);
    });
    const frames = createFrameSplitter(packets);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (bytes: Buffer) => {
      if (isUpgraded) return frames(bytes);
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0 || !bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101')))
        return reject(new Error(`no WebSocket: ${bytes.toString('latin1', 0, 80)}`));
      isUpgraded = true;
      const login = { username: userName, password: Buffer.from(token) };
      socket.write(
        clientFrame({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clientId: '', clean: true, keepalive: 60, ...login }),
      );
      frames(bytes.subarray(end + 4));
    });
    socket.once('error', reject);
    socket.once('close', () => {
      if (!isLeaving) lost += 1;
      reject(new Error('closed'));
    });
    socket.once('connect', () =>
      socket.write(
        `GET /mqtt HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n',
      ),
    );
  });
}

/** Runs in a process started by crowds.ts: opens the desks it receives, then answers `report`. */
async function serve(): Promise<void> {
  process.once('disconnect', () => process.exit());
  process.on(
    'message',
    (message: { readonly desks?: readonly CrowdDesk[]; readonly report?: true; readonly count?: true; readonly comeBack?: number }) => {
      if (message.comeBack !== undefined) void comeBack(message.comeBack).then(() => process.send?.({ returned: returned.toJSON() }));
      else if (message.count) process.send?.({ count: latencies.count });
      else if (message.report) {
        const report: CrowdReport = { latencies: latencies.toJSON(), fires: [...fires], positions, lost };
        [latencies, fires, positions] = [new Latencies(), new Map(), 0];
        process.send?.({ report });
      } else if (message.desks)
        void openAll(message.desks).then(
          () => process.send?.({ isOpen: true }),
          (error: unknown) => process.send?.({ failure: String(error) }),
        );
    },
  );
}

/** All desks lose their connections at the same time and reconnect as the web page does. */
async function comeBack(since: number): Promise<void> {
  isLeaving = true;
  for (const socket of sockets) socket.destroy();
  isLeaving = false;
  sockets = [];
  const begun = performance.now();
  returned = new Latencies();
  await Promise.all(
    seated.map(async (desk) => {
      for (let failures = 0; ; failures += 1) {
        const base = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? 8_000;
        await new Promise((wake) => setTimeout(wake, base * (0.75 + Math.random() / 2)));
        const socket = await open(desk).catch(() => null);
        if (socket === null) continue;
        sockets.push(socket);
        break;
      }
      while (!(await readsLog(desk, since))) await new Promise((wake) => setTimeout(wake, 1_000));
      returned.add(performance.now() - begun);
    }),
  );
}

/** Reads from the log what a desk missed meanwhile. @returns whether the request was answered */
function readsLog({ port, address, token }: CrowdDesk, since: number): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  return new Promise((resolve) => {
    const call = request(
      { host: '127.0.0.1', port, path: `${contract.duty.events.path}?since=${since}&limit=200`, headers },
      (response) => {
        response.resume();
        response.once('close', () => resolve(response.statusCode === 200));
      },
    );
    call.once('error', () => resolve(false));
    call.end();
  });
}

async function openAll(desks: readonly CrowdDesk[]): Promise<void> {
  const waiting = [...desks];
  seated = desks;
  const next = async (): Promise<void> => {
    for (let desk = waiting.pop(); desk !== undefined; desk = waiting.pop()) sockets.push(await open(desk));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  // A keep-alive message, as the web app sends it.
  setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write(clientFrame({ cmd: 'pingreq' }));
  }, PING_EVERY_MS);
}

if (process.argv[1] === import.meta.filename) await serve();
