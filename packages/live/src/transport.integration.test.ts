// Two servers over one log, linked by a real mosquitto.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from './broker.harness.ts';
import { createMemoryLog, createNotedLog, type MemoryLog, type NotedLog } from './relay.harness.ts';
import { createRelay, type Relay } from './relay.ts';
import { findMosquitto, type Mosquitto, startMosquitto } from './testing/mosquitto.ts';
import { TEST_EVENTS, TEST_TOPICS } from './testing/topics.ts';
import { mqttTransport, readRelayed } from './transport.ts';

interface Server {
  readonly relay: Relay;
  readonly delivered: number[];
  readonly direct: string[];
  /** Messages that other servers sent to this server only. */
  readonly words: string[];
  /** Messages by which the test detects whether the servers are linked. */
  readonly probes: string[];
  readonly log: NotedLog;
}

const binary = findMosquitto();
// Not skipped: without mosquitto this file fails with the installation command.
if (binary === null) throw new Error('mosquitto is not installed (apt-get install mosquitto): the external broker was NOT tested');

let mosquitto: Mosquitto;
let store: MemoryLog;
let servers: Server[];
let program: mqtt.MqttClient;
let receivedByProgram: string[];

async function startServer(serverId: string): Promise<Server> {
  const delivered: number[] = [];
  const direct: string[] = [];
  const words: string[] = [];
  const probes: string[] = [];
  const log = createNotedLog();
  const relay = await createRelay({
    readAfter: store.readAfter,
    head: store.head,
    transport: mqttTransport({ url: mosquitto.url, serverId, secret: 'test', kinds: TEST_EVENTS, log }),
    topicsOf: (kind, gridNo) => TEST_TOPICS.topicsOf(kind as 'newFire', gridNo),
    deliver: ({ message }) => void delivered.push(message.seq),
    deliverDirect: (topics, payload) =>
      void (topics.some((topic) => topic.startsWith('probe/')) ? probes : direct).push(`${topics.join(' and ')} ${Buffer.from(payload)}`),
    onServerMessage: (from, payload) => void words.push(`${from}: ${Buffer.from(payload)}`),
    log,
  });
  return { relay, delivered, direct, words, probes, log };
}

const areLinked = async (): Promise<boolean> => {
  // They are linked when a message of each reaches the other.
  const [a, b] = servers as [Server, Server];
  a.relay.publishDirect(['probe/a'], '?');
  b.relay.publishDirect(['probe/b'], '?');
  await new Promise((resolve) => setTimeout(resolve, 10));
  return a.probes.includes('probe/b ?') && b.probes.includes('probe/a ?');
};
async function untilLinked(withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const { probes } of servers) probes.length = 0;
  while (!(await areLinked())) if (performance.now() > deadline) throw new Error(`the servers are not linked within ${withinMs} ms`);
}

beforeAll(async () => {
  mosquitto = await startMosquitto(binary);
});
afterAll(() => mosquitto.remove());
beforeEach(async () => {
  await mosquitto.start();
  store = createMemoryLog(5);
  servers = [await startServer('a'), await startServer('b')];
  receivedByProgram = [];
  program = mqtt.connect(mosquitto.url, { protocolVersion: 4, reconnectPeriod: 200 });
  program.on('message', (topic) => receivedByProgram.push(topic));
  await program.subscribeAsync('lookout/#');
  await untilLinked(5_000);
});
afterEach(async () => {
  await Promise.all(servers.map(({ relay }) => relay.stop()));
  await program.endAsync(true);
});

const isComplete = ({ delivered }: Server): boolean => delivered.length === store.all().length - 5;
const expected = (): number[] =>
  store
    .all()
    .map(({ seq }) => seq)
    .slice(5);

