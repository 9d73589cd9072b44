// The result of a run: areas, what is hit, how the head burns, the reports to expect, and the inputs.

import { LOST } from '@lookout/web/app/testing/wire.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { BEGIN, behaviourUntil, FIRE, INPUTS, impact, isochrone, lineOf, openSpread, RUN, runOf, sure } from './testing/spread.tsx';

const { reporting, spread } = contract;
/** The key code of the left arrow. */
const LEFT = 37;

it('shows the areas by the hour with clock times, and each thing hit with its time', async () => {
  const { wire, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  show();
  const legend = within(await screen.findByRole('region', { name: '到达范围' }));
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 小时（03:00）12.3 公顷',
    '2 小时（04:00）241 公顷',
  ]);
  legend.getByText('推演开始后 2 小时（04:00）');
  // This DOM does not set a key code, so the event states it.
  for (let steps = 0; steps < 3; steps++) fireEvent.keyDown(legend.getByRole('slider', { name: '推演时刻' }), { keyCode: LEFT });
  await legend.findByText('推演开始后 1 小时 15 分（03:15）');
  expect(legend.getAllByRole('listitem').map((row) => row.dataset.later)).toEqual(['false', 'true']);
  const hits = within(screen.getAllByRole('region', { name: '会烧到哪里' })[0] as HTMLElement);
  expect(hits.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '村庄布瓦村约 320 人03:10约 1 小时 10 分',
    '危险源远处油库03:50约 1 小时 50 分',
  ]);
});

