import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrokenBackup, type Entry, openBackup, written } from './container.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-container-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Part = readonly [entry: Entry, ...content: readonly Uint8Array[]];
const tables = ['account', 'alarm', 'empty'].map((name) => ({ name, columns: ['id'] }));
const manifest: Entry = { kind: 'manifest', madeAt: '2026-11-21T08:00:00.000Z', migrations: ['0001'], tables };
const table = (name: string): Entry => ({ kind: 'table', table: { name, columns: ['id'] } });
const file = (name: string, size: number): Entry => ({ kind: 'file', path: name, size });
/** Longer than a tar's name field, and outside its character set. */
const LONG = `scenes/${'林火瞭望'.repeat(20)}/${'x'.repeat(120)}.b3dm`;
const PARTS: readonly Part[] = [
  [manifest],
  [table('account'), Buffer.from('1\ta\n'), Buffer.from('2\t火\n')],
  [table('alarm'), ...Array.from({ length: 10 }, (_, i) => Buffer.alloc(1_000_000, i))],
  [table('empty')],
  [file('uploads/a.png', 700), Buffer.alloc(700, 7)],
  [file(LONG, 3), Buffer.from('abc')],
  [file('feed-key', 0)],
];

async function* given(parts: readonly Part[]) {
  for (const [entry, ...content] of parts) yield { entry, content: pieces(content) };
}
async function* pieces(content: readonly Uint8Array[]) {
  yield* content;
}
const bytesOf = async (parts: readonly Part[]): Promise<Buffer> => buffer(written(given(parts)));

let files = 0;
async function read(plain: Uint8Array, isWanted = (_entry: Entry) => true): Promise<[Entry, Buffer][]> {
  files += 1;
  const name = path.join(folder, `${files}.backup`);
  await writeFile(name, gzipSync(plain, { level: 1 }));
  const reader = openBackup(name);
  try {
    const found: [Entry, Buffer][] = [];
    for (let part = await reader.next(); part !== null; part = await reader.next())
      found.push([part.entry, isWanted(part.entry) ? await buffer(part.content) : Buffer.alloc(0)]);
    return found;
  } finally {
    reader.close();
  }
}
/** Hashes, because comparing megabytes byte by byte takes seconds. */
const brief = (parts: readonly (readonly [Entry, Uint8Array])[]) =>
  parts.map(([entry, bytes]) => [entry, bytes.length, createHash('sha256').update(bytes).digest('hex')]);
const summaryOf = (parts: readonly Part[]) => brief(parts.map(([entry, ...content]) => [entry, Buffer.concat(content)]));

describe('the backup file', () => {
  it('returns the written content, with tables in pieces and names of any length', async () => {
    expect(brief(await read(await bytesOf(PARTS)))).toEqual(summaryOf(PARTS));
  });

  it('skips content that is not read, but still verifies it', async () => {
    const plain = await bytesOf(PARTS);
    expect((await read(plain, ({ kind }) => kind === 'file')).map(([{ kind }, bytes]) => [kind, bytes.length])).toEqual([
      ['manifest', 0],
      ...tables.map(() => ['table', 0]),
      ...[700, 3, 0].map((size) => ['file', size]),
    ]);
    plain.writeUInt8(plain.readUInt8(5_000_000) ^ 1, 5_000_000);
    await expect(read(plain, () => false)).rejects.toThrow('校验不符');
  });

  it('a file truncated anywhere, or with any bit flipped, is either refused or read unchanged', async () => {
    const small = PARTS.filter(([entry]) => entry.kind !== 'table' || entry.table.name !== 'alarm');
    const plain = await bytesOf(small);
    const whole = summaryOf(small);
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.nat(7), async (at, bit) => {
        await expect(read(plain.subarray(0, at))).rejects.toThrow(BrokenBackup);
        const bent = Buffer.from(plain);
        bent.writeUInt8(bent.readUInt8(at) ^ (1 << bit), at);
        const outcome = await read(bent).then(brief, (error: unknown) => error);
        if (!(outcome instanceof BrokenBackup)) expect(outcome).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('reports what is wrong with a foreign archive', async () => {
    const tarOf = async (...entries: readonly (readonly [Partial<Header>, string?])[]) => {
      const archive = pack();
      for (const [header, content = ''] of entries) archive.entry({ name: 'x', ...header }, content);
      archive.finalize();
      return buffer(archive);
    };
    const ours = JSON.stringify({ layout: 'LOOKOUT-BACKUP 2', ...manifest });
    const cases: readonly (readonly [bytes: Uint8Array, why: string])[] = [
      [await tarOf([{ name: 'readme.md' }, 'x']), '不是本系统'],
      [await tarOf(), '不是本系统'],
      [await tarOf([{ name: 'manifest.json' }, '{"layout":"LOOKOUT-BACKUP 3"}']), '不是本系统（或这一版本）'],
      [await tarOf([{ name: 'manifest.json' }, 'no json']), '校验不符'],
      [await tarOf([{ name: 'manifest.json' }, ours.replace('tables', 'uables')]), '校验不符'],
      [await tarOf([{ name: 'manifest.json' }, ours]), '不完整'],
      [await tarOf([{ name: 'manifest.json' }, ours], [{ name: 'files/x', type: 'symlink', linkname: '/etc/passwd' }]), '不该有的文件'],
      [await tarOf([{ name: 'manifest.json' }, ours], [{ name: 'tables/other/00000001' }, 'x']), '不该有的文件'],
      [await tarOf([{ name: 'manifest.json' }, ours], [{ name: 'sha256' }, '0'.repeat(64)]), '校验不符'],
      [Buffer.concat([await bytesOf(PARTS.slice(0, 2)), await tarOf([{ name: 'x' }, 'x'])]), '末尾之后'],
      [Buffer.concat([await bytesOf(PARTS.slice(0, 2)), Buffer.alloc(512)]), '末尾之后'],
    ];
    for (const [bytes, why] of cases) await expect(read(bytes)).rejects.toThrow(why);
  });
});

describe('writing', () => {
  it("fails when its source fails, and when a file's length has changed", async () => {
    await expect(bytesOf([[manifest], [file('uploads/a.png', 5), Buffer.from('four')]])).rejects.toThrow();
    const broken = async function* () {
      yield { entry: manifest, content: pieces([]) };
      throw new Error('the database is gone');
    };
    await expect(buffer(written(broken()))).rejects.toThrow('the database is gone');
  });

  it('ends its source when the reader stops', async () => {
    let isEnded = false;
    const endless = async function* () {
      try {
        for (;;) yield Buffer.alloc(100_000);
      } finally {
        isEnded = true;
      }
    };
    const source = async function* () {
      yield { entry: manifest, content: pieces([]) };
      yield { entry: table('alarm'), content: endless() };
    };
    let length = 0;
    for await (const bytes of written(source())) {
      length += bytes.length;
      if (length > 10_000_000) break;
    }
    expect(isEnded).toBe(true);
  });
});
