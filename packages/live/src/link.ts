// One browser's connection: the WebSocket on one side, the byte stream that the MQTT broker reads on the other. Deliveries bypass the stream: they go
// through the frame queue directly to the TCP socket.
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { createPacketGuard, createSink, type FrameQueue } from './frames.ts';

export interface LinkLimits {
  /** Longest MQTT packet a client may send. */
  readonly maxPacketBytes: number;
  /** Bytes that may be queued for a client before it is disconnected. */
  readonly maxQueuedBytes: number;
  /** Sweeps with a full, stalled socket before the client is disconnected. */
  readonly maxMissedSigns: number;
  /** Sweeps without a pong before the client is disconnected: a browser drawing its first globe may block for some seconds. */
  readonly maxMissedPings: number;
  /** Sweeps of silence after which an idle client is pinged. */
  readonly idleSweeps: number;
}

export interface LinkReport {
  /** The client did not read and was disconnected. */
  cut(reason: string): void;
  /** A WebSocket frame could not be read; ws closes such a connection itself. */
  unreadable(error: Error): void;
}

export interface Link {
  /** The MQTT broker reads from and writes its responses to this stream. */
  readonly stream: Duplex;
  /** Queues a whole MQTT packet for this tick's frame. */
  deliver(packet: Uint8Array): void;
  /** Sends pending packets, then closes. */
  close(code: number, reason: string): void;
  /** Ends the connection at once: for clients that do not read. */
  cut(reason: string): void;
  /** To be called about every two seconds; sends a ping when due. */
  sweep(): void;
}

const PROTOCOL_ERROR = 1002;
const NORMAL = 1000;
const POLICY = 1008;
const LONGEST_REASON_BYTES = 123;

const shorten = (reason: string): string => {
  const bytes = Buffer.from(reason);
  return bytes.length <= LONGEST_REASON_BYTES ? reason : bytes.toString('latin1', 0, LONGEST_REASON_BYTES / 2);
};

/**
 * Binds a WebSocket to a byte stream and to the frame queue.
 * @param socket the TCP (or TLS) socket under the WebSocket
 */
export function createLink(ws: WebSocket, socket: Duplex, frames: FrameQueue, limits: LinkLimits, report: LinkReport): Link {
  const withinLimit = createPacketGuard(limits.maxPacketBytes);
  let sentSincePing = false;
  let awaitingPong = false;
  let missedPings = 0;
  // WebSocket libraries answer pings, custom clients may not: those are checked by the socket's progress alone.
  let answersPings = false;
  let sentBytes = 0;
  let takenBytes = 0;
  let stalledSweeps = 0;
  let quietSweeps = 0;
  let isClosing = false;

  const cut = (reason: string): void => {
    if (isClosing) return;
    isClosing = true;
    sink.run = null;
    report.cut(reason);
    ws.terminate();
    stream.destroy();
  };

  const sink = createSink((frame) => {
    if (ws.readyState !== ws.OPEN) return;
    socket.write(frame);
    sentSincePing = true;
    sentBytes += frame.length;
    if (socket.writableLength > limits.maxQueuedBytes) cut('the client does not read: its queue is full');
  });

  const close = (code: number, reason: string): void => {
    if (isClosing) return;
    frames.flush(sink);
    if (isClosing) return; // the last frame exceeded the limit
    isClosing = true;
    ws.close(code, shorten(reason));
    stream.destroy();
  };

  const stream = new Duplex({
    read() {
      if (ws.isPaused) ws.resume();
    },
    write(chunk: Uint8Array, _encoding, done) {
      frames.push(sink, chunk);
      done();
    },
    writev(chunks, done) {
      frames.push(sink, Buffer.concat(chunks.map(({ chunk }) => chunk as Uint8Array)));
      done();
    },
    destroy(error, done) {
      if (error) close(POLICY, error.message);
      else close(NORMAL, '');
      done(null);
    },
  });

  ws.on('message', (data, isBinary) => {
    missedPings = 0; // any message proves that the client is alive
    quietSweeps = 0;
    // Our sockets' binaryType is the default 'nodebuffer'. [MQTT-6.0.0-1]: packets travel in binary frames only.
    if (!isBinary || !Buffer.isBuffer(data)) return close(PROTOCOL_ERROR, 'binary frames only');
    if (!withinLimit(data)) return close(POLICY, 'packet too long');
    if (!isClosing && !stream.push(data)) ws.pause();
  });
  ws.on('pong', () => {
    answersPings = true;
    awaitingPong = false;
    missedPings = 0;
    quietSweeps = 0;
  });
  ws.ping(); // determines from the start whether the client answers pings
  ws.on('error', report.unreadable);
  ws.on('close', () => {
    isClosing = true;
    sink.run = null;
    stream.destroy();
  });

  return {
    stream,
    deliver: (packet) => {
      if (!isClosing) frames.push(sink, packet);
    },
    close,
    cut,
    sweep() {
      if (isClosing) return;
      // Counted in sweeps, not in time: a stall of our own event loop must not look like a client's silence.
      const takenNow = sentBytes - socket.writableLength;
      stalledSweeps = socket.writableLength > 0 && takenNow === takenBytes ? stalledSweeps + 1 : 0;
      takenBytes = takenNow;
      if (stalledSweeps >= limits.maxMissedSigns) return cut('the client does not read: its socket is full');
      if (awaitingPong && answersPings) {
        missedPings += 1;
        if (missedPings >= limits.maxMissedPings) cut('the client does not read: no answer to our pings');
        return;
      }
      quietSweeps += 1;
      if (!sentSincePing && quietSweeps < limits.idleSweeps) return;
      sentSincePing = false;
      awaitingPong = true;
      missedPings = 0;
      ws.ping();
    },
  };
}
