import { withZip } from '@lookout/ingest';
import { digestBy, HASH_OF_SUITE } from '@lookout/server/access/digests.ts';
import type { Keys } from '@lookout/server/access/keys.ts';
import { createSigner, publishedKeys } from '@lookout/server/access/signing.ts';
import { CRYPTO_SUITES, type CryptoSuite } from '@lookout/server/settings/security-policy.ts';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { MANIFEST_FILE } from './format.ts';
import { verifyPackage } from './verify.ts';
import { type PictureToPack, packFire, type Sealed, type ToPack } from './write.ts';

const KEYS: Keys = { id: '00000000-0000-4000-8000-000000000001', login: [], cameras: [], relay: 'r'.repeat(43) };
const signerOf = (suite: CryptoSuite) => createSigner({ current: () => KEYS, suite });
const at = new Date('2026-03-01T04:00:00Z');

const packing = (pictures: readonly PictureToPack[], more: Partial<ToPack> = {}): ToPack => ({
  fire: {
    id: 'f',
    gridNo: '513221',
    gridName: '汶川县',
    position: { lng: 103.6, lat: 31.5 },
    firstSeenAt: at,
    lastSeenAt: at,
    isOpen: true,
    isDrill: false,
  },
  packed: [],
  lines: [],
  tracks: [],
  plots: [],
  pictures,
  missing: [],
  made: { by: '甲', at, gridName: '汶川县', version: '1' },
  manifest: {
    product: { name: 'x', version: '1' },
    fire: { id: 'f', gridNo: '513221', gridName: '汶川县', alarmIds: [], drill: false },
    made: { by: '甲', accountId: 'a', at: at.toISOString(), gridNo: '513221' },
    isCut: false,
  },
  hash: 'SHA-256',
  key: signerOf('international')(),
  ...more,
});
const picture = (name: string, pieces: readonly string[] | null, onOpen: () => void = () => undefined): PictureToPack => ({
  url: `/files/${name}`,
  name: `pictures/${name}`,
  async open() {
    onOpen();
    return (
      pieces &&
      (async function* () {
        for (const piece of pieces) yield Buffer.from(piece);
      })()
    );
  },
});

