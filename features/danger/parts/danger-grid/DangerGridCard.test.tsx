import { codedError, type Got } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import { DangerGridCard, daysAhead } from './DangerGridCard.tsx';
import { dangerShownOf } from './danger-grid-part.ts';

const { dangerGrid, dangerCell, fireLevel } = contract.danger;
const GRID = {
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  day: '2026-11-24',
  by: 'index',
  isModel: true,
  version: '1',
  cellMetres: 1_000,
  columns: 2,
  rows: 1,
  west: 103,
  south: 31,
  east: 104,
  north: 31.5,
  image: 'data:image/png;base64,',
  legend: [10, 0, 25, 5, 0].map((cells, at) => ({ class: at + 1, colour: '#3ecf8e', cells })),
  cellsWithout: 10,
  inputs: { weatherGrids: ['513221' as GridNo], weatherSources: ['demo'], landCover: ['WorldCover.tif'], ground: 'demo', rating: null },
} satisfies Got<typeof dangerGrid>;
const CELL = {
  gridNo: '513221' as GridNo,
  day: '2026-11-24',
  isModel: true,
  version: '1',
  position: { lng: 103.5, lat: 31.4 },
  cellMetres: 1_000,
  weatherGrid: {
    gridNo: '513221' as GridNo,
    gridName: '汶川县',
    noon: { temperatureCelsius: 24, humidityPercent: 30, windKilometresPerHour: 22, rainMillimetres: 0 },
    heightMetres: 1_326,
  },
  weatherSource: 'demo',
  heightMetres: 2_326,
  ground: 'demo',
  slopeDegrees: 23.4,
  aspectDegrees: 190,
  cover: { scheme: 'worldcover', value: 10, kind: 'forest', file: 'WorldCover.tif' },
  fuel: 'M-1',
  danger: {
    level: 4,
    indexLevel: 4,
    fwi: 31.25,
    intensityClass: 5,
    noon: { temperatureCelsius: 18.1, humidityPercent: 39.6, windKilometresPerHour: 22, rainMillimetres: 0 },
    drivers: [
      { driver: 'wind', drop: 9, levels: 1 },
      { driver: 'humidity', drop: 2, levels: 0 },
    ],
    warned: { level: 5, raisedBy: [{ kind: 'holiday', name: '清明节', days: -1 }] },
    rating: {
      htz: 85,
      level: 4,
      points: { temperature: 20, humidity: 20, dryDays: 10, wind: 35, season: 0 },
      isAtLeast: true,
      values: { temperature: 25.6, humidity: 28, dryDays: 12, wind: 7, season: 4 },
      toConfirm: ['humidity', 'levels'],
    },
  },
  drySpell: { days: 12, isAtLeast: true },
} satisfies Got<typeof dangerCell>;

const WATCHED: Got<typeof fireLevel>[number] = {
  gridNo: '513221',
  gridName: '汶川县',
  longitude: 103.59,
  latitude: 31.47,
  day: '2026-11-24',
  level: 2,
  indexLevel: 2,
  fwi: 8,
  ffmc: 85,
  dmc: 10,
  dc: 40,
  isi: 4,
  bui: 12,
  temperature: 10,
  humidity: 40,
  windSpeed: 10,
  rain: 0,
  driver: null,
  gapDays: 0,
  source: 'demo',
  drivers: [],
  temperatureMax: null,
  humidityMin: null,
  windSpeedMax: null,
  dryDays: null,
  rating: null,
  fuels: [],
  holidays: [],
  lightning: null,
  warned: { level: 2, raisedBy: [] },
};

const pictureBy = ({ day = '', by }: Readonly<Record<string, string>>): Got<typeof dangerGrid> => ({
  ...GRID,
  day,
  by: by as 'index',
  inputs: { ...GRID.inputs, rating: by === 'rating' ? { toConfirm: ['humidity', 'season'], isAtLeast: true } : null },
});

