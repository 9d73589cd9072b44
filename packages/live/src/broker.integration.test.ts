import { once } from 'node:events';
import type { Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  authenticateByName,
  connectMqtt,
  connectPacket,
  connectRaw,
  type Harness,
  type RawClient,
  startHarness,
  subscribePacket,
  type TestSession,
  until,
} from './broker.harness.ts';

let harness: Harness;
afterEach(() => harness.stop());

const ofKind = (cmd: Packet['cmd']) => (packet: Packet) => packet.cmd === cmd;
const suback = (packets: readonly Packet[]) => packets.find(ofKind('suback'));
const publishes = (packets: readonly Packet[]) => packets.filter(ofKind('publish'));

describe('who may connect', () => {
  it('a known user is connected and receives what is published in its grid', async () => {
    harness = await startHarness();
    const client = connectMqtt(harness.url, 'u513221');
    await new Promise<void>((resolve) => client.once('connect', () => resolve()));
    await client.subscribeAsync('lookout/newFire/513221');
    const received = new Promise<[string, Buffer]>((resolve) => client.once('message', (on, bytes) => resolve([on, bytes])));
    harness.broker.publish('lookout/newFire/513222', 'not for me');
    harness.broker.publish('lookout/newFire/513221', JSON.stringify({ seq: 1 }));
    const [topic, payload] = await received;
    expect([topic, String(payload)]).toEqual(['lookout/newFire/513221', '{"seq":1}']);
    expect([...harness.broker.sessions()].map(({ userName }) => userName)).toEqual(['u513221']);
    await client.endAsync();
    await until(() => harness.broker.stats().connections === 0);
  });

  it('a wrong password is answered with return code 5 and a closed connection', async () => {
    harness = await startHarness();
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513221', { password: Buffer.from('wrong') }));
    await client.closed;
    expect(client.packets).toMatchObject([{ cmd: 'connack', returnCode: 5 }]);
  });

  it('when credentials cannot be checked the answer is "server unavailable", and the fault is logged', async () => {
    harness = await startHarness({}, () => Promise.reject(new Error('database away')));
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513221'));
    await client.closed;
    expect(client.packets).toMatchObject([{ cmd: 'connack', returnCode: 3 }]);
    expect(harness.logged).toContainEqual(expect.objectContaining({ level: 'error' }));
  });

  it('no user name, a will, or MQTT 5 is refused', async () => {
    harness = await startHarness();
    const { username: _, password: __, ...anonymous } = connectPacket('') as { username?: string; password?: Buffer } & Packet;
    const will = { topic: 'lookout/newFire/513221', payload: Buffer.from('fake'), qos: 0, retain: false } as const;
    for (const packet of [anonymous as Packet, connectPacket('u513221', { will }), connectPacket('u513221', { protocolVersion: 5 })]) {
      const client = await connectRaw(harness.url);
      client.send(packet);
      await client.closed;
      expect(publishes(client.packets)).toEqual([]);
      expect(client.packets.some((received) => received.cmd === 'connack' && received.returnCode === 0)).toBe(false);
    }
  });

  it('a connection that sends nothing is closed after the timeout, and so is one whose authentication never ends', async () => {
    harness = await startHarness({ connectTimeoutMs: 100 }, () => new Promise<null>(() => {}));
    const silent = await connectRaw(harness.url);
    const waiting = await connectRaw(harness.url);
    waiting.send(connectPacket('u513221'));
    await Promise.all([silent.closed, waiting.closed]);
  });

  it('a client that breaks its keepalive is dropped', async () => {
    harness = await startHarness();
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513221', { keepalive: 1 }));
    await client.closed;
    expect(harness.logged).toContainEqual(expect.objectContaining({ fields: expect.objectContaining({ reason: 'keep alive timeout' }) }));
  });

  it("the older subprotocol name 'mqttv3.1' is accepted too, others are not", async () => {
    harness = await startHarness();
    const old = await connectRaw(harness.url, ['mqttv3.1']);
    expect(old.ws.protocol).toBe('mqttv3.1');
    old.ws.close();
    const other = new WebSocket(harness.url, ['chat']);
    await once(other, 'error');
  });

  it('two clients with the same id both stay connected: a client id cannot be used to disconnect another client', async () => {
    harness = await startHarness();
    const clients = [await connectRaw(harness.url), await connectRaw(harness.url)];
    for (const client of clients) client.send(connectPacket('u513221', { clientId: 'same' }), subscribePacket(1, 'lookout/newFire/513221'));
    await until(() => clients.every(({ packets }) => suback(packets)));
    harness.broker.publish('lookout/newFire/513221', 'x');
    await until(() => clients.every(({ packets }) => publishes(packets).length === 1));
    for (const client of clients) client.ws.close();
  });

  it('above the connection limit the response is 503', async () => {
    harness = await startHarness({ maxConnections: 1 });
    const first = await connectRaw(harness.url);
    const second = new WebSocket(harness.url, ['mqtt']);
    const [error] = await once(second, 'error');
    expect(String(error)).toContain('503');
    first.ws.close();
  });
});

