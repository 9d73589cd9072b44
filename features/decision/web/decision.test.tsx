// 辅助决策: choosing a fire, a briefing with unknown parts, and the first dispatch.
import { codedError, formatTime, type Got, readTime } from '@lookout/contract';
import type { Capability, GridNo } from '@lookout/domain';
import { type DeskOptions, fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { ListedRanger } from '../../ranger/ranger.ts';
import type { SpreadModel } from '../../spread/spread-inputs.ts';
import { writeTask } from '../../task/task.wire.ts';
import { aMember, anAlarm, anArrival, aRanger, aTask, aWayBack, judgedBy } from '../../testing/builders.ts';
import { PAGES } from '../../web.ts';
import { DecisionPanel } from './index.tsx';

const { decision, task, travel } = contract;
type BriefingReply = Got<typeof decision.briefing>;
const FIRE = '00000000-0000-4000-8000-000000000001';
const fire = anAlarm('report', { id: FIRE, address: '布瓦沟', formattedAddress: '汶川县布瓦沟', response: judgedBy('real') });
const nameOf = () => '汶川县';

const someone = (fullName: string, distanceMetres: number, over: Partial<ListedRanger> = {}) => {
  const at = new Date();
  const last = { position: { lng: 103.6, lat: 31.49 }, at, receivedAt: at };
  return aRanger(crypto.randomUUID(), { fullName, last, phone: '000-0000-0001', distanceMetres, bearingDegrees: 45, ...over });
};
const near = someone('近处护林员', 1_200);
const far = someone('远处护林员', 9_000, { taskIds: [crypto.randomUUID()] });

const NO_WEATHER = {
  icon: null,
  text: null,
  windScale: null,
  windDir: null,
  windFromDegrees: null,
  temp: null,
  humidity: null,
  obsTime: null,
  source: null,
  errcode: '503',
  errmsg: '天气服务没有响应',
};
const briefingOf = (over: Partial<BriefingReply> = {}): BriefingReply => ({
  at: new Date('2026-11-21T04:00:00Z'),
  alarm: fire,
  by: 'distance',
  radiusMetres: 10_000,
  sameFire: [],
  burnings: [],
  ground: { heightMetres: 1_800, slopeDegrees: 31, aspectDegrees: 180 },
  weather: NO_WEATHER,
  hours: [],
  days: [],
  forecast: null,
  approach: null,
  fireLevel: null,
  levels: [],
  groups: [],
  rangerCount: 2,
  rangers: [near, far],
  places: [],
  cameras: [],
  suggestion: {
    wantedCount: 4,
    rangers: [near],
    lines: [
      { topic: 'people', code: 'base', params: { count: 2 } },
      { topic: 'people', code: 'too-few', params: { wanted: 4, found: 1 } },
      { topic: 'safety', code: 'slope', params: { degrees: 31 } },
    ],
  },
  ...over,
});

type Arrivals = Got<typeof travel.nearest>;
type Foreseen = Got<typeof contract.reporting.foreseenReports>;

/**
 * @param arrivals arrival times, the soonest first
 * @param foreseen the reports expected by the forecast
 */
function openAt(
  tab: string | null,
  over: Partial<BriefingReply> = {},
  options: DeskOptions & { readonly arrivals?: Arrivals; readonly foreseen?: Foreseen } = {},
) {
  const { arrivals = [], foreseen = [] } = options;
  const desk = openDesk({ at: `/manage/decision?fireId=${FIRE}${tab === null ? '' : `&tab=${tab}`}`, ...options });
  desk.wire.on(decision.briefing, () => briefingOf(over));
  desk.wire.on(task.taskPage, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
  desk.wire.on(task.taskOpen, () => []);
  desk.wire.on(travel.back, () => aWayBack());
  desk.wire.on(travel.nearest, ({ body }) => arrivals.filter(({ kind }) => (body as { kinds: string[] }).kinds.includes(kind)));
  desk.wire.on(contract.alarm.history, () => []);
  desk.wire.on(contract.reporting.foreseenReports, () => foreseen);
  desk.show(<DecisionPanel />);
  return desk;
}

/** Only the right of the page: none of its calls may require more. */
const DECIDES: readonly Capability[] = ['support-decisions'];

it('with no fire chosen the page lists the most dangerous first, with an instruction', async () => {
  expect(PAGES.find(({ path }) => path === 'decision')?.right).toBe('support-decisions');
  const { wire, user, show } = openDesk({ at: '/manage/decision', rights: DECIDES });
  answerOwnGrid(wire);
  wire.on(decision.fires, () => [{ alarm: fire, fireLevel: 4 as const }]);
  wire.on(decision.briefing, () => briefingOf());
  show(<DecisionPanel />);
  await screen.findByText(/从列表中选一起火情/);
  await user.click(await screen.findByRole('button', { name: /汶川县布瓦沟.*四级/ }));
  await screen.findByRole('tab', { name: '研判' });
  expect(wire.calls(decision.briefing)[0]?.body).toEqual({ fireId: FIRE, radiusMetres: 10_000 });
  await user.click(screen.getByRole('button', { name: '换一起火情' }));
  await screen.findByText(/从列表中选一起火情/);
});

it('an empty list and a search without result show different texts', async () => {
  const { wire, user, show } = openDesk({ at: '/manage/decision', rights: DECIDES });
  wire.on(decision.fires, () => []);
  show(<DecisionPanel />);
  await screen.findByText('没有在燃火情和未处理的火警');
  await user.type(screen.getByLabelText('按地址查找'), '无此地{Enter}');
  await screen.findByText('没有符合的火情');
});

it('a fire that is deleted, or of another grid, is reported as such', async () => {
  const { wire, show } = openDesk({ at: `/manage/decision?fireId=${FIRE}`, rights: DECIDES });
  wire.on(decision.briefing, () => refusedBy(codedError('not-found')));
  show(<DecisionPanel />);
  await screen.findByText('该火情已不存在，或不在您的网格内。');
});

const forecastRun = (begin: Date, model: SpreadModel) => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  fireId: FIRE,
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  state: 'done' as const,
  progress: 1,
  begin,
  hours: 6,
  members: 1,
  requestedBy: '李值班',
  requestedAt: begin,
  endedAt: begin,
  model,
  isCorrected: false,
  agreement: null,
});