function openCard() {
  const desk = openDesk();
  const store = dangerShownOf(desk.app);
  store.setState({ isShown: true, wanted: ['513221' as never] });
  desk.wire.on(fireLevel, () => [WATCHED]);
  desk.wire.on(dangerGrid, ({ query }) => pictureBy(query));
  return { ...desk, store };
}

it("today's picture is sent to the globe, and the card shows what its colours mean and its inputs", async () => {
  const { show, store, wire, app } = openCard();
  show(<DangerGridCard />);
  const legend = await screen.findByRole('list', { name: '图例' });
  expect(
    within(legend)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '一级（低）20%',
    '二级（较低）0%',
    '三级（较高）50%',
    '四级（高）10%',
    '五级（极高）0%',
    '不分级（水面、城镇，或没有资料）20%',
  ]);
  screen.getByText(/实况天气；演示天气；演示地形；地类：WorldCover.tif；.*每格约 1.0 公里/);
  expect(store.getState()).toMatchObject({
    pictures: [{ columns: 2, rows: 1, box: [103, 31, 104, 31.5] }],
    state: { kind: 'ready' },
  });
  expect(wire.calls(dangerGrid).map(({ query }) => query)).toEqual([{ gridNo: '513221', day: daysAhead(app.now())[0], by: 'rating' }]);
});

it('another day, the intensity and the Canadian index are separate pictures; a picture already fetched is not fetched again', async () => {
  const { show, store, wire, user, app } = openCard();
  show(<DangerGridCard />);
  await screen.findByRole('list', { name: '图例' });
  const last = daysAhead(app.now()).at(-1) ?? '';
  await user.click(screen.getByTitle(last));
  await waitFor(() => expect(store.getState().pictures[0]?.id).toContain(last));
  await user.click(screen.getByText('火头强度'));
  await screen.findByText(/2级：10–500 kW\/m/);
  await user.click(screen.getByText('FWI'));
  await screen.findByText('三级（较高）');
  await user.click(screen.getByText('火险等级'));
  await screen.findByText(/计分表待核对：湿度、季节；有的网格连旱可能更久，等级可能更高/);
  screen.getByText('三级（较高）');
  screen.getByText(/计分表不分地类/);
  expect(wire.calls(dangerGrid).map(({ query }) => [query.day === last, query.by])).toEqual([
    [false, 'rating'],
    [true, 'rating'],
    [true, 'intensity'],
    [true, 'index'],
  ]);
});

it('a clicked cell shows its level, the warning level with the reason, LY/T 1172 part by part, its causes, elevation, slope and land cover, and is framed on the globe', async () => {
  const { show, store, wire, user } = openCard();
  wire.on(dangerCell, () => CELL);
  show(<DangerGridCard />);
  await screen.findByText(/点地面/);
  store.setState({ picked: { lng: 103.5004, lat: 31.4003 } });
  const cell = await screen.findByRole('region', { name: '这一格' });
  await within(cell).findByText('FWI 31.3（4级）');
  expect(cell.textContent).toContain('撑高 FWI 等级的：风大（无此低1级）；另有影响：空气干燥');
  expect(within(cell).getByText('LY/T 1172').nextSibling?.textContent).toBe(
    '四级（高），HTZ 85 以上' + '最高气温 25.6 ℃，20 分最小湿度 28%，20 分待核对连旱 12 日，10 分最大风力 7 级，35 分季节订正（4月），0 分',
  );
  for (const text of [
    '预警等级：四级 → 五级（极高），清明节前1日',
    '5级（混交林（无叶），平地）',
    '18.1 ℃，湿度 40%，风 22.0 km/h，24小时雨 0.0 mm',
    '12 日以上',
    '2326 米（网格代表点 1326 米）',
    '23°，朝南',
    '林地（10，WorldCover.tif）',
    '汶川县、实况天气、演示天气',
  ])
    within(cell).getByText(text);
  expect(wire.calls(dangerCell)[0]?.query).toMatchObject({ gridNo: '513221', longitude: '103.5004', latitude: '31.4003' });
  expect(store.getState().cell).toEqual({ lng: 103.5, lat: 31.4, cellMetres: 1_000 });
  await user.click(screen.getByRole('button', { name: '收起这一格' }));
  await screen.findByText(/点地面/);
  expect(store.getState().cell).toBeNull();
});

