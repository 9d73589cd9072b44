// Writes a sealed package (封存包) of a fire as a stream: its story as a chain of lines, its pictures one after the other, fire.kmz, a page that opens without the
// product, the manifest, and the seal of the manifest. The seal is kept before the manifest is sent: no package is out that the product does not know.
import { createHash } from 'node:crypto';
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
  SEAL_FILE,
  sealText,
  sha256Of,
} from './format.ts';
import { kmlText, kmzOf } from './kml.ts';
import { pageText } from './page.ts';
import { type FileToZip, zipOf } from './zip-stream.ts';

export interface PictureToPack {
  /** Its address on the server. */
  readonly url: string;
  /** Its name in the package. */
  readonly name: string;
  /** null: it is not there any more. */
  open(): Promise<AsyncIterable<Uint8Array> | null>;
}

export interface ToPack extends Omit<Contents, 'pictures'> {
  readonly pictures: readonly PictureToPack[];
  /** Addresses of pictures that this reader may not see, or of which nothing is known any more. */
  readonly missing: readonly string[];
  readonly manifest: Pick<Manifest, 'product' | 'fire' | 'made' | 'isCut'>;
}

export interface Sealed {
  readonly sha256: string;
  readonly lines: number;
  readonly pictures: number;
}

/** @param keepSeal is awaited before the manifest is written; what it throws ends the stream without one */
export const packFire = (packing: ToPack, keepSeal: (sealed: Sealed) => Promise<void>): AsyncGenerator<Uint8Array> =>
  zipOf(filesOf(packing, keepSeal), packing.made.at);

async function* filesOf(packing: ToPack, keepSeal: (sealed: Sealed) => Promise<void>): AsyncGenerator<FileToZip> {
  const listed: ManifestFile[] = [];
  const counted = (name: string, content: AsyncIterable<Uint8Array>): FileToZip => ({ name, content: hashing(name, content, listed) });

  const chain = chained(packing.wire);
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
  yield counted(PAGE_FILE, once(pageText(contents)));

  const { wire } = packing;
  const manifest: Manifest = {
    format: PACKAGE_FORMAT,
    ...packing.manifest,
    from: momentOf(wire.at(0)?.at),
    to: momentOf(wire.at(-1)?.at),
    lines: { count: chain.length, last: lastHash(chain) },
    missingPictures: missing.toSorted(),
    files: listed,
  };
  const text = canonicalOf(manifest);
  const sha256 = sha256Of(text);
  await keepSeal({ sha256, lines: chain.length, pictures: pictures.size });
  yield { name: MANIFEST_FILE, content: once(text) };
  yield { name: SEAL_FILE, content: once(sealText(sha256)) };
}

/** `YYYY-MM-DD HH:mm:ss` in Beijing, with its offset. */
const momentOf = (time: string | undefined): string | null => (time === undefined ? null : `${time.replace(' ', 'T')}+08:00`);

async function* once(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}

/** Passes it on, and lists it once it has passed. */
async function* hashing(name: string, content: AsyncIterable<Uint8Array>, listed: ManifestFile[]): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  listed.push({ name, bytes, sha256: hash.digest('hex') });
}
