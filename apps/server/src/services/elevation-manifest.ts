// Which files of ground stand, in which order: DATA_DIR/terrain.json, exchanged as a whole. The files themselves lie in DATA_DIR/terrain.
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { GroundBox } from '@lookout/geo';

export interface GroundSource {
  /** Of the content of the file it came from: the same file is not taken twice. */
  readonly id: string;
  /** As the person called it. */
  readonly name: string;
  readonly box: GroundBox;
  /** Of latitude, from cell to cell. */
  readonly cellDegrees: number;
  readonly maxLevel: number;
  readonly highestMetres: number;
  /** ISO time. */
  readonly importedAt: string;
}

export interface GroundManifest {
  /** Changes with every import: tiles of different versions are not mixed. '' without any. */
  readonly version: string;
  /** The newest first: of two with cells of one size it stands above. */
  readonly sources: readonly GroundSource[];
}

/** After so long every running server has heard that other ground stands, and taken it up. */
export const GROUND_TAKEN_UP_MS = 4_000;

const NO_GROUND: GroundManifest = { version: '', sources: [] };

const manifestFile = (dataDir: string): string => path.join(dataDir, 'terrain.json');
export const groundFile = (dataDir: string, id: string): string => path.join(dataDir, 'terrain', `${id}.ground`);

/** Without one: no ground was imported. @throws Error when it is damaged */
export async function readManifest(dataDir: string): Promise<GroundManifest> {
  try {
    return JSON.parse(await readFile(manifestFile(dataDir), 'utf8')) as GroundManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_GROUND;
    throw error;
  }
}

/** Puts a source on top. */
export async function addSource(dataDir: string, source: GroundSource): Promise<void> {
  const { sources } = await readManifest(dataDir);
  await writeManifest(dataDir, [source, ...sources.filter(({ id }) => id !== source.id)]);
}

/** Its file stays for the caller to delete. */
export async function removeSource(dataDir: string, id: string): Promise<void> {
  const { sources } = await readManifest(dataDir);
  await writeManifest(
    dataDir,
    sources.filter((source) => source.id !== id),
  );
}

async function writeManifest(dataDir: string, sources: readonly GroundSource[]): Promise<void> {
  const manifest: GroundManifest = { version: versionOf(sources), sources };
  await mkdir(dataDir, { recursive: true });
  const beside = `${manifestFile(dataDir)}.${process.pid}.part`;
  const handle: FileHandle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(manifest));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, manifestFile(dataDir));
}

function versionOf(sources: readonly GroundSource[]): string {
  if (sources.length === 0) return NO_GROUND.version;
  const content = JSON.stringify(sources.map(({ id, maxLevel, cellDegrees }) => [id, maxLevel, cellDegrees]));
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
