import { withZip } from '@lookout/ingest';
import { describe, expect, it } from 'vitest';
import { MANIFEST_FILE } from './format.ts';
import { verifyPackage } from './verify.ts';
import { type PictureToPack, packFire, type ToPack } from './write.ts';

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
  wire: [],
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

describe('a package as it is written', () => {
  it('is not out before its seal is kept: a seal that cannot be kept leaves no manifest', async () => {
    const pieces: Uint8Array[] = [];
    const written = async () => {
      for await (const piece of packFire(packing([]), () => Promise.reject(new Error('no database')))) pieces.push(piece);
    };
    await expect(written()).rejects.toThrow('no database');
    expect(await verifyPackage(Buffer.concat(pieces))).toEqual({
      faults: [{ kind: 'unreadable', file: null }],
      manifest: null,
      sha256: null,
    });
  });

  it('reads one picture after the other, each only when its turn has come', async () => {
    const opened: string[] = [];
    const pictures = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => picture(name, ['1', '2', '3'], () => opened.push(name)));
    const seen: string[] = [];
    for await (const piece of packFire(packing(pictures), async () => undefined))
      if (piece.length === 1) seen.push(`${opened.at(-1)} ${Buffer.from(piece)}`);
    expect(seen).toEqual(['a.jpg 1', 'a.jpg 2', 'a.jpg 3', 'b.jpg 1', 'b.jpg 2', 'b.jpg 3', 'c.jpg 1', 'c.jpg 2', 'c.jpg 3']);
  });

  it('of an exercise says so on its page and in its KMZ', async () => {
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

  it('names a picture that is not there any more, and goes on', async () => {
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
});