describe('connection limits', () => {
  const TOPIC = 'lookout/newFire/513221';
  const connected = async (userName: string) => {
    const client = await connectRaw(harness.url);
    client.send(connectPacket(userName), subscribePacket(1, TOPIC));
    await until(() => client.packets.length > 0);
    return client;
  };
  const codeOf = ({ packets }: RawClient) => packets.find((packet) => packet.cmd === 'connack')?.returnCode;
  const closeAll = async (clients: readonly RawClient[]) => {
    for (const { ws } of clients) ws.close();
    await until(() => harness.broker.stats().connections === 0);
  };

  it('the 21st connection of a session is refused with a reason; the others stay, and a disconnect frees a slot', async () => {
    harness = await startHarness();
    const clients: RawClient[] = [];
    for (let n = 0; n < 20; n += 1) clients.push(await connected('u513221'));
    expect(clients.map(codeOf)).toEqual(Array(20).fill(0));
    const refused = await connected('u513221');
    expect([codeOf(refused), await refused.closed]).toEqual([3, { code: 1008, reason: 'too many connections of one session' }]);
    const other = await connected('u513222');
    expect(codeOf(other)).toBe(0);
    harness.broker.publish(TOPIC, 'x');
    await until(() => clients.every(({ packets }) => publishes(packets).length === 1));
    clients[0]?.ws.close();
    await until(() => harness.broker.stats().sessions === 20);
    const next = await connected('u513221');
    expect(codeOf(next)).toBe(0);
    await closeAll([...clients, other, next]);
  });

  it('some of the connections are reserved for duty desks', async () => {
    harness = await startHarness({ maxConnections: 5, forDesks: 2 });
    const rangers: RawClient[] = [];
    for (let n = 0; n < 4; n += 1) rangers.push(await connected(`u51322${n}`));
    expect(rangers.map(codeOf)).toEqual([0, 0, 0, 3]);
    await rangers[3]?.closed;
    const desk = await connected('u513200');
    expect(codeOf(desk)).toBe(0);
    await closeAll([...rangers, desk]);
  });

  it('the connections of one address are limited', async () => {
    harness = await startHarness({ maxPerAddress: 1 });
    const first = await connectRaw(harness.url);
    const second = new WebSocket(harness.url, ['mqtt']);
    const [error] = await once(second, 'error');
    expect(String(error)).toContain('429');
    await closeAll([first]);
    const third = await connectRaw(harness.url);
    await closeAll([third]);
  });

  it('an address that opens too many connections is refused before authentication', async () => {
    const begun: string[] = [];
    harness = await startHarness({}, undefined, (address) => begun.push(address) <= 1);
    const first = await connectRaw(harness.url);
    const second = new WebSocket(harness.url, ['mqtt']);
    const [error] = await once(second, 'error');
    expect(String(error)).toContain('429');
    expect(begun).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(harness.broker.stats()).toMatchObject({ connections: 1, refused: 1 });
    await closeAll([first]);
  });
});

