// Migration 0056 applied to existing days, storage of a new day, and lightning strokes by county and day.

import { type GridNo, NATION } from '@lookout/domain';
import { migrate } from '@lookout/store';
import { MIGRATIONS } from '@lookout/store/migrations/migrations.generated.ts';
import { LIXIAN, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { oneServer, type TestServer } from '@lookout/store/testing/databases.ts';
import { ask } from '@lookout/store/testing/template.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../store.ts';
import type { FireDay } from './fire-weather.ts';

const clock = () => new Date('2026-04-10T04:00:00Z');
const DANGER = '0056-fire-danger';

describe.each(oneServer(18))('fire weather on $name', ({ start }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it('days of an older version get their dry spells, from rain to rain and not across unobserved days', async () => {
    const url = await server.newDatabase();
    await migrate(
      url,
      MIGRATIONS.filter(({ name }) => name < DANGER),
    );
    const rows = [
      ['2026-04-01', 0, 0],
      ['2026-04-02', 0.2, 0],
      ['2026-04-03', 5, 0],
      ['2026-04-04', 0, 0],
      ['2026-04-05', 0, 0],
      // The previous day is missing.
      ['2026-04-07', 0, 1],
      ['2026-04-08', 0, 0],
      // Missing again, and followed by rain: the spell is therefore known.
      ['2026-04-10', 2, 1],
      ['2026-04-11', 0, 0],
    ]
      .flatMap(([day, rain, gap]) =>
        ['513221', '513222'].map((no) => `('${no}', '${day}', 10, 50, 10, ${rain}, 85, 6, 15, 3, 6, 3, ${gap}, 'demo')`),
      )
      .join(', ');
    await ask(
      url,
      `insert into fire_weather (grid_no, day, temperature_celsius, humidity_percent, wind_kilometres_per_hour, rain_millimetres,
        ffmc, dmc, dc, isi, bui, fwi, gap_days, source) values ${rows}`,
    );
    await migrate(url);
    const store = await openStore({ url, clock, mayWait: () => true });
    const days = await store.fireWeather.list('513221' as GridNo, {}, { limit: 20 });
    expect(days.map(({ day, drySpell }) => [day.slice(-2), drySpell?.days, drySpell?.isAtLeast])).toEqual([
      ['01', 1, true],
      ['02', 2, true],
      ['03', 0, false],
      ['04', 1, false],
      ['05', 2, false],
      ['07', 1, true],
      ['08', 2, true],
      ['10', 0, false],
      ['11', 1, false],
    ]);
    expect(days.every(({ extremes, drivers }) => extremes === undefined && drivers === undefined)).toBe(true);
    await store.close();
  });

  it('a day is read back as it was stored', async () => {
    const store = await openStore({ url: await server.newDatabase('migrated'), clock, mayWait: () => true });
    const day: FireDay = {
      gridNo: WENCHUAN,
      day: '2026-04-09',
      temperatureCelsius: 20,
      humidityPercent: 30,
      windKilometresPerHour: 15,
      rainMillimetres: 0,
      ffmc: 90,
      dmc: 20,
      dc: 60,
      isi: 8,
      bui: 22,
      fwi: 14,
      driver: 'wind',
      gapDays: 0,
      source: 'demo',
      drivers: [{ driver: 'wind', drop: 5, levels: 1 }],
      extremes: { highestCelsius: 23, lowestHumidityPercent: 22, strongestWindKilometresPerHour: 28 },
      drySpell: { days: 4, isAtLeast: true },
    };
    await store.fireWeather.add([day]);
    expect(await store.fireWeather.list(WENCHUAN, {}, { limit: 5 })).toEqual([day]);
    await store.fireWeather.putForecast(WENCHUAN, [{ ...day, day: '2026-04-11' }], clock());
    expect(await store.fireWeather.forecast(NATION, [WENCHUAN], '2026-04-11', { limit: 5 })).toEqual([
      { ...day, day: '2026-04-11', forecastAt: clock() },
    ]);
    await store.close();
  });

  it('strokes are counted once each, by county and Beijing day, and are deleted later', async () => {
    const store = await openStore({ url: await server.newDatabase('migrated'), clock, mayWait: () => true });
    const stroke = (at: string, gridNo: GridNo, lng = 103.5) => ({
      at: new Date(at),
      position: { lng, lat: 31.4 },
      gridNo,
      kiloamperes: -12,
    });
    expect(await store.lightning.knownSince()).toBeNull();
    const strokes = [
      // Just before and just after midnight in Beijing.
      stroke('2026-04-08T15:59:59Z', WENCHUAN),
      stroke('2026-04-08T16:00:00Z', WENCHUAN),
      stroke('2026-04-08T16:00:00Z', `${WENCHUAN}101` as GridNo, 103.6),
      stroke('2026-04-09T01:00:00Z', LIXIAN),
    ];
    expect([await store.lightning.add(strokes), await store.lightning.add(strokes)]).toEqual([4, 0]);
    expect(await store.lightning.knownSince()).toEqual(new Date('2026-04-08T15:59:59Z'));
    const counts = async (scope: GridNo, first: string, last: string) =>
      (await store.lightning.counts(scope, first, last)).map(({ gridNo, day, count }) => `${gridNo} ${day} ${count}`).sort();
    expect(await counts(NATION, '2026-04-08', '2026-04-09')).toEqual([
      `${WENCHUAN} 2026-04-08 1`,
      `${WENCHUAN} 2026-04-09 2`,
      `${LIXIAN} 2026-04-09 1`,
    ]);
    expect(await counts(WENCHUAN, '2026-04-09', '2026-04-09')).toEqual([`${WENCHUAN} 2026-04-09 2`]);
    await store.lightning.forgetBefore(new Date('2026-04-09T00:00:00Z'));
    expect(await counts(NATION, '2026-04-01', '2026-04-09')).toEqual([`${LIXIAN} 2026-04-09 1`]);
    await store.close();
  });
});
