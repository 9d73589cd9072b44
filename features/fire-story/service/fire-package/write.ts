// Writes a sealed package (封存包) of a fire as a stream: its story as a chain of lines, its pictures one after the other, fire.kmz, a page
// that opens without the product, the manifest, its signature and its seal. The seal is stored before the manifest is sent, so the product
// knows every complete package.
import { digestBy, type HashName, hashBy } from '@lookout/server/access/digests.ts';
import type { TakenKey } from '@lookout/server/access/signing.ts';
import type { Contents } from './contents.ts';
import {
  canonicalOf,
  chained,
  EVENTS_FILE,
  KMZ_FILE,
  lastHash,
  MANIFEST_FILE,
  type Manifest,
  type ManifestFile,
  PACKAGE_FORMAT,
  PAGE_FILE,
  SEAL_FILES,
  SIGNATURE_FILE,
  sealText,
} from './format.ts';
import { kmlText, kmzOf } from './kml.ts';
import { pageText } from './page.ts';
import { type FileToZip, zipOf } from './zip-stream.ts';

export interface PictureToPack {
  /** The picture's address on the server. */
  readonly url: string;
  /** The picture's name in the package. */
  readonly name: string;
  /** null: the picture no longer exists. */
  open(): Promise<AsyncIterable<Uint8Array> | null>;
}

export interface ToPack extends Omit<Contents, 'pictures'> {
  readonly pictures: readonly PictureToPack[];
  /** Addresses of pictures that this reader may not see, or that are no longer known. */
  readonly missing: readonly string[];
  readonly manifest: Pick<Manifest, 'product' | 'fire' | 'made' | 'isCut'>;
  readonly hash: HashName;
  readonly key: TakenKey;
}

export interface Sealed {
  /** SHA-256 of the manifest. The database is queried by it, whatever the hash of the package is. */
  readonly sha256: string;
  /** SM3 of the manifest, if SM3 is the hash of the package. */
  readonly sm3?: string;
  readonly lines: number;
  readonly pictures: number;
}

/** @param keepSeal is awaited before the manifest is written; if it throws, the stream ends without a manifest */
export const packFire = (packing: ToPack, keepSeal: (sealed: Sealed) => Promise<void>): AsyncGenerator<Uint8Array> =>
  zipOf(filesOf(packing, keepSeal), packing.made.at);

async function* filesOf(packing: ToPack, keepSeal: (sealed: Sealed) => Promise<void>): AsyncGenerator<FileToZip> {
  const { hash, key } = packing;
  const listed: ManifestFile[] = [];
  const counted = (name: string, content: AsyncIterable<Uint8Array>): FileToZip => ({
    name,
    content: hashing(name, content, hash, listed),
  });

  const chain = chained(packing.packed, hash);
  yield counted(EVENTS_FILE, once(chain.map((line) => `${line}\n`).join('')));

  const pictures = new Map<string, string>();
  const missing = [...packing.missing];
  for (const { url, name, open } of packing.pictures) {
    const content = await open();
    if (content === null) missing.push(url);
    else {
      pictures.set(url, name);
      yield counted(name, content);
    }
  }

  const contents: Contents = { ...packing, pictures };
  yield counted(KMZ_FILE, once(kmzOf(kmlText(contents), packing.made.at)));
  yield counted(PAGE_FILE, once(await pageText(contents, hash)));

  const { packed } = packing;
  const manifest: Manifest = {
    format: PACKAGE_FORMAT,
    hash,
    signing: key.by,
    ...packing.manifest,
    from: momentOf(packed.at(0)?.at),
    to: momentOf(packed.at(-1)?.at),
    lines: { count: chain.length, last: lastHash(chain, hash) },
    missingPictures: missing.toSorted(),
    files: listed,
  };
  const text = canonicalOf(manifest);
  const digest = digestBy(hash, text);
  await keepSeal({
    sha256: digestBy('SHA-256', text),
    ...(hash === 'SM3' && { sm3: digest }),
    lines: chain.length,
    pictures: pictures.size,
  });
  yield { name: MANIFEST_FILE, content: once(text) };
  yield { name: SIGNATURE_FILE, content: once(`${key.sign(Buffer.from(text))}\n`) };
  yield { name: SEAL_FILES[hash], content: once(sealText(digest)) };
}

/** `YYYY-MM-DD HH:mm:ss` in Beijing time, with the offset. */
const momentOf = (time: string | undefined): string | null => (time === undefined ? null : `${time.replace(' ', 'T')}+08:00`);

async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}

/** Passes a file through, and adds it to the list with its digest at the end. */
async function* hashing(
  name: string,
  content: AsyncIterable<Uint8Array>,
  by: HashName,
  listed: ManifestFile[],
): AsyncGenerator<Uint8Array> {
  const hash = hashBy(by);
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  listed.push({ name, bytes, digest: hash.digest('hex') });
}
