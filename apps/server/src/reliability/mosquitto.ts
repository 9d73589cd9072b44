// A real mosquitto on a port of its own, which can be killed (−9) and started there again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../run/free-port.ts';

const PLACES = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'];

/** Where it is installed; null: not here. */
export const findMosquitto = (): string | null => process.env.LOOKOUT_MOSQUITTO ?? PLACES.find(existsSync) ?? null;

export interface Mosquitto {
  readonly url: string;
  killNow(): Promise<void>;
  /** Resolves when it listens again. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

export async function startMosquitto(binary: string): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-reliability-mosquitto-'));
  const port = await freePort();
  const config = join(folder, 'mosquitto.conf');
  await writeFile(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_dest none\n`);
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn(binary, ['-c', config], { stdio: 'ignore' });
    while (!(await listens(port))) {
      if (child.exitCode !== null) throw new Error(`mosquitto ended with ${child.exitCode}`);
      await delay(20);
    }
  };
  const killNow = async () => {
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    child = null;
  };
  await start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start,
    killNow,
    async remove() {
      await killNow();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false; // not yet
  } finally {
    socket.destroy();
  }
}
