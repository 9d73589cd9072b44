import { EventEmitter } from 'node:events';
import type { MqttClient } from 'mqtt';
import { expect, it, vi } from 'vitest';
import { mqttTransport } from './mqtt-transport.ts';

const topics = ['lookout/newFire/513221', 'lookout/fireAlarm/513221'];

/** A connection to a broker that sends nothing by itself, and a manually advanced clock. */
function connected() {
  let now = 0;
  let look: (() => void) | null = null;
  const client = Object.assign(new EventEmitter(), { subscribe: vi.fn(), end: vi.fn(), sendPing: vi.fn() });
  const connect = vi.fn(() => client as unknown as MqttClient);
  const onClose = vi.fn();
  const timers = {
    setTimeout: (run: () => void) => {
      look = run;
      return 1;
    },
    clearTimeout: () => {
      look = null;
    },
    setInterval: vi.fn(),
    clearInterval: vi.fn(),
  };
  const address = { url: 'ws://here/mqtt', accid: 'accid', token: () => 'tok', topics, random: () => 0, clock: () => now, timers, connect };
  const connection = mqttTransport(address)({ onOpen: vi.fn(), onClose, onMessage: vi.fn() });
  client.emit('connect');
  return {
    client,
    timers,
    connect,
    connection,
    onClose,
    hear: () => client.emit('packetreceive', { cmd: 'pingresp' }),
    /** Advances the clock by this many milliseconds and runs the next silence check. */
    looksAfter: (ms = 2_500) => {
      now += ms;
      const run = look;
      look = null;
      run?.();
    },
    isWatched: () => look !== null,
  };
}

// Proves §7.30a, §9.1d
it('connects to the broker over WebSocket with a timeout of 40,000 ms, and subscribes to its topics at qos 0', () => {
  const { client, timers, connect, connection, isWatched } = connected();
  connection.close();
  expect(connect.mock.calls).toEqual([
    [
      'ws://here/mqtt',
      expect.objectContaining({
        ...{ connectTimeout: 40_000, username: 'accid', password: 'tok', protocolVersion: 4 },
        // The timers of mqtt.js would start a worker from a blob, which the content policy refuses: no ping would ever be sent.
        timerVariant: { set: timers.setInterval, clear: timers.clearInterval },
      }),
    ],
  ]);
  expect(client.subscribe.mock.calls).toEqual([[topics, { qos: 0 }, expect.any(Function)]]);
  expect(isWatched()).toBe(false);
});

it('a silent broker is pinged after 5 s and given up after 7.5, and the length of the silence is reported', () => {
  const { client, onClose, looksAfter } = connected();
  looksAfter();
  expect(client.sendPing).not.toHaveBeenCalled();
  looksAfter();
  expect(client.sendPing).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  looksAfter();
  expect(onClose.mock.calls).toEqual([['closed', 7_500]]);
  expect(client.end).toHaveBeenCalledWith(true);
});

it('a broker that answers stays connected, and is pinged again after the next silence', () => {
  const { client, onClose, looksAfter, hear } = connected();
  for (let i = 0; i < 10; i++) {
    looksAfter();
    looksAfter();
    hear();
  }
  expect(client.sendPing).toHaveBeenCalledTimes(10);
  expect(onClose).not.toHaveBeenCalled();
});

it('a page that was blocked for a minute does not count that as silence: it pings and waits for the answer', () => {
  const { client, onClose, looksAfter, hear } = connected();
  looksAfter();
  looksAfter(60_000);
  expect(onClose).not.toHaveBeenCalled();
  looksAfter();
  expect(client.sendPing).toHaveBeenCalledOnce();
  looksAfter(60_000);
  hear();
  looksAfter();
  looksAfter();
  expect(onClose).not.toHaveBeenCalled();
});
