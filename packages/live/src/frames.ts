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
interface Sink {
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

// A message as MQTT bytes, written in one go: mqtt-packet makes pieces and joins them, and a single message waits for it.
const PUBLISH_QOS_0 = 0x30;

/** MQTT 3.1.1 §3.3: qos 0, not retained. @param topic at most 65,535 bytes */
export function publishPacket(topic: string, payload: string | Uint8Array): Buffer {
  const topicBytes = Buffer.byteLength(topic);
  const payloadBytes = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.byteLength;
  let remaining = 2 + topicBytes + payloadBytes;
  const lengthBytes = remaining < 0x80 ? 1 : remaining < 0x4000 ? 2 : remaining < 0x20_0000 ? 3 : 4;
  const packet = Buffer.allocUnsafe(1 + lengthBytes + remaining);
  packet[0] = PUBLISH_QOS_0;
  // §2.2.3: seven bits a byte, the lowest first.
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
 * Watches the fixed headers (MQTT 3.1.1 §2.2) of what a client sends, so that no packet longer than `maxBytes` is ever gathered,
 * however it is cut into WebSocket messages.
 * @returns a function to be given every chunk: false as soon as a packet is too long or its length is malformed.
 */
export function createPacketGuard(maxBytes: number): (chunk: Uint8Array) => boolean {
  let bodyLeft = 0;
  let lengthBytes = -1; // −1: the next byte is a packet's first
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
