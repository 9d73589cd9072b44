import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gbkOf, zipOf } from './testing/files.ts';
import { withZip, type ZipEntry } from './zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const listed = (source: string | Uint8Array) => withZip(source, async (entries) => entries.map(({ name, size }) => [name, size]));
const first = (source: Uint8Array) => withZip(source, async ([entry]) => new TextDecoder().decode(await (entry as ZipEntry).read()));

describe('zip', () => {
  it('Unpacked files are identical to the packed ones', async () => {
    const archive = zipOf({ 'a/tileset.json': '{}', '城.txt': '林火'.repeat(1000), 'empty/': '' });
    const seen = await withZip(archive, async (entries) => {
      expect(entries.map(({ name, size }) => [name, size])).toEqual([
        ['a/tileset.json', 2],
        ['城.txt', 6000],
      ]);
      return new TextDecoder().decode(await entries[1]?.read());
    });
    expect(seen).toBe('林火'.repeat(1000));
  });

  it('A zip on disk is read too, and a missing file is reported as missing', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lookout-zip-'));
    try {
      const file = path.join(folder, 'x.zip');
      await writeFile(file, zipOf({ 'a.json': '{}' }));
      expect(await listed(file)).toEqual([['a.json', 2]]);
      await expect(listed(path.join(folder, 'none.zip'))).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('Names are decoded as their entries state, else as valid UTF-8 or GB18030; a name in no encoding is refused', async () => {
    const raw = (bytes: Buffer) => bytes.toString('latin1');
    const archive = (names: readonly Buffer[], lie = {}) =>
      listed(zipOf(Object.fromEntries(names.map((name) => [raw(name), 'x'])), lie, 'latin1')).then((all) => all.map(([name]) => name));
    // Chinese Windows writes GB18030 without a flag; 学校 alone happens to be valid UTF-8.
    for (const text of ['火.txt', '学校.txt', '林场/小班.shp']) {
      for (const encode of [gbkOf, Buffer.from]) expect(await archive([encode(text)])).toEqual([text]);
      expect(await archive([Buffer.from(text)], { flags: 0x800 })).toEqual([text]);
      expect(await archive([Buffer.from('___.txt')], { unicodePath: text })).toEqual([text]);
    }
    // A flag that the bytes disprove is ignored.
    expect(await archive([gbkOf('火.txt')], { flags: 0x800 })).toEqual(['火.txt']);
    expect(await archive([gbkOf('火.shp'), Buffer.from('林场.shp'), Buffer.from('a.prj')])).toEqual(['火.shp', '林场.shp', 'a.prj']);
    await expect(archive([Buffer.from('a.txt'), Buffer.from([0x82, 0xff, 0x2e])])).rejects.toThrow('zip-name-encoding {"entry":2}');
  });

  it.each(['../x.json', '/etc/x', 'a/../../x', 'C:/x', 'a\\..\\..\\x', 'a//x', 'a\0.json'])(
    'A name that leads outside the folder is refused: %j',
    async (name) => {
      await expect(listed(zipOf({ [name]: 'x' }))).rejects.toThrow('zip-name-outside');
    },
  );

  it('Encrypted, broken and truncated archives are refused', async () => {
    await expect(listed(zipOf({ a: 'x' }, { flags: 1 }))).rejects.toThrow('zip-encrypted');
    await expect(listed(zipOf({ a: 'x' }, { flags: 0x41 }))).rejects.toThrow('zip-encrypted');
    await expect(listed(bytes('PK'))).rejects.toThrow('not-a-zip');
    await expect(listed(new Uint8Array())).rejects.toThrow('not-a-zip');
    const broken = zipOf({ a: 'x'.repeat(500) });
    broken.fill(7, 31, 34);
    await expect(first(broken)).rejects.toThrow('zip-entry-broken');
    const whole = zipOf({ a: 'x'.repeat(500) });
    await expect(listed(whole.subarray(0, whole.length - 30))).rejects.toThrow('not-a-zip');
    await expect(listed(whole.subarray(10))).rejects.toThrow('zip-directory-broken');
  });

  it('A file that unpacks to more or less than its declared size is broken, and no more than that is ever unpacked', async () => {
    const content = 'x'.repeat(1_000_000);
    await expect(first(zipOf({ a: content }, { size: 1000 }))).rejects.toThrow('zip-entry-broken {"name":"a"}');
    await expect(first(zipOf({ a: content }, { size: 1_000_001 }))).rejects.toThrow('zip-entry-broken {"name":"a"}');
  });

  it('Zip bombs are refused before anything is unpacked: too large for their packed size, or the same bytes many times over', async () => {
    await expect(listed(zipOf({ a: Buffer.alloc(50_000_000) }))).rejects.toThrow('zip-unpacks-too-large');
    await expect(listed(zipOf({ a: 'x' }, { size: 0xfffffffe }))).rejects.toThrow('zip-unpacks-too-large');
    await expect(listed(zipOf({ a: Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))) }, { times: 50 }))).rejects.toThrow(
      'zip-unpacks-too-large',
    );
    // A small file is harmless, whatever its ratio.
    expect(await listed(zipOf({ a: Buffer.alloc(10_000_000) }))).toEqual([['a', 10_000_000]]);
  });
});
