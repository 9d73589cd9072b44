// A level that the region locks is locked in every grid picker of every page: it shows its value, is greyed out and cannot be reached by
// keyboard. The page queries the grid that the picker shows.

import type { Row } from '@lookout/contract';
import { type GridNo, NATION } from '@lookout/domain';
import { AdminPage } from '@lookout/features/admin/web/index.tsx';
import { AlarmPage } from '@lookout/features/alarm/web/index.tsx';
import { BurningPage } from '@lookout/features/burning/web/index.tsx';
import { CameraSetupPage } from '@lookout/features/camera/web/camera-setup/index.tsx';
import { contract } from '@lookout/features/contract.ts';
import type { GridTree } from '@lookout/features/grid/grid.calls.ts';
import { TaskPage } from '@lookout/features/task/web/index.tsx';
import { REGIONS, type RegionId } from '@lookout/region';
import { region } from '@region';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DeskOptions, openDesk } from './testing/desk.tsx';
import { answerSecondLook } from './testing/own-grid.ts';
import { INSTALLATION, refusedWith, type Wire } from './testing/wire.ts';

const { admin, auth, burning, alarm, grid, camera, shift, sms, task } = contract;

const node = (no: string, name: string, ...children: readonly GridTree[]): GridTree => ({ no, name, children });
const COUNTRY = node(
  NATION,
  '全国',
  node('510000', '四川省', node('513200', '阿坝藏族羌族自治州', node('513221', '汶川县'), node('513222', '理县'))),
  node('410000', '河南省', node('410700', '新乡市', node('410781', '卫辉市'), node('410782', '辉县市'))),
  node('230000', '黑龙江省', node('230100', '哈尔滨市', node('230102', '道里区'))),
  node('530000', '云南省', node('530300', '曲靖市', node('530302', '麒麟区'))),
);

const GUOJIA = { gridNo: NATION, gridName: '全国', groupId: '001', userName: 'guojia', fullName: '国家林火值班', topic: NATION };

/** The list calls of the pages with a picker; all of them return empty lists. */
const LISTS = [
  alarm.page,
  alarm.historyPage,
  sms.smsPage,
  shift.shiftPage,
  burning.burningPage,
  task.taskPage,
  camera.monitorPage,
  admin.adminUsers,
];

interface PageOptions extends DeskOptions {
  /** Overrides the replies to the page's calls; by default they cover the whole country with empty lists. */
  readonly answer?: (wire: Wire) => void;
}

/** Renders a page in the build of that region, by default for a national officer. */
async function openPage(id: RegionId, at: string, page: ReactNode, { officer = GUOJIA, answer }: PageOptions = {}) {
  const before = { ...region };
  Object.assign(region, REGIONS[id]);
  onTestFinished(() => void Object.assign(region, before));
  const desk = openDesk({ at, officer });
  desk.wire.on(grid.gridTree, () => [COUNTRY]);
  desk.wire.on(grid.grid, () => ({
    no: NATION,
    name: '全国',
    level: 'nation' as const,
    fullName: '全国',
    longitude: null,
    latitude: null,
  }));
  desk.wire.on(auth.installation, () => INSTALLATION);
  desk.wire.on(admin.groups, () => [{ id: '001', name: '国家林草局', parentId: null }]);
  answerSecondLook(desk.wire);
  for (const list of LISTS) desk.wire.on(list as Row, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }) as never);
  answer?.(desk.wire);
  desk.show(page);
  await screen.findByRole('combobox', { name: '省' });
  return { ...desk, ...boxesIn(document.body) };
}

const LEVELS = ['省', '市州', '县区'] as const;

/** The three boxes of the picker inside an element. */
function boxesIn(place: HTMLElement) {
  const box = (level: string) => within(place).getByRole<HTMLInputElement>('combobox', { name: level });
  return {
    box,
    boxes: () => LEVELS.map((level) => [box(level).closest('.ant-select')?.textContent, box(level).disabled]),
  };
}

