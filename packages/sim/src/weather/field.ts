// The demo's weather: a plausible field over place and hour, the same for the same seed. It is not a forecast model: temperature by season,
// latitude, hour and height; drifting clouds; wind that follows the valleys, up by day and down by night.
import { HOUR_MS, type Position } from '@lookout/domain';
import { destination, type LngLat, type Surface } from '@lookout/geo';
import { EPOCH_MS } from '../clock.ts';
import { dayOfYear, solarHour, sunElevationDegrees } from '../sky/sun.ts';
import { smoothNoise } from '../smooth-noise.ts';
import type { Sky } from './sky.ts';

export interface Weather {
  /** The full hour for which the weather is valid. */
  readonly observedAtMs: number;
  readonly sky: Sky;
  readonly isDay: boolean;
  readonly temperatureCelsius: number;
  readonly feelsLikeCelsius: number;
  readonly dewPointCelsius: number;
  readonly humidityPercent: number;
  readonly windFromDegrees: number;
  readonly windMetresPerSecond: number;
  readonly precipitationMillimetres: number;
  readonly pressureHectopascals: number;
  readonly visibilityKilometres: number;
  /** 0–1. */
  readonly cloud: number;
}

export interface WeatherField {
  /** Cloud cover at any time, 0–1; it hides fires from satellites. */
  cloudAt(position: Position, ms: number): number;
  /** Constant within an hour. */
  at(position: Position, ms: number): Weather;
}

/** International standard atmosphere (ISO 2533). */
const LAPSE_KELVIN_PER_METRE = 0.0065;

export function createWeatherField(seed: number, surface: Surface): WeatherField {
  const cloudNoise = smoothNoise(seed, 'cloud');
  const wetNoise = smoothNoise(seed, 'wet');
  const windEast = smoothNoise(seed, 'wind-east');
  const windNorth = smoothNoise(seed, 'wind-north');
  const warmth = smoothNoise(seed, 'warmth');

  // Weather systems are some 4° wide, take some 20 hours to pass, and come from the west.
  const drift = ({ lng, lat }: Position, ms: number): [number, number, number] => {
    const hours = (ms - EPOCH_MS) / HOUR_MS;
    return [lng / 4 - hours / 24, lat / 3, hours / 20];
  };

  const cloudAt = (position: Position, ms: number): number => {
    const summer = 0.15 * Math.cos(((dayOfYear(ms) - 200) / 365) * 2 * Math.PI);
    return clamp(0.42 + summer + 0.75 * cloudNoise(...drift(position, ms)), 0, 1);
  };

  const windAt = (position: Position, ms: number, sunDegrees: number, cloud: number) => {
    const drifted = drift(position, ms);
    // The large-scale wind as the direction it blows to; from the west on average.
    let east = 1.6 + 3.2 * windEast(...drifted);
    let north = 2.6 * windNorth(...drifted);
    const { upDegrees, depthMetres } = valleyAt(surface, position);
    const up = { east: Math.sin(radians(upDegrees)), north: Math.cos(radians(upDegrees)) };
    const confinement = 0.9 * clamp(depthMetres / 600, 0, 1);
    const along = east * up.east + north * up.north;
    // In a valley mostly the wind component along it remains, and the valley adds its own breeze: up when the sun warms it, down at night.
    const breeze = confinement * (1 - 0.6 * cloud) * (sunDegrees > 8 ? 3.2 : sunDegrees > -4 ? 0.3 : -1.8);
    east = (1 - confinement) * east + (confinement * along + breeze) * up.east;
    north = (1 - confinement) * north + (confinement * along + breeze) * up.north;
    return { windMetresPerSecond: Math.hypot(east, north), windFromDegrees: (degrees(Math.atan2(-east, -north)) + 360) % 360 };
  };

  return {
    cloudAt,
    at(position, ms) {
      const observedAtMs = Math.floor(ms / HOUR_MS) * HOUR_MS;
      const heightMetres = surface.heightAt(position.lng, position.lat) ?? 0;
      const sunDegrees = sunElevationDegrees(position, observedAtMs);
      const isDay = sunDegrees > 0;
      const cloud = cloudAt(position, observedAtMs);
      const wet = wetNoise(...drift(position, observedAtMs));
      const temperatureCelsius =
        seaLevelCelsius(position, observedAtMs, cloud) +
        2.5 * warmth(...drift(position, observedAtMs)) -
        LAPSE_KELVIN_PER_METRE * heightMetres;
      const rainShare = clamp((cloud - 0.72) / 0.28, 0, 1) * clamp(0.55 + wet, 0, 1);
      // Cold air holds less water: 6.5 % less for each degree (Clausius and Clapeyron), below 20 °C.
      const vapour = Math.min(1, Math.exp(0.065 * (temperatureCelsius - 20)));
      const precipitationMillimetres = rainShare < 0.12 ? 0 : Math.round(9 * vapour * rainShare * rainShare * 10) / 10;
      const humidityPercent = Math.round(clamp(48 + 30 * wet + 30 * (cloud - 0.4) + (isDay ? -8 : 10) + 25 * rainShare, 12, 99));
      const wind = windAt(position, observedAtMs, sunDegrees, cloud);
      const fog = precipitationMillimetres === 0 && humidityPercent > 88 && wind.windMetresPerSecond < 3;
      return {
        observedAtMs,
        sky: skyOf({ cloud, precipitationMillimetres, temperatureCelsius, fog, humidityPercent, afternoon: sunDegrees > 30 }),
        isDay,
        temperatureCelsius,
        feelsLikeCelsius: feelsLike(temperatureCelsius, wind.windMetresPerSecond),
        dewPointCelsius: dewPoint(temperatureCelsius, humidityPercent),
        humidityPercent,
        ...wind,
        precipitationMillimetres,
        // Barometric formula of the same standard atmosphere, from 1013.25 hPa.
        pressureHectopascals: 1013.25 * (1 - (LAPSE_KELVIN_PER_METRE * heightMetres) / 288.15) ** 5.2559,
        visibilityKilometres: fog ? 0.8 : clamp(30 - 18 * rainShare - 0.12 * humidityPercent, 2, 30),
        cloud,
      };
    },
  };
}

