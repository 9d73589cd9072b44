// An officer's client as in docs/interface.md "Live": it subscribes to its topics, reconnects after every interruption, and fills each gap
// with `since`. The tests call it a desk.
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
  /** Markers (descriptions) of the displayed new fires, in order of arrival; each once, by `seq`. */
  shown(): string[];
  /** Messages that one connection delivered more than once. Always empty; otherwise the officer would see a second popup. */
  doubled(): string[];
  isConnected(): boolean;
  connections(): number;
  /** Resolves when `has` is true for the displayed fires; rejects after the time. @returns the milliseconds waited */
  until(has: (shown: readonly string[]) => boolean, withinMs: number): Promise<number>;
  close(): Promise<void>;
}

const RECONNECT_MS = 100;

/** @param server the current server; called again at every attempt */
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
    // Subscribe first, then ask `since`: a message that arrives in between is received twice and shown once.
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
      await reconnect().catch(() => undefined); // no server, or a server that is stopping: the next attempt follows
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
