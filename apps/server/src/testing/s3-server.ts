// The S3-compatible server of tests (s3-server.mjs), with a bucket. It can be stopped and started again at the same address.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, 's3-server.mjs');
const BUCKET = 'lookout';

export interface S3Server {
  /** The environment of a server that stores its files here. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops the server; its content remains. */
  leave(): Promise<void>;
  /** Starts the server again, at the same address. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-s3-'));
  let child: ChildProcess;
  const begin = async (port: string): Promise<string> => {
    child = spawn(process.execPath, [PROGRAM, folder, port, BUCKET], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')) as [string];
    return line;
  };
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const endpoint = await begin('0');
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      // The only key pair that this server accepts.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    leave: end,
    comeBack: async () => void (await begin(new URL(endpoint).port)),
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
