// 推演 of a fire: asked for, followed, cancelled; what came of it, what it was made of, and what is said when nothing did.
import { codedError, contract, formatTime, type Got } from '@lookout/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type DeskOptions, openDesk } from '../../../app/testing/desk.tsx';
import { LOST, refusedBy } from '../../../app/testing/wire.ts';
import { plotRecords } from '../../../entities/plot/plot-records.ts';
import { anAlarm, aPlot, judgedBy } from '../../../entities/testing/builders.ts';
import { useUrlState } from '../../../shared/url-state.ts';
import { SpreadTab } from './SpreadTab.tsx';

const { reporting, spread } = contract;
type Run = Got<typeof spread.spreadOne>;
const FIRE = '00000000-0000-4000-8000-000000000001';
const RUN = '00000000-0000-4000-8000-0000000000a1';
const OTHER = '00000000-0000-4000-8000-0000000000a2';
const fire = anAlarm('report', { id: FIRE, response: judgedBy('real') });
/** The key code of the left arrow. */
const LEFT = 37;
/** Of this day, so that clocks show no date. */
const BEGIN = `${formatTime(new Date()).slice(0, 10)} 02:00:00`;

const moisturePercent = { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 };
const hourAt = (time: string) => ({
  time,
  windSpeedMetresPerSecond: 4.2,
  windFromDegrees: 225,
  temperatureCelsius: 21,
  humidityPercent: 30,
  moisturePercent,
});
const square = (degrees: number): [number, number][] => [
  [103.6, 31.5],
  [103.6 + degrees, 31.5],
  [103.6 + degrees, 31.5 + degrees],
  [103.6, 31.5],
];
const isochrone = (minutes: number, areaHectares: number, probability: number | null = null) => ({
  type: 'Feature' as const,
  properties: { minutes, areaHectares, probability },
  geometry: { type: 'MultiPolygon' as const, coordinates: [[square(minutes / 10_000)]] },
});
const impact = (
  name: string,
  kind: string,
  arrivalMinutes: Run['impacts'][number]['arrivalMinutes'],
  inhabitants: number | null = null,
) => ({
  kind,
  id: name,
  name,
  layerName: null,
  longitude: 103.61,
  latitude: 31.51,
  gridNo: '513221',
  borderLevel: null,
  inhabitants,
  arrivalMinutes,
});
const sure = (p50: number) => ({ p10: null, p50, p90: null });

const behaviourUntil = (untilMinutes: number, over: Partial<NonNullable<Run['behaviour']>[number]> = {}) => ({
  untilMinutes,
  longitude: 103.6,
  latitude: 31.5,
  rateMetresPerMinute: 4.25,
  flameLengthMetres: 1,
  intensityKilowattsPerMetre: 259,
  headingDegrees: 44,
  attack: 'hand-crew' as const,
  crown: null,
  spotting: null,
  ...over,
});

const headerOf = (over: Partial<Run> = {}) => ({
  id: RUN,
  fireId: FIRE,
  gridNo: '513221',
  gridName: '汶川县',
  state: 'done' as const,
  progress: 1,
  begin: BEGIN,
  hours: 2,
  members: 1,
  askedBy: '李值班',
  askedAt: BEGIN,
  endedAt: BEGIN,
  model: 'rothermel' as const,
  corrected: false,
  agreement: null,
  ...over,
});
const runOf = (over: Partial<Run> = {}): Run => ({
  ...headerOf(over),
  failure: null,
  queuePlace: null,
  inputs: {
    seed: 7,
    model: { name: 'rothermel', version: '1.2' },
    ignition: { source: 'fire', geometry: { type: 'Point', coordinates: [103.6, 31.5] }, later: [] },
    ellipse: { semiMajorMetres: 400, semiMinorMetres: 120, bearingDegrees: 30 },
    weather: { source: 'demo', windFactor: 0.9, moisture: 'fosberg', enteredMoisture: [], enteredBy: null, hours: [hourAt(BEGIN)] },
    ground: {
      longitude: 103.6,
      latitude: 31.5,
      halfMetres: 4_000,
      cellMetres: 30,
      elevation: { origin: 'demo', version: '' },
      landCover: { origin: 'imported', version: 'c3', files: ['worldcover.tif'] },
      canopy: { version: 'd4', files: ['height.tif'], share: 0.82 },
      ownFuels: 2,
    },
    barriers: { breaks: 1, roads: 4, waters: 3 },
    correction: null,
  },
  isochrones: { type: 'FeatureCollection', features: [isochrone(60, 12.34), isochrone(75, 20), isochrone(120, 240.6)] },
  areaHectares: 240.6,
  reachesEdge: false,
  seconds: 1.2,
  weighing: null,
  unknownGround: { share: 0, classes: [] },
  error: null,
  behaviour: [
    behaviourUntil(60),
    behaviourUntil(120, { flameLengthMetres: 3.6, attack: 'nobody', crown: 'passive', spotting: { metres: 583, towardsDegrees: 45 } }),
  ],
  impacts: [impact('远处油库', 'DangerSource', sure(110)), impact('布瓦村', 'village', sure(70), 320)],
  ...over,
});
const PLAIN = {
  behaviour: null,
  isochrones: null,
  areaHectares: null,
  reachesEdge: null,
  seconds: null,
  unknownGround: null,
  impacts: [],
  endedAt: null,
};