describe('who may subscribe to which topics', () => {
  it('each topic of a SUBSCRIBE is checked separately: a denied topic gets 0x80, the others are granted', async () => {
    harness = await startHarness();
    const client = await connectRaw(harness.url);
    const filters = [
      'lookout/newFire/513200',
      'lookout/newFire/513221',
      'lookout/newFire/510000',
      'lookout/newFire/+',
      'lookout/#',
      '#',
      'lookout/newFire/51322',
    ];
    client.send(connectPacket('u513200'), subscribePacket(7, ...filters));
    await until(() => suback(client.packets) !== undefined);
    expect(suback(client.packets)).toMatchObject({ messageId: 7, granted: [0, 0, 128, 128, 128, 128, 128] });
    for (const gridNo of ['510000', '513222', '513221']) harness.broker.publish(`lookout/newFire/${gridNo}`, gridNo);
    await until(() => publishes(client.packets).length > 0);
    expect(publishes(client.packets)).toMatchObject([{ topic: 'lookout/newFire/513221' }]);
    client.ws.close();
  });

  it('any requested quality of service is granted and delivered as 0', async () => {
    harness = await startHarness();
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513221'), { cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: 'lookout/newFire/513221', qos: 2 }] });
    await until(() => suback(client.packets) !== undefined);
    expect(suback(client.packets)).toMatchObject({ granted: [0] });
    harness.broker.publish('lookout/newFire/513221', 'x');
    await until(() => publishes(client.packets).length === 1);
    expect(publishes(client.packets)).toMatchObject([{ qos: 0, retain: false, dup: false }]);
    client.ws.close();
  });

  it('a message that matches overlapping filters is delivered once, and not after UNSUBSCRIBE', async () => {
    harness = await startHarness();
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u100000'), subscribePacket(1, 'lookout/newFire/+', 'lookout/newFire/513221'));
    await until(() => suback(client.packets) !== undefined);
    harness.broker.publish('lookout/newFire/513221', 'a');
    await until(() => publishes(client.packets).length === 1);
    client.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['lookout/newFire/+', 'lookout/newFire/513221'] });
    await until(() => client.packets.some(({ cmd }) => cmd === 'unsuback'));
    harness.broker.publish('lookout/newFire/513221', 'b');
    client.send({ cmd: 'pingreq' });
    await until(() => client.packets.some(({ cmd }) => cmd === 'pingresp'));
    expect(publishes(client.packets)).toHaveLength(1);
    client.ws.close();
  });

  it('subscriptions above the limit are refused until others are unsubscribed', async () => {
    harness = await startHarness({ maxSubscriptions: 2 });
    const client = await connectRaw(harness.url);
    const topics = ['513221', '513222', '513223'].map((gridNo) => `lookout/newFire/${gridNo}`);
    client.send(connectPacket('u513200'), subscribePacket(1, ...topics));
    await until(() => suback(client.packets) !== undefined);
    expect(suback(client.packets)).toMatchObject({ granted: [0, 0, 128] });
    client.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: topics.slice(0, 1) });
    await until(() => client.packets.some(({ cmd }) => cmd === 'unsuback'));
    client.send(subscribePacket(3, ...topics.slice(2)));
    await until(() => client.packets.some((packet) => packet.cmd === 'suback' && packet.messageId === 3));
    expect(client.packets.at(-1)).toMatchObject({ granted: [0] });
    client.ws.close();
  });

  it('a client that publishes is disconnected and logged; its message is not delivered', async () => {
    harness = await startHarness();
    const listener = await connectRaw(harness.url);
    listener.send(connectPacket('u513221'), subscribePacket(1, 'lookout/newFire/513221'));
    await until(() => suback(listener.packets) !== undefined);
    const forger = await connectRaw(harness.url);
    forger.send(connectPacket('u513221'), {
      cmd: 'publish',
      topic: 'lookout/newFire/513221',
      payload: 'forged',
      qos: 0,
      dup: false,
      retain: true,
    });
    expect((await forger.closed).reason).toBe('publishing is not allowed');
    expect(harness.logged).toContainEqual(expect.objectContaining({ level: 'warn', message: 'a live client tried to publish' }));
    expect(publishes(listener.packets)).toEqual([]);
    listener.ws.close();
  });

  it('a client that loses a right is disconnected at once, and messages published before still arrive', async () => {
    harness = await startHarness();
    const leaving = await connectRaw(harness.url);
    const staying = await connectRaw(harness.url);
    leaving.send(connectPacket('u513221'), subscribePacket(1, 'lookout/newFire/513221'));
    staying.send(connectPacket('u513222'), subscribePacket(1, 'lookout/newFire/513222'));
    await until(() => [leaving, staying].every(({ packets }) => suback(packets)));
    harness.broker.publish('lookout/newFire/513221', 'last');
    expect(harness.broker.disconnectWhere(({ userName }) => userName === 'u513221', 'logged out')).toBe(1);
    harness.broker.publish('lookout/newFire/513221', 'too late');
    expect(await leaving.closed).toEqual({ code: 1008, reason: 'logged out' });
    expect(publishes(leaving.packets)).toHaveLength(1);
    expect(staying.ws.readyState).toBe(WebSocket.OPEN);
    staying.ws.close();
  });

  it('a client that loses a right while its credentials are being checked is refused', async () => {
    let answer: (session: TestSession | null) => void = () => {};
    const checked = new Promise<TestSession | null>((resolve) => {
      answer = resolve;
    });
    let isRequested = false;
    harness = await startHarness({}, () => {
      isRequested = true;
      return checked;
    });
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513221'));
    await until(() => isRequested);
    harness.broker.disconnectWhere(({ userName }) => userName === 'u513221', 'logged out');
    answer(await authenticateByName('u513221', 'secret'));
    await client.closed;
    expect(client.packets).toMatchObject([{ cmd: 'connack', returnCode: 5 }]);
  });
});

