// What each socket still has to send, gathered over one callback of the event loop and sent as ONE WebSocket frame.
// Sockets that have the same packets to send share one frame, built once: a server's frames are not masked, so their bytes are equal.

/** A sequence of packets, as a path shared by all sockets that have exactly these to send. */
interface Run {
  readonly before: Run | null;
  readonly packet: Uint8Array;
  readonly bytes: number;
  next: Run | null;
  frame: Buffer | null;
}

/** One socket's place in the queue. Only the queue writes `run`. */
export interface Sink {
  run: Run | null;
  /** Called once a callback with a whole WebSocket frame (header included), ready for the TCP socket. */
  readonly send: (frame: Buffer) => void;
}

export const createSink = (send: (frame: Buffer) => void): Sink => ({ run: null, send });

const BINARY_FINAL = 0x82;

/** RFC 6455 §5.2: an unmasked, final, binary frame around these packets. */
function frameOf(run: Run): Buffer {
  const headerBytes = run.bytes < 126 ? 2 : run.bytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + run.bytes);
  frame[0] = BINARY_FINAL;
  if (headerBytes === 2) frame[1] = run.bytes;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(run.bytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(run.bytes), 2);
  }
  let end = frame.length;
  for (let at: Run | null = run; at !== null; at = at.before) {
    end -= at.packet.length;
    frame.set(at.packet, end);
  }
  return frame;
}

export interface FrameQueue {
  /** Adds a packet to what the socket sends when this callback has returned. The bytes must not change afterwards. */
  push(sink: Sink, packet: Uint8Array): void;
  /** Sends now what the socket still has: before it is closed. */
  flush(sink: Sink): void;
}

/**
 * The frame queue of one broker.
 * @param schedule runs its argument when the callback that pushed has returned: `process.nextTick`. A `setImmediate` gathers over a whole
 * tick of the loop, but a single message then waits for the rest of it (20 subscribers: 4 % of its way), and what comes as a flood is
 * published in one callback anyway.
 */
export function createFrameQueue(schedule: (run: () => void) => void): FrameQueue {
  let waiting: Sink[] = [];
  // The first packet of this tick. One slot is enough here and in every `next`: packets are handed out one after the other,
  // so once a second packet is being handed out nobody asks for the first again.
  let first: Run | null = null;

  const after = (before: Run | null, packet: Uint8Array): Run => {
    const known = before === null ? first : before.next;
    if (known !== null && known.packet === packet) return known;
    const run: Run = { before, packet, bytes: (before?.bytes ?? 0) + packet.length, next: null, frame: null };
    if (before === null) first = run;
    else before.next = run;
    return run;
  };

  const flush = (sink: Sink): void => {
    const run = sink.run;
    if (run === null) return;
    sink.run = null;
    run.frame ??= frameOf(run);
    sink.send(run.frame);
  };

  const flushAll = (): void => {
    const sinks = waiting;
    waiting = [];
    first = null;
    for (const sink of sinks) flush(sink);
  };

  return {
    push(sink, packet) {
      if (sink.run === null) {
        if (waiting.length === 0) schedule(flushAll);
        waiting.push(sink);
      }
      sink.run = after(sink.run, packet);
    },
    flush,
  };
}
