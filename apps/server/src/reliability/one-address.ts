// One address for several servers, like a layer-4 balancer: each connection goes to the next server that accepts it, and ends when that
// server does.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface OneAddress {
  readonly base: string;
  readonly mqttUrl: string;
  close(): Promise<void>;
}

/** @param ports of the servers, including stopped ones; called again for each connection */
export async function openAddress(ports: () => readonly number[]): Promise<OneAddress> {
  let turn = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A lost peer: the other side is closed too.
    socket.on('error', () => undefined);
  };
  const serverFor = async (): Promise<Socket | null> => {
    const all = ports();
    turn += 1;
    for (let n = 0; n < all.length; n += 1) {
      const socket = connect(all[(turn + n) % all.length] ?? 0, '127.0.0.1');
      keep(socket);
      try {
        await once(socket, 'connect');
        return socket;
      } catch {
        // This server is down: try the next.
      }
    }
    return null;
  };
  const listening = createServer({ pauseOnConnect: true }, async (client) => {
    keep(client);
    const server = await serverFor();
    if (server === null) {
      client.destroy();
      return;
    }
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    client.pipe(server).pipe(client);
    client.resume();
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    mqttUrl: `ws://127.0.0.1:${port}/mqtt`,
    async close() {
      listening.close();
      for (const socket of sockets) socket.destroy();
      await once(listening, 'close');
    },
  };
}