it('the newest forecast is summarised in a few lines: the first targets with their time, and the reports to expect', async () => {
  const begin = readTime(`${formatTime(new Date()).slice(0, 10)} 02:00:00`);
  const hit = (name: string, p50: number, inhabitants: number | null) => ({
    kind: 'village' as const,
    id: name,
    name,
    layerName: '村',
    position: { lng: 103.6, lat: 31.5 },
    gridNo: '513221' as GridNo,
    inhabitants,
    arrivalMinutes: { p10: null, p50, p90: null },
  });
  openAt(
    null,
    {
      forecast: {
        run: forecastRun(begin, 'rothermel'),
        areaHectares: 240.6,
        worst: {
          untilMinutes: 120,
          position: { lng: 103.6, lat: 31.5 },
          rateMetresPerMinute: 4,
          flameLengthMetres: 2.1,
          intensityKilowattsPerMetre: 1_300,
          headingDegrees: 45,
          attack: 'machine',
          crown: null,
          spotting: null,
        },
        hits: [hit('布瓦村', 70, 320), hit('克枯村', 110, null)],
        hitCount: 5,
      },
    },
    {
      foreseen: [
        {
          rule: { id: 'threat', source: { document: '川森防指[2011]3号', line: '', assumed: null }, isConfirmed: true },
          reason: { kind: 'threat', name: '布瓦村' },
          expectedAt: new Date(begin.getTime() + 70 * 60_000),
          dueAt: new Date(begin.getTime() + 85 * 60_000),
        },
      ],
    },
  );
  const section = within(await screen.findByRole('region', { name: '蔓延推演' }));
  section.getByText('02:00 起 6 小时，过火约 241 公顷。');
  section.getByText('火头火焰最长约 2.1 米，机械可扑');
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '村庄布瓦村约 320 人03:10约 1 小时 10 分',
    '村庄克枯村03:50约 1 小时 50 分',
  ]);
  section.getByText('另有 3 处，见“推演”。');
  const reports = within(await screen.findByRole('region', { name: '预计需报送' }));
  reports.getByText('约 03:10 将烧到“布瓦村”');
  expect(reports.queryByText('待核对')).toBeNull();
});