function Tab() {
  return <SpreadTab alarm={fire} url={useUrlState()} />;
}

function open({ run = null, ...options }: DeskOptions & { readonly run?: string | null } = {}) {
  const at = `/manage/decision?fireId=${FIRE}&tab=spread${run === null ? '' : `&run=${run}`}`;
  const desk = openDesk({ at, rights: ['support-decisions'], ...options });
  desk.wire.on(spread.spreadsOfFire, () => []);
  desk.wire.on(spread.fireSeen, () => ({ last: null, seen: [] }));
  desk.wire.on(reporting.foreseenReports, () => []);
  return { ...desk, show: () => desk.show(<Tab />) };
}

it('without a run it says what to do; what is asked for is followed until it is done, and stays in the address', async () => {
  const { wire, user, show } = open();
  const replies: Run[] = [
    ...[3, 1].map((queuePlace) => runOf({ ...PLAIN, state: 'queued', progress: 0, queuePlace })),
    runOf({ ...PLAIN, state: 'running', progress: 0.4 }),
    runOf(),
  ];
  wire.on(spread.runSpread, () => ({ id: RUN }));
  wire.on(spread.spreadOne, () => (replies.length > 1 ? replies.shift() : replies[0]) as Run);
  show();
  await screen.findByText('这起火情还没有推演');
  await screen.findByText('模型推算，不是观测。');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText('排队第 3 位，前面还有 2 个推演');
  await screen.findByText('排队第 1 位，下一个就算');
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
  await screen.findByRole('region', { name: '到达范围' });
  expect(wire.calls(spread.runSpread).map(({ body }) => body)).toEqual([
    { incidentId: FIRE, hours: 6, members: 1, model: 'rothermel', weather: null },
  ]);
  expect(location.search).toContain(`run=${RUN}`);
});

it('who opens it without a run sees the newest that was not cancelled and did not fail, and the map has it from the address', async () => {
  const { wire, show } = open();
  wire.on(spread.spreadsOfFire, () => [headerOf({ id: OTHER, state: 'failed' }), headerOf(), headerOf({ id: `${OTHER.slice(0, -1)}3` })]);
  wire.on(spread.spreadOne, () => runOf());
  show();
  await screen.findByRole('region', { name: '到达范围' });
  expect(location.search).toContain(`run=${RUN}`);
  expect(wire.calls(spread.runSpread)).toEqual([]);
});

it('from the popup it is asked for at once, with one call, and the address does not ask again', async () => {
  const { wire, show } = open();
  history.replaceState({ usr: { forecast: true } }, '', location.href);
  wire.on(spread.runSpread, () => ({ id: RUN }));
  wire.on(spread.spreadOne, () => runOf());
  show();
  await screen.findByRole('region', { name: '到达范围' });
  expect(wire.calls(spread.runSpread).map(({ body }) => body)).toEqual([{ incidentId: FIRE, hours: 6, members: 1, weather: null }]);
  expect((history.state as { usr: unknown } | null)?.usr ?? null).toBeNull();
});

it('shows areas by the hour with their clock, and what it hits by its time', async () => {
  const { wire, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  show();
  const legend = within(await screen.findByRole('region', { name: '到达范围' }));
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 小时（03:00）12.3 公顷',
    '2 小时（04:00）241 公顷',
  ]);
  legend.getByText('推演开始后 2 小时（04:00）');
  // This DOM gives a key no code of its own.
  for (let steps = 0; steps < 3; steps++) fireEvent.keyDown(legend.getByRole('slider', { name: '推演时刻' }), { keyCode: LEFT });
  await legend.findByText('推演开始后 1 小时 15 分（03:15）');
  expect(legend.getAllByRole('listitem').map((row) => row.dataset.later)).toEqual(['false', 'true']);
  const hits = within(screen.getAllByRole('region', { name: '会烧到哪里' })[0] as HTMLElement);
  expect(hits.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '村庄布瓦村约 320 人03:10约 1 小时 10 分',
    '危险源远处油库03:50约 1 小时 50 分',
  ]);
});

