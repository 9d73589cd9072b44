// A minimal live client, the same for every broker: it only counts received PUBLISH packets, so that the broker is what is measured.
// Reads unmasked WebSocket frames and MQTT fixed headers byte by byte, keeps no payload.
import { connect, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';

const CONNACK = 2;
const PUBLISH = 3;
const SUBACK = 9;
const OPCODE_CONTROL = 8;

/**
 * Control frames are skipped: a ping needs no pong while data flows.
 * @param onPacket called with the type (first nibble) of every MQTT packet when its last byte is read
 */
export function createFrameReader(onPacket: (type: number) => void): (bytes: Uint8Array, length: number) => void {
  // WebSocket: position in the frame header, and remaining payload.
  let headerStep = 0;
  let lengthBytesLeft = 0;
  let frameLeft = 0;
  let isControl = false;
  // MQTT, inside the payload.
  let type = -1;
  let bodyLeft = -1; // −1: the length has not been read yet
  let bodyLength = 0;
  let lengthShift = 1;

  return (bytes, length) => {
    let at = 0;
    while (at < length) {
      if (frameLeft === 0 || headerStep > 0) {
        const byte = bytes[at++] ?? 0;
        if (headerStep === 0) {
          isControl = (byte & 0x0f) >= OPCODE_CONTROL;
          headerStep = 1;
        } else if (headerStep === 1) {
          lengthBytesLeft = byte === 126 ? 2 : byte === 127 ? 8 : 0;
          frameLeft = lengthBytesLeft === 0 ? byte : 0;
          headerStep = 2;
          if (lengthBytesLeft === 0) headerStep = 0;
        } else {
          frameLeft = frameLeft * 256 + byte;
          lengthBytesLeft -= 1;
          if (lengthBytesLeft === 0) headerStep = 0;
        }
        continue;
      }
      const available = Math.min(frameLeft, length - at);
      if (isControl) {
        at += available;
        frameLeft -= available;
      } else if (bodyLeft > 0) {
        const step = Math.min(available, bodyLeft);
        at += step;
        frameLeft -= step;
        bodyLeft -= step;
      } else {
        const byte = bytes[at++] ?? 0;
        frameLeft -= 1;
        if (type === -1) {
          type = byte >> 4;
          bodyLength = 0;
          lengthShift = 1;
        } else {
          bodyLength += (byte & 0x7f) * lengthShift;
          lengthShift *= 128;
          if ((byte & 0x80) === 0) bodyLeft = bodyLength;
        }
      }
      if (bodyLeft === 0) {
        const finished = type;
        type = -1;
        bodyLeft = -1;
        onPacket(finished);
      }
    }
  };
}

/** A client frame, masked with zeros. */
function clientFrame(packet: Packet): Buffer {
  const payload = mqttPacket.generate(packet);
  return Buffer.concat([Buffer.from([0x82, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]), payload]);
}

export interface SubscriberOptions {
  readonly port: number;
  readonly path: string;
  readonly topic: string;
  readonly userName: string;
  readonly password: string;
  onPublish(): void;
}

// Reads are synchronous, so all subscribers of the process share one buffer.
const shared = Buffer.alloc(256 * 1024);

/** Resolves when the subscription is acknowledged. */
export function subscribe({ port, path, topic, userName, password, onPublish }: SubscriberOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let isUpgraded = false;
    let head = '';
    const read = createFrameReader((type) => {
      if (type === PUBLISH) onPublish();
      else if (type === CONNACK) socket.write(clientFrame({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] }));
      else if (type === SUBACK) resolve(socket);
    });
    const onBytes = (count: number, bytes: Uint8Array): boolean => {
      if (isUpgraded) {
        read(bytes, count);
        return true;
      }
      head += Buffer.from(bytes.subarray(0, count)).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return true;
      if (!head.startsWith('HTTP/1.1 101')) reject(new Error(`no WebSocket: ${head.slice(0, 80)}`));
      isUpgraded = true;
      socket.write(
        clientFrame({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clientId: '',
          clean: true,
          keepalive: 0,
          username: userName,
          password: Buffer.from(password),
        }),
      );
      const rest = Buffer.from(head.slice(end + 4), 'latin1');
      read(rest, rest.length);
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback: onBytes } });
    socket.once('error', reject);
    socket.once('connect', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n',
      ),
    );
  });
}

export interface Publisher {
  /** Sends complete PUBLISH packets. */
  send(packets: Uint8Array): void;
  close(): void;
}

/** Plain MQTT over TCP, the same for every broker. */
export function connectPublisher(port: number): Promise<Publisher> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () =>
      socket.write(
        mqttPacket.generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clientId: 'publisher', clean: true, keepalive: 0 }),
      ),
    );
    socket.once('data', () => resolve({ send: (packets) => void socket.write(packets), close: () => socket.destroy() }));
  });
}