describe('two servers and an external broker', () => {
  it('each server receives the other’s commits, at once and without reading the database', async () => {
    const [a, b] = servers as [Server, Server];
    const reads = store.calls.reads;
    for (let n = 0; n < 50; n += 1) {
      const server = n % 2 ? a : b;
      server.relay.wake(store.commit());
      await until(() => servers.every(isComplete), 900); // less than a head check needs to find them
    }
    for (const { delivered } of servers) expect(delivered).toEqual(expected());
    // Fifty events were received from the other server in each of fifty rounds. Occasionally a head check runs between a commit and its message.
    expect(store.calls.reads - reads).toBeLessThanOrEqual(4);
  });

  it('when both servers commit at the same time, each delivers all events once, in order', async () => {
    const [a, b] = servers as [Server, Server];
    for (let n = 0; n < 300; n += 1) (n % 3 ? a : b).relay.wake(store.commit(1 + (n % 2)));
    await until(() => servers.every(isComplete));
    for (const { delivered } of servers) expect(delivered).toEqual(expected());
  });

  it('other programs on the broker receive every event on its public topics, once', async () => {
    const [a] = servers as [Server, Server];
    a.relay.wake(store.commit());
    a.relay.publishDirect(['lookout/teamTrajectory/513200', 'lookout/teamTrajectory/513221'], '{}');
    await until(() => receivedByProgram.length >= 6);
    expect(receivedByProgram.sort()).toEqual([
      ...['100000', '510000', '513200', '513221'].map((grid) => `lookout/newFire/${grid}`),
      ...['513200', '513221'].map((grid) => `lookout/teamTrajectory/${grid}`),
    ]);
  });

  it('a message without a number reaches the other server once and its own clients once', async () => {
    const [a, b] = servers as [Server, Server];
    a.relay.publishDirect(['lookout/teamTrajectory/513221'], 'here');
    a.relay.publishDirect(['lookout/teamTrajectory/510000', 'lookout/teamTrajectory/513221'], 'there');
    await until(() => b.direct.length >= 2);
    const both = 'lookout/teamTrajectory/510000 and lookout/teamTrajectory/513221 there';
    expect(servers.map(({ direct }) => direct)).toEqual(Array(2).fill(['lookout/teamTrajectory/513221 here', both]));
  });

  it('messages of one tick are sent together and arrive in order', async () => {
    const [a, b] = servers as [Server, Server];
    const wholes: string[] = [];
    program.on('message', (topic) => void (topic.startsWith('lookout-relay/') && wholes.push(topic)));
    await program.subscribeAsync('lookout-relay/from/a');
    const count = 2_000;
    for (let n = 0; n < count; n += 1) a.relay.publishDirect(['lookout/teamTrajectory/513221'], String(n));
    await until(() => b.direct.length >= count);
    expect(b.direct).toEqual(Array.from({ length: count }, (_, n) => `lookout/teamTrajectory/513221 ${n}`));
    await until(() => receivedByProgram.length >= count); // the relay's messages were sent before the last of the public ones
    expect(wholes.length).toBeLessThanOrEqual(3);
  });

  it('a message for servers only reaches the other servers and no other client', async () => {
    const [a, b] = servers as [Server, Server];
    a.relay.sendToServers(Buffer.from('spent'));
    a.relay.publishDirect(['lookout/teamTrajectory/513221'], 'after it');
    await until(() => b.direct.length >= 1 && receivedByProgram.length >= 1);
    expect(servers.map(({ words }) => words)).toEqual([[], ['a: spent']]);
    expect(receivedByProgram).toEqual(['lookout/teamTrajectory/513221']);
    expect(b.direct).toEqual(['lookout/teamTrajectory/513221 after it']);
  });

  it('a message without a valid server signature is refused and logged', async () => {
    const [a] = servers as [Server, Server];
    const forged = { seq: 1, at: new Date().toISOString(), kind: 'newFire', gridNo: '513221', data: {} };
    await program.publishAsync('lookout-relay/from/b', JSON.stringify(forged));
    await until(() => a.log.noted.some(({ message }) => message === 'a message on the relay that no server of ours signed'));
    expect(a.delivered).toEqual([]);
    expect(readRelayed(Buffer.from('{"seq":1,"at":"x","kind":"newFire","gridNo":"５１３２２１","data":null}'), TEST_EVENTS)).toBeNull();
  });

  it('while the broker is down, local delivery continues and the other server catches up by itself; five seconds after its return they are linked again', async () => {
    const [a, b] = servers as [Server, Server];
    for (let round = 0; round < 3; round += 1) {
      await mosquitto.stop();
      const missed = store.commit(20);
      a.relay.wake(missed);
      // The server may still be reading the log because of the previous wake.
      await until(() => isComplete(a), 1_000);
      await until(() => isComplete(b), 3_000);
      await mosquitto.start();
      const backAt = performance.now();
      a.relay.wake(store.commit(3));
      b.relay.wake(store.commit(3));
      await until(() => servers.every(isComplete), 5_000);
      await untilLinked(5_000 - (performance.now() - backAt));
    }
    for (const { delivered } of servers) expect(delivered).toEqual(expected());
  });

  it('a server that starts while the broker is down works, and connects when the broker starts', async () => {
    await mosquitto.stop();
    const late = await startServer('c');
    late.relay.wake(store.commit());
    expect(late.delivered).toEqual([6]);
    await mosquitto.start();
    await until(() => late.log.noted.some(({ message }) => message.includes('external broker') && message.includes('back')), 15_000);
    await late.relay.stop();
  });
});

it('a broker that does not read cannot exhaust memory: further messages are dropped, and this is logged', async () => {
  const sockets: Socket[] = [];
  const deaf = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => {
      socket.write(Uint8Array.of(0x20, 2, 0, 0)); // CONNACK
      socket.pause();
    });
  });
  deaf.listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  const { port } = deaf.address() as AddressInfo;
  const log = createNotedLog();
  const transport = mqttTransport({ url: `mqtt://127.0.0.1:${port}`, serverId: 'a', secret: 'test', kinds: TEST_EVENTS, log });
  const stop = transport.start({ onEvents() {}, onDirect() {}, onServerMessage() {} });
  await until(() => transport.isConnected() === true);
  const payload = Buffer.alloc(1024 * 1024);
  for (let n = 0; n < 60; n += 1) transport.direct(['lookout/teamTrajectory/513221'], payload);
  expect(log.noted.filter(({ message }) => message.startsWith('the external broker is too slow'))).toHaveLength(1);
  // Once the broker reads, it receives the queued messages and all later ones.
  let got = 0;
  let newest = '';
  for (const socket of sockets) {
    socket.on('data', (bytes) => {
      got += bytes.length;
      newest = (newest + bytes.toString('latin1')).slice(-1_000);
    });
    socket.resume();
  }
  await until(() => {
    transport.direct(['lookout/teamTrajectory/513221'], Buffer.from('after it'));
    return newest.includes('after it');
  }, 20_000);
  expect(got).toBeLessThan(48 * 1024 * 1024);
  for (const socket of sockets) socket.pause();
  for (let n = 0; n < 20; n += 1) transport.direct(['lookout/teamTrajectory/513221'], payload);
  await stop(); // nor does such a broker prevent a server from stopping
  for (const socket of sockets) socket.destroy();
  deaf.close();
});
