// The weather in the form used in replies (specification §3: icon, text, windScale … errcode, errmsg).

import type { Got, Language } from '@lookout/contract';
import type { contract } from '../../contract.ts';
import { errorMessage } from '../../errors.ts';
import type { WeatherAnswer } from './weather.ts';

type WireWeather = Got<typeof contract.duty.weatherNow>[number];

const NOTHING: WireWeather = {
  icon: null,
  text: null,
  windScale: null,
  windDir: null,
  windFromDegrees: null,
  temp: null,
  humidity: null,
  obsTime: null,
  source: null,
  errcode: null,
  errmsg: null,
};

export function writeWeather(answer: WeatherAnswer, language: Language): WireWeather {
  if (!answer.ok) return { ...NOTHING, errcode: answer.errcode, errmsg: errorMessage(answer.error, language) };
  const { icon, text, windScale, windDir, windFromDegrees, temperatureCelsius, humidityPercent, observedAt } = answer.now;
  return {
    ...NOTHING,
    icon,
    text,
    windScale,
    windDir,
    windFromDegrees,
    temp: temperatureCelsius,
    humidity: humidityPercent,
    obsTime: observedAt,
    source: answer.source,
  };
}

/** The service did not reply; the other data are still shown, because they do not depend on it. */
export const silentWeather = (language: Language): WireWeather => ({
  ...NOTHING,
  errcode: '503',
  errmsg: errorMessage({ code: 'weather-silent', params: {} }, language),
});
