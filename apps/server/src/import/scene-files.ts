// Is a file of a 3D scene what its name says? Looked at before anything of it is kept; who opens the map must not find out.
import { readFile } from 'node:fs/promises';
import { invalid } from '../acting/refusal.ts';

/** @throws Refusal naming the file (OGC 3D Tiles 1.0 and 1.1: asset, geometricError, root) */
export async function requireTileset(file: string, name: string): Promise<void> {
  const tileset = jsonOf(await readFile(file, 'utf8'), name);
  const { version } = (isRecord(tileset.asset) ? tileset.asset : {}) as { version?: unknown };
  if (version !== '1.0' && version !== '1.1') throw invalid('', 'tileset-version', { name });
  if (typeof tileset.geometricError !== 'number' || !isRecord(tileset.root)) throw invalid('', 'tileset-incomplete', { name });
  for (const uri of urisOf(tileset.root)) requireInside(uri, name);
}

/** @throws Refusal naming the file (glTF 2.0; binary: magic, version and length as written) */
export async function requireModel(file: string, name: string): Promise<void> {
  const bytes = await readFile(file);
  if (!/\.glb$/i.test(name)) {
    modelPart(bytes.toString('utf8'), name);
    return;
  }
  const isGlb = bytes.length >= 20 && bytes.toString('latin1', 0, 4) === 'glTF' && bytes.readUInt32LE(4) === 2;
  if (!isGlb) throw invalid('', 'model-version', { name, isBinary: true });
  if (bytes.readUInt32LE(8) !== bytes.length) throw invalid('', 'model-incomplete', { name });
}

/** The files that a .gltf names beside itself. @throws Refusal */
export function modelPart(text: string, name = '.gltf'): string[] {
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

/** What lies elsewhere, on another host above all, would make every desk call there. */
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
    // Said below, like JSON that is no object.
  }
  throw invalid('', 'scene-file-not-json', { name });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