describe('delivery of messages', () => {
  it('all messages of one tick arrive in order, in one WebSocket frame', async () => {
    harness = await startHarness();
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513200'), subscribePacket(1, 'lookout/newFire/513221', 'lookout/fireAlarm/513221'));
    await until(() => suback(client.packets) !== undefined);
    client.frames.length = 0;
    for (let n = 0; n < 500; n += 1)
      harness.broker.publish(`lookout/${n % 2 ? 'newFire' : 'fireAlarm'}/513221`, `${n}:${'火'.repeat(n % 90)}`);
    await until(() => publishes(client.packets).length === 500);
    expect(publishes(client.packets).map((packet) => Number.parseInt(String((packet as { payload: Buffer }).payload), 10))).toEqual([
      ...Array(500).keys(),
    ]);
    expect(client.frames).toHaveLength(1);
    client.ws.close();
  });

  it('clients with different filters each receive exactly their own messages of one tick', async () => {
    harness = await startHarness();
    const grids = ['100000', '510000', '513200', '513221', '513222'];
    const clients = await Promise.all(grids.map(() => connectRaw(harness.url)));
    for (const [i, client] of clients.entries())
      client.send(connectPacket(`u${grids[i]}`), subscribePacket(1, `lookout/newFire/${grids[i]}`));
    await until(() => clients.every(({ packets }) => suback(packets)));
    const expected = grids.map(() => [] as string[]);
    for (let n = 0; n < 200; n += 1) {
      const i = (n * 7) % 5;
      expected[i]?.push(`${n}`);
      harness.broker.publish(`lookout/newFire/${grids[i]}`, `${n}`);
    }
    await until(() => clients.every(({ packets }) => publishes(packets).length === 40));
    expect(clients.map(({ packets }) => publishes(packets).map((packet) => String((packet as { payload: Buffer }).payload)))).toEqual(
      expected,
    );
    for (const client of clients) client.ws.close();
  });

  it('closing the broker flushes, closes each connection, and refuses later ones', async () => {
    harness = await startHarness();
    const client = await connectRaw(harness.url);
    client.send(connectPacket('u513221'), subscribePacket(1, 'lookout/newFire/513221'));
    await until(() => suback(client.packets) !== undefined);
    harness.broker.publish('lookout/newFire/513221', 'last words');
    await harness.broker.close();
    expect((await client.closed).code).toBe(1001);
    expect(publishes(client.packets)).toHaveLength(1);
    const late = new WebSocket(harness.url, ['mqtt']);
    await once(late, 'error');
  });
});
