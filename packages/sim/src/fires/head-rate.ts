// The rate of spread of a fire of the demo world on level ground with the wind. Forest: A. G. McArthur's fire danger meter (Mark 5), as
// equations by I. R. Noble, G. A. V. Bary and A. M. Gill (McArthur's fire-danger meters expressed as equations, Australian Journal of
// Ecology 5, 1980). Grass: N. P. Cheney, J. S. Gould and W. R. Catchpole (Prediction of fire spread in grasslands, International Journal of
// Wildland Fire 8, 1998). Shrub: W. R. Anderson et al. (A generic, empirical-based model for predicting rate of fire spread in shrublands,
// International Journal of Wildland Fire 24, 2015). All were measured elsewhere and by others than the rates of the product's forecasts, so
// that the demo world does not confirm the forecasts merely by using their own formulas.
import { DEMO_COVER, type DemoCover } from '@lookout/geo';

/** The fuel on a class of the demo land cover. */
type Fuel =
  | { readonly kind: 'forest'; readonly litterTonnesPerHectare: number }
  | { readonly kind: 'shrub'; readonly heightMetres: number }
  | { readonly kind: 'grass'; readonly curedPercent: number };
type FuelOf<K extends Fuel['kind']> = Extract<Fuel, { readonly kind: K }>;

/**
 * Classes that are not in the table stop a fire: fields are ploughed or green, and houses are protected. Loads, heights and curing are
 * round numbers of a dry season, 待核对.
 */
const FUELS: Readonly<Partial<Record<DemoCover, Fuel>>> = {
  [DEMO_COVER.conifer]: { kind: 'forest', litterTonnesPerHectare: 12 },
  [DEMO_COVER.broadleaf]: { kind: 'forest', litterTonnesPerHectare: 8 },
  [DEMO_COVER.mixed]: { kind: 'forest', litterTonnesPerHectare: 10 },
  [DEMO_COVER.shrub]: { kind: 'shrub', heightMetres: 1 },
  [DEMO_COVER.grass]: { kind: 'grass', curedPercent: 95 },
};
/** Drought factor, 0–10: some weeks without rain. The demo's fires are those of a dry season. */
const DROUGHT_FACTOR = 8;

export interface FireWeather {
  readonly temperatureCelsius: number;
  /** 0–100. */
  readonly humidityPercent: number;
  /** Wind speed 10 m above the ground. */
  readonly windMetresPerSecond: number;
}

export const burnsOn = (cover: DemoCover | null): boolean => cover !== null && FUELS[cover] !== undefined;

const KILOMETRES_PER_HOUR = 3.6;
const METRES_PER_MINUTE = 1_000 / 60;

/** Rate of the head on level ground, metres a minute; 0: it does not burn. */
export function headRate(cover: DemoCover, weather: FireWeather): number {
  const fuel = FUELS[cover];
  if (fuel === undefined) return 0;
  const air: Air = { ...weather, wind: weather.windMetresPerSecond * KILOMETRES_PER_HOUR };
  if (fuel.kind === 'forest') return forestRate(fuel, air);
  return fuel.kind === 'shrub' ? shrubRate(fuel, air) : grassRate(fuel, air);
}

interface Air extends FireWeather {
  /** km/h, the unit of all three models. */
  readonly wind: number;
}

/** R = 0.0012 F W km/h. */
function forestRate({ litterTonnesPerHectare }: FuelOf<'forest'>, { temperatureCelsius, humidityPercent, wind }: Air): number {
  const danger =
    2 * Math.exp(-0.45 + 0.987 * Math.log(DROUGHT_FACTOR) - 0.0345 * humidityPercent + 0.0338 * temperatureCelsius + 0.0234 * wind);
  return METRES_PER_MINUTE * 0.0012 * danger * litterTonnesPerHectare;
}

/** Rate without wind, metres a minute, and the wind above which the power law holds, km/h; below it the rate is linear. */
const SHRUB_STILL = 5;
const SHRUB_WIND = 5;
/** Ratio of the wind at 2 m in low shrub to that at 10 m. */
const SHRUB_SHELTER = 0.67;

/** Moisture of the dead fuel by M. G. Cruz et al. (Fire dynamics in mallee-heath, Bushfire CRC 2010), in the shade: sunshine is ignored. */
function shrubRate({ heightMetres }: FuelOf<'shrub'>, { temperatureCelsius, humidityPercent, wind }: Air): number {
  const inWind = (kilometresPerHour: number): number => 5.6715 * (SHRUB_SHELTER * kilometresPerHour) ** 0.912 * heightMetres ** 0.227;
  const dry = wind < SHRUB_WIND ? SHRUB_STILL + (wind / SHRUB_WIND) * (inWind(SHRUB_WIND) - SHRUB_STILL) : inWind(wind);
  const moisture = 4.37 + 0.161 * humidityPercent - 0.1 * (temperatureCelsius - 25);
  // Above 20 % moisture shrub hardly burns.
  return dry * (moisture > 20 ? 0.05 : Math.exp(-0.0762 * moisture));
}

/**
 * Eaten-out grass, as on winter pastures: half the rate of grazed grass. km/h: a + b U up to 5 km/h, c + d (U − 5)^0.844 beyond. Dead grass
 * is too wet to burn from 20 % on, and from 24 % in stronger wind.
 */
function grassRate({ curedPercent }: FuelOf<'grass'>, { temperatureCelsius, humidityPercent, wind }: Air): number {
  const dry = wind < 5 ? 0.027 + 0.1045 * wind : 0.55 + 0.3575 * (wind - 5) ** 0.844;
  const moisture = 9.58 - 0.205 * temperatureCelsius + 0.138 * humidityPercent;
  const damp = moisture < 12 ? Math.exp(-0.108 * moisture) : wind <= 10 ? 0.684 - 0.0342 * moisture : 0.547 - 0.0228 * moisture;
  const cured = 1.12 / (1 + 59.2 * Math.exp(-0.124 * (curedPercent - 50)));
  return METRES_PER_MINUTE * dry * Math.max(damp, 0) * cured;
}
