// Copies files from the folder to the bucket: those that are missing or incomplete there. A second run continues where the first was
// interrupted.
import type { FileStore, ListedFile } from './file-store.ts';

/** @param top the folder to compare */
export async function missingFiles(from: FileStore, to: FileStore, top: string): Promise<ListedFile[]> {
  const there = new Map<string, number>();
  for await (const { name, bytes } of to.list(top)) there.set(name, bytes);
  const missing: ListedFile[] = [];
  for await (const file of from.list(top)) if (there.get(file.name) !== file.bytes) missing.push(file);
  return missing;
}

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' };

/** @returns false if it was deleted after it was listed */
export async function copyFile(from: FileStore, to: FileStore, { name }: ListedFile): Promise<boolean> {
  const file = await from.open(name);
  if (file === null) return false;
  const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  await to.put(name, { content: file.body, bytes: file.bytes, contentType });
  return true;
}
