// A sender that posts alarms with the feed key at a steady rate, whether or not the server answers. Every answer is recorded in the ledger.
import { setTimeout as delay } from 'node:timers/promises';
import { FEED_KEY } from './server-process.ts';

export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

export const PLACES = {
  wenchuan: { longitude: 103.59, latitude: 31.48 },
  lixian: { longitude: 103.17, latitude: 31.44 },
  weihui: { longitude: 114.06, latitude: 35.4 },
} as const satisfies Record<string, Place>;

const REPORT = '/fire/api/reportFirealarm';

interface Sending {
  readonly position?: Place;
  /** How long to wait for an answer. */
  readonly withinMs?: number;
}

/** Sends one report with the marker as its description and Idempotency-Key. Sending the same marker again is a retry. */
export async function sendReport(
  base: string,
  marker: string,
  { position = PLACES.wenchuan, withinMs = 20_000 }: Sending = {},
): Promise<CallOutcome> {
  try {
    const response = await fetch(base + REPORT, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY, 'idempotency-key': marker },
      body: JSON.stringify({ ...position, description: marker }),
      signal: AbortSignal.timeout(withinMs),
    });
    const reply = (await response.json()) as { code: number; message: string; data?: { id: string } };
    if (response.status === 200 && reply.code === 200 && reply.data) return { kind: 'ok', id: reply.data.id };
    // The database may have stored a report that it could no longer acknowledge: 503 does not mean refused.
    return response.status === 503 ? { kind: 'unknown' } : { kind: 'refused', why: `${response.status} ${reply.message}` };
  } catch {
    return { kind: 'unknown' }; // connection lost or refused: the outcome is unknown
  }
}

interface Load {
  /** The duration of the slowest answer of any kind. */
  slowestMs(): number;
  /** Stops sending, and resolves when every call has ended. */
  stop(): Promise<void>;
}

/** @param everyMs 20 is 50 alarms a second */
export function startLoad(base: string, ledger: Ledger, everyMs: number, sending?: Sending): Load {
  const inFlight = new Set<Promise<void>>();
  let slowest = 0;
  const timer = setInterval(() => {
    const marker = ledger.open();
    const startedAt = performance.now();
    const call = sendReport(base, marker, sending).then((outcome) => {
      ledger.close(marker, outcome);
      slowest = Math.max(slowest, performance.now() - startedAt);
      inFlight.delete(call);
    });
    inFlight.add(call);
  }, everyMs);
  return {
    slowestMs: () => slowest,
    async stop() {
      clearInterval(timer);
      await Promise.all(inFlight);
    },
  };
}

/** Sends unanswered reports again with the same key, until each has an answer. */
export async function retryUnknown(base: string, ledger: Ledger, markers: readonly string[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (const marker of markers) {
    for (let fate = await sendReport(base, marker); ; fate = await sendReport(base, marker)) {
      ledger.close(marker, fate);
      if (fate.kind !== 'unknown') break;
      if (performance.now() > deadline) throw new Error(`${marker} is still unanswered`);
      await delay(50);
    }
  }
}

interface LoggedEvent {
  readonly seq: number;
  readonly topic: string;
  readonly payload: {
    readonly kind: string;
    readonly gridNo: string;
    readonly data: { readonly id: string; readonly description: string };
  };
}

export async function ask<T>(base: string, token: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as { code: number; message: string; data: T };
  if (reply.code !== 200) throw new Error(`${method} ${path}: ${response.status} ${reply.message}`);
  return reply.data;
}

/** All reports that this session may see. */
export async function reportsSeen(base: string, token: string): Promise<Found[]> {
  const rows = await ask<{ id: string; description: string }[]>(base, token, 'POST', '/fire/api/appFirealarm/list', {});
  return rows.map(({ id, description }) => ({ id, marker: description }));
}

/** The whole event log after `since`, page by page. */
export async function eventsSince(base: string, token: string, since: number): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (let [next, more] = [since, true]; more; ) {
    const page = await ask<{ next: number; more: boolean; events: LoggedEvent[] }>(
      base,
      token,
      'GET',
      `/fire/api/event?since=${next}&limit=1000`,
    );
    events.push(...page.events);
    ({ next, more } = page);
  }
  return events;
}

// The ledger records what was sent to the server and what it answered. It is stored outside the server and compared with the server's data
// afterwards.

/** `unknown`: no answer was received, so the call may have taken effect or not. */
export type CallOutcome =
  | { readonly kind: 'ok'; readonly id: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown' };

/** One record as the server returns it: its id, and the marker that its sender wrote into it. */
export interface Found {
  readonly id: string;
  readonly marker: string;
}

/** Every list is empty when nothing went wrong. The entries name marker and id. */
interface Findings {
  /** Acknowledged, but missing or stored under another id. */
  readonly lost: readonly string[];
  /** Stored more than once. */
  readonly doubled: readonly string[];
  /** Stored although refused or never sent. */
  readonly unexpected: readonly string[];
}

export interface Ledger {
  /** @returns a unique marker */
  open(): string;
  /** A later answer for the same marker (a retry) replaces `unknown`, never `ok`. */
  close(marker: string, fate: CallOutcome): void;
  markers(kind: CallOutcome['kind']): string[];
  compare(found: readonly Found[]): Findings;
}

export function createLedger(name: string): Ledger {
  const outcomes = new Map<string, CallOutcome>();
  const idsOf = new Map<string, Set<string>>();
  return {
    open() {
      const marker = `${name}-${outcomes.size}`;
      outcomes.set(marker, { kind: 'unknown' });
      return marker;
    },
    close(marker, fate) {
      if (fate.kind === 'ok') idsOf.set(marker, (idsOf.get(marker) ?? new Set()).add(fate.id));
      if (outcomes.get(marker)?.kind !== 'ok') outcomes.set(marker, fate);
    },
    markers: (kind) => [...outcomes].flatMap(([marker, fate]) => (fate.kind === kind ? [marker] : [])),
    compare(found) {
      const byMarker = new Map<string, string[]>();
      for (const { id, marker } of found) byMarker.set(marker, [...(byMarker.get(marker) ?? []), id]);
      const lost = [...idsOf].flatMap(([marker, ids]) =>
        [...ids].filter((id) => !byMarker.get(marker)?.includes(id)).map((id) => `${marker} ${id}`),
      );
      const doubled = [...byMarker].flatMap(([marker, ids]) => (ids.length > 1 ? [`${marker} ${ids.join(' ')}`] : []));
      const sameId = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) !== index);
      const unexpected = [...byMarker.keys()].filter((marker) => (outcomes.get(marker)?.kind ?? 'refused') === 'refused');
      return { lost, doubled: [...doubled, ...sameId.map(({ id, marker }) => `id ${id} again for ${marker}`)], unexpected };
    },
  };
}

/** The result without any fault. */
export const NO_FINDINGS: Findings = { lost: [], doubled: [], unexpected: [] };
