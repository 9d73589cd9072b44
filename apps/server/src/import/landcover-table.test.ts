import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLandcoverTable } from './landcover-table.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-classes-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(...lines: string[]) {
  const file = path.join(folder, 'table.csv');
  await writeFile(file, lines.join('\n'));
  return readLandcoverTable(file);
}
const HEADER = '值,地类,说明,可燃物,王正非,郁闭度,树高,冠长率,水域,步行,来源,待核对';

describe('a table of classes of land cover', () => {
  it('contains what burns, under which trees, what is water and how fast it is walked, with the source', async () => {
    const classes = await read(
      HEADER,
      '1,林地,松林,tl8,松林,0.6,15,,,0.8,清查,是',
      '2,林地,竹林,9,litter,,,,否,,清查,否',
      '3,其他,水库,,,,,,是,,水利普查,',
      '4,其他,陡崖,不燃,,,,,,不可通行,外业,',
      '5,草地,未调查,,,,,,,,,',
    );
    const row = { scheme: 'table', canopy: null, toConfirm: false } as const;
    expect([...classes.values()]).toEqual([
      {
        value: 1,
        cover: 'forest',
        name: '松林',
        fuel: {
          ...row,
          value: 1,
          fuelModel: 'TL8',
          fuelFactor: 'pine',
          canopy: { coverPercent: 60, heightMetres: 15, crownRatio: 0.5 },
          source: '清查',
          toConfirm: true,
        },
        walking: { factor: 0.8, isWater: false, source: '清查' },
      },
      {
        value: 2,
        cover: 'forest',
        name: '竹林',
        fuel: { ...row, value: 2, fuelModel: '9', fuelFactor: 'litter', source: '清查' },
        walking: null,
      },
      {
        value: 3,
        cover: 'other',
        name: '水库',
        fuel: { ...row, value: 3, fuelModel: 'NB8', fuelFactor: null, source: '水利普查' },
        walking: { factor: 0, isWater: true, source: '水利普查' },
      },
      {
        value: 4,
        cover: 'other',
        name: '陡崖',
        fuel: { ...row, value: 4, fuelModel: 'NB9', fuelFactor: null, source: '外业' },
        walking: { factor: 0, isWater: false, source: '外业' },
      },
      { value: 5, cover: 'grass', name: '未调查', fuel: null, walking: null },
    ]);
  });

  it('with only values and covers is still accepted', async () => {
    expect([...(await read('值,地类', '7,林地')).values()]).toEqual([{ value: 7, cover: 'forest', name: '', fuel: null, walking: null }]);
    await expect(read('值,地类')).rejects.toThrow('对照表是空的');
  });

  it.each<[string, string, string]>([
    ['a value that is no whole number', '1.5,林地,,,,,,,,,,', '第 2 行“值”：应为整数'],
    ['a fuel that there is not', '1,林地,,XX9,,,,,,,清查,', '第 2 行“可燃物”：没有这个可燃物模型'],
    ['a fuel of Wang’s that there is not', '1,林地,,TL8,橡胶,,,,,,清查,', '第 2 行“王正非”：没有这种可燃物，有：不燃、平铺针叶'],
    ['Wang’s alone', '1,林地,,,松林,,,,,,清查,', '第 2 行“可燃物”：不能为空'],
    ['what does not burn, and burns', '1,其他,,不燃,松林,,,,,,清查,', '第 2 行“王正非”：应为 不燃 之一'],
    ['burning water', '1,其他,,GR4,,,,,是,,清查,', '第 2 行“可燃物”：应为 不燃 之一，实为“GR4”'],
    ['water that is walked', '1,其他,,,,,,,是,0.5,清查,', '第 2 行“步行”：应为 不可通行 之一，实为“0.5”'],
    ['a walking factor out of bounds', '1,其他,,,,,,,,3,清查,', '第 2 行“步行”：应在 0.05 到 1 之间，实为 3'],
    ['a walking factor that is none', '1,其他,,,,,,,,慢,清查,', '第 2 行“步行”：应为数字，实为“慢”'],
    ['a cover in percent', '1,林地,,TL8,松林,60,12,,,,清查,', '第 2 行“郁闭度”：应在 0 到 1 之间，实为 60'],
    ['a cover without a height', '1,林地,,TL8,松林,0.6,,,,,清查,', '第 2 行“树高”：不能为空'],
    ['nobody who says it', '1,林地,,TL8,松林,,,,,,,', '第 2 行“来源”：不能为空'],
    ['neither yes nor no', '1,其他,,,,,,,水,,清查,', '第 2 行“水域”：应为 是、否 之一，实为“水”'],
    ['a value twice', '1,林地,,,,,,,,,,\n1,草地,,,,,,,,,,', '第 3 行：与第 2 行重复'],
  ])('%s is refused with its line and column, along with all other faults', async (_, rows, message) => {
    const refusal: unknown = await read(HEADER, rows, '2,草地,,ZZ1,,,,,,,清查,').catch((error: Error) => error.message);
    expect(refusal).toContain(`对照表${message}`);
    expect(refusal).toMatch(/第 [34] 行“可燃物”：没有这个可燃物模型/);
  });

  it('shows the first of very many faults, and counts the rest', async () => {
    const wrong = Array.from({ length: 30 }, (_, i) => `${i},林地,,XX,,,,,,,清查,`);
    await expect(read(HEADER, ...wrong)).rejects.toThrow('第 21 行“可燃物”：没有这个可燃物模型（NB1–TL9、SB1–SB4、1–13）\n  …… 另有 10 处');
  });
});