it('shows by the hour how the head burns and who can attack it, and warns of the worst hour', async () => {
  const { wire, show } = openSpread({ run: RUN });
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

it('shows as unknown what Wang’s model does not calculate, and shows no warning', async () => {
  const { wire, user, show } = openSpread({ run: RUN });
  const unknown = { flameLengthMetres: null, intensityKilowattsPerMetre: null, attack: null, crown: null, spotting: null };
  const inputs = { model: { name: 'wang' as const, version: '1.2' } };
  wire.on(spread.spreadOne, () => runOf({ inputs, result: { behaviour: [behaviourUntil(60, unknown)] } }));
  wire.on(spread.spreadsOfFire, () => [lineOf({ model: 'wang' })]);
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

it('states when an old forecast has no behaviour of the head, and shows no warning', async () => {
  const { wire, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () => runOf({ result: { behaviour: null } }));
  show();
  const head = within(await screen.findByRole('region', { name: '火头的火势' }));
  head.getByText('这次推演没有算火头的火势；重新推演即有。');
  expect(head.queryByRole('note')).toBeNull();
});

it('names a crossed border by its highest level, and lines and reserves by their kind', async () => {
  const { wire, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () =>
    runOf({
      result: {
        impacts: [
          impact('甘肃省文县', 'border', sure(30), null, '621222'),
          impact('汶川县某乡', 'border', sure(40), null, '513221101'),
          impact('川西500千伏', 'power-line', sure(50)),
          impact('卧龙保护区', 'reserve', sure(60)),
        ],
      },
    }),
  );
  show();
  const [region] = await screen.findAllByRole('region', { name: '会烧到哪里' });
  const hits = within(region as HTMLElement);
  const rows = hits.getAllByRole('listitem').map(({ textContent }) => textContent);
  for (const [i, text] of ['越过省界甘肃省文县', '进入辖区汶川县某乡', '电力线路川西500千伏', '自然保护地卧龙保护区'].entries())
    expect(rows[i]?.startsWith(text), rows[i]).toBe(true);
});

it('lists the reports to expect by the forecast, as a hint only; without any it shows nothing', async () => {
  const { wire, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  wire.on(reporting.foreseenReports, () => [
    {
      reason: { kind: 'area' as const, hectares: 131.26, least: 100 },
      rule: {
        id: 'area-100',
        source: { document: '川森防指[2011]3号', line: '≥ 100 ha', assumed: null },
        isConfirmed: false,
      },
      expectedAt: new Date(BEGIN.getTime() + 75 * 60_000),
      dueAt: new Date(BEGIN.getTime() + 90 * 60_000),
    },
  ]);
  show();
  const section = within(await screen.findByRole('region', { name: '预计需报送' }));
  section.getByText('约 03:15 过火面积将达 131.3 公顷，达到 100 公顷');
  section.getByText('届时应于 03:30 前报送（川森防指[2011]3号）');
  section.getByText('待核对');
  section.getByText(/不是应报事项，不计时限/);
  expect(wire.calls(reporting.foreseenReports)[0]?.query).toEqual({ alarmId: FIRE });
  const other = openSpread({ run: RUN });
  other.wire.on(spread.spreadOne, () => runOf({ result: { impacts: [] } }));
  other.show();
  await waitFor(() => expect(other.wire.calls(reporting.foreseenReports)).toHaveLength(1));
  expect(screen.getAllByRole('region', { name: '预计需报送' })).toHaveLength(1);
});

it('a failed query of the reports to expect is shown, and may be retried', async () => {
  const { wire, user, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () => runOf());
  wire.on(reporting.foreseenReports, () => LOST);
  show();
  const again = await screen.findByRole('button', { name: '重试' });
  wire.on(reporting.foreseenReports, () => []);
  await user.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name: '重试' })).toBeNull());
});

it('for an ensemble, shows the probabilities at the chosen time, and the range of arrival times', async () => {
  const { wire, show } = openSpread({ run: RUN });
  const isochrones = [60, 120].flatMap((minutes) => [0.1, 0.5, 0.9].map((p) => isochrone(minutes, minutes * (1 - p), p)));
  wire.on(spread.spreadOne, () =>
    runOf({
      inputs: { members: 100 },
      result: { isochrones, impacts: [impact('布瓦村', 'village', { p10: 100, p50: 130, p90: 180 })] },
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

it('lists its inputs, each with its source and version', async () => {
  const { wire, user, show } = openSpread({ run: RUN });
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

it('shows what was entered and by whom, including moisture by class', async () => {
  const { wire, user, show } = openSpread({ run: RUN });
  const weather = {
    ...INPUTS.weather,
    source: 'entered' as const,
    windFactor: null,
    moisture: 'entered' as const,
    enteredMoisture: ['tenHour' as const, 'liveWoody' as const],
    enteredBy: '王值班',
  };
  wire.on(spread.spreadOne, () => runOf({ inputs: { weather } }));
  show();
  await user.click(await screen.findByRole('button', { name: '展开依据' }));
  screen.getByText('人工填写（王值班）');
  screen.getByText('可燃物含水率：10 小时、活木本人工填写，其余按气温与湿度（Fosberg）（王值班）');
});

it('states that nothing spreads, that nothing is hit, and that the fire reaches the edge of the terrain', async () => {
  const { wire, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () => runOf({ result: { isochrones: [], areaHectares: 0, impacts: [], reachesEdge: true } }));
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
  'shows the share of terrain without a known fuel (%s), and warns from a twentieth on',
  async (share, classes, said, named, warned) => {
    const { wire, user, show } = openSpread({ run: RUN });
    wire.on(spread.spreadOne, () => runOf({ result: { unknownGround: { share, classes } } }));
    show();
    await user.click(await screen.findByRole('button', { name: '展开依据' }));
    await screen.findByText(/^地类：/);
    expect(screen.queryAllByText(said)).toHaveLength(share === 0 ? 0 : 1);
    expect(screen.queryAllByText(/没有对应可燃物的地类/).map(({ textContent }) => textContent)).toEqual(named === null ? [] : [named]);
    expect(screen.queryAllByText(/所取地形中有/)).toHaveLength(warned === null ? 0 : 1);
    if (warned !== null) screen.getByText(warned);
  },
);
