// Helpers for forecasts: where the demo's forest burns, a fire judged real by direct calls, and the form of 推演.
import { contract } from '@lookout/features/contract.ts';
import type { Page } from 'playwright-core';
import { JUDGE_PATH } from './alarm-actions.ts';
import { eventually } from './eventually.ts';
import { call, type Place, type Session } from './wire.ts';

/** Mixed forest near the seat of Wenchuan, in the land cover of the demo. */
export const FOREST: Place = { longitude: 103.5955, latitude: 31.4375 };
/**
 * Three hundred metres north-east of `FOREST`, downwind of a south-west wind: outside the area that may burn already, from which there is
 * no escape.
 */
export const AHEAD_OF_IT: Place = { longitude: 103.5979, latitude: 31.4396 };

/** Judges an alarm real by a direct call. Resolves when its fire exists, without which it cannot be forecast. */
export async function judgeReal(base: string, as: Session, fireId: string): Promise<void> {
  const reply = await call(base, 'POST', JUDGE_PATH, { fireId, isReal: 1 }, as);
  if (reply.code !== 200) throw new Error(`${JUDGE_PATH}: HTTP ${reply.status} ${reply.message} ${JSON.stringify(reply.data)}`);
  const incident = () => call(base, 'GET', `${contract.incident.incident.path}?id=${fireId}`, undefined, as);
  await eventually(async () => (await incident()).data).not.toBeNull();
}

export interface EnteredWeather {
  readonly windSpeedMetresPerSecond: number;
  readonly windFromDegrees: number;
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
}

/** Enters the same weather for every hour, so that the size of the fire does not depend on the hour in which the test runs. */
export async function enterWeather(page: Page, weather: EnteredWeather): Promise<void> {
  await page.getByRole('checkbox', { name: '自己填写天气' }).check();
  const table = page.getByRole('table', { name: '逐小时填写天气' });
  for (const [column, value] of [
    ['风速（米/秒）', weather.windSpeedMetresPerSecond],
    ['风向（度）', weather.windFromDegrees],
    ['气温（℃）', weather.temperatureCelsius],
    ['湿度（%）', weather.humidityPercent],
  ] as const) {
    await table.getByLabel(column).first().fill(String(value));
    await page.getByRole('button', { name: `${column}填到以下各时` }).click();
  }
}