/** Sea-level temperature: mean and amplitude linear in latitude through those of Chengdu and Harbin; warmest in mid-July and at 14:30. */
function seaLevelCelsius(position: Position, ms: number, cloud: number): number {
  const north = position.lat - 20;
  const season = Math.cos(((dayOfYear(ms) - 198) / 365) * 2 * Math.PI);
  const hour = Math.cos(((solarHour(position.lng, ms) - 14.5) / 24) * 2 * Math.PI);
  return 26 - 0.8 * north + (2 + 0.72 * north) * season + (6.5 - 4 * cloud) * hour;
}

function skyOf(now: {
  cloud: number;
  precipitationMillimetres: number;
  temperatureCelsius: number;
  fog: boolean;
  humidityPercent: number;
  afternoon: boolean;
}): Sky {
  const { cloud, precipitationMillimetres: rain, temperatureCelsius } = now;
  if (rain > 0) {
    if (temperatureCelsius < 0) return rain > 2 ? 'snow' : 'lightSnow';
    if (temperatureCelsius < 2) return 'sleet';
    if (now.afternoon && temperatureCelsius > 18) return rain > 3 ? 'thunder' : 'shower';
    return rain > 5 ? 'heavyRain' : rain > 2 ? 'rain' : 'lightRain';
  }
  if (now.fog) return now.humidityPercent > 94 ? 'fog' : 'mist';
  if (cloud > 0.8) return 'overcast';
  if (cloud > 0.5) return 'cloudy';
  return cloud > 0.25 ? 'partly' : 'clear';
}

/** Wind chill of the US National Weather Service (2001) where it is defined: at most 10 °C and at least 1.3 m/s. */
function feelsLike(celsius: number, metresPerSecond: number): number {
  if (celsius > 10 || metresPerSecond < 1.3) return celsius;
  const v = (metresPerSecond * 3.6) ** 0.16;
  return 13.12 + 0.6215 * celsius - 11.37 * v + 0.3965 * celsius * v;
}

/** Magnus formula (Alduchov and Eskridge, J. Appl. Meteor. 35, 1996). */
function dewPoint(celsius: number, humidityPercent: number): number {
  const gamma = Math.log(humidityPercent / 100) + (17.625 * celsius) / (243.04 + celsius);
  return (243.04 * gamma) / (17.625 - gamma);
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const radians = (angle: number): number => (angle * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

// The valley around a place as it affects the wind: its direction, its depth, and which way it rises.

interface Valley {
  /** True azimuth in which the valley rises, degrees. */
  readonly upDegrees: number;
  /** Height of the sides above the floor, metres; near 0 on a plain and on a summit. */
  readonly depthMetres: number;
}

const REACH_METRES = 3_000;
const AXES = 8;

/** Samples the terrain 3 km away on eight axes: a valley runs along the axis with the lowest terrain. */
export function valleyAt(surface: Surface, place: LngLat): Valley {
  const height = (azimuth: number): number => {
    const there = destination(place, azimuth, REACH_METRES);
    return surface.heightAt(there.lng, there.lat) ?? 0;
  };
  const axes = Array.from({ length: AXES }, (_, n) => {
    const azimuth = (n * 180) / AXES;
    const [ahead, behind] = [height(azimuth), height(azimuth + 180)];
    return { mean: (ahead + behind) / 2, upDegrees: ahead >= behind ? azimuth : azimuth + 180 };
  });
  const lowest = axes.reduce((low, axis) => (axis.mean < low.mean ? axis : low));
  const highest = axes.reduce((high, axis) => (axis.mean > high.mean ? axis : high));
  return { upDegrees: lowest.upDegrees, depthMetres: highest.mean - lowest.mean };
}