interface GridCase {
  readonly gridNo?: string | null;
}
const lastBody = (calls: readonly { readonly body: unknown }[]) => calls.at(-1)?.body as GridCase | undefined;

const PAGES: readonly (readonly [string, string, ReactNode, Row])[] = [
  ['火警', '/manage/alarm', <AlarmPage key="a" />, alarm.page],
  ['经过', '/manage/alarm?tab=history', <AlarmPage key="a" />, alarm.historyPage],
  ['短信', '/manage/alarm?tab=sms', <AlarmPage key="a" />, sms.smsPage],
  ['交接班', '/manage/alarm?tab=shifts', <AlarmPage key="a" />, shift.shiftPage],
  ['用火报备', '/manage/FireReport', <BurningPage key="a" />, burning.burningPage],
  ['任务管理', '/manage/task', <TaskPage key="a" />, task.taskPage],
  ['摄像头设置', '/manage/monitorConfig', <CameraSetupPage key="a" />, camera.monitorPage],
  ['系统管理', '/manage/admin', <AdminPage key="a" />, admin.adminUsers],
];

const BUILDS = [
  [
    'henan-xinxiang',
    '410781',
    [
      ['河南省', true],
      ['新乡市', true],
      ['卫辉市', true],
    ],
  ],
  [
    'sichuan',
    '513200',
    [
      ['四川省', true],
      ['阿坝州', true],
      ['县区 · 全部', false],
    ],
  ],
  [
    'heilongjiang',
    '230000',
    [
      ['黑龙江省', true],
      ['市州 · 全部', false],
      ['县区 · 全部', true],
    ],
  ],
  [
    'yunnan-qujing',
    '530300',
    [
      ['云南省', false],
      ['曲靖市', false],
      ['县区 · 全部', false],
    ],
  ],
  [
    'default',
    '100000',
    [
      ['省 · 全部', false],
      ['市州 · 全部', true],
      ['县区 · 全部', true],
    ],
  ],
] as const;

it.each(BUILDS)(
  'REGION=%s: the picker starts at %s with the specified locks, and the list is queried for that grid',
  async (id, gridNo, expected) => {
    const { wire, boxes } = await openPage(id, '/manage/alarm', <AlarmPage />);
    expect(boxes()).toEqual(expected);
    await waitFor(() => expect(lastBody(wire.calls(alarm.page))?.gridNo).toBe(gridNo));
  },
);

it.each(PAGES)(
  'the picker of %s stays locked whatever grid its link names, and its list is queried for the locked grid',
  async (_, at, page, list) => {
    const { wire, boxes } = await openPage('sichuan', `${at}${at.includes('?') ? '&' : '?'}grid=410781`, page);
    expect(boxes()).toEqual([
      ['四川省', true],
      ['阿坝州', true],
      ['县区 · 全部', false],
    ]);
    await waitFor(() => expect(wire.calls(list).map(({ body }) => (body as GridCase).gridNo)).toEqual(['513200']));
  },
);

it('the keyboard skips locked boxes and cannot change them; the open box can be set, and 全部 returns to the lock', async () => {
  const { wire, user, box, boxes } = await openPage('sichuan', '/manage/alarm', <AlarmPage />);
  const met = new Set<Element | null>();
  for (let steps = 0; steps < 30; steps++) {
    await user.tab();
    met.add(document.activeElement);
  }
  expect(LEVELS.map((level) => met.has(box(level)))).toEqual([false, false, true]);
  for (const level of ['省', '市州']) {
    fireEvent.change(box(level), { target: { value: '河南省' } });
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(box(level), { key });
  }
  expect(boxes().map(([shown]) => shown)).toEqual(['四川省', '阿坝州', '县区 · 全部']);

  const choose = (name: string) => {
    box('县区').focus();
    fireEvent.change(box('县区'), { target: { value: name } });
    fireEvent.keyDown(box('县区'), { key: 'Enter', keyCode: 13 });
    fireEvent.keyUp(box('县区'), { key: 'Enter', keyCode: 13 });
  };
  choose('理县');
  await waitFor(() => expect(lastBody(wire.calls(alarm.page))?.gridNo).toBe('513222'));
  expect(new URLSearchParams(location.search).get('grid')).toBe('513222');
  choose('全部');
  await waitFor(() => expect(lastBody(wire.calls(alarm.page))?.gridNo).toBe('513200'));
});