it('shows by the hour how the head burns and who can attack it, and warns of the worst', async () => {
  const { wire, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  show();
  const head = within(await screen.findByRole('region', { name: '火头的火势' }));
  const warning = head.getByRole('note');
  expect(warning.dataset.attack).toBe('nobody');
  for (const text of [
    '火头不可扑救：人员不得接近火头，由远处间接扑救，防飞火与树冠火。',
    '03:00–04:00 最猛烈：火焰长约 3.6 米，火线强度约 259 千瓦/米，间歇树冠火',
    '可能飞火至火头前约 600 米（东北）。',
  ])
    within(warning).getByText(text);
  const cells = head.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells.slice(1)).toEqual([
    ['03:00', '4.3 米/分', '1.0 米', '259 千瓦/米', '人力可扑', '不详', '—'],
    ['04:00', '4.3 米/分', '3.6 米', '259 千瓦/米', '火头不可扑', '间歇树冠火', '约 600 米（东北）'],
  ]);
  head.getByText(/树冠火的火头更快/);
});

it('by Wang’s model what it does not know is said to be unknown, and nothing is warned of', async () => {
  const { wire, user, show } = open({ run: RUN });
  const unknown = { flameLengthMetres: null, intensityKilowattsPerMetre: null, attack: null, crown: null, spotting: null };
  const inputs = { ...runOf().inputs, model: { name: 'wang' as const, version: '1.2' } };
  wire.on(spread.spreadOne, () => runOf({ model: 'wang', inputs, behaviour: [behaviourUntil(60, unknown)] }));
  wire.on(spread.spreadsOfFire, () => [headerOf({ model: 'wang' })]);
  show();
  const head = within(await screen.findByRole('region', { name: '火头的火势' }));
  const cells = head.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells.slice(1)).toEqual([['03:00', '4.3 米/分', '不详', '不详', '不详', '不详', '不详']]);
  expect(head.queryByRole('note')).toBeNull();
  head.getByText(/不能据此判断可否扑救/);
  within(screen.getByRole('region', { name: '这起火情的推演' })).getByText('王正非');
  await user.click(screen.getByRole('button', { name: '展开依据' }));
  screen.getByText('王正非–毛贤敏，1.2 版，用时 1.2 秒');
  screen.getByText('可燃物含水率：王正非模型不用');
});

it('of a forecast from before heads were told it says so, and warns of nothing', async () => {
  const { wire, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () => runOf({ behaviour: null }));
  show();
  const head = within(await screen.findByRole('region', { name: '火头的火势' }));
  head.getByText('这次推演没有算火头的火势；重新推演即有。');
  expect(head.queryByRole('note')).toBeNull();
});

it('names borders by the highest that is crossed, and lines and reserves by their kind', async () => {
  const { wire, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () =>
    runOf({
      impacts: [
        { ...impact('甘肃省文县', 'border', sure(30)), borderLevel: 'province' },
        impact('理县某乡', 'border', sure(40)),
        impact('川西500千伏', 'power-line', sure(50)),
        impact('卧龙保护区', 'reserve', sure(60)),
      ],
    }),
  );
  show();
  const [region] = await screen.findAllByRole('region', { name: '会烧到哪里' });
  const hits = within(region as HTMLElement);
  const rows = hits.getAllByRole('listitem').map(({ textContent }) => textContent);
  for (const [i, text] of ['越过省界甘肃省文县', '进入辖区理县某乡', '电力线路川西500千伏', '自然保护地卧龙保护区'].entries())
    expect(rows[i]?.startsWith(text), rows[i]).toBe(true);
});

