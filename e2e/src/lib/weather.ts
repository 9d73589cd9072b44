// The weather of the workers' servers, in place of the demo world's service: one recorded response for every place, in QWeather's format.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const NOW = {
  ...{ temp: '14', feelsLike: '12', icon: '101', text: '多云', wind360: '225', windDir: '西南风', windScale: '3', windSpeed: '16' },
  ...{ humidity: '38', precip: '0.0', pressure: '842', vis: '24', cloud: '40', dew: '0' },
};

export interface RecordedWeather {
  readonly url: string;
  readonly stop: () => void;
}

/** Only current weather is recorded: there is neither past weather, from which fire weather would be computed, nor a forecast. */
export async function startRecordedWeather(): Promise<RecordedWeather> {
  const server = createServer((request, response) => {
    const isNow = request.url?.startsWith('/v7/weather/now?');
    const obsTime = `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16)}+08:00`;
    response
      .writeHead(isNow ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(isNow ? { code: '200', updateTime: obsTime, now: { obsTime, ...NOW } } : { code: '404' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
