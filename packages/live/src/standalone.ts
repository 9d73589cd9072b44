// The broker in a separate process, fed by plain MQTT on a second port: benchmarks compare it with mosquitto, and fault tests kill it.
// Every login is accepted, with the nation as grid. It listens on 127.0.0.1 only and is not used by the product. When it listens, it prints
// one line of JSON: { wsPort, feedPort }. It ends on SIGTERM, or when its standard input closes.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { MENU_CAPABILITIES, NATION } from '@lookout/domain';
import mqttPacket from 'mqtt-packet';
import { createBroker } from './broker.ts';
import type { Log } from './calm-log.ts';
import { TEST_TOPICS } from './testing/topics.ts';

const note =
  (level: string) =>
  (fields: object, message: string): void =>
    void process.stderr.write(`${JSON.stringify({ level, message, ...fields })}\n`);
const log: Log = { info: note('info'), warn: note('warn'), error: note('error') };
const everybody = { gridNo: NATION, rights: new Set(MENU_CAPABILITIES) };

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const broker = await createBroker({
  authenticate: async () => everybody,
  mayReceive: TEST_TOPICS.mayReceive,
  log,
  limits: { maxPerAddress: 10_000 },
});
const web = createHttpServer();
web.on('upgrade', (request, socket, head) => broker.handleUpgrade(request, socket, head));

/** Implements just enough MQTT for the same publisher to feed this broker and mosquitto. */
const feed = createServer({ noDelay: true }, (socket) => {
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => {
    if (packet.cmd === 'connect') socket.write(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
    if (packet.cmd === 'publish') broker.publish(packet.topic, packet.payload);
    if (packet.cmd === 'pingreq') socket.write(mqttPacket.generate({ cmd: 'pingresp' }));
  });
  parser.on('error', (error) => socket.destroy(error));
  socket.on('error', (error) => log.warn({ reason: error.message }, 'the feed broke'));
  socket.on('data', (bytes) => parser.parse(bytes));
});

let isStopping = false;
const stop = async (): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  await broker.close();
  process.exit(0);
};
process.on('SIGTERM', stop);
process.stdin.on('close', stop).resume();

const [wsPort, feedPort] = [await listen(web), await listen(feed)];
process.stdout.write(`${JSON.stringify({ wsPort, feedPort })}\n`);
