// Files whose content does not match their type are refused with a message and leave nothing behind, or only their pixels are stored.
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Session, startTestServer, type TestServer } from '../testing/index.ts';
import { lengthOf, seed } from './battery.ts';
import { faultOf } from './raw-call.ts';

const UPLOAD = '/oa/api/upload';
const CASES = lengthOf('cases');
const PAYLOAD = '<script>alert(1)</script><?php system($_GET[0]); ?>';

let server: TestServer;
let session: Session;
let png: Buffer;
let jpeg: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  session = await server.login('wenchuan');
  const pixels = sharp(Buffer.from(Array.from({ length: 48 * 32 * 3 }, (_, i) => (i * 37) % 256)), {
    raw: { width: 48, height: 32, channels: 3 },
  });
  png = await pixels.clone().png().toBuffer();
  jpeg = await pixels
    .clone()
    .withExif({ IFD0: { ImageDescription: PAYLOAD, Copyright: PAYLOAD } })
    .jpeg()
    .toBuffer();
});
afterAll(() => server?.stop());

/** The paths of all files under DATA_DIR/uploads. */
const stored = async (): Promise<string[]> => {
  const entries = await readdir(join(server.dataDir, 'uploads'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly data: { readonly id: string; readonly url: string; readonly width: number; readonly height: number };
}
/** Allowance per megabyte for a busy machine, because the test process itself writes what the server reads. */
const SENDING_MS_PER_MEGABYTE = 200;

async function post(body: FormData | Blob, headers: Record<string, string> = {}): Promise<Answer> {
  // Encoded before the time is measured.
  const form = new Response(body);
  const type = form.headers.get('content-type');
  const bytes = await form.arrayBuffer();
  const begun = performance.now();
  const response = await fetch(server.base + UPLOAD, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}`, ...(type && { 'content-type': type }), ...headers },
    body: bytes,
  });
  const text = await response.text();
  const ms = performance.now() - begun - (bytes.byteLength / 1e6) * SENDING_MS_PER_MEGABYTE;
  expect(faultOf({ status: response.status, text, ms, headers: Object.fromEntries(response.headers) }), text).toBeNull();
  return { status: response.status, text, data: (JSON.parse(text) as { data: Answer['data'] }).data };
}
const blob = (bytes: Uint8Array | string, type = 'image/png') =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type });
const formWith = (bytes: Uint8Array | string, { name = 'photo.png', field = 'file', type = 'image/png' } = {}): FormData => {
  const form = new FormData();
  form.append(field, blob(bytes, type), name);
  return form;
};

/** A PNG whose header states these dimensions; its pixels, if any, are zeros. */
function claiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a file that is not a complete photo is refused with a message and leaves nothing behind', () => {
  const refused: readonly (readonly [name: string, status: number, make: () => Uint8Array | string])[] = [
    ['nothing', 422, () => ''],
    ['one byte', 422, () => 'x'],
    ['a page that calls itself a PNG', 422, () => `<!doctype html>${PAYLOAD}`],
    ['an SVG with a script', 422, () => `<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`],
    ['a GIF that is also JavaScript', 422, () => 'GIF89a=1;alert(1)//'],
    ['a PDF', 422, () => '%PDF-1.7\n'],
    ['a ZIP', 422, () => 'PK\x03\x04xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
    ['a program', 422, () => '\x7fELF\x02\x01\x01'],
    ['only the first bytes of a PNG', 422, () => Buffer.concat([png.subarray(0, 8), Buffer.from(PAYLOAD)])],
    ['only the first bytes of a JPEG', 422, () => Buffer.concat([jpeg.subarray(0, 12), Buffer.from(PAYLOAD)])],
    ['half a PNG', 422, () => png.subarray(0, png.length / 2)],
    ['half a JPEG', 422, () => jpeg.subarray(0, jpeg.length / 2)],
    ['over 40 megapixels', 413, () => claiming(8_001, 5_000)],
    ['900 megapixels in a megabyte', 413, () => claiming(30_000, 30_000)],
    ['no height at all', 422, () => claiming(10, 0)],
    ['over 10 MB', 413, () => Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])],
  ];
  it.each(refused)('%s', async (_name, status, make) => {
    const before = await stored();
    const bytes = make();
    expect((await post(formWith(bytes))).status).toBe(status);
    expect((await post(blob(bytes), { 'content-type': 'image/png' })).status).toBe(status);
    expect(await stored()).toEqual(before);
  });

  it('a WebP, a TIFF and a GIF, although they are photos', async () => {
    const before = await stored();
    for (const format of ['webp', 'tiff', 'gif'] as const)
      expect((await post(formWith(await sharp(png).toFormat(format).toBuffer()))).status, format).toBe(422);
    expect(await stored()).toEqual(before);
  });

  it('malformed forms: no file, text in place of a file, two files, no end, no boundary', async () => {
    const before = await stored();
    const onlyText = new FormData();
    onlyText.append('file', 'a text');
    const two = formWith(png);
    two.append('file', blob(jpeg, 'image/jpeg'), 'second.jpg');
    for (const form of [new FormData(), onlyText, two]) expect((await post(form)).status).toBe(422);
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n';
    const unended = Buffer.concat([Buffer.from(part), png]);
    for (const type of [
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'multipart/form-data; boundary=other',
      `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
    ])
      expect((await post(blob(unended), { 'content-type': type })).status, type.slice(0, 60)).toBe(422);
    expect(await stored()).toEqual(before);
  });

  it('an upload whose sender disconnects', async () => {
    const before = await stored();
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
    const head = [
      `POST ${UPLOAD} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${session.access_token}`,
      'content-type: image/png',
      `content-length: ${png.length}`,
    ];
    await new Promise<void>((resolve) =>
      socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), png.subarray(0, png.length - 9)]), () => resolve()),
    );
    socket.destroy();
    // The next upload is served after it, so by then all of its files are written.
    expect((await post(formWith('x'))).status).toBe(422);
    expect(await stored()).toEqual(before);
  });
});

