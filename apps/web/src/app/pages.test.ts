import type { Right } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { PageRow } from '../manifest/web-feature.ts';
import { patrol } from '../patrol/feature.ts';
import { rightsOf, type UserInfo } from '../stores/session.ts';
import { HOME, landingFor, liveVideoPair, menuFor, splitMenu } from './pages.ts';

const Nothing = () => null;
const page = (path: string, right: Right, hidden = false): PageRow => ({
  path,
  title: { zh: path, en: path },
  order: 0,
  right,
  hidden,
  opensNewTab: false,
  hidesMap: false,
  Page: Nothing,
});
const menu = (menuCode: string, sort: number, over: Partial<UserInfo['menuDTOS'][number]> = {}) => ({
  menuCode,
  menuName: `名${menuCode}`,
  icon: null,
  path: null,
  parentCode: null,
  sort,
  visible: true,
  ...over,
});
const anInfo = (menuDTOS: UserInfo['menuDTOS'], elementCodes: string[] = []): UserInfo => ({
  userDTO: { groupId: '001', id: 'u', userName: 'u', fullName: '甲', gridNo: '513200', gridName: '阿坝', headUrl: null, topic: '513200' },
  menuDTOS,
  elementCodes,
});
const shown = (pages: PageRow[], info: UserInfo) => menuFor(pages, info, rightsOf(info)).map((m) => [m.page.path, m.name]);

describe('the menu', () => {
  // Proves §6.1a, §6.1b
  it('the menu shows the pages the user has the right to, named and ordered by the menu list', () => {
    const info = anInfo([menu('bpAlarm', 2), menu('bpMonitor', 1)]);
    expect(shown([page('alarm', 'act-on-alarms'), page('monitor', 'watch-alarms'), page('ranger', 'see-rangers')], info)).toEqual([
      ['monitor', '名bpMonitor'],
      ['alarm', '名bpAlarm'],
    ]);
  });

  it('a page that needs no right is always in the menu, a hidden one never', () => {
    const info = anInfo([menu('bpReplay', 1)]);
    expect(shown([page('FireReport', 'officer'), page('device', 'watch-video', true)], info)).toEqual([['FireReport', null]]);
  });

  it('a ranger sees no desk page, not even one that needs no right', () => {
    expect(shown([page('FireReport', 'officer')], anInfo([], ['rangerApp']))).toEqual([]);
  });

  it('a disabled menu is not shown', () => {
    expect(shown([page('monitor', 'watch-alarms')], anInfo([menu('bpMonitor', 1, { visible: false })]))).toEqual([]);
  });

  it('two pages with the same code are distinguished by their paths', () => {
    const info = anInfo([
      menu('bpRecord', 1, { path: '/manage/record', menuName: '灾后评估' }),
      menu('task', 2, { path: '/manage/task', menuName: '任务管理' }),
    ]);
    expect(shown([page('record', 'dispatch'), page('task', 'dispatch')], info)).toEqual([
      ['record', '灾后评估'],
      ['task', '任务管理'],
    ]);
  });

  it('administration is shown to users with its element code', () => {
    expect(shown([page('admin', 'administer-users')], anInfo([], ['userAdmin']))).toEqual([['admin', null]]);
    expect(shown([page('admin', 'administer-users')], anInfo([menu('bpMonitor', 1)]))).toEqual([]);
  });

  // Proves §2.22
  it('the first five items go left, the rest right', () => {
    const info = anInfo([]);
    const items = menuFor(
      [1, 2, 3, 4, 5, 6, 7].map((n) => page(`p${n}`, 'officer')),
      info,
      new Set(),
    );
    const { left, right } = splitMenu(items);
    expect([left.map((m) => m.page.path), right.map((m) => m.page.path)]).toEqual([
      ['p1', 'p2', 'p3', 'p4', 'p5'],
      ['p6', 'p7'],
    ]);
  });
});

describe('the live video item', () => {
  const pages = [page('replay', 'watch-video'), page('device', 'watch-video', true)];
  const info = anInfo([menu('bpReplay', 1), menu('device', 2, { path: '/manage/device', menuName: '设备纠偏', visible: false })]);
  const pairFor = (fullName: string | null, rows = pages, user = info) => liveVideoPair(rows, user, rightsOf(user), fullName);
  // Proves §2.26, §6.5
  it('opens a dropdown with two entries for the user named in the setting', () => {
    const pair = pairFor('甲');
    expect([pair?.first, pair?.second.page.path, pair?.second.name]).toEqual(['replay', 'device', '设备纠偏']);
  });
  it('is a plain item for every other user, without the setting, and without the right', () => {
    expect([pairFor('乙'), pairFor(null), pairFor('甲', pages.slice(0, 1)), pairFor('甲', pages, anInfo([]))]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('/ and /manage lead', () => {
  it('a ranger to the ranger’s page', () => expect(landingFor(new Set(['report-as-ranger']))).toBe(patrol.path));
  it('users who may see alarms to the monitor, also with the ranger’s right', () => {
    expect(landingFor(new Set(['watch-alarms']))).toBe(HOME);
    expect(landingFor(new Set(['watch-alarms', 'report-as-ranger']))).toBe(HOME);
  });
  it('all other users to the monitor, which shows 无权限', () => {
    expect(landingFor(new Set())).toBe(HOME);
    expect(landingFor(new Set(['watch-video', 'administer-users']))).toBe(HOME);
  });
});
