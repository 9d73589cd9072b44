// The weather of a forecast as an officer enters it.

import type { Got } from '@lookout/contract';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { FIRE, hourAt, openSpread, RUN, runOf } from './testing/spread.tsx';

const { spread } = contract;

/** The service's forecast, from one hour before the current full hour, for more hours than any test requests. */
const fireWeather = (over: Partial<Got<typeof spread.fireWeather>> = {}) => {
  const first = Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000;
  const hours = Array.from({ length: 24 }, (_, i) => hourAt(new Date(first + i * 3_600_000)));
  return { source: 'demo' as const, windFactor: 0.9, hours, ...over };
};
const sentOf = (wire: ReturnType<typeof openSpread>['wire']) =>
  wire.calls(spread.runSpread).map(({ body }) => body as { weather: Record<string, unknown>[] | null; moisturePercent?: unknown });
const cellsOf = (column: string) => screen.getAllByRole('textbox', { name: new RegExp(`${column}$`) });

it('weather starts with the service’s hourly values; a cell is changed and filled down, moisture is entered by class, and all of it is sent', async () => {
  const { wire, user, show } = openSpread();
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

it('an invalid value is refused at its cell, and nothing is sent; resetting restores the service’s forecast', async () => {
  const { wire, user, show } = openSpread();
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
  // The cell may be out of view.
  expect(document.activeElement).toBe(wind);
  expect(wire.calls(spread.runSpread)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '恢复预报' }));
  expect((cellsOf('风速（米/秒）')[0] as HTMLInputElement).value).toBe('4.2');
  expect(screen.queryByText(/须改正$|^须为/)).toBeNull();
});

it('without a forecast of the service the table is empty and must be filled in; Wang’s model takes no moisture', async () => {
  const { wire, user, show } = openSpread();
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

it('a failed query of the service’s weather may be retried, and the table can be filled in meanwhile', async () => {
  const { wire, user, show } = openSpread();
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
