// Weather: the eight icons of specification §9, the wind arrow, and the time of observation.
import type { ReactNode } from 'react';
import { clockText } from '../time-text.ts';

const SUN = 'var(--warn)';
const CLOUD = '#a9b8d0';
const DARK = '#7486a3';
const WATER = '#5bb8ff';
const SAND = '#d6a05c';

const cloud = (fill: string, y = 0): ReactNode => (
  <path transform={`translate(0 ${y})`} d="M9 23a5.5 5.5 0 0 1-.5-11A8 8 0 0 1 24 11.5 5.8 5.8 0 0 1 23.5 23Z" fill={fill} />
);

const PICTURES: Readonly<Record<WeatherIcon, ReactNode>> = {
  sunny: (
    <g stroke={SUN} strokeWidth="2" strokeLinecap="round">
      <circle cx="16" cy="16" r="6" fill={SUN} stroke="none" />
      <path d="M16 3v4M16 25v4M3 16h4M25 16h4M6.8 6.8l2.8 2.8M22.4 22.4l2.8 2.8M25.2 6.8l-2.8 2.8M9.6 22.4l-2.8 2.8" />
    </g>
  ),
  cloudy: (
    <>
      <circle cx="21" cy="10" r="6" fill={SUN} />
      {cloud(CLOUD, 2)}
    </>
  ),
  overcast: (
    <>
      <path d="M14 12a6 6 0 0 1 11-3 5 5 0 0 1 3 9Z" fill={DARK} />
      {cloud(CLOUD, 3)}
    </>
  ),
  rain: (
    <>
      {cloud(CLOUD, -3)}
      <path d="M10 23l-1.5 5M16 23l-1.5 5M22 23l-1.5 5" stroke={WATER} strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  thunder: (
    <>
      {cloud(DARK, -3)}
      <path d="M17 18l-5 7h4l-2 5 6-8h-4l2-4Z" fill={SUN} />
    </>
  ),
  snow: (
    <>
      {cloud(CLOUD, -3)}
      <g fill="var(--text)">
        <circle cx="10" cy="25" r="1.7" />
        <circle cx="16" cy="28" r="1.7" />
        <circle cx="22" cy="25" r="1.7" />
      </g>
    </>
  ),
  fog: <path d="M5 10h22M5 16h22M5 22h22M9 28h14" stroke={CLOUD} strokeWidth="2.4" strokeLinecap="round" />,
  dust: (
    <g fill="none" stroke={SAND} strokeWidth="2.4" strokeLinecap="round">
      <path d="M4 12h15a4 4 0 1 0-4-4M4 18h20a4 4 0 1 1-4 4M4 24h9" />
    </g>
  ),
};

export const WeatherPicture = ({ icon, label }: { readonly icon: WeatherIcon; readonly label: string }) => (
  <svg width="32" height="32" viewBox="0 0 32 32" role="img" aria-label={label}>
    {PICTURES[icon]}
  </svg>
);

/** Points in the direction the wind blows to; the text next to it names the direction it comes from. */
export function WindArrow({ fromDegrees }: { readonly fromDegrees: number | null }) {
  if (fromDegrees === null) return null;
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" style={{ transform: `rotate(${fromDegrees + 180}deg)` }}>
      <path d="M7 1 11 12 7 9.5 3 12Z" fill="var(--accent)" />
    </svg>
  );
}

/** The service's time in the desk's format; unreadable times are shown unchanged. */
export function observedText(obsTime: string, now: number): string {
  const instant = Date.parse(obsTime);
  return Number.isNaN(instant) ? obsTime : clockText(new Date(instant), now);
}

export type WeatherIcon = 'sunny' | 'thunder' | 'dust' | 'fog' | 'snow' | 'overcast' | 'cloudy' | 'rain';

/** QWeather's icon codes (dev.qweather.com, "Icons"); the first matching row wins. */
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

/** null: no icon (unknown code, 999); only the text is shown. */
export function weatherIconOf(code: string | null): WeatherIcon | null {
  if (code === null || !/^\d{3}$/.test(code)) return null;
  const number = Number(code);
  return ROWS.find(([from, to]) => number >= from && number <= to)?.[2] ?? null;
}