describe('a package while it is written', () => {
  it('is not complete before its seal is stored: if the seal cannot be stored, there is no manifest', async () => {
    const pieces: Uint8Array[] = [];
    const written = async () => {
      for await (const piece of packFire(packing([]), () => Promise.reject(new Error('no database')))) pieces.push(piece);
    };
    await expect(written()).rejects.toThrow('no database');
    expect(await verifyPackage(Buffer.concat(pieces))).toEqual({
      faults: [{ kind: 'unreadable', file: null }],
      manifest: null,
      sha256: null,
      digest: null,
    });
  });

  it('reads the pictures one after the other, each only when it is written', async () => {
    const opened: string[] = [];
    const pictures = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => picture(name, ['1', '2', '3'], () => opened.push(name)));
    const seen: string[] = [];
    for await (const piece of packFire(packing(pictures), async () => undefined))
      if (piece.length === 1) seen.push(`${opened.at(-1)} ${Buffer.from(piece)}`);
    expect(seen).toEqual(['a.jpg 1', 'a.jpg 2', 'a.jpg 3', 'b.jpg 1', 'b.jpg 2', 'b.jpg 3', 'c.jpg 1', 'c.jpg 2', 'c.jpg 3']);
  });

  it('of an exercise is marked as an exercise on its page and in its KMZ', async () => {
    const named = async (isDrill: boolean) => {
      const { fire, ...rest } = packing([]);
      const pieces: Uint8Array[] = [];
      for await (const piece of packFire({ ...rest, fire: { ...fire, isDrill } }, async () => undefined)) pieces.push(piece);
      return withZip(Buffer.concat(pieces), async (entries) => {
        const text = async (name: string, from = entries) => Buffer.from((await from.find((entry) => entry.name === name)?.read()) ?? []);
        const kml = await withZip(await text('fire.kmz'), async (inner) => String(await text('doc.kml', inner)));
        return [String(await text('index.html')).includes('演练：不是真实火情'), kml.includes('演练')];
      });
    };
    expect(await named(true)).toEqual([true, true]);
    expect(await named(false)).toEqual([false, false]);
  });

  it('lists a picture that no longer exists, and continues without it', async () => {
    const pieces: Uint8Array[] = [];
    let sealed = 0;
    const pictures = [picture('gone.jpg', null), picture('here.jpg', ['x'])];
    for await (const piece of packFire(packing(pictures, { missing: ['/files/unknown'] }), async ({ pictures: count }) => {
      sealed = count;
    }))
      pieces.push(piece);
    expect(sealed).toBe(1);
    const manifest = await withZip(Buffer.concat(pieces), async (entries) => {
      const found = entries.find(({ name }) => name === MANIFEST_FILE);
      return JSON.parse(Buffer.from((await found?.read()) ?? []).toString());
    });
    expect(manifest.missingPictures).toEqual(['/files/gone.jpg', '/files/unknown']);
    expect(manifest.files.map(({ name }: { name: string }) => name)).toContain('pictures/here.jpg');
  });

  it.each(CRYPTO_SUITES)(
    'under CRYPTO=%s is hashed and signed as its manifest states, and a signature of another text is invalid',
    async (suite) => {
      const hash = HASH_OF_SUITE[suite];
      const pieces: Uint8Array[] = [];
      const sealed: Sealed[] = [];
      const given = packing([picture('a.jpg', ['x'])], { hash, key: signerOf(suite)() });
      for await (const piece of packFire(given, async (one) => void sealed.push(one))) pieces.push(piece);
      const files = unzipSync(Buffer.concat(pieces));
      const manifest = files[MANIFEST_FILE] as Uint8Array;
      const check = await verifyPackage(Buffer.concat(pieces));
      const key = publishedKeys(KEYS).find(({ algorithm }) => algorithm === check.manifest?.signing?.algorithm);
      expect(check).toMatchObject({ faults: [], digest: digestBy(hash, manifest), manifest: { hash, signing: { keyId: key?.keyId } } });
      expect(sealed).toEqual([{ sha256: check.sha256, ...(suite === 'gm' && { sm3: digestBy('SM3', manifest) }), lines: 0, pictures: 1 }]);
      const other = { signature: Buffer.from(`${signerOf(suite)().sign(Buffer.from('another'))}\n`) };
      const forged = zipSync({ ...files, 'manifest.signature': other.signature }, { level: 0 });
      expect((await verifyPackage(forged)).faults).toEqual([{ kind: 'unsigned' }]);
      // Every part of the signature counts, including its last letters and its end, and another encoding of the same signature is invalid.
      const signature = files['manifest.signature'] as Uint8Array;
      for (const place of [0, 40, ...Array.from({ length: 8 }, (_, back) => signature.length - 1 - back)]) {
        const changed = signature.map((byte, index) => (index === place ? byte ^ 1 : byte));
        const found = await verifyPackage(zipSync({ ...files, 'manifest.signature': changed }, { level: 0 }));
        expect([place, found.faults]).toEqual([place, [{ kind: 'unsigned' }]]);
      }
      const { 'manifest.signature': _gone, ...without } = files;
      expect((await verifyPackage(zipSync(without, { level: 0 }))).faults).toEqual([{ kind: 'unsigned' }]);
    },
  );

  it('of an older version has no signature, and is still verified', async () => {
    const manifest = JSON.stringify({
      format: 'lookout-fire-package-1',
      fire: { id: 'f', gridName: '汶川县' },
      made: { by: '甲', at: at.toISOString() },
      lines: { count: 0, last: '0'.repeat(64) },
      files: [{ name: 'events.jsonl', bytes: 0, sha256: digestBy('SHA-256', '') }],
    });
    const texts = { 'events.jsonl': '', 'manifest.json': manifest, 'manifest.sha256': `${digestBy('SHA-256', manifest)}  manifest.json\n` };
    const zipped = (changed: Record<string, string> = {}) =>
      zipSync(Object.fromEntries(Object.entries({ ...texts, ...changed }).map(([name, text]) => [name, Buffer.from(text)])), { level: 0 });
    expect(await verifyPackage(zipped())).toMatchObject({ faults: [], manifest: { signing: null, hash: 'SHA-256' } });
    expect((await verifyPackage(zipped({ 'events.jsonl': 'x\n' }))).faults[0]).toEqual({ kind: 'changed', file: 'events.jsonl' });
  });
});
