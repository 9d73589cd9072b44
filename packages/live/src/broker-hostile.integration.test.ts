// Clients that send malformed packets, forge messages or do not read: none of them may affect another client or the server.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { connectPacket, connectRaw, type Harness, type RawClient, startHarness, subscribePacket, until } from './broker.harness.ts';

const TOPIC = 'lookout/newFire/513221';
/** Each client sends about ten packets; the full battery (`BATTERY=full`) sends 100,000 packets. */
const CLIENTS = process.env.BATTERY === 'full' ? 10_000 : 200;
let harness: Harness;
let witness: RawClient;

beforeEach(() => open({ sweepMs: 100, maxQueuedBytes: 4 * 1024 * 1024 }));
afterEach(close);

async function open(limits: Parameters<typeof startHarness>[0]): Promise<void> {
  // All clients here are the same user.
  harness = await startHarness({ maxPerSession: 20_000, maxPerAccount: 20_000, maxPerAddress: 20_000, ...limits });
  witness = await connectRaw(harness.url);
  witness.send(connectPacket('u513221'), subscribePacket(1, TOPIC));
  await until(() => witness.packets.length === 2);
}
async function close(): Promise<void> {
  witness.ws.close();
  await harness.stop();
}

const messagesOfWitness = (): number => witness.packets.filter(({ cmd }) => cmd === 'publish').length;
const expectServing = async (): Promise<void> => {
  const before = messagesOfWitness();
  harness.broker.publish(TOPIC, 'still here');
  await until(() => messagesOfWitness() === before + 1);
};

const valid: Packet[] = [
  connectPacket('u513221'),
  connectPacket('u513221', { protocolVersion: 5 }),
  connectPacket('u513221', { protocolId: 'MQIsdp', protocolVersion: 3 }),
  connectPacket('u513221', { will: { topic: 'x', payload: Buffer.from('y'), qos: 2, retain: true } }),
  subscribePacket(1, TOPIC, 'lookout/#', '#', '$SYS/#', `${'a/'.repeat(200)}b`, '__proto__', 'constructor'),
  { cmd: 'unsubscribe', messageId: 2, unsubscriptions: [TOPIC, 'never/had'] },
  { cmd: 'publish', topic: TOPIC, payload: 'forged', qos: 2, messageId: 9, dup: false, retain: true },
  { cmd: 'puback', messageId: 1 },
  { cmd: 'pubrec', messageId: 1 },
  { cmd: 'pubrel', messageId: 1 },
  { cmd: 'pubcomp', messageId: 1 },
  { cmd: 'pingreq' },
  { cmd: 'pingresp' },
  { cmd: 'connack', returnCode: 0, sessionPresent: false },
  { cmd: 'suback', messageId: 1, granted: [0] },
  { cmd: 'disconnect' },
];
const validBytes = valid.map((packet) => mqttPacket.generate(packet));

type Mutation = { readonly at: number; readonly byte: number; readonly how: 'set' | 'insert' | 'remove' | 'cut' };
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(400),
  byte: fc.integer({ min: 0, max: 255 }),
  how: fc.constantFrom('set', 'insert', 'remove', 'cut'),
});
function mutate(bytes: Buffer, { at, byte, how }: Mutation): Buffer {
  const i = at % Math.max(1, bytes.length);
  const [head, tail] = [bytes.subarray(0, i), bytes.subarray(i)];
  if (how === 'cut') return Buffer.from(head);
  if (how === 'insert') return Buffer.concat([head, Buffer.from([byte]), tail]);
  return Buffer.concat([head, how === 'set' ? Buffer.from([byte]) : Buffer.alloc(0), tail.subarray(1)]);
}
const broken = fc
  .tuple(fc.constantFrom(...validBytes), fc.array(mutation, { minLength: 0, maxLength: 4 }))
  .map(([bytes, mutations]) => mutations.reduce(mutate, bytes));
const packetsOfOneClient = fc.record({
  isConnected: fc.boolean(),
  packets: fc.array(broken, { minLength: 1, maxLength: 20 }),
  isSplit: fc.boolean(),
});

it('mutated packets never crash the broker, are delivered to no client, and leave no connection behind', {
  timeout: 60_000 + CLIENTS * 50,
}, async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  let sent = 0;
  try {
    await fc.assert(
      fc.asyncProperty(packetsOfOneClient, async ({ isConnected, packets, isSplit }) => {
        const client = await connectRaw(harness.url);
        client.ws.removeAllListeners('message');
        if (isConnected) client.send(connectPacket('u513221'));
        const bytes = Buffer.concat(packets);
        sent += packets.length;
        if (isSplit) for (let at = 0; at < bytes.length; at += 7) client.ws.send(bytes.subarray(at, at + 7));
        else for (const packet of packets) client.ws.send(packet);
        client.ws.close();
        await client.closed;
      }),
      { numRuns: CLIENTS },
    );
  } finally {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
  }
  expect(unhandled).toEqual([]);
  expect(sent).toBeGreaterThan(CLIENTS * 4);
  expect(messagesOfWitness()).toBe(0);
  await expectServing();
  await until(() => harness.broker.stats().connections === 1);
});