it('a forecast by Wang’s model states that flames are not known', async () => {
  const begin = readTime(`${formatTime(new Date()).slice(0, 10)} 02:00:00`);
  openAt(null, { forecast: { run: forecastRun(begin, 'wang'), areaHectares: 12, worst: null, hits: [], hitCount: 0 } });
  const section = within(await screen.findByRole('region', { name: '蔓延推演' }));
  section.getByText(/^按王正非模型推算：火焰与强度不详/);
  expect(section.queryByText(/火头火焰最长/)).toBeNull();
});

it('the fire danger of the county is shown with the level of the warning and its reason', async () => {
  const fireLevel: NonNullable<BriefingReply['fireLevel']> = {
    fwi: 15,
    ffmc: 88,
    dmc: 20,
    dc: 90,
    isi: 6,
    bui: 30,
    temperatureCelsius: 18,
    humidityPercent: 35,
    windKilometresPerHour: 12,
    rainMillimetres: 0,
    gridNo: '513221' as GridNo,
    gridName: '汶川县',
    centre: null,
    day: '2026-04-04',
    level: 3,
    indexLevel: 3,
    driver: null,
    gapDays: 0,
    source: 'demo',
    rating: null,
    fuels: [],
    holidays: ['清明节'],
    lightning: null,
    warned: { level: 4, raisedBy: [{ kind: 'holiday', name: '清明节', days: 0 }] },
  };
  openAt(null, { fireLevel });
  await screen.findByText('04-04 三级（较高）');
  screen.getByText('预警等级：三级 → 四级（高），清明节');
});

it('an unknown part is marked as unknown, and the rest is shown', async () => {
  openAt(null, {}, { rights: DECIDES });
  await screen.findByText('天气服务没有响应');
  await screen.findByText('该县还没有火险天气。');
  await screen.findByText('海拔 1800 米，坡度 31°，坡向朝南');
  expect(screen.getAllByText('没有预报')).toHaveLength(2);
});

it('the radius is a chip stored in the URL, and a change sends a new request', async () => {
  const { wire, user } = openAt('near', {}, { rights: DECIDES });
  await user.click(await screen.findByText('按距离'));
  await screen.findByText('近处护林员');
  expect(screen.queryByText('远处护林员')).toBeNull();
  await user.click(screen.getByRole('button', { name: '护林员 展开全部' }));
  await screen.findByText('远处护林员');
  await screen.findByText(/10 公里内没有：扑火队伍|10 公里内没有：/);
  await user.click(screen.getByRole('button', { name: '20 公里' }));
  expect(location.search).toContain('radius=20000');
  expect(wire.calls(decision.briefing).at(-1)?.body).toEqual({ fireId: FIRE, radiusMetres: 20_000 });
});

it('a user who may not dispatch sees the suggestion with its reasons, and no control to dispatch', async () => {
  openAt('send', {}, { rights: DECIDES });
  await screen.findByText('建议共 4 人');
  await screen.findByText('基本 2 人：不单独前往');
  await screen.findByText('坡度 31°，火向上坡跑得快：不在火的上方和山谷内停留');
  await screen.findByText('您没有派遣权限，请通知任务管理人员派遣。');
  expect(screen.queryByRole('button', { name: /^派出/ })).toBeNull();
});