it('tells which reports the forecast lets expect, as a hint only; without any it says nothing', async () => {
  const { wire, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  wire.on(reporting.foreseenReports, () => [
    {
      ruleId: 'area-100',
      reason: { kind: 'area' as const, hectares: 131.26, least: 100 },
      source: { document: '川森防指[2011]3号', line: '≥ 100 ha', assumed: null },
      confirmed: false,
      expectedTime: `${BEGIN.slice(0, 11)}03:15:00`,
      dueTime: `${BEGIN.slice(0, 11)}03:30:00`,
    },
  ]);
  show();
  const section = within(await screen.findByRole('region', { name: '预计需报送' }));
  section.getByText('约 03:15 过火面积将达 131.3 公顷，达到 100 公顷');
  section.getByText('届时应于 03:30 前报送（川森防指[2011]3号）');
  section.getByText('待核对');
  section.getByText(/不是应报事项，不计时限/);
  expect(wire.calls(reporting.foreseenReports)[0]?.query).toEqual({ alarmId: FIRE });
  const other = open({ run: RUN });
  other.wire.on(spread.spreadOne, () => runOf({ impacts: [] }));
  other.show();
  await waitFor(() => expect(other.wire.calls(reporting.foreseenReports)).toHaveLength(1));
  expect(screen.getAllByRole('region', { name: '预计需报送' })).toHaveLength(1);
});

it('that the reports to expect could not be asked for is said, and may be tried again', async () => {
  const { wire, user, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  wire.on(reporting.foreseenReports, () => LOST);
  show();
  const again = await screen.findByRole('button', { name: '重试' });
  wire.on(reporting.foreseenReports, () => []);
  await user.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name: '重试' })).toBeNull());
});

it('of an ensemble it shows how sure the chosen time is, and the range of times', async () => {
  const { wire, show } = open({ run: RUN });
  const features = [60, 120].flatMap((minutes) => [0.1, 0.5, 0.9].map((p) => isochrone(minutes, minutes * (1 - p), p)));
  wire.on(spread.spreadOne, () =>
    runOf({
      members: 100,
      isochrones: { type: 'FeatureCollection', features },
      impacts: [impact('布瓦村', 'village', { p10: 100, p50: 130, p90: 180 })],
    }),
  );
  show();
  const legend = within(await screen.findByRole('region', { name: '到达范围' }));
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '90% 可能烧到12 公顷',
    '50% 可能烧到60 公顷',
    '10% 可能烧到108 公顷',
  ]);
  await screen.findByText('约 2 小时 10 分（1 小时 40 分 – 3 小时）');
});

it('says what it was made of, each with its source and version', async () => {
  const { wire, user, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  show();
  await user.click(await screen.findByRole('button', { name: '展开依据' }));
  for (const text of [
    'Rothermel（地表火），1.2 版，用时 1.2 秒',
    '位置误差（95%）：长半轴 400 米，短半轴 120 米',
    '高程：演示',
    '地类：已导入（c3）',
    '文件：worldcover.tif',
    '树冠：82% 的地面用导入的郁闭度或树高（height.tif），其余按地类假定',
    '可燃物表：本部署自定 2 行',
    '标绘的隔离带 1 条，道路 4 条，导入的水系 3 处，水面与不燃地类',
    '演示天气，风速按地形乘 0.90',
    '西南 4.2 米/秒',
    '6 / 7 / 8 / 60 / 90%',
  ])
    screen.getByText(text);
});

/** What the service forecasts from the full hour before last on, for as long as any test asks. */
const fireWeather = (over: Partial<Got<typeof spread.fireWeather>> = {}) => {
  const first = Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000;
  const hours = Array.from({ length: 24 }, (_, i) => hourAt(formatTime(new Date(first + i * 3_600_000))));
  return { source: 'demo' as const, windFactor: 0.9, hours, ...over };
};
const sentOf = (wire: ReturnType<typeof open>['wire']) =>
  wire.calls(spread.runSpread).map(({ body }) => body as { weather: Record<string, unknown>[] | null; moisturePercent?: unknown });
const cellsOf = (column: string) => screen.getAllByRole('textbox', { name: new RegExp(`${column}$`) });

it('weather begins with the service’s by the hour; a cell is changed and filled down, moisture is entered by class, and all is sent', async () => {
  const { wire, user, show } = open();
  wire.on(spread.fireWeather, () => fireWeather());
  wire.on(spread.runSpread, () => ({ id: RUN }));
  wire.on(spread.spreadOne, () => runOf());
  show();
  await user.click(await screen.findByRole('checkbox', { name: '自己填写天气' }));
  await screen.findByText(/^从演示天气在火情处的逐时预报改起，风速已按地形乘 0.90；/);
  expect(wire.calls(spread.fireWeather).map(({ query }) => query)).toEqual([{ incidentId: FIRE }]);
  const winds = cellsOf('风速（米/秒）');
  expect(winds.map((cell) => (cell as HTMLInputElement).value)).toEqual(winds.map(() => '4.2'));
  const fill = screen.getByRole('button', { name: '向下填' });
  expect(fill).toHaveProperty('disabled', true);
  await user.clear(winds[2] as HTMLElement);
  await user.type(winds[2] as HTMLElement, '11');
  await user.click(screen.getByRole('button', { name: /的风速（米\/秒）填到以下各时$/ }));
  await user.type(screen.getByLabelText('含水率：10 小时（%）'), '12');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByRole('region', { name: '到达范围' });
  const [{ weather, moisturePercent } = { weather: null }] = sentOf(wire);
  expect(weather?.map(({ windSpeedMetresPerSecond }) => windSpeedMetresPerSecond)).toEqual(winds.map((_, i) => (i < 2 ? 4.2 : 11)));
  expect(weather?.[0]).toMatchObject({ windFromDegrees: 225, temperatureCelsius: 21, humidityPercent: 30 });
  expect(moisturePercent).toEqual({ tenHour: 12 });
});

it('what cannot be is refused beside its cell, and nothing is sent; back to the forecast it is as the service has it', async () => {
  const { wire, user, show } = open();
  wire.on(spread.fireWeather, () => fireWeather());
  show();
  await user.click(await screen.findByRole('checkbox', { name: '自己填写天气' }));
  await screen.findByText(/^从演示天气/);
  const [wind] = cellsOf('风速（米/秒）');
  await user.clear(wind as HTMLElement);
  await user.type(wind as HTMLElement, '200');
  expect(wind?.getAttribute('aria-invalid')).toBe('true');
  within(wind?.closest('td') as HTMLElement).getByText('须为 0 至 113');
  await user.type(screen.getByLabelText('含水率：1 小时（%）'), '-3');
  screen.getByText('须为 0 至 400');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText('天气或含水率有 2 处须改正');
  expect(wire.calls(spread.runSpread)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '恢复预报' }));
  expect((cellsOf('风速（米/秒）')[0] as HTMLInputElement).value).toBe('4.2');
  expect(screen.queryByText(/须改正$|^须为/)).toBeNull();
});

