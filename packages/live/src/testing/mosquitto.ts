// For tests: a real mosquitto on a free port, which can be stopped or killed (−9) and restarted on the same port.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'];

/** Path of the mosquitto program; null: it is not installed. */
export const findMosquitto = (): string | null => process.env.LOOKOUT_MOSQUITTO ?? PLACES.find(existsSync) ?? null;

/**
 * A free port below the range that systems use for outgoing connections (32768 and up on Linux). A port of that range could be taken by
 * another test's connection or server before the start, or while the listening process is stopped.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const probe = createServer();
    const port = randomInt(20_000, 32_000);
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

async function answers(port: number): Promise<void> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (performance.now() > deadline) throw new Error(`mosquitto does not listen on ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface Mosquitto {
  readonly url: string;
  stop(): Promise<void>;
  killNow(): Promise<void>;
  /** Resolves when mosquitto listens again. */
  start(): Promise<void>;
  /** Stops mosquitto and removes its folder. */
  remove(): Promise<void>;
}

export async function startMosquitto(binary: string): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-mosquitto-'));
  const port = await quietPort();
  const config = join(folder, 'mosquitto.conf');
  await writeFile(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_dest none\n`);
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    if (child) return;
    child = spawn(binary, ['-c', config], { stdio: 'ignore' });
    await answers(port);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    child = null;
  };
  const stop = () => end('SIGTERM');
  await start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start,
    stop,
    killNow: () => end('SIGKILL'),
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
