// What of DATA_DIR is nowhere else: pictures, the files of 3D scenes, imported ground, the anchors of the audit, the key for machines.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files made once under a random name and never changed: more of them than the database knows do no harm. */
export const FOLDERS = ['uploads', 'scenes', 'terrain'] as const;
/** Files that are changed: each is exchanged as a whole. */
export const SINGLE_FILES = ['audit-anchors.jsonl', 'feed-key', 'terrain.json'] as const;

/** May a file of this name be put into DATA_DIR? A backup comes from outside: it must not write elsewhere. */
export function isKept(name: string): boolean {
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part))) return false;
  return parts.length === 1 ? SINGLE_FILES.some((file) => file === name) : FOLDERS.some((folder) => folder === parts[0]);
}

/** Those under the folders, from DATA_DIR, with `/`; what is being written just now is left out. */
export async function filesUnder(dataDir: string): Promise<string[]> {
  const found = await Promise.all(FOLDERS.map((folder) => walk(dataDir, folder)));
  return found.flat();
}

async function walk(dataDir: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const item of await itemsOf(path.join(dataDir, folder))) {
    const name = `${folder}/${item.name}`;
    if (item.isDirectory()) files.push(...(await walk(dataDir, name)));
    else if (item.isFile() && isKept(name) && !item.name.endsWith('.part')) files.push(name);
  }
  return files;
}

async function itemsOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