it('where the service says nothing the table is empty and must be filled in; Wang’s model takes no moisture', async () => {
  const { wire, user, show } = open();
  wire.on(spread.fireWeather, () => fireWeather({ source: null, hours: [] }));
  wire.on(spread.runSpread, () => ({ id: RUN }));
  wire.on(spread.spreadOne, () => runOf());
  show();
  await user.click(await screen.findByRole('checkbox', { name: '自己填写天气' }));
  await screen.findByText(/^天气服务没有火情处的预报，请逐格填写。/);
  await user.click(screen.getByText('集合（100 次）'));
  await user.click(screen.getByText('王正非'));
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await waitFor(() => expect(screen.getAllByText('请填写')).toHaveLength(4 * cellsOf('气温（℃）').length));
  expect(screen.queryByLabelText('含水率：1 小时（%）')).toBeNull();
  expect(wire.calls(spread.runSpread)).toEqual([]);
  for (const [column, value] of [
    ['风速（米/秒）', '8'],
    ['风向（度）', '270'],
    ['气温（℃）', '25'],
    ['湿度（%）', '20'],
  ] as const) {
    await user.type(cellsOf(column)[0] as HTMLElement, value);
    await user.click(screen.getByRole('button', { name: /填到以下各时$/ }));
  }
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByRole('region', { name: '到达范围' });
  const said = { windSpeedMetresPerSecond: 8, windFromDegrees: 270, temperatureCelsius: 25, humidityPercent: 20 };
  const [sent] = sentOf(wire);
  expect(sent).toMatchObject({ members: 100, model: 'wang', weather: (sent?.weather ?? []).map(() => said) });
  expect(sent?.weather?.length).toBeGreaterThanOrEqual(6);
});

it('weather of the service that does not come is asked for again, and the table can be filled in meanwhile', async () => {
  const { wire, user, show } = open();
  wire.on(spread.fireWeather, () => LOST);
  show();
  await user.click(await screen.findByRole('checkbox', { name: '自己填写天气' }));
  const again = await screen.findByRole('button', { name: '重试' });
  expect((cellsOf('气温（℃）')[0] as HTMLInputElement).value).toBe('');
  wire.on(spread.fireWeather, () => fireWeather());
  await user.click(again);
  await screen.findByText(/^从演示天气/);
  expect((cellsOf('气温（℃）')[0] as HTMLInputElement).value).toBe('21');
});

