import { expect, test } from 'vitest';
import { createRtspReader } from './message.ts';

const request = 'GET_PARAMETER rtsp://h/a RTSP/1.0\r\nCSeq: 4\r\nContent-Length: 2\r\n\r\nxy';

test('complete requests are read however the bytes are split, and interleaved packets are skipped', () => {
  const bytes = Buffer.concat([
    Buffer.of(0x24, 1, 0, 3, 1, 2, 3),
    Buffer.from(request),
    Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 5\r\n\r\n'),
  ]);
  const requests = createRtspReader().read(bytes);
  expect(requests.map(({ method, headers }) => [method, headers.get('cseq')])).toEqual([
    ['GET_PARAMETER', '4'],
    ['OPTIONS', '5'],
  ]);
  const reader = createRtspReader();
  expect([...bytes].flatMap((byte) => reader.read(Buffer.of(byte)))).toEqual(requests);
});

test('anything that is not RTSP is refused', () => {
  expect(() => createRtspReader().read(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toThrow();
  expect(() => createRtspReader().read(Buffer.alloc(100_000, 65))).toThrow();
});
