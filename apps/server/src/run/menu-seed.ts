// The menus of specification §2 and related elements, as the first start creates them. An administrator may rename and reorder them.
import type { Menu } from '@lookout/features/admin/admin.ts';
import type { Store } from '@lookout/features/store.ts';

type Seed = readonly [code: string, name: string, icon: string, path: string, parentCode?: string];

/** In the order of the table. A menu under a parent needs the parent's right; 用火报备 needs none. */
const MENUS: readonly Seed[] = [
  ['bpMonitor', '预警监测', 'monitor', '/manage/monitor'],
  ['bpReplay', '视频预览', 'replay', '/manage/replay'],
  ['device', '设备纠偏', 'device', '/manage/device', 'bpReplay'],
  ['bpGeologic', '统计分析', 'geologic', '/manage/geologic'],
  ['bpAlarm', '报警管理', 'alarm', '/manage/alarm'],
  ['bpRanger', '护林管理', 'ranger', '/manage/ranger'],
  ['bgDecision', '辅助决策', 'decision', '/manage/decision'],
  ['fireReport', '用火报备', 'fireReport', '/manage/FireReport'],
  ['bpRecord', '灾后评估', 'record', '/manage/record'],
  ['task', '任务管理', 'task', '/manage/task', 'bpRecord'],
  ['bpGeologicHazard', '地质灾害', 'geologicHazard', '/manage/GeologicHazard'],
  ['monitorConfig', '摄像头设置', 'monitorConfig', '/manage/monitorConfig', 'bpGeologicHazard'],
];

const HIDDEN = new Set(['device', 'monitorConfig']);

const ELEMENTS: readonly (readonly [code: string, name: string, parentCode: string | null])[] = [
  ['adminDelete', '管理员删除', 'bpAlarm'],
  ['userAdmin', '用户管理', null],
  ['audit', '操作审计', null],
  ['rangerApp', '护林员端', null],
];

const MENU_STEP = 10;

const SEED: readonly Menu[] = [
  ...MENUS.map(
    ([code, name, icon, path, parentCode], index): Menu => ({
      code,
      name,
      icon,
      path,
      parentCode: parentCode ?? null,
      kind: 'menu',
      order: (index + 1) * MENU_STEP,
      visible: !HIDDEN.has(code),
    }),
  ),
  ...ELEMENTS.map(
    ([code, name, parentCode], index): Menu => ({
      code,
      name,
      icon: null,
      path: null,
      parentCode,
      kind: 'element',
      visible: true,
      order: (MENUS.length + index + 1) * MENU_STEP,
    }),
  ),
];

/** Adds what is missing; existing menus are not changed. */
export async function seedMenus({ menus }: Pick<Store, 'menus'>): Promise<void> {
  const existing = new Set((await menus.all()).map(({ code }) => code));
  const missing = SEED.filter(({ code }) => !existing.has(code));
  if (missing.length > 0) await menus.put(missing);
}