it('says what was entered and by whom, also of moisture by class', async () => {
  const { wire, user, show } = open({ run: RUN });
  const { inputs } = runOf();
  const weather = {
    ...inputs.weather,
    source: 'entered' as const,
    windFactor: null,
    moisture: 'entered' as const,
    enteredMoisture: ['tenHour' as const, 'liveWoody' as const],
    enteredBy: '王值班',
  };
  wire.on(spread.spreadOne, () => runOf({ inputs: { ...inputs, weather } }));
  show();
  await user.click(await screen.findByRole('button', { name: '展开依据' }));
  screen.getByText('人工填写（王值班）');
  screen.getByText('可燃物含水率：10 小时、活木本人工填写，其余按气温与湿度（Fosberg）（王值班）');
});

it('begins with what was drawn of the fire, when the officer says', async () => {
  const { app, wire, user, show } = open();
  const corners = [
    { lng: 103.6, lat: 31.5 },
    { lng: 103.61, lat: 31.5 },
    { lng: 103.61, lat: 31.51 },
  ];
  const drawn = { fireId: FIRE, points: corners };
  app
    .records(plotRecords)
    .load(
      [
        aPlot('area', { ...drawn, kind: 'polygon', symbol: 'burnt-area', name: '北坡' }),
        aPlot('front', { ...drawn, kind: 'line', symbol: 'fire-front', name: '东线' }),
        aPlot('break', { ...drawn, kind: 'line', symbol: 'fire-break', name: '隔离带' }),
        aPlot('other', { ...drawn, fireId: OTHER, kind: 'polygon', symbol: 'burnt-area', name: '别处' }),
      ],
      1,
    );
  wire.on(spread.runSpread, () => ({ id: RUN }));
  const later = [{ time: BEGIN, geometry: { type: 'Point', coordinates: [103.6, 31.5] } }];
  wire.on(spread.spreadOne, () =>
    runOf({ inputs: { ...runOf().inputs, ignition: { ...runOf().inputs.ignition, source: 'entered', later } } }),
  );
  show();
  await user.click(await screen.findByRole('combobox', { name: '起火处' }));
  const titles = (await screen.findAllByTitle(/^(北坡|东线|隔离带|别处) /)).map(({ title }) => title.split(' ')[0]);
  expect(titles.toSorted()).toEqual(['东线', '北坡']);
  await user.click(screen.getByTitle(/^北坡 /));
  await user.click(screen.getByTitle(/^东线 /));
  await user.click(screen.getByLabelText('起始时刻'));
  await user.paste('2026-11-21 08:30');
  await user.keyboard('{Enter}');
  // Out of the hours, and then within.
  const timeOfFront = screen.getByLabelText(/^东线 .*的起火时刻$/);
  await user.click(timeOfFront);
  await user.paste('2026-11-21 14:30');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText('须在推演的时段内：11-21 08:30 至 11-21 14:30');
  expect(wire.calls(spread.runSpread)).toEqual([]);
  await user.clear(timeOfFront);
  await user.click(timeOfFront);
  await user.paste('2026-11-21 10:00');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByRole('region', { name: '到达范围' });
  const ring = [...corners, ...corners.slice(0, 1)].map(({ lng, lat }) => [lng, lat]);
  const feature = (geometry: object, properties: object | null = null) => ({ type: 'Feature', properties, geometry });
  const features = [
    feature({ type: 'Polygon', coordinates: [ring] }),
    feature({ type: 'LineString', coordinates: ring.slice(0, 3) }, { time: '2026-11-21 10:00:00' }),
  ];
  expect(wire.calls(spread.runSpread)).toMatchObject([
    {
      body: {
        incidentId: FIRE,
        begin: '2026-11-21 08:30:00',
        ignition: { type: 'FeatureCollection', features: expect.arrayContaining(features) },
      },
    },
  ]);
  await user.click(screen.getByRole('button', { name: '展开依据' }));
  screen.getByText(/^随后起火：\d\d-\d\d 02:00$/);
});

it('a run that is cancelled says so', async () => {
  const { wire, user, show } = open({ run: RUN });
  let state: 'running' | 'cancelled' = 'running';
  wire.on(spread.spreadOne, () => runOf({ ...PLAIN, state, progress: 0.2 }));
  wire.on(spread.cancelSpread, () => {
    state = 'cancelled';
    return undefined;
  });
  show();
  await user.click(await screen.findByRole('button', { name: '取消推演' }));
  await screen.findByText('这次推演已取消，没有结果。');
  expect(wire.calls(spread.cancelSpread).map(({ query }) => query)).toEqual([{ id: RUN }]);
});

