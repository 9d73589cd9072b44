// A database that is running but slow to accept a connection, still starting, or busy: a start waits for it, and a call distinguishes it
// from one that is down.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openStore } from '@lookout/features/store.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anObservation, ORIGIN } from './testing/builders.ts';
import { startAnyServer, startTcpProxy, type TestServer } from './testing/databases.ts';

const SLOW_MS = 1_300;
const clock = () => new Date();

let server: TestServer;
const proxies: Server[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = await startAnyServer();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const proxy of proxies) proxy.close();
  await server?.stop();
});

/** A new database behind a proxy of the test. @param greet handles each connection before it is forwarded to the database */
async function behind(greet: (client: Socket, speak: () => void) => void): Promise<string> {
  const address = new URL(await server.newDatabase('migrated'));
  const [host, port] = [address.hostname, Number(address.port)];
  const proxy = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.pause();
    greet(client, () => {
      const upstream = connect(port, host);
      sockets.add(upstream);
      upstream.on('error', () => client.destroy());
      client.pipe(upstream).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  proxies.push(proxy);
  await once(proxy, 'listening');
  address.hostname = '127.0.0.1';
  address.port = String((proxy.address() as AddressInfo).port);
  return address.href;
}

/** An overloaded machine as seen from outside: the connection is open, and for a while no data arrives. */
const slow = () => behind((_client, speak) => setTimeout(speak, SLOW_MS));

/** Answers the first `times` connections as PostgreSQL does while it replays its log after a crash (protocol 3.0, ErrorResponse). */
function startingUp(times: number): Promise<string> {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', ''].map((field) => `${field}\0`).join('');
  const answer = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)]);
  answer.writeUInt32BE(answer.length - 1, 1);
  let left = times;
  return behind((client, speak) => {
    left -= 1;
    if (left < 0) speak();
    else client.end(answer);
  });
}

it('a start waits for a slow database', async () => {
  const store = await openStore({ url: await slow(), clock, mayWait: () => true });
  await store.ready();
  await store.close();
});

it('unless the start is patient, a database that never answered is StoreUnavailable', async () => {
  const url = await slow();
  await expect(openStore({ url, clock })).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'connection' });
});

it('a database that answers on one connection and is slow to accept another is alive: the second call waits for the first one’s connection', async () => {
  let mayWait = true;
  const store = await openStore({ url: await slow(), clock, mayWait: () => mayWait });
  await store.ready();
  mayWait = false;
  expect(await Promise.all([store.events.head(), store.events.head(), store.events.head()])).toEqual([0, 0, 0]);
  await store.close();
});

it('with all connections in use, a call waits in the queue, and fails with StoreUnavailable `busy` when none becomes free in time', async () => {
  const store = await openStore({ url: await server.newDatabase('migrated'), clock, connections: 1, queueMilliseconds: 500 });
  const given = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const long = store.transaction(async (tx) => {
    await tx.events.head();
    taken.resolve();
    await given.promise;
  });
  await taken.promise;
  await expect(store.ready()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'busy' });
  // Alarms queued behind another one fail together with it, and not after the same wait again.
  const record = () => store.alarms.record({ origin: ORIGIN, observations: [anObservation()] });
  const reported: unknown[] = [];
  const [first] = [record(), record(), record()].map((one) => one.catch((error: unknown) => reported.push(error)));
  await first;
  await new Promise(setImmediate);
  expect(reported).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ name: 'StoreUnavailable', reason: 'busy' })));
  const inLine = store.ready();
  given.resolve();
  await Promise.all([long, inLine]);
  await store.close();
});

it('a start waits for a database that is still starting and logs it once; a call does not wait', async () => {
  const output: string[] = [];
  const log = (message: string) => output.push(message);
  const store = await openStore({ url: await startingUp(3), clock, mayWait: () => true, log });
  await store.close();
  expect(output).toEqual(['the database is coming up; waiting for it']);
  await expect(openStore({ url: await startingUp(1), clock })).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'connection' });
});

it('connections that were silently dropped (open, never answering) are all discarded with the first statement that was not ended by the server', async () => {
  const address = new URL(await server.newDatabase('migrated'));
  const proxy = await startTcpProxy({ port: Number(address.port) });
  address.port = String(proxy.port);
  const statementMilliseconds = 600;
  // While other tests run, connecting may be slow, so the start is patient; a silent connection is still not waited for.
  const store = await openStore({ url: address.href, clock, connections: 4, statementMilliseconds, mayWait: () => true });
  await Promise.all(Array.from({ length: 4 }, () => store.ready()));
  proxy.forget();
  await expect(store.transaction((tx) => tx.events.head())).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'timeout' });
  // The store has dropped the other dead connections too; on one of them a call would fail with `timeout`.
  await Promise.all(Array.from({ length: 4 }, () => store.ready()));
  await store.close();
  await proxy.close();
});