it('a packet longer than 16 kB ends the connection, even if it is split into many messages', async () => {
  for (const pieceBytes of [20_000, 1_000]) {
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513221'));
    const bytes = mqttPacket.generate({ cmd: 'publish', topic: TOPIC, payload: Buffer.alloc(17_000), qos: 0, dup: false, retain: false });
    for (let at = 0; at < bytes.length; at += pieceBytes) client.ws.send(bytes.subarray(at, at + pieceBytes));
    expect([1008, 1009]).toContain((await client.closed).code);
  }
  await expectServing();
});

it('a text frame, or bytes that are not a WebSocket frame, end the connection', async () => {
  const client = await connectRaw(harness.url);
  client.ws.send('hello');
  expect((await client.closed).code).toBe(1002);
  const { socket } = await openBareSocket();
  socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
  socket.resume();
  await once(socket, 'close');
  await expectServing();
});

/** A WebSocket opened manually on a bare TCP socket, so that it can really stop reading. */
async function openBareSocket(): Promise<{ socket: Socket }> {
  const socket = connect(harness.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'GET /mqtt HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n',
  );
  await once(socket, 'data');
  socket.on('error', () => socket.destroy());
  return { socket };
}

/** A client's frame: masked, here with a mask of zeros. */
function maskedFrame(payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x82, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]), payload]);
}

/** Opens a client that sends one pong (unless `isSilent`), subscribes, and then stops reading. */
async function openDeafClient(isSilent = false): Promise<Socket> {
  const { socket } = await openBareSocket();
  if (!isSilent) socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
  socket.write(
    maskedFrame(Buffer.concat([connectPacket('u513221'), subscribePacket(1, TOPIC)].map((packet) => mqttPacket.generate(packet)))),
  );
  await once(socket, 'data');
  socket.pause();
  return socket;
}

it('a client that stops reading is disconnected after four missed sweeps, even if almost nothing was sent to it', async () => {
  const deaf = await openDeafClient();
  // On a busy machine the client may already be disconnected.
  await until(() => harness.broker.stats().sessions + harness.broker.stats().cut === 2);
  harness.broker.publish(TOPIC, 'one small message');
  await until(() => harness.broker.stats().cut === 1, 3_000); // the sweep interval is 0.1 s here, 2 s in production
  expect(witness.ws.readyState).toBe(WebSocket.OPEN);
  await expectServing();
  deaf.destroy();
});

it('a client that reads but never answers pings stays connected: only its socket’s progress is checked', async () => {
  const mute = await openDeafClient(true);
  mute.resume();
  await until(() => harness.broker.stats().sessions === 2);
  const until1s = performance.now() + 1_000; // ten sweeps
  while (performance.now() < until1s) await expectServing();
  expect(harness.broker.stats()).toMatchObject({ sessions: 2, cut: 0 });
  mute.destroy();
});

it('twenty clients that stop reading under load are disconnected, and clients that read miss no message', async () => {
  // The load starts before all clients are connected: on a busy machine the first clients are disconnected before the last have connected.
  const connecting = Promise.all(Array.from({ length: 20 }, (_, i) => openDeafClient(i % 2 === 0)));
  const payload = Buffer.alloc(4_096, 'x');
  let published = 0;
  while (harness.broker.stats().cut < 20) {
    for (let n = 0; n < 20; n += 1) harness.broker.publish(TOPIC, payload);
    published += 20;
    await until(() => messagesOfWitness() === published);
  }
  const deaf = await connecting;
  await until(() => harness.broker.stats().connections === 1);
  await expectServing();
  for (const socket of deaf) socket.destroy();
});

it('the queue for a client that floods pings without reading is bounded', async () => {
  // No sweep runs during this test: the length of the queue alone ends the connection.
  await close();
  const maxQueuedBytes = 1024 * 1024;
  await open({ sweepMs: 3_600_000, maxQueuedBytes });
  const deaf = await openDeafClient();
  await until(() => harness.broker.stats().sessions === 2);
  const queue = harness.sockets.at(-1);
  // The kernel's socket buffer is filled with messages. Millions of ping responses would fill it too, but take a busy machine a minute.
  const message = Buffer.alloc(4_096, 'x');
  let published = 0;
  while ((queue?.writableLength ?? 0) < maxQueuedBytes / 2) {
    for (let n = 0; n < 10; n += 1) harness.broker.publish(TOPIC, message);
    published += 10;
    await until(() => messagesOfWitness() === published);
  }
  expect(harness.broker.stats()).toMatchObject({ sessions: 2, cut: 0 });
  const pings = maskedFrame(Buffer.concat(Array.from({ length: 5_000 }, () => mqttPacket.generate({ cmd: 'pingreq' }))));
  await until(() => {
    if (!deaf.destroyed && deaf.writableLength < 100_000) deaf.write(pings);
    return harness.broker.stats().cut === 1;
  });
  expect(harness.logged.map(({ fields }) => fields)).toContainEqual(
    expect.objectContaining({ reason: expect.stringContaining('queue is full') }),
  );
  await expectServing();
  deaf.destroy();
});