it('the suggested people are ticked, others can be added, and no task is sent before the confirmation', async () => {
  const { wire, user } = openAt('send');
  wire.on(task.delegate, () => ({ id: crypto.randomUUID() }));
  const form = within(await screen.findByRole('region', { name: '派谁去' }));
  expect(form.getByRole('checkbox', { name: '近处护林员' })).toHaveProperty('checked', true);
  await user.click(form.getByRole('checkbox', { name: '近处护林员' }));
  await user.click(form.getByRole('button', { name: '派出 0 人' }));
  await form.findByText('请选择护林员');
  await user.click(form.getByRole('checkbox', { name: '近处护林员' }));
  await user.click(form.getByRole('combobox', { name: '添加护林员' }));
  await user.click(await screen.findByText(/^远处护林员 · 在线 · 在办 1 项/));
  fill(form.getByLabelText('任务内容'), ' ');
  await user.click(form.getByRole('button', { name: '派出 2 人' }));
  await form.findByText('请填写任务内容');
  fill(form.getByLabelText('任务内容'), '前往核查');
  await user.click(form.getByRole('button', { name: '派出 2 人' }));
  const dialog = within(await form.findByRole('form', { name: /近处护林员、远处护林员/ }));
  expect(wire.calls(task.delegate)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: '派出 2 人' }));
  await screen.findByText('委派成功');
  expect(wire.calls(task.delegate)).toMatchObject([
    { body: { fireId: FIRE, taskContent: '前往核查', taskMember: [near.userId, far.userId], priority: 1, additional: 0 } },
  ]);
});

it('of two officers who dispatch at once the second sees the existing task, and may send more people', async () => {
  const { wire, user } = openAt('send');
  const openTask = aTask(crypto.randomUUID(), 'waiting', { fireId: FIRE, operatorName: '李值班', members: [aMember('sent', '先派的人')] });
  wire.on(task.delegate, ({ body }) =>
    (body as { additional: number }).additional === 1
      ? { id: crypto.randomUUID() }
      : refusedBy(codedError('already-dispatched', { by: '李值班' }), writeTask(openTask, nameOf)),
  );
  const form = within(await screen.findByRole('region', { name: '派谁去' }));
  await user.click(form.getByRole('button', { name: '派出 1 人' }));
  await user.click(within(await form.findByRole('form')).getByRole('button', { name: '派出 1 人' }));
  await form.findByText(/李值班已于 2026-11-21 10:00:00 派出 先派的人/);
  expect(form.getByRole('checkbox', { name: '近处护林员' })).toHaveProperty('checked', true);
});

it('a lost connection loses no selection or input, and the retry uses the same key', async () => {
  const { wire, user } = openAt('send');
  wire.on(task.delegate, () => LOST);
  const form = within(await screen.findByRole('region', { name: '派谁去' }));
  fill(form.getByLabelText('任务内容'), '我写的内容');
  await user.click(form.getByRole('button', { name: '派出 1 人' }));
  await user.click(within(await form.findByRole('form')).getByRole('button', { name: '派出 1 人' }));
  await form.findByText(/没有收到服务器的回应/);
  expect(form.getByLabelText('任务内容')).toHaveProperty('value', '我写的内容');
});

const comes = (userId: string, name: string, seconds: number | null) => anArrival({ kind: 'ranger', id: userId, name, seconds });
const FIRST: Arrivals = [
  anArrival({ id: 'team', name: '扑火一队', seconds: 1_500 }),
  comes(far.userId, '远处护林员', 1_800),
  comes(near.userId, '近处护林员', 4_800),
  anArrival({
    id: 'over',
    name: '对岸队',
    seconds: null,
    why: 'island',
    words: { zh: '道路不相连', en: 'not joined' },
    path: [],
    stages: [],
  }),
];

it('arrivals are listed by time, with the route; a person who cannot reach the fire is last, with the reason', async () => {
  const { user } = openAt('near', {}, { rights: DECIDES, arrivals: FIRST });
  const first = within(await screen.findByRole('region', { name: '谁先到' }));
  expect(first.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^扑火一队扑火队伍约 25 分钟公路 12 公里，步行 1.8 公里爬升 340 米 · 直线 9.8 公里$/),
    expect.stringMatching(/^远处护林员在线在办 1 项约 30 分钟/),
    expect.stringMatching(/^近处护林员在线约 1 小时 20 分/),
    expect.stringMatching(/^对岸队扑火队伍到不了道路不相连/),
  ]);
  await screen.findByText('模型估算 · 演示道路');
  const team = first.getByRole('button', { name: /扑火一队/ });
  expect(team.getAttribute('aria-pressed')).toBe('false');
  await user.click(team);
  expect(team.getAttribute('aria-pressed')).toBe('true');
  await user.keyboard('{Escape}');
  expect(team.getAttribute('aria-pressed')).toBe('false');
});

