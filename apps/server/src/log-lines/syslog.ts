// Syslog on the wire: RFC 5424 messages, and the three ways to send them.

import { createSocket } from 'node:dgram';
import { isIP, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import type { SyslogAddress } from '../settings/syslog-address.ts';

/** RFC 5424, 6.2.1: facility × 8 + severity. Audit anchors have the facility for audits. */
const FACILITY = { log: 16, 'audit-anchor': 13 } as const;
export type Subject = keyof typeof FACILITY;
const NOTICE = 5;
/** Severities by pino level; levels below info count as debugging. */
const SEVERITIES: ReadonlyMap<number, number> = new Map([
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
]);
const DEBUGGING = 7;

/** RFC 5425, 4.3.1: the length that every receiver should accept. */
const LONGEST_BYTES = 8_192;
const APP_NAME = 'fire-lookout';

const isPrintable = (name: string): boolean => /^[\x21-\x7e]{1,255}$/.test(name);

export interface Origin {
  readonly hostName: string;
  readonly processId: number;
}

/**
 * One message, without framing. Its text is JSON without a byte order mark, so readers know that it is UTF-8.
 * @param line one line of pino, or of the audit's anchors; truncated when it exceeds 8,192 bytes with the header
 * @param now the time for a line that has none
 */
export function syslogMessage(subject: Subject, line: string, { hostName, processId }: Origin, now: Date): Buffer {
  const [, level, time] = /^\{"level":(\d+),"time":(\d{1,15}),/.exec(line) ?? [];
  const severity = subject === 'audit-anchor' ? NOTICE : (SEVERITIES.get(Number(level)) ?? DEBUGGING);
  const at = time === undefined ? now : new Date(Number(time));
  const host = isPrintable(hostName) ? hostName : '-';
  const header = `<${FACILITY[subject] * 8 + severity}>1 ${at.toISOString()} ${host} ${APP_NAME} ${processId} ${subject} - `;
  const message = Buffer.from(header + line.trimEnd());
  return message.length <= LONGEST_BYTES ? message : cutAtCharacter(message, LONGEST_BYTES);
}

/** Bytes 10xxxxxx continue a character, so the cut moves back to the character's first byte. */
function cutAtCharacter(bytes: Buffer, most: number): Buffer {
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

/** A connection to a collector. */
export interface Link {
  /** Sends these messages in order. @param done called when the operating system has accepted all of them, or with the error */
  send(messages: readonly Buffer[], done: (error: Error | null) => void): void;
  close(): void;
}

export interface LinkEvents {
  opened(): void;
  /** Called once, unless `close` ended the connection. */
  lost(error: Error): void;
}

export type OpenLink = (events: LinkEvents) => Link;

/** For TLS, the certificate is checked against the authorities of the system and of NODE_EXTRA_CA_CERTS, and against the host name. */
export const linkTo = (address: SyslogAddress): OpenLink => (address.protocol === 'udp:' ? datagrams(address) : stream(address));

const stream =
  ({ protocol, host, port }: SyslogAddress): OpenLink =>
  ({ opened, lost }) => {
    const socket: Socket =
      protocol === 'tls:'
        ? openTls({ host, port, ...(isIP(host) === 0 && { servername: host }) }, opened)
        : openTcp({ host, port }, opened);
    let fault: Error | null = null;
    socket.setKeepAlive(true, 30_000).setNoDelay(true);
    // A collector should not send data. Any data is discarded, so that the end of the connection is noticed.
    socket.resume();
    socket.on('error', (error) => {
      fault = error;
    });
    socket.once('close', () => lost(fault ?? new Error('closed by the collector')));
    return {
      send(messages, done) {
        socket.write(Buffer.concat(messages.flatMap((message) => [Buffer.from(`${message.length} `), message])), (error) =>
          done(error ?? null),
        );
      },
      close() {
        socket.removeAllListeners('close').destroy();
      },
    };
  };

const datagrams =
  ({ host, port }: SyslogAddress): OpenLink =>
  ({ opened, lost }) => {
    const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
    let isOpen = true;
    const close = (): void => {
      if (isOpen) socket.close();
      isOpen = false;
    };
    const failed = (error: Error): void => {
      if (!isOpen) return;
      close();
      lost(error);
    };
    socket.on('error', failed);
    socket.connect(port, host, (error?: Error) => (error === undefined ? opened() : failed(error)));
    return {
      send(messages, done) {
        const next = (at: number): void => {
          const message = messages[at];
          if (message === undefined) done(null);
          else if (isOpen) socket.send(message, (error) => (error === null ? next(at + 1) : done(error)));
        };
        next(0);
      },
      close,
    };
  };
