// A stand-in for services that a server calls, for tests: it records requests and answers as configured.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A called service: a gateway, another system, a push service. */
export interface Outside {
  readonly base: string;
  readonly calls: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  /** Status by path; 201 for any other path. */
  readonly statuses: Map<string, number>;
  stop(): Promise<void>;
}

export async function startOutside(): Promise<Outside> {
  const calls: Outside['calls'] = [];
  const statuses = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      calls.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(statuses.get(path) ?? 201, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    statuses,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
