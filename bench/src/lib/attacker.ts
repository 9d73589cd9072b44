// One attacker in a separate process (attack.ts): a number of connections, each of which repeats the same request as soon as it is
// answered, also after a 429 or 503.
import { Agent, request } from 'node:http';

export interface Attack {
  readonly port: number;
  readonly connections: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Number of responses by status. */
export type Answered = Readonly<Record<number, number>>;

const answered: Record<number, number> = {};

/** Resolves when the response is read; its content is ignored. */
const ask = ({ port, method, path, headers, body }: Attack, agent: Agent): Promise<void> =>
  new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const status = response.statusCode ?? 0;
      answered[status] = (answered[status] ?? 0) + 1;
      response.on('data', () => undefined);
      response.once('close', resolve);
    });
    call.once('error', () => resolve());
    call.end(body ?? undefined);
  });

let isOver = false;

async function attack(given: Attack): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: given.connections });
  const askAgain = async (): Promise<void> => {
    while (!isOver) await ask(given, agent);
  };
  await Promise.all(Array.from({ length: given.connections }, askAgain));
}

process.on('message', (message: Attack | 'stop') => {
  if (message !== 'stop') {
    void attack(message);
    return;
  }
  isOver = true;
  process.send?.(answered, () => process.exit());
});
