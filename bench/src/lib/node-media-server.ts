// The peer of `video`: node-media-server, which pulls the same camera by RTSP and serves it by HTTP-FLV.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLine, type Running, startProgram } from './child.ts';
import { type Installed, installPeer } from './npm-peer.ts';
import { freePort } from './product.ts';

const STREAM = '/live/bench';
const START_MS = 30_000;

/**
 * The node-media-server program starts relays only through its API with a login, so this script starts the relay that is needed. The log is
 * discarded.
 */
const program = (settings: object, camera: string): string => `
console.log = () => {};
const NodeMediaServer = require('node-media-server');
const server = new NodeMediaServer(${JSON.stringify(settings)}, '');
server.run().then(() => {
  server.relayServer.addTask({ url: ${JSON.stringify(camera)}, streamPath: '${STREAM}' });
  process.stdout.write(JSON.stringify({ pid: process.pid }) + '\\n');
});
process.stdin.on('close', () => process.exit(0)).resume();
`;

export const installNodeMediaServer = (): Promise<Installed> => installPeer('node-media-server', '4');

/** @throws when it serves no stream within half a minute */
export async function startNodeMediaServer(folder: string, camera: string): Promise<{ url: string; pids: number[]; running: Running }> {
  const [http, rtmp] = [await freePort(), await freePort()];
  const settings = { bind: '127.0.0.1', http: { port: http }, rtmp: { port: rtmp }, store: { path: join(folder, 'store') } };
  const main = join(folder, 'bench.cjs');
  await writeFile(main, program(settings, camera));
  const running = startProgram(process.execPath, [main]);
  const { pid } = await firstLine<{ pid: number }>(running);
  const url = `http://127.0.0.1:${http}${STREAM}.flv`;
  const deadline = performance.now() + START_MS;
  while (!(await isServing(url))) {
    if (performance.now() > deadline) throw new Error('node-media-server shows nothing');
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return { url, pids: [pid], running };
}

const isServing = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
