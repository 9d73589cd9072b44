// Recordings of other systems, between the server and the engine's process. The replies of those systems may be hostile, so only that
// process connects to them. It uses HTTP on a socket that only this user can open, because a transfer then pauses when its reader does,
// which messages between processes do not.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { ok, refuse } from '@lookout/domain';
import { isPlaybackStatus, videoHeaders } from './clip.ts';
import type { ClipRefusal, Clips } from './port.ts';

/** `HEAD` only checks whether the address may be requested. The path is the address. */
const ASKS_ONLY = 'HEAD';
const REFUSAL = 'x-refusal';
/** Longer than the process waits for the other system (5 s) and for the lookup of its name. */
const ANSWER_MS = 10_000;

const HAS_PIPES = process.platform === 'win32';

/** A path for the socket, in a folder of this user. */
export const clipSocketPath = (): string =>
  HAS_PIPES ? `\\\\.\\pipe\\lookout-${randomUUID()}` : join(mkdtempSync(join(tmpdir(), 'lookout-clips-')), 'socket');

/** Called by both processes, so that the one that ends last leaves no files behind. */
export function removeClipSocket(path: string): void {
  if (!HAS_PIPES) rmSync(dirname(path), { recursive: true, force: true });
}

/** Runs in the engine's process. Resolves when requests can be sent. */
export async function serveClips(clips: Clips, path: string): Promise<void> {
  const server = createServer(async (incoming, reply) => {
    const address = decodeURIComponent(incoming.url?.slice(1) ?? '');
    if (incoming.method === ASKS_ONLY) {
      const refusal = await clips.refusalOf(address);
      reply.writeHead(200, refusal === null ? {} : { [REFUSAL]: refusal }).end();
      return;
    }
    const closed = new AbortController();
    reply.once('close', () => closed.abort());
    const opened = await clips.open(address, incoming.headers.range, closed.signal);
    if (!opened.ok) {
      reply.writeHead(200, { [REFUSAL]: opened.error }).end();
      return;
    }
    const { status, headers, body } = opened.value;
    reply.writeHead(status, headers);
    // When one side ends early, so does the other, and the reader detects the failure by that.
    if (body) pipeline(body, reply, () => undefined);
    else reply.end();
  });
  // Left by a process that was killed.
  rmSync(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
}

/** Runs in the server. @param running resolves when the process accepts requests */
export function remoteClips(path: string, running: () => Promise<void>): Clips {
  const ask = (method: string, address: string, signal: AbortSignal, range?: string): Promise<IncomingMessage | null> =>
    new Promise((resolve) => {
      const headers = range === undefined ? {} : { range };
      const asked = request({ socketPath: path, path: `/${encodeURIComponent(address)}`, method, headers, signal, agent: false }, resolve);
      asked.on('error', () => resolve(null));
      asked.end();
    });
  /** null: no reply in time, or the process died. */
  const answered = async (method: string, address: string, signal?: AbortSignal, range?: string) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), ANSWER_MS);
    const either = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal;
    try {
      await Promise.race([running(), once(either, 'abort')]);
      return either.aborted ? null : await ask(method, address, either, range);
    } finally {
      clearTimeout(timer);
    }
  };
  const refusalIn = ({ headers }: IncomingMessage): ClipRefusal | null => (headers[REFUSAL] as ClipRefusal | undefined) ?? null;

  return {
    async refusalOf(address) {
      const answer = await answered(ASKS_ONLY, address);
      answer?.resume();
      return answer === null ? 'unreachable' : refusalIn(answer);
    },

    async open(address, range, signal) {
      const answer = await answered('GET', address, signal, range);
      if (answer === null) return refuse('unreachable');
      const [status, refusal] = [answer.statusCode, refusalIn(answer)];
      if (refusal !== null || !isPlaybackStatus(status)) {
        answer.resume();
        return refuse(refusal ?? 'unreachable');
      }
      return ok({ status, headers: videoHeaders(answer.headers), body: answer });
    },
  };
}