it('a user whose own grid lies outside the region is not restricted by its locks', async () => {
  const { wire, boxes } = await openPage('sichuan', '/manage/alarm', <AlarmPage />, {
    officer: { ...GUOJIA, gridNo: '230000' as GridNo, gridName: '黑龙江省' },
  });
  expect(boxes().map(([, isLocked]) => isLocked)).toEqual([true, false, true]);
  await waitFor(() => expect(lastBody(wire.calls(alarm.page))?.gridNo).toBe('230000'));
});

it('without the grid tree the picker shows the locked grids by number, and 重试 loads the tree again', async () => {
  const { wire, user, boxes } = await openPage('henan-xinxiang', '/manage/alarm', <AlarmPage />, {
    answer: ({ on }) => on(grid.gridTree, () => refusedWith('网格树暂不可用')),
  });
  expect(boxes()).toEqual([
    ['410000', true],
    ['410700', true],
    ['410781', true],
  ]);
  wire.on(grid.gridTree, () => [COUNTRY]);
  await user.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() => expect(boxes().map(([shown]) => shown)).toEqual(['河南省', '新乡市', '卫辉市']));
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
});

describe('the user form', () => {
  const STORED = {
    id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0002',
    userName: 'weihui',
    fullName: '卫辉市值班员',
    gridNo: '410781' as GridNo,
    gridName: '卫辉市',
    groupId: '001',
    groupName: '国家林草局',
    phone: null,
    headUrl: null,
    deviceId: null,
    topic: null,
    rights: ['watch-alarms' as const],
    grids: ['410782' as GridNo, '513221' as GridNo],
    enabled: true,
    createdAt: new Date('2026-11-01T00:00:00Z'),
    isOnline: false,
    hasSecondFactor: false,
    hasOutsideIdentity: false,
  };

  it('a new user’s grid is preset to the locked grid and cannot be set outside it', async () => {
    const { user } = await openPage('sichuan', '/manage/admin', <AdminPage />);
    await user.click(screen.getByRole('button', { name: '新建用户' }));
    const { boxes } = boxesIn(await screen.findByRole('dialog', { name: '新建用户' }));
    expect(boxes()).toEqual([
      ['四川省', true],
      ['阿坝州', true],
      ['县区 · 全部', false],
    ]);
  });

  it('a stored user with a grid outside the lock is shown and saved unchanged; clearing removes only grids that can be chosen again', async () => {
    const { wire, user } = await openPage('sichuan', '/manage/admin', <AdminPage />, {
      answer: ({ on }) => on(admin.adminUsers, () => ({ total: 1, pageNo: 1, pageSize: 20, list: [STORED] })),
    });
    const update = { ...admin.updateUser, path: admin.updateUser.path.replace('{id}', STORED.id) };
    wire.on(update, () => undefined);
    await user.click(await screen.findByRole('button', { name: '修改' }));
    const drawer = await screen.findByRole('dialog', { name: '修改用户：卫辉市值班员' });
    expect(boxesIn(drawer).boxes()).toEqual([
      ['河南省', true],
      ['新乡市', true],
      ['卫辉市', false],
    ]);
    const switchable = within(drawer).getByRole('combobox', { name: '可切换的网格' }).closest('.ant-select') as HTMLElement;
    expect(switchable.textContent).toContain('辉县市');
    expect(switchable.textContent).toContain('汶川县');
    await user.click(switchable.querySelector('.ant-select-clear') as Element);
    await waitFor(() => expect(switchable.textContent).not.toContain('汶川县'));
    expect(switchable.textContent).toContain('辉县市');
    await user.click(within(drawer).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(wire.calls(update)[0]?.body).toMatchObject({ gridNo: '410781', grids: ['410782'] }));
  });
});