describe('only the pixels of a photo are stored', () => {
  const keeps = async (answer: Answer, width = 48): Promise<Buffer> => {
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ width, height: 32, url: `/files/${answer.data.id}` });
    const served = await fetch(server.base + answer.data.url, { headers: { authorization: `Bearer ${session.access_token}` } });
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.includes('script')).toBe(false);
    expect(bytes.includes('php')).toBe(false);
    return bytes;
  };

  it('data after the image or in its comments is removed', async () => {
    const tail = Buffer.from(`\n${PAYLOAD}PK\x03\x04`);
    await keeps(await post(formWith(Buffer.concat([png, tail]))));
    await keeps(await post(formWith(Buffer.concat([jpeg, tail]), { type: 'image/jpeg' })));
    expect(jpeg.includes('script')).toBe(true);
    await keeps(await post(formWith(jpeg, { name: 'x.html', type: 'text/html' })));
  });

  it('the name and field of a file are never used: the stored name is an id in our folder', async () => {
    const before = new Set(await stored());
    const names = [
      '../../../etc/cron.d/x.png',
      '..\\..\\x.png',
      '/etc/passwd',
      'x.php\u0000.png',
      '.htaccess',
      `${'n'.repeat(5_000)}.png`,
      '\u202egnp.exe',
      'con',
      '%2e%2e%2f',
    ];
    for (const name of names) await keeps(await post(formWith(png, { name })));
    await keeps(await post(formWith(png, { field: '__proto__' })));
    const fresh = (await stored()).filter((path) => !before.has(path));
    expect(fresh).toHaveLength(names.length + 1);
    for (const path of fresh) {
      expect(path.slice(join(server.dataDir, 'uploads').length)).toMatch(/^\/[0-9a-f]{2}\/[0-9a-f-]{36}\.png$/);
      expect((await readFile(path)).subarray(1, 4).toString()).toBe('PNG');
    }
  });

  it('a corrupted photo is stored or refused, and never breaks the server; a refused one leaves nothing behind', {
    timeout: 60_000 + CASES * 500,
  }, async () => {
    process.stderr.write(`hostile-uploads.integration.test.ts: RELIABILITY_SEED=${seed}\n`);
    const corruption = fc.record({
      isPng: fc.boolean(),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
      cuts: fc.boolean(),
    });
    let storedCount = (await stored()).length;
    await fc.assert(
      fc.asyncProperty(corruption, async ({ isPng, at, bytes, cuts }) => {
        const whole = isPng ? png : jpeg;
        const from = Math.floor(at * (whole.length - 1));
        const spoilt = Buffer.concat([whole.subarray(0, from), bytes, cuts ? Buffer.alloc(0) : whole.subarray(from + bytes.length)]);
        const { status } = await post(formWith(spoilt));
        expect([200, 413, 422]).toContain(status);
        if (status === 200) storedCount += 1;
        expect((await stored()).length).toBe(storedCount);
      }),
      { numRuns: CASES, seed },
    );
  });
});
