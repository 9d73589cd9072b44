// npm run import -- scene FILE|FOLDER : imports 3D Tiles (a folder or .zip with tileset.json), a glTF model at a place, or the local levels
// L09 … L19. The files are copied to a temporary folder and validated before they become the scene, so that a half-copied scene is never
// shown.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SceneKind } from '@lookout/features/map-layer/map-layer.ts';
import type { NewScene } from '@lookout/features/map-layer/map-layers.store.ts';
import { SCENE_FILE_TYPES } from '@lookout/features/map-layer/server/routes.ts';
import type { Store } from '@lookout/features/store.ts';
import { withZip } from '@lookout/ingest';
import { invalid } from '../acting/refusal.ts';
import type { ImportKind } from './kind.ts';
import { gridOf } from './layers.ts';

export const SCENE_OPTIONS = ['at', 'heading', 'name', 'grid', 'scale'] as const;
type SceneOptions = Readonly<Partial<Record<(typeof SCENE_OPTIONS)[number], string>>>;

const LEVEL_FOLDER = /^L(09|1[0-9])$/;

export function importScene(options: SceneOptions): ImportKind {
  const gridNo = gridOf(options.grid);
  const placed = {
    ...positionOf(options.at),
    headingDegrees: numberOf('heading', options.heading, 0, -360, 360),
    scale: numberOf('scale', options.scale, 1, 0.001, 10_000),
  };
  return async (source, { store, dataDir, print }) => {
    const name = options.name ?? path.basename(source, path.extname(source));
    const written = await writeScene(store, dataDir, source, { name, gridNo, schematic: false, ...placed });
    print(`三维场景“${name}”：${KIND_WORDS[written.kind]}，${written.files} 个文件`);
    return { received: written.files, accepted: written.files, duplicates: 0, rejected: [] };
  };
}

const KIND_WORDS: Readonly<Record<SceneKind, string>> = {
  tileset: '3D Tiles',
  model: 'glTF 模型',
  levels: '本地三维分级 L09–L19',
};

/** @throws UnreadableFile or Refusal when the source is not a scene; nothing of it is stored then */
export async function writeScene(
  store: Store,
  dataDir: string,
  source: string,
  scene: Omit<NewScene, 'kind' | 'folder' | 'entry' | 'levels'>,
): Promise<{ kind: SceneKind; files: number }> {
  const scenes = path.join(dataDir, 'scenes');
  const folder = randomUUID();
  // Outside `scenes`: a backup taken meanwhile must not include it.
  const incoming = path.join(dataDir, 'cache', 'incoming', folder);
  await mkdir(incoming, { recursive: true });
  try {
    await unpackOrCopy(source, incoming);
    const files = await filesOf(incoming);
    for (const file of files)
      if (!(path.extname(file).toLowerCase() in SCENE_FILE_TYPES)) throw invalid('', 'scene-strange-file', { name: file });
    const found = await recognise(incoming, files);
    if (found.kind === 'model' && scene.position === null) throw invalid('at', 'model-without-place');
    await mkdir(scenes, { recursive: true });
    await rename(incoming, path.join(scenes, folder));
    const gone = await store.mapScenes.put({ ...scene, ...found, folder }).catch(async (error: unknown) => {
      await rm(path.join(scenes, folder), { recursive: true, force: true });
      throw error;
    });
    if (gone !== null) await rm(path.join(scenes, gone), { recursive: true, force: true });
    return { kind: found.kind, files: files.length };
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

async function unpackOrCopy(source: string, incoming: string): Promise<void> {
  const extension = path.extname(source).toLowerCase();
  if ((await stat(source)).isDirectory()) return cp(source, incoming, { recursive: true, dereference: false });
  if (extension === '.zip') {
    return withZip(source, async (entries) => {
      for (const { name, content } of entries) {
        const target = path.join(incoming, ...name.split('/'));
        await mkdir(path.dirname(target), { recursive: true });
        await pipeline(content(), createWriteStream(target));
      }
    });
  }
  if (extension !== '.glb' && extension !== '.gltf') throw invalid('', 'scene-format', { name: path.basename(source) });
  await cp(source, path.join(incoming, path.basename(source)));
  // A .gltf refers to buffers and pictures in the same folder.
  for (const part of extension === '.gltf' ? modelPart(await readFile(source, 'utf8')) : []) {
    const target = path.join(incoming, ...part.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(path.dirname(source), part), target).catch(() => {
      throw invalid('', 'model-part-missing', { name: part });
    });
  }
}

/** Paths relative to the folder, with `/`; links are refused. */
async function filesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const item of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const name = path.relative(folder, path.join(item.parentPath, item.name)).split(path.sep).join('/');
    if (item.isFile()) found.push(name);
    else if (!item.isDirectory()) throw invalid('', 'scene-link', { name });
  }
  if (found.length === 0) throw invalid('', 'scene-empty');
  return found.sort();
}

