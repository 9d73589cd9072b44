import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressText, syslogAddressOf } from '../settings/syslog-address.ts';
import { collectLogLines } from './collector.ts';
import { type LinkEvents, linkTo, type OpenLink, syslogMessage } from './syslog.ts';

const ORIGIN = { hostName: 'duty-1', processId: 42 };
const NOW = new Date('2026-04-05T04:00:00.000Z');
const lineOf = (level: number, msg: string) => `${JSON.stringify({ level, time: Date.parse('2026-04-05T04:00:01.250Z'), msg })}\n`;
const textOf = (level: number) => String(syslogMessage('log', lineOf(level, '火'), ORIGIN, NOW));

describe('a line in the format of RFC 5424', () => {
  it('has the severity and the time of its line, and the facility of its subject', () => {
    expect(textOf(40)).toBe('<132>1 2026-04-05T04:00:01.250Z duty-1 fire-lookout 42 log - {"level":40,"time":1775361601250,"msg":"火"}');
    expect([60, 50, 40, 30, 20].map((level) => /^<(\d+)>/.exec(textOf(level))?.[1])).toEqual(['130', '131', '132', '134', '135']);
    expect(String(syslogMessage('audit-anchor', '{"at":"x","id":7}', { ...ORIGIN, hostName: '值班' }, NOW))).toBe(
      '<109>1 2026-04-05T04:00:00.000Z - fire-lookout 42 audit-anchor - {"at":"x","id":7}',
    );
  });

  it('is complete, or truncated to 8,192 bytes at a character boundary', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.integer({ min: 1, max: 400 }), (text, times) => {
        const line = JSON.stringify({ level: 30, time: 1, msg: text.repeat(times) });
        const message = syslogMessage('log', line, ORIGIN, NOW);
        expect(message.length).toBeLessThanOrEqual(8_192);
        const written = new TextDecoder('utf-8', { fatal: true }).decode(message);
        expect(line.startsWith(written.slice(written.indexOf('{')))).toBe(true);
        if (Buffer.byteLength(line) < 8_000) expect(written.endsWith(line)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('goes to the port of its protocol unless another is given', () => {
    const read = (text: string) => {
      const address = syslogAddressOf(text);
      return address && addressText(address);
    };
    expect(['tls://logs.example.cn', 'tcp://10.0.0.7', 'udp://[fd00::7]/', 'tls://logs:7000'].map(read)).toEqual([
      'tls://logs.example.cn:6514',
      'tcp://10.0.0.7:601',
      'udp://[fd00::7]:514',
      'tls://logs:7000',
    ]);
    expect(['logs:6514', 'https://logs', 'tls://', 'tls://u:p@logs', 'tls://logs/path', 'tls://logs:99999', 'x'].map(read)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });
});

/** A collector whose connections the test opens and interrupts, and whose batches it accepts. */
function fakeCollector() {
  const sent: string[] = [];
  const attempts: LinkEvents[] = [];
  let taken: ((error: Error | null) => void) | null = null;
  const open: OpenLink = (events) => {
    attempts.push(events);
    return {
      send(messages, done) {
        sent.push(...messages.map((message) => /"msg":"(.*)"/.exec(String(message))?.[1] ?? '?'));
        taken = done;
      },
      close: () => undefined,
    };
  };
  const take = (error: Error | null = null): void => {
    const done = taken;
    taken = null;
    done?.(error);
  };
  return { open, sent, attempts, take };
}

describe('a collector', () => {
  const start = (open: OpenLink, more: { mostLines?: number; patienceMs?: number } = {}) => {
    const logged: object[] = [];
    const collector = collectLogLines({
      ...ORIGIN,
      open,
      log: { warn: (fields) => void logged.push(fields) },
      clock: () => NOW,
      now: () => 0,
      firstPauseMs: 1,
      ...more,
    });
    return { collector, said: logged, write: (...names: string[]) => names.map((name) => collector.write(lineOf(40, name))) };
  };

  it('receives each line once and in order, and again those of an interrupted connection', async () => {
    const fake = fakeCollector();
    const { collector, write } = start(fake.open);
    write('a', 'b');
    expect(fake.sent).toEqual([]);
    fake.attempts[0]?.opened();
    write('c');
    fake.take();
    fake.take();
    expect(fake.sent).toEqual(['a', 'b', 'c']);
    write('d');
    fake.attempts[0]?.lost(new Error('reset'));
    await expect.poll(() => fake.attempts.length).toBe(2);
    fake.attempts[1]?.opened();
    fake.take();
    expect(fake.sent).toEqual(['a', 'b', 'c', 'd', 'd']);
    expect(collector.dropped()).toBe(0);
    await collector.stop();
  });

  it('that is unavailable loses the lines that do not fit into the queue, and then gets their number', async () => {
    const fake = fakeCollector();
    const { collector, said, write } = start(fake.open, { mostLines: 2 });
    write('a', 'b', 'c', 'd');
    expect(collector.dropped()).toBe(2);
    fake.attempts[0]?.opened();
    fake.take();
    expect(fake.sent).toEqual(['a', 'b']);
    expect(said).toEqual([{ dropped: 2 }]);
    write('e');
    fake.take();
    expect(fake.sent).toEqual(['a', 'b', 'e']);
    expect(said).toHaveLength(1);
    await collector.stop();
  });

  it('that does not read is disconnected, and reconnected', async () => {
    const fake = fakeCollector();
    const { collector, said, write } = start(fake.open, { patienceMs: 5 });
    fake.attempts[0]?.opened();
    write('a');
    await expect.poll(() => fake.attempts.length).toBeGreaterThan(1);
    expect(said[0]).toEqual({ reason: 'the collector does not read', waiting: 1, dropped: 0 });
    await collector.stop();
  });

  it('reads messages over TCP by their length, and the last ones while the server stops', async () => {
    let read = '';
    const server = createServer((socket: Socket) => socket.on('data', (chunk) => (read += String(chunk)))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const { collector, write } = start(linkTo({ protocol: 'tcp:', host: '127.0.0.1', port }));
      write('火', 'b');
      collector.anchor('{"id":7}');
      await collector.stop();
      const expected = [lineOf(40, '火'), lineOf(40, 'b')].map((line) => syslogMessage('log', line, ORIGIN, NOW));
      const all = [...expected, syslogMessage('audit-anchor', '{"id":7}', ORIGIN, NOW)];
      await expect.poll(() => read).toBe(all.map((message) => `${message.length} ${message}`).join(''));
    } finally {
      server.close();
    }
  });
});
