// Pending packets of each socket, collected during one callback of the event loop and sent as ONE WebSocket frame. Sockets with the same pending
// packets share one frame: a server's frames are not masked, so their bytes are equal.

/** A sequence of packets, shared by all sockets that have exactly these packets pending. */
interface Run {
  readonly before: Run | null;
  readonly packet: Uint8Array;
  readonly bytes: number;
  next: Run | null;
  frame: Buffer | null;
}

/** One socket's entry in the queue. Only the queue writes `run`. */
interface Sink {
  run: Run | null;
  /** Called once for each callback with a whole WebSocket frame (header included), ready for the TCP socket. */
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
  /** Queues a packet until the current callback has returned. Its bytes must not change afterwards. */
  push(sink: Sink, packet: Uint8Array): void;
  /** Sends the pending packets immediately, before the socket is closed. */
  flush(sink: Sink): void;
}

/**
 * The frame queue of one broker.
 * @param schedule runs its argument after the current callback: `queueMicrotask`. With `process.nextTick` the response to the sender of an
 * alarm would be written before the desks have the alarm, which costs the last of 200 desks 0.6 ms of 8.9 on average. `setImmediate` would
 * collect over a whole tick of the loop but delay a single message, and bursts are published in one callback anyway.
 */
export function createFrameQueue(schedule: (run: () => void) => void): FrameQueue {
  let waiting: Sink[] = [];
  // The first packet of this tick. One slot is enough here and in every `next`, because packets are published one after the other.
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

// Writes an MQTT packet into one buffer. mqtt-packet concatenates pieces, which delays a single message.
const PUBLISH_QOS_0 = 0x30;

/** MQTT 3.1.1 §3.3: qos 0, not retained. @param topic at most 65,535 bytes */
export function publishPacket(topic: string, payload: string | Uint8Array): Buffer {
  const topicBytes = Buffer.byteLength(topic);
  const payloadBytes = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.byteLength;
  let remaining = 2 + topicBytes + payloadBytes;
  const lengthBytes = remaining < 0x80 ? 1 : remaining < 0x4000 ? 2 : remaining < 0x20_0000 ? 3 : 4;
  const packet = Buffer.allocUnsafe(1 + lengthBytes + remaining);
  packet[0] = PUBLISH_QOS_0;
  // §2.2.3: seven bits per byte, lowest first.
  let at = 1;
  while (at < lengthBytes) {
    packet[at++] = (remaining & 0x7f) | 0x80;
    remaining >>= 7;
  }
  packet[at++] = remaining;
  at = packet.writeUInt16BE(topicBytes, at);
  at += packet.write(topic, at);
  if (typeof payload === 'string') packet.write(payload, at);
  else packet.set(payload, at);
  return packet;
}

/**
 * Parses the fixed headers (MQTT 3.1.1 §2.2) of a client's packets, so that no packet longer than `maxBytes` is buffered, however it is split
 * into WebSocket messages.
 * @returns a check for each chunk: false as soon as a packet is too long or its length is malformed
 */
export function createPacketGuard(maxBytes: number): (chunk: Uint8Array) => boolean {
  let bodyLeft = 0;
  let lengthBytes = -1; // −1: the next byte is the first byte of a packet
  let length = 0;

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (bodyLeft > 0) {
        const step = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= step;
        at += step;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (lengthBytes === -1) {
        lengthBytes = 0;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * 128 ** lengthBytes;
      lengthBytes += 1;
      const more = (byte & 0x80) !== 0;
      if (length > maxBytes || (more && lengthBytes === 4)) return false;
      if (!more) {
        bodyLeft = length;
        lengthBytes = -1;
      }
    }
    return true;
  };
}
