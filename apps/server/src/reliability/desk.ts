// An officer's desk by contract.md "Live": subscribes to its topics, reconnects after every break, and fills each gap by `since`.
import { setTimeout as delay } from 'node:timers/promises';
import { type MqttProbe, mqttProbe, type Session } from '../testing/index.ts';
import { eventsSince } from './sender.ts';

interface ReceivedMessage {
  readonly seq: number;
  readonly kind: string;
  readonly gridNo: string;
  readonly data: { readonly id: string; readonly description: string };
}

export interface Desk {
  /** Markers (descriptions) of the new fires on its screen, in the order in which they came; each once, by `seq`. */
  shown(): string[];
  /** What one connection delivered more than once: always empty, or the officer would see a second popup. */
  doubled(): string[];
  isConnected(): boolean;
  connections(): number;
  /** Resolves when `has` is true of what is shown; rejects after the time. @returns the milliseconds waited */
  until(has: (shown: readonly string[]) => boolean, withinMs: number): Promise<number>;
  close(): Promise<void>;
}

const RECONNECT_MS = 100;

/** @param server where it is now; read again at every attempt */
export async function openDesk(
  server: () => { readonly base: string; readonly mqttUrl: string },
  session: Session,
  gridNo = session.gridNo,
): Promise<Desk> {
  const screen = new Map<number, string>();
  const doubled: string[] = [];
  let last = 0;
  let probe: MqttProbe | null = null;
  let connections = 0;
  let isClosed = false;

  const show = ({ seq, data }: { seq: number; data: { description: string } }) => {
    last = Math.max(last, seq);
    screen.set(seq, data.description);
  };
  const reconnect = async (): Promise<void> => {
    const { base, mqttUrl } = server();
    const joined = await mqttProbe(mqttUrl, session.accid, session.access_token);
    if (joined.code !== 0) throw new Error(`the broker refused the desk: ${joined.code}`);
    const gone = joined.closed.then(() => null);
    const thisTime = new Set<number>();
    // Subscribe first, then ask `since`: a message in between is received twice and shown once.
    if (!(await joined.subscribe(`lookout/newFire/${gridNo}`))) throw new Error(`newFire/${gridNo} was denied`);
    const since = connections === 0 ? [] : await eventsSince(base, session.access_token, last);
    for (const { seq, payload } of since) if (payload.kind === 'newFire') show({ seq, data: payload.data });
    probe = joined;
    connections += 1;
    for (;;) {
      const next = await Promise.race([joined.next(), gone]);
      if (next === null) return;
      const message = next.message as ReceivedMessage;
      if (thisTime.has(message.seq)) doubled.push(`${message.seq} ${message.data.description}`);
      thisTime.add(message.seq);
      show(message);
    }
  };
  const run = async (): Promise<void> => {
    while (!isClosed) {
      await reconnect().catch(() => undefined); // no server, or one that is just going: the next attempt follows
      probe = null;
      if (!isClosed) await delay(RECONNECT_MS);
    }
  };
  const running = run();
  const waitFor = async (isTrue: () => boolean, withinMs: number, what: () => string): Promise<number> => {
    const startedAt = performance.now();
    while (!isTrue()) {
      if (performance.now() - startedAt > withinMs) throw new Error(`not within ${withinMs} ms: ${what()}`);
      await delay(5);
    }
    return performance.now() - startedAt;
  };
  await waitFor(
    () => probe !== null,
    10_000,
    () => `${session.fullName} connected`,
  );
  return {
    shown: () => [...screen.values()],
    doubled: () => doubled,
    isConnected: () => probe !== null,
    connections: () => connections,
    until: (has, withinMs) =>
      waitFor(
        () => has([...screen.values()]),
        withinMs,
        () => `${session.fullName} sees ${screen.size} fires`,
      ),
    async close() {
      isClosed = true;
      probe?.end();
      await running;
    },
  };
}
