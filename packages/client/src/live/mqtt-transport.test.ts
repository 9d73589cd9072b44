import { EventEmitter } from 'node:events';
import mqtt from 'mqtt';
import { expect, it, vi } from 'vitest';
import { mqttTransport } from './mqtt-transport.ts';

// Proves §7.30a, §9.1d
it('connects to the broker over WebSocket with 40,000 ms to do so, and subscribes to its topics at qos 0', () => {
  const subscribe = vi.fn();
  const client = Object.assign(new EventEmitter(), { subscribe, end: vi.fn() });
  const connect = vi.spyOn(mqtt, 'connect').mockReturnValue(client as unknown as mqtt.MqttClient);
  try {
    const topics = ['lookout/newFire/513221', 'lookout/fireAlarm/513221'];
    const address = { url: 'ws://here/mqtt', accid: 'accid', token: () => 'tok', topics, random: () => 0, clock: () => 0 };
    const connection = mqttTransport(address)({ onOpen: vi.fn(), onClose: vi.fn(), onMessage: vi.fn() });
    client.emit('connect');
    connection.close();
    expect(connect.mock.calls).toEqual([
      ['ws://here/mqtt', expect.objectContaining({ connectTimeout: 40_000, username: 'accid', password: 'tok', protocolVersion: 4 })],
    ]);
    expect(subscribe.mock.calls).toEqual([[topics, { qos: 0 }, expect.any(Function)]]);
  } finally {
    connect.mockRestore();
  }
});
