// Restore: a backup into an empty database, or in place of the present data. The file is verified first; then either all of it is restored
// or nothing.
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { countsOf, type DumpTable, restoreDump, unknownMigrations } from '@lookout/store';
import { FOLDERS, filesUnder, isBackedUp, SINGLE_FILES } from './backup.ts';
import { type BackupReader, BrokenBackup, type Entry, type Manifest, openBackup } from './container.ts';

interface RestoreJob {
  readonly url: string;
  readonly dataDir: string;
  readonly file: string;
  /** Present data may be replaced. */
  readonly isSure: boolean;
  readonly clock: () => Date;
  readonly print: (line: string) => void;
}

/** Present data would be replaced, and that was not confirmed. */
export class NotSure extends Error {}

interface RestoreReport {
  readonly tables: number;
  readonly files: number;
}

/**
 * Verifies the whole file without changing anything.
 * @throws BrokenBackup when it is no backup, truncated or damaged; Error when it is from a newer version
 */
export async function checkBackup(file: string): Promise<Manifest> {
  const reader = openBackup(file);
  try {
    const first = await reader.next();
    if (first?.entry.kind !== 'manifest') throw new BrokenBackup('备份文件缺少目录');
    const manifest = first.entry;
    const newer = unknownMigrations(manifest.migrations);
    if (newer.length > 0) throw new Error(`备份来自更新的版本（${newer.join('、')}），请先升级本程序`);
    const missing = new Set(manifest.tables.map(({ name }) => name));
    for (let part = await reader.next(); part !== null; part = await reader.next()) {
      const { entry } = part;
      if (entry.kind === 'table') missing.delete(entry.table.name);
      if (entry.kind === 'file' && !isBackedUp(entry.path)) throw new BrokenBackup(`备份里有不该有的文件：${entry.path}`);
    }
    if (missing.size > 0) throw new BrokenBackup(`备份里缺少数据表：${[...missing].join('、')}`);
    return manifest;
  } finally {
    reader.close();
  }
}

/** @throws BrokenBackup, NotSure, StoreUnavailable; nothing has changed when it throws */
export async function restore({ url, dataDir, file, isSure, clock, print }: RestoreJob): Promise<RestoreReport> {
  print('检查备份文件');
  const manifest = await checkBackup(file);
  const counts = await countsOf(url);
  if (counts && counts.accounts + counts.alarms > 0 && !isSure) {
    throw new NotSure(`数据库里已有 ${counts.accounts} 个用户、${counts.alarms} 条火警，恢复会把它们全部替换。确认请加 --yes`);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const before = await filesUnder(dataDir);
  // Leftovers of a killed restore: this process has locked the folder.
  for (const name of await readdir(dataDir)) if (name.startsWith(STAGE)) await rm(path.join(dataDir, name), { recursive: true });
  const stage = await mkdtemp(path.join(dataDir, STAGE));
  const reader = openBackup(file);
  try {
    await reader.next();
    const source = tablesThenFiles(reader, stage, manifest.tables.length, print);
    const added: string[] = [];
    try {
      await restoreDump(url, {
        migrations: manifest.migrations,
        tables: source.tables(),
        audit: auditOf(file, manifest),
        now: clock(),
        async beforeCommit() {
          await source.files();
          // Pictures are written before the commit: if it fails, extra ones do no harm and are deleted again.
          added.push(...(await placeFolders(stage, dataDir, new Set(before))));
        },
      });
    } catch (error) {
      for (const name of added) await rm(path.join(dataDir, name), { force: true });
      throw error;
    }
    await exchangeSingles(stage, dataDir, source.names);
    const retained = new Set(source.names);
    for (const name of before) if (!retained.has(name)) await rm(path.join(dataDir, name), { force: true });
    return { tables: manifest.tables.length, files: source.names.length };
  } finally {
    reader.close();
    await rm(stage, { recursive: true, force: true });
  }
}

const STAGE = '.restore-';

/** Reads the file in one pass: its tables for the transaction, then its files into the staging folder. */
function tablesThenFiles(reader: BackupReader, stage: string, count: number, print: (line: string) => void) {
  type Part = { readonly entry: Entry; readonly content: AsyncIterable<Uint8Array> };
  let firstFile: Part | null = null;
  const names: string[] = [];
  return {
    names,
    async *tables(): AsyncGenerator<{ table: DumpTable; rows: AsyncIterable<Uint8Array> }> {
      let at = 0;
      for (let part = await reader.next(); part !== null; part = await reader.next()) {
        if (part.entry.kind !== 'table') {
          firstFile = part;
          return;
        }
        const { table } = part.entry;
        at += 1;
        print(`[${at}/${count}] 数据表 ${table.name}`);
        yield { table, rows: part.content };
      }
    },
    async files(): Promise<void> {
      for (let part = firstFile; part !== null; part = await reader.next()) {
        const { entry, content } = part;
        if (entry.kind !== 'file' || !isBackedUp(entry.path)) throw new BrokenBackup('备份文件的次序不对');
        const target = path.join(stage, entry.path);
        await mkdir(path.dirname(target), { recursive: true });
        await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }));
        names.push(entry.path);
      }
      print(`${names.length} 个文件`);
    },
  };
}

/** @returns the files that did not exist before */
async function placeFolders(stage: string, dataDir: string, before: ReadonlySet<string>): Promise<string[]> {
  const added: string[] = [];
  for (const name of await filesUnder(stage)) {
    if (!before.has(name)) added.push(name);
    await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true });
    await rename(path.join(stage, name), path.join(dataDir, name));
  }
  for (const folder of FOLDERS) await sync(path.join(dataDir, folder));
  return added;
}

async function exchangeSingles(stage: string, dataDir: string, names: readonly string[]): Promise<void> {
  for (const name of SINGLE_FILES) {
    if (names.includes(name)) await rename(path.join(stage, name), path.join(dataDir, name));
    else await rm(path.join(dataDir, name), { force: true });
  }
  await sync(dataDir);
}

/** A rename is durable once its folder is synced. */
async function sync(folder: string): Promise<void> {
  if (!(await readdir(folder).catch(ifMissing))) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const auditOf = (file: string, { madeAt }: Manifest) => ({
  accountId: null,
  userName: 'npm run restore',
  address: null,
  act: 'restore',
  targetKind: 'database' as const,
  targetId: null,
  gridNo: null,
  outcome: 'ok',
  detail: { file: path.basename(file), madeAt },
});