async function recognise(folder: string, files: readonly string[]): Promise<Pick<NewScene, 'kind' | 'entry' | 'levels'>> {
  const levels = [...new Set(files.map((file) => file.split('/')[0] ?? ''))].filter((name) => LEVEL_FOLDER.test(name));
  if (levels.length > 0) {
    for (const level of levels) {
      if (!files.includes(`${level}/tileset.json`)) throw invalid('', 'level-without-tileset', { level });
      await requireTileset(path.join(folder, level, 'tileset.json'), `${level}/tileset.json`);
    }
    return { kind: 'levels', entry: 'tileset.json', levels: levels.map((name) => Number(name.slice(1))).sort((a, b) => a - b) };
  }
  // A .zip often contains a single top-level folder.
  const tilesets = files.filter((file) => file === 'tileset.json' || /^[^/]+\/tileset\.json$/.test(file));
  const tileset = tilesets.find((file) => file === 'tileset.json') ?? (tilesets.length === 1 ? tilesets[0] : undefined);
  if (tileset !== undefined) {
    await requireTileset(path.join(folder, tileset), tileset);
    return { kind: 'tileset', entry: tileset, levels: [] };
  }
  const models = files.filter((file) => /\.(glb|gltf)$/i.test(file));
  const [model] = models;
  if (model === undefined || models.length > 1) throw invalid('', 'scene-without-kind');
  await requireModel(path.join(folder, model), model);
  return { kind: 'model', entry: model, levels: [] };
}

function positionOf(text: string | undefined): Pick<NewScene, 'position' | 'heightMetres'> {
  if (text === undefined) return { position: null, heightMetres: null };
  const [lng, lat, z, ...more] = text.split(/[,，]/).map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isPosition = lng !== undefined && lat !== undefined && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
  if (!isPosition || more.length > 0 || (z !== undefined && !Number.isFinite(z))) throw invalid('at', 'option-not-place', { text });
  return { position: { lng, lat }, heightMetres: z ?? null };
}

function numberOf(option: string, text: string | undefined, otherwise: number, least: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most)) throw invalid(option, 'option-number-range', { option, least, most, text });
  return value;
}

// Validation: the content of each file must match its name. It is checked before anything is stored, so that no browser loads a wrong file.

/** @throws Refusal naming the file (OGC 3D Tiles 1.0 and 1.1: asset, geometricError, root) */
async function requireTileset(file: string, name: string): Promise<void> {
  const tileset = jsonOf(await readFile(file, 'utf8'), name);
  const { version } = (isRecord(tileset.asset) ? tileset.asset : {}) as { version?: unknown };
  if (version !== '1.0' && version !== '1.1') throw invalid('', 'tileset-version', { name });
  if (typeof tileset.geometricError !== 'number' || !isRecord(tileset.root)) throw invalid('', 'tileset-incomplete', { name });
  for (const uri of urisOf(tileset.root)) requireInside(uri, name);
}

/** @throws Refusal naming the file (glTF 2.0; binary: magic, version and length as written) */
async function requireModel(file: string, name: string): Promise<void> {
  const bytes = await readFile(file);
  if (!/\.glb$/i.test(name)) {
    modelPart(bytes.toString('utf8'), name);
    return;
  }
  const isGlb = bytes.length >= 20 && bytes.toString('latin1', 0, 4) === 'glTF' && bytes.readUInt32LE(4) === 2;
  if (!isGlb) throw invalid('', 'model-version', { name, isBinary: true });
  if (bytes.readUInt32LE(8) !== bytes.length) throw invalid('', 'model-incomplete', { name });
}

/** The external files of a .gltf. @throws Refusal */
function modelPart(text: string, name = '.gltf'): string[] {
  const model = jsonOf(text, name);
  const asset = isRecord(model.asset) ? model.asset : {};
  if (!String(asset.version ?? '').startsWith('2.')) throw invalid('', 'model-version', { name, isBinary: false });
  const uris = [model.buffers, model.images].flatMap((list) =>
    Array.isArray(list) ? list.flatMap((one) => (isRecord(one) && typeof one.uri === 'string' ? [one.uri] : [])) : [],
  );
  const files = uris.filter((uri) => !uri.startsWith('data:')).map(decodeURIComponent);
  for (const file of files) requireInside(file, name);
  return files;
}

/** A URI outside the scene, such as another host's, would be requested by every browser. */
function requireInside(uri: string, name: string): void {
  if (/^[a-z][a-z0-9+.-]*:|^\/|(^|\/)\.\.(\/|$)|\\/i.test(uri)) throw invalid('', 'scene-file-outside', { name, uri: uri.slice(0, 80) });
}

function urisOf(tile: Record<string, unknown>): string[] {
  const contents = [tile.content, ...(Array.isArray(tile.contents) ? tile.contents : [])];
  const own = contents
    .flatMap((content) => (isRecord(content) ? [content.uri ?? content.url] : []))
    .filter((uri) => typeof uri === 'string');
  const children = Array.isArray(tile.children) ? tile.children.filter(isRecord) : [];
  return [...own, ...children.flatMap(urisOf)];
}

function jsonOf(text: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw invalid('', 'scene-file-not-json', { name });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