it('one that failed says why; one that is gone, or of another grid, is told as such', async () => {
  const { wire, show } = open({ run: RUN });
  const failure = { code: 'spread-fault', message: '推演时出错，原因见服务器日志' };
  wire.on(spread.spreadOne, () => runOf({ ...PLAIN, state: 'failed', failure }));
  show();
  await screen.findByText('推演没有完成');
  screen.getByText(failure.message);
  const other = open({ run: OTHER });
  other.wire.on(spread.spreadOne, () => refusedBy(codedError('not-found')));
  other.show();
  await screen.findByText(/没有这次推演，或不在您的网格内/);
});

it('what is refused is said in the server’s words, and an unanswered call may be sent again', async () => {
  const { wire, user, show } = open();
  wire.on(spread.runSpread, () => refusedBy(codedError('spread-nothing-burns')));
  show();
  await user.click(await screen.findByRole('button', { name: '开始推演' }));
  await screen.findByText(/起火处不可燃/);
  wire.on(spread.runSpread, () => refusedBy(codedError('spread-no-weather'), [{ path: 'weather', message: '没有该处的天气' }]));
  await waitFor(() => expect(screen.getByRole('button', { name: '开始推演' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText(/请勾选“自己填写天气”/);
  wire.on(spread.runSpread, () => LOST);
  await waitFor(() => expect(screen.getByRole('button', { name: '开始推演' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText(/没有收到服务器的回应，可能已经开始/);
});

it('nothing that spreads, nothing that is hit, and the edge of the ground are said', async () => {
  const { wire, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () =>
    runOf({ isochrones: { type: 'FeatureCollection', features: [] }, areaHectares: 0, impacts: [], reachesEdge: true }),
  );
  show();
  await screen.findByText(/在这段时间内没有蔓延开/);
  screen.getByText(/没有登记的村庄、设施会被烧到/);
  screen.getByText(/已烧到所取地形的边缘/);
});

it.each([
  [0, [], /不知可燃物/, null, null],
  [0.0004, [], '不足 0.1% 的地面不知可燃物，推演中按不燃处理', null, null],
  [
    0.049,
    [{ scheme: 'gbt21010', value: 9_999 }],
    '4.9% 的地面不知可燃物，推演中按不燃处理',
    '没有对应可燃物的地类：GB/T 21010 9999；在 系统管理 → 可燃物 中填写',
    null,
  ],
  [0.05, [], '5.0% 的地面不知可燃物，推演中按不燃处理', null, /所取地形中有 5\.0% 不知可燃物/],
] as const)(
  'of ground whose fuel nobody knows the share is told (%s), and from a twentieth on it is warned of',
  async (share, classes, said, named, warned) => {
    const { wire, user, show } = open({ run: RUN });
    wire.on(spread.spreadOne, () => runOf({ unknownGround: { share, classes: [...classes] } }));
    show();
    await user.click(await screen.findByRole('button', { name: '展开依据' }));
    await screen.findByText(/^地类：/);
    expect(screen.queryAllByText(said)).toHaveLength(share === 0 ? 0 : 1);
    expect(screen.queryAllByText(/没有对应可燃物的地类/).map(({ textContent }) => textContent)).toEqual(named === null ? [] : [named]);
    expect(screen.queryAllByText(/所取地形中有/)).toHaveLength(warned === null ? 0 : 1);
    if (warned !== null) screen.getByText(warned);
  },
);

it('earlier runs of the fire, of whichever desk, are listed and shown again', async () => {
  const { wire, user, show } = open();
  wire.on(spread.spreadsOfFire, () => [headerOf({ id: OTHER, askedBy: '王值班', members: 100 }), headerOf()]);
  wire.on(spread.spreadOne, ({ query }) => runOf({ id: query.id ?? '', askedBy: '王值班' }));
  show();
  await user.click(await screen.findByRole('button', { name: /王值班 · 2 小时 · 100 次，已完成/ }));
  await screen.findByRole('region', { name: '到达范围' });
  expect(wire.calls(spread.spreadOne)[0]?.query).toEqual({ id: OTHER });
});

const hotspotAt = (id: string, fresh = true) => ({
  kind: 'satellite' as const,
  id,
  time: BEGIN,
  geometry: { type: 'Point' as const, coordinates: [103.6, 31.5] as [number, number] },
  ellipse: { semiMajorMetres: 300, semiMinorMetres: 200, bearingDegrees: 30 },
  fresh,
});
const areaAt = (id: string) => ({
  kind: 'perimeter' as const,
  id,
  time: BEGIN,
  geometry: { type: 'Polygon' as const, coordinates: [square(0.01)] },
  ellipse: null,
  fresh: true,
});
const LAST = { id: OTHER, begin: BEGIN, askedAt: BEGIN };

it('what was seen since the last forecast corrects it in one click; the new one says by what, and how far the last was off', async () => {
  const { wire, user, show } = open();
  wire.on(spread.fireSeen, () => ({ last: LAST, seen: [hotspotAt('old', false), hotspotAt('a'), hotspotAt('b'), areaAt('c')] }));
  wire.on(spread.runSpread, () => ({ id: RUN }));
  const seen = [hotspotAt('a'), hotspotAt('b'), areaAt('c')].map(({ fresh: _, ...one }) => one);
  const perimeter = {
    time: BEGIN,
    forecastHectares: 112,
    seenHectares: 100,
    areaBias: 1.12,
    jaccard: 0.71,
    sorensen: 0.83,
    arrivalBiasMinutes: -9.2,
    frontReached: 1,
  };
  const weighing = { effectiveMembers: 36.7, temper: 0.4, kinds: [{ kind: 'satellite' as const, count: 2, effectiveMembers: 41 }] };
  wire.on(spread.spreadOne, ({ query }) =>
    query.id === OTHER
      ? runOf({ id: OTHER, error: { perimeter, places: null } })
      : runOf({ members: 100, weighing, inputs: { ...runOf().inputs, correction: { after: OTHER, begins: 'front', seen } } }),
  );
  show();
  const since = within(await screen.findByRole('region', { name: '新的观测' }));
  since.getByText(/以后新的观测：2 个热点、1 个过火范围$/);
  await user.click(since.getByRole('button', { name: '用新观测校正' }));
  await screen.findByText('依据：2 个热点、1 个过火范围；有效成员 37/100');
  screen.getByText(/标绘的过火区开始。$/);
  screen.getByText(/已减轻观测的分量/);
  await screen.findByText('上次推演：面积偏大 12%，火头早到 9 分钟，重合度 0.71');
  screen.getByText('与实际相近。');
  await user.click(screen.getByRole('button', { name: '展开依据' }));
  screen.getByText('2 个热点，只按热点：有效成员 41');
  expect(wire.calls(spread.runSpread).map(({ body }) => body)).toEqual([
    { incidentId: FIRE, hours: 6, members: 100, weather: null, correct: true },
  ]);
});

it('where nothing was seen since it says so and offers nothing; without a forecast there is nothing to correct', async () => {
  const { wire, show } = open();
  wire.on(spread.fireSeen, () => ({ last: LAST, seen: [hotspotAt('old', false)] }));
  show();
  const since = within(await screen.findByRole('region', { name: '新的观测' }));
  since.getByText(/以后没有新的观测$/);
  expect(since.getByRole('button', { name: '用新观测校正' })).toHaveProperty('disabled', true);
  const other = open();
  other.wire.on(spread.fireSeen, () => ({ last: null, seen: [hotspotAt('a')] }));
  other.show();
  await screen.findByText('这起火情还没有推演');
  await waitFor(() => expect(other.wire.calls(spread.fireSeen)).toHaveLength(1));
  expect(screen.queryAllByRole('region', { name: '新的观测' })).toHaveLength(1);
});

it('of a run that was seen to be wrong the error is told by places, with what to do; the list shows how much came true', async () => {
  const { wire, show } = open({ run: RUN });
  wire.on(spread.spreadOne, () =>
    runOf({ error: { perimeter: null, places: { count: 3, within: 0, withinEarly: 1 / 3, meanMetresOff: 640 } } }),
  );
  wire.on(spread.spreadsOfFire, () => [headerOf({ agreement: 0.32, corrected: true })]);
  show();
  await screen.findByText('与后来的观测比：3 处观测中 0 处已推算烧到，按偏早的估计则 1 处，平均相差 640 米');
  screen.getByText(/与实际出入大.*实际比推算快/);
  await screen.findByText('重合 0.32');
  screen.getByText('已校正');
});

it('what was seen that does not come is asked for again', async () => {
  const { wire, user, show } = open();
  wire.on(spread.fireSeen, () => LOST);
  show();
  const retry = await screen.findByRole('button', { name: /重试/ });
  wire.on(spread.fireSeen, () => ({ last: LAST, seen: [] }));
  await user.click(retry);
  await screen.findByText(/以后没有新的观测$/);
});
