// The server side of the `video` benchmark: the media engine behind one HTTP endpoint, as in the product. Prints { url, pids } when it listens.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMediaEngine } from '@lookout/video';

const [, , url = ''] = process.argv;
const logLine = (fields: object, message: string): void => void process.stderr.write(`${JSON.stringify({ message, ...fields })}\n`);
const log = { info: logLine, warn: logLine, error: logLine };
const dataDir = await mkdtemp(join(tmpdir(), 'lookout-bench-video-'));
const engine = startMediaEngine({
  allowed: ['127.0.0.1'],
  dataDir,
  retention: { days: 1, bytes: 1e9 },
  log,
  clock: () => new Date(),
});
const server = createServer(async (_, response) => {
  const stream = await engine.flv({ key: 'bench/1', url });
  if (stream.ok) stream.value.sendTo(response);
  else response.writeHead(503).end(stream.error.state);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
engine.prepare();
// The engine's process may start after the server.
while (engine.pid === null) await new Promise((wake) => setTimeout(wake, 20));
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/`, pids: [process.pid, engine.pid] })}\n`);

let isStopping = false;
const stop = async (): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  await engine.stop();
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
};
process.on('SIGTERM', stop);
process.stdin.on('close', stop).resume();
