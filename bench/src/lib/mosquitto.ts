// The peer: plain mosquitto with a TCP and a WebSocket listener.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './child.ts';

const PATHS = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'];
export const MOSQUITTO_MISSING = 'mosquitto (apt-get install mosquitto)';
/** null: mosquitto is not installed. */
export const findMosquitto = (): string | null => PATHS.find(existsSync) ?? null;

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [a, b] = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [a ?? 0, b ?? 0];
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export interface BrokerProcess {
  readonly wsPort: number;
  readonly feedPort: number;
  stop(): Promise<void>;
}

export async function startMosquitto(binary: string): Promise<BrokerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-bench-'));
  const [wsPort, feedPort] = await freePorts();
  const config = join(folder, 'mosquitto.conf');
  const lines = [
    `listener ${feedPort} 127.0.0.1`,
    `listener ${wsPort} 127.0.0.1`,
    'protocol websockets',
    'allow_anonymous true',
    'persistence false',
    'set_tcp_nodelay true',
    'log_dest none',
  ];
  await writeFile(config, `${lines.join('\n')}\n`);
  const running = startProgram(binary, ['-c', config]);
  const deadline = performance.now() + 10_000;
  while (!(await isListening(feedPort)) || !(await isListening(wsPort))) {
    if (performance.now() > deadline) throw new Error('mosquitto does not listen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    wsPort,
    feedPort,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
