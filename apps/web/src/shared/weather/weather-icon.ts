// QWeather's icon codes (dev.qweather.com, "Icons") as the eight pictures of specification §9.

export type WeatherIcon = 'sunny' | 'thunder' | 'dust' | 'fog' | 'snow' | 'overcast' | 'cloudy' | 'rain';

/** First row that holds the code wins. */
const ROWS: readonly (readonly [from: number, to: number, icon: WeatherIcon])[] = [
  [100, 100, 'sunny'],
  [150, 150, 'sunny'],
  [101, 103, 'cloudy'],
  [151, 153, 'cloudy'],
  [104, 104, 'overcast'],
  [154, 154, 'overcast'],
  // 302 thundershower, 303 heavy thunderstorm, 304 with hail.
  [302, 304, 'thunder'],
  [300, 399, 'rain'],
  [400, 499, 'snow'],
  // 503 sand, 504 dust, 507 duststorm, 508 severe duststorm.
  [503, 508, 'dust'],
  [500, 515, 'fog'],
  [900, 900, 'sunny'],
];

/** null: no picture (unknown code, 999): the text speaks alone. */
export function weatherIconOf(code: string | null): WeatherIcon | null {
  if (code === null || !/^\d{3}$/.test(code)) return null;
  const number = Number(code);
  return ROWS.find(([from, to]) => number >= from && number <= to)?.[2] ?? null;
}