it("a place inside a picture's box but in no cell is reported as such; outside the pictures, and on a day without any, no request is sent", async () => {
  const { show, store, wire, user, app } = openCard();
  wire.on(dangerCell, () => null);
  show(<DangerGridCard />);
  await screen.findByRole('list', { name: '图例' });
  store.setState({ picked: { lng: 103.01, lat: 31.01 } });
  const nowhere = '这一处没有格：在辖区以外，或所在市州这一天没有格网。';
  await screen.findByText(nowhere);
  expect(store.getState().cell).toBeNull();
  expect(wire.calls(dangerCell)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '收起这一格' }));
  store.setState({ picked: { lng: 100, lat: 20 } });
  await screen.findByText(nowhere);
  wire.on(dangerCell, () => CELL);
  store.setState({ picked: { lng: 103.5, lat: 31.4 } });
  await screen.findByText('FWI 31.3（4级）');
  wire.on(dangerGrid, () => refusedBy(codedError('danger-grid-no-weather')));
  await user.click(screen.getByTitle(daysAhead(app.now()).at(-1) ?? ''));
  await screen.findByText(nowhere);
  expect(store.getState().cell).toBeNull();
  expect(wire.calls(dangerCell)).toHaveLength(2);
});

it('a day without weather is reported as such, and a lost connection offers a retry', async () => {
  const { show, store, wire, user } = openCard();
  // The weather has been deleted since the list was fetched.
  wire.on(dangerGrid, () => refusedBy(codedError('danger-grid-no-weather')));
  show(<DangerGridCard />);
  await screen.findByText('这一天还没有火险天气');
  expect(store.getState().state.kind).toBe('empty');
  wire.on(dangerGrid, () => refusedBy(codedError('danger-grid-no-rating')));
  await user.click(screen.getByText('FWI'));
  await user.click(screen.getByText('火险等级'));
  await screen.findByText('这一天没有 LY/T 1172 所需的资料');
  expect(store.getState().state.kind).toBe('empty');
  wire.on(dangerGrid, () => LOST);
  await user.click(screen.getByText('火头强度'));
  await screen.findByText('没能取得数据');
  expect(store.getState().state.kind).toBe('failed');
  wire.on(dangerGrid, ({ query }) => pictureBy(query));
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  await screen.findByRole('list', { name: '图例' });
});

it('closing the card switches the layer off', async () => {
  const { show, app, user } = openCard();
  const seen: boolean[] = [];
  app.layers.register({
    id: 'danger-grid',
    group: 'weather',
    title: { zh: '', en: '' },
    visible: true,
    setVisible: (on) => void seen.push(on),
  });
  show(<DangerGridCard />);
  await user.click(await screen.findByRole('button', { name: '关闭火险格网' }));
  expect(seen).toEqual([false]);
});

it('the card publishes the prefectures that have weather, so that no other picture is requested; if there are none, it shows that', async () => {
  const { show, store, wire, user, app } = openCard();
  store.setState({ wanted: [] });
  wire.on(fireLevel, ({ query }) => (query.day === daysAhead(app.now())[0] ? [WATCHED, { ...WATCHED, gridNo: '513222' }] : []));
  show(<DangerGridCard />);
  await screen.findByText('视野内没有有天气的市州');
  expect(store.getState().known).toEqual(['513200']);
  await user.click(screen.getByTitle(daysAhead(app.now()).at(-1) ?? ''));
  await screen.findByText('这一天还没有火险天气');
  expect(store.getState().known).toEqual([]);
  expect(wire.calls(dangerGrid)).toHaveLength(0);
});
