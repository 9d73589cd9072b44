// Probes an external broker with a server's login, for the doctor command. Nothing is retained, and no server subscribes to the probe's
// topic.
import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { RELAY_SUBSCRIPTIONS, relayProbeTopic } from './transport.ts';

export interface BrokerFacts {
  /** `mayListen`: the server may subscribe to the other servers' topics. `mayWrite`: what it publishes arrives. */
  readonly mayListen: boolean;
  readonly mayWrite: boolean;
  /** The rights of a client without a login. */
  readonly anonymous: 'refused' | 'let in' | 'may write';
}

const PATIENCE_MS = 4_000;

/** @throws Error when the broker cannot be reached or refuses the login */
export async function probeBroker(url: string): Promise<BrokerFacts> {
  const server = await connected(url);
  try {
    const topic = relayProbeTopic(randomUUID());
    const granted = await server.subscribeAsync([...RELAY_SUBSCRIPTIONS, topic]).catch(() => []);
    const mayListen = granted.length > 0 && granted.every(({ qos }) => qos < 128);
    const mayWrite = mayListen && (await arrives(server, server, topic));
    return { mayListen, mayWrite, anonymous: await stranger(url, server, mayListen ? topic : null) };
  } finally {
    await server.endAsync(true);
  }
}

async function stranger(url: string, server: MqttClient, topic: string | null): Promise<BrokerFacts['anonymous']> {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const client = await connected(bare.href).catch(() => null);
  if (client === null) return 'refused';
  try {
    return topic !== null && (await arrives(client, server, topic)) ? 'may write' : 'let in';
  } finally {
    await client.endAsync(true);
  }
}

async function connected(url: string): Promise<MqttClient> {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    clientId: `lookout-doctor-${randomUUID()}`,
    clean: true,
    connectTimeout: PATIENCE_MS,
    reconnectPeriod: 0,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('error', reject);
      client.once('close', () => reject(new Error('the connection was closed')));
    });
  } catch (error) {
    await client.endAsync(true);
    throw error;
  }
  // Later connection errors show as messages that do not arrive.
  client.on('error', () => undefined);
  return client;
}

/** Whether a message published by one client reaches the other. A broker that forbids it reports no error. */
async function arrives(from: MqttClient, at: MqttClient, topic: string): Promise<boolean> {
  const word = randomUUID();
  const heard = Promise.withResolvers<boolean>();
  const listen = (_topic: string, payload: Uint8Array) => {
    if (Buffer.from(payload).toString() === word) heard.resolve(true);
  };
  const timer = setTimeout(() => heard.resolve(false), PATIENCE_MS);
  at.on('message', listen);
  try {
    from.publish(topic, word, { qos: 0 }, (error) => {
      if (error) heard.resolve(false);
    });
    return await heard.promise;
  } finally {
    clearTimeout(timer);
    at.off('message', listen);
  }
}
