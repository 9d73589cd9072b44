// `KIND --list` and `KIND --remove NAME…` for data imported as files: elevation, land cover, canopies. Roads share the list.
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Register } from '@lookout/domain';
import type { GroundBox } from '@lookout/geo';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { SourceManifestFile } from '../services/source-manifest.ts';
import type { ImportContext, SourceCommand } from './kind.ts';
import { batchAudit, IMPORT_ORIGIN } from './table-import.ts';

/** A file in use, as listed in its manifest. */
interface StoredSource {
  readonly id: string;
  /** The source file's name. */
  readonly name: string;
  readonly box: GroundBox;
  /** ISO time. */
  readonly importedAt: string;
}

export interface SourceKind<S extends StoredSource> {
  readonly manifest: SourceManifestFile<S>;
  readonly texts: { readonly zh: string; readonly noneWas: string };
  /** What the list shows of a source in addition to its name and extent. */
  readonly detailOf: (source: S) => string;
}

interface RemovableKind<S extends StoredSource> extends SourceKind<S> {
  readonly fileOf: (dataDir: string, id: string) => string;
  /** The name of the removal in the audit. */
  readonly act: string;
  /**
   * The register whose event notifies running servers, and the delay after which each has reloaded the manifest; null: the manifest is read
   * on each use.
   */
  readonly takenUp: { readonly register: Register; readonly afterMs: number } | null;
  /** What is shown in place of a removed source. */
  readonly afterwards?: { readonly zh: string; readonly en: string };
}

/** "103.0000–104.0000°，31.0000–32.0000°": west to east, south to north. */
export const placeText = ({ west, east, south, north }: GroundBox): string =>
  `${west.toFixed(4)}–${east.toFixed(4)}°，${south.toFixed(4)}–${north.toFixed(4)}°`;

export const nothingText = ({ texts: { zh, noneWas } }: Pick<SourceKind<never>, 'texts'>): string => `没有导入过${zh} ${noneWas}`;

export const removedText = (name: string, { zh, en }: { readonly zh: string; readonly en: string } = { zh: '', en: '' }): string =>
  `已删除“${name}”${zh} removed “${name}”${en}`;

export const listOf =
  <S extends StoredSource>(kind: SourceKind<S>): SourceCommand =>
  async (_names, { dataDir, print }) => {
    const { sources } = await kind.manifest.read(dataDir);
    if (sources.length === 0) print(nothingText(kind));
    for (const source of sources) {
      const { id, name, box, importedAt } = source;
      print(`${name}  ${id}  ${placeText(box)}  ${kind.detailOf(source)}  ${importedAt}`);
    }
  };

export const removalOf =
  <S extends StoredSource>(kind: RemovableKind<S>): SourceCommand =>
  async (names, context) => {
    const { dataDir, print, store, clock } = context;
    const { manifest, takenUp, fileOf, act, afterwards } = kind;
    const gone = await sourcesNamed(kind, names, context);
    for (const { id, name, box } of gone) {
      await manifest.remove(dataDir, id);
      await store.transaction(async (tx) => {
        await tx.audit.append([batchAudit(act, name, { id, box })]);
        if (takenUp) await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), takenUp.register, 1)]);
      });
    }
    // A running server reads the files until it has reloaded the manifest. If it has a file open, it can read the content until it closes
    // it.
    if (takenUp) await delay(takenUp.afterMs);
    for (const { id, name } of gone) {
      await rm(fileOf(dataDir, id), { force: true });
      print(removedText(name, afterwards));
    }
  };

/** @throws Error when no source is named or one is not found; nothing is removed then */
export async function sourcesNamed<S extends StoredSource>(
  { manifest, texts }: Pick<SourceKind<S>, 'manifest' | 'texts'>,
  names: readonly string[],
  { dataDir }: Pick<ImportContext, 'dataDir'>,
): Promise<readonly S[]> {
  if (names.length === 0) throw new Error(`请写出要删除的${texts.zh}：--remove NAME（--list 列出） name what to remove; --list shows them`);
  const { sources } = await manifest.read(dataDir);
  return names.map((name) => sourceNamed(sources, name));
}

/** Finds a source by its file name or by its id. */
function sourceNamed<S extends StoredSource>(sources: readonly S[], name: string): S {
  const found = sources.filter((source) => source.id === name || source.name === name);
  const [only, ...more] = found;
  if (only === undefined) throw new Error(`没有导入过“${name}”（--list 列出） nothing of this name was imported; --list shows what was`);
  if (more.length > 0)
    throw new Error(
      `有 ${found.length} 份叫“${name}”，请写编号 several have this name, give the id: ${found.map(({ id }) => id).join('、')}`,
    );
  return only;
}