it('the first dispatch lists the suggested people by time, with clock time and route, and the teams to call', async () => {
  const { user } = openAt('send', { suggestion: { ...briefingOf().suggestion, rangers: [near, far] } }, { arrivals: FIRST });
  const form = within(await screen.findByRole('region', { name: '派谁去' }));
  await form.findByText(/^(\d\d-\d\d )?\d\d:\d\d 到（约 30 分钟） · 公路 12 公里/);
  const names = () => form.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  expect(names()).toEqual(['远处护林员', '近处护林员']);
  await user.click(form.getByText('按距离'));
  expect(names()).toEqual(['近处护林员', '远处护林员']);
  const teams = within(await screen.findByRole('region', { name: '先到的队伍' }));
  expect(teams.getAllByRole('button')).toHaveLength(2);
});

it('where the head is closed to people the team is first, the task leads to the assembly point, and a pad is listed after people and machines', async () => {
  const closed = {
    approach: {
      forecastFrom: new Date('2026-11-21T04:00:00Z'),
      forecastUntil: new Date('2026-11-21T10:00:00Z'),
      attack: 'nobody',
      flameLengthMetres: 4.2,
      assembly: {
        position: { lng: 103.58, lat: 31.47 },
        distanceMetres: 1_830,
        bearingDegrees: 225,
        side: 'flank',
        road: { zh: '乡道', en: 'township road' },
      },
    },
    suggestion: {
      wantedCount: 2,
      rangers: [near],
      lines: [
        { topic: 'people', code: 'guides', params: { count: 2 } },
        { topic: 'team', code: 'first', params: { name: '扑火一队', distanceMetres: 9_800, bearingDegrees: 90 } },
        { topic: 'safety', code: 'head', params: { attack: 'nobody', flameLengthMetres: 4.2 } },
      ],
    },
  } as const satisfies Partial<BriefingReply>;
  const pad = anArrival({ kind: 'HelicopterPoint', id: 'pad', name: '县医院停机坪', seconds: 300 });
  openAt('send', closed, { arrivals: [pad, ...FIRST] });
  await screen.findByText('推演：人员不得接近火头（火焰长约 4.2 米）');
  screen.getByText(/建议集结点：火点西南 1.8 公里，乡道旁，火场侧翼/);
  expect([...document.querySelectorAll('.decision-reasons li')].map(({ textContent }) => textContent)).toEqual([
    '推演：人员不得接近火头，由远处间接扑救（火焰长约 4.2 米）',
    '首派队伍：扑火一队，东 9.8 公里，到集结点待命',
    '2 人：只到集结点，为队伍带路、警戒，不参加扑打',
  ]);
  expect(screen.getByLabelText('任务内容')).toHaveProperty('value', '先到集结点（103.58000, 31.47000）集合，听从队伍指挥，不得接近火头。');
  const teams = within(await screen.findByRole('region', { name: '先到的队伍' }));
  expect(teams.getAllByRole('button').map(({ textContent }) => textContent?.slice(0, 4))).toEqual(['扑火一队', '对岸队扑', '县医院停']);
  teams.getByText(/^停机坪不等于有直升机/);
});

it('a person who cannot reach the fire is not suggested, ticked or counted, and the page states that no replacement is available', async () => {
  const cannot: Arrivals = [
    anArrival({
      ...comes(near.userId, '近处护林员', 0),
      seconds: null,
      why: 'island',
      words: { zh: '道路不相连', en: 'not joined' },
      path: [],
      stages: [],
    }),
  ];
  openAt('send', {}, { arrivals: cannot });
  const form = within(await screen.findByRole('region', { name: '派谁去' }));
  await form.findByText('建议的人中有 1 人到不了，也没有别人可以代替：请电话调人或请求上级支援。');
  expect(form.queryAllByRole('checkbox')).toEqual([]);
  expect(form.getByRole('button', { name: '派出 0 人' })).toBeTruthy();
});
