// npm run import -- dem --list, --remove NAME…: which ground was imported, and taking a piece of it away. A running server takes that up
// by itself; where it lay shows what lies below.
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { GROUND_TAKEN_UP_MS, type GroundSource, groundFile, readManifest, removeSource } from '../services/elevation-file.ts';
import { appendUntold, registerEvent } from '../services/installation-events.ts';
import type { ImportContext } from './kind.ts';
import { batchAudit, IMPORT_ORIGIN } from './table-import.ts';

/** What is done to what stands, instead of bringing in more. @throws Error when it names nothing that stands: then nothing was done */
export type KeptAct = (names: readonly string[], context: ImportContext) => Promise<void>;

export const listDem: KeptAct = async (_names, { dataDir, say }) => {
  const { sources } = await readManifest(dataDir);
  if (sources.length === 0) say('没有导入过高程 no elevation was imported');
  for (const { id, name, box, maxLevel, importedAt } of sources) {
    const { west, east, south, north } = box;
    const [lngs, lats] = [`${west.toFixed(4)}–${east.toFixed(4)}°`, `${south.toFixed(4)}–${north.toFixed(4)}°`];
    say(`${name}  ${id}  ${lngs}，${lats}  第 ${maxLevel} 级 level ${maxLevel}  ${importedAt}`);
  }
};

export const removeDem: KeptAct = async (names, context) => {
  const { dataDir, say, store, clock } = context;
  if (names.length === 0) throw new Error('请写出要删除的高程：--remove NAME（--list 列出） name what to remove; --list shows them');
  const { sources } = await readManifest(dataDir);
  const gone = names.map((name) => sourceNamed(sources, name));
  for (const { id, name, box } of gone) {
    await removeSource(dataDir, id);
    await store.transaction(async (tx) => {
      await tx.audit.append([batchAudit('remove-dem', name, { id, box })]);
      await appendUntold(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 1)]);
    });
  }
  // A server reads the files until it has heard: what it draws meanwhile must be whole.
  await delay(GROUND_TAKEN_UP_MS);
  for (const { id, name } of gone) {
    await rm(groundFile(dataDir, id), { force: true });
    say(`已删除“${name}”，该处显示下面的地面 removed “${name}”; what lies below shows there`);
  }
};

/** By the name of the file it came from, or by its id. */
function sourceNamed(sources: readonly GroundSource[], name: string): GroundSource {
  const found = sources.filter((source) => source.id === name || source.name === name);
  const [only, ...more] = found;
  if (only === undefined) throw new Error(`没有导入过“${name}”（--list 列出） nothing of this name was imported; --list shows what was`);
  if (more.length > 0)
    throw new Error(
      `有 ${found.length} 份叫“${name}”，请写编号 several have this name, give the id: ${found.map(({ id }) => id).join('、')}`,
    );
  return only;
}
