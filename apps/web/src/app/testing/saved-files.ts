// Collects the files that a page saves during a test. (Test files share their modules, so a mocked module would be the one of the file that
// ran first.)
import { vi } from 'vitest';

interface SavedFile {
  readonly file: Blob;
  readonly name: string;
}

/** Collects saved files until the test ends. @returns a list that grows with each file */
export function savedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:test/${files.size}`;
    files.set(url, file as Blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file !== undefined) saved.push({ file, name: this.download });
  });
  return saved;
}
