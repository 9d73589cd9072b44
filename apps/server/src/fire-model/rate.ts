// One line of `npm run fire-model -- rate`: the input is a place with its fuel, weather and slope, the output its rate of spread. This file
// only reads and answers; the models are in `packages/fire-model`.
import {
  backRateOf,
  type Canopy,
  FUEL_MODELS,
  firelineIntensityOf,
  flameLengthOf,
  flankRateOf,
  fuelBedOf,
  fuelModelOf,
  headFireOf,
  initialRate,
  MOISTURE_CLASSES,
  type Moisture,
  type MoistureClass,
  midflameWind,
  WIND_HEIGHTS,
  wangRateTowards,
} from '@lookout/fire-model';
import { BadLine } from '../commands/question.ts';
import { type Fields, fieldsOf, type Range } from './fields.ts';

/** A model's result for a place. null: the model does not compute this value. */
export interface RateAnswer {
  readonly headRateMetresPerMinute: number;
  /** The direction of the head fire, degrees clockwise from north. */
  readonly headingDegrees: number;
  readonly flankRateMetresPerMinute: number | null;
  readonly backRateMetresPerMinute: number | null;
  readonly lengthToWidth: number | null;
  readonly firelineIntensityKilowattsPerMetre: number | null;
  readonly flameLengthMetres: number | null;
}

const COMPASS: Range = { least: 0, most: 360 };
const PERCENT: Range = { least: 0, most: 100 };
/** Fuel moisture, % of dry weight: from dry dead leaves to spring foliage. */
const MOISTURE: Range = { least: 0, most: 400 };
/** m/s. The limit is the strongest wind ever measured near the surface outside tornadoes. */
const WIND: Range = { least: 0, most: 113 };
/** Degrees. Steeper slopes are cliffs, for which no fire data exist. */
const SLOPE: Range = { least: 0, most: 80 };
const HEIGHT: Range = { least: 0, most: 120 };
const RATIO: Range = { least: 0, most: 1 };
const CELSIUS: Range = { least: -60, most: 60 };
const BEAUFORT: Range = { least: 0, most: 17 };
const FUEL_FACTOR: Range = { least: 0, most: 10 };

const MODELS: Readonly<Record<'rothermel' | 'wang', (fields: Fields) => RateAnswer>> = { rothermel: rothermelOf, wang: wangOf };
const MODEL_NAMES = Object.keys(MODELS) as (keyof typeof MODELS)[];

/** The answer to a line: the model's result, or the error. */
export function answerTo(line: string): RateAnswer | { readonly error: string } {
  try {
    const fields = fieldsOf(line);
    return MODELS[fields.oneOf('model', MODEL_NAMES)](fields);
  } catch (error) {
    if (error instanceof BadLine) return { error: error.message };
    throw error;
  }
}

function rothermelOf(fields: Fields): RateAnswer {
  const model =
    fuelModelOf(fields.text('fuelModel')) ??
    fields.refuse(
      'fuelModel',
      `没有这个可燃物模型。有 ${FUEL_MODEL_NAMES}`,
      `there is no fuel model of this name. There are ${FUEL_MODEL_NAMES}`,
    );
  const given = fields.object('moisturePercent');
  const moisture = Object.fromEntries(
    MOISTURE_CLASSES.map((name): [MoistureClass, number] => [
      name,
      model.loads[name] > 0 ? given.number(name, MOISTURE) : (given.optional(name, MOISTURE) ?? 0),
    ]),
  ) as Moisture;
  const bed = fuelBedOf(model, moisture);
  const wind = windOf(fields);
  const height = fields.oneOf('windHeight', WIND_HEIGHTS);
  const fire = headFireOf(bed, {
    midflameMetresPerSecond: midflameWind(wind.metresPerSecond, height, bed.depthMetres, canopyOf(fields)),
    windFromDegrees: wind.fromDegrees,
    ...slopeOf(fields),
  });
  const intensity = firelineIntensityOf(bed, fire.rateMetresPerMinute);
  return {
    headRateMetresPerMinute: fire.rateMetresPerMinute,
    headingDegrees: fire.headingDegrees,
    flankRateMetresPerMinute: flankRateOf(fire),
    backRateMetresPerMinute: backRateOf(fire),
    lengthToWidth: fire.lengthToWidth,
    firelineIntensityKilowattsPerMetre: intensity,
    flameLengthMetres: flameLengthOf(intensity),
  };
}

/** Wang's model gives the rate in one direction, but no shape and no heat. */
function wangOf(fields: Fields): RateAnswer {
  const still =
    initialRate({
      temperatureCelsius: fields.number('temperatureCelsius', CELSIUS),
      humidityPercent: fields.number('humidityPercent', PERCENT),
      windForce: fields.number('windForce', BEAUFORT),
    }) * fields.number('fuelFactor', FUEL_FACTOR);
  const wind = windOf(fields);
  const directionDegrees = fields.number('directionDegrees', COMPASS);
  const ground = { windMetresPerSecond: wind.metresPerSecond, windFromDegrees: wind.fromDegrees, ...slopeOf(fields) };
  return {
    headRateMetresPerMinute: wangRateTowards(still, ground, directionDegrees),
    headingDegrees: directionDegrees,
    flankRateMetresPerMinute: null,
    backRateMetresPerMinute: null,
    lengthToWidth: null,
    firelineIntensityKilowattsPerMetre: null,
    flameLengthMetres: null,
  };
}

/** A calm has no wind direction, and level terrain no aspect. Fields without effect may be missing. */
function windOf(fields: Fields): { metresPerSecond: number; fromDegrees: number } {
  const metresPerSecond = fields.number('windSpeedMetresPerSecond', WIND);
  return { metresPerSecond, fromDegrees: neededWhen(fields, metresPerSecond > 0, 'windFromDegrees', COMPASS) };
}

function slopeOf(fields: Fields): { slopeTangent: number; aspectDegrees: number } {
  const degrees = fields.number('slopeDegrees', SLOPE);
  return { slopeTangent: Math.tan((degrees * Math.PI) / 180), aspectDegrees: neededWhen(fields, degrees > 0, 'aspectDegrees', COMPASS) };
}

/** Cover, height and crown ratio must be given together. Without any of them, or with a cover of 0, there are no trees. */
function canopyOf(fields: Fields): Canopy | null {
  const height = fields.optional('canopyHeightMetres', HEIGHT);
  const ratio = fields.optional('crownRatio', RATIO);
  const coverPercent = neededWhen(fields, Boolean(height) || Boolean(ratio), 'canopyCoverPercent', PERCENT);
  if (coverPercent === 0) return null;
  return {
    coverPercent,
    heightMetres: fields.number('canopyHeightMetres', HEIGHT),
    crownRatio: fields.number('crownRatio', RATIO),
  };
}

/** 0 if the value is missing and not needed. */
const neededWhen = (fields: Fields, needed: boolean, name: string, range: Range): number =>
  needed ? fields.number(name, range) : (fields.optional(name, range) ?? 0);

/** 1–13, NB1, NB2, NB3, NB8, NB9, GR1–GR9 …: a contiguous group is abbreviated to its first and last name. */
const FUEL_MODEL_NAMES = [...Map.groupBy(FUEL_MODELS, ({ code }) => code.replace(/\d+$/, '')).values()]
  .map((group) => {
    const [first, last] = [group[0], group.at(-1)];
    return first && last && last.number - first.number === group.length - 1
      ? `${first.code}–${last.code}`
      : group.map(({ code }) => code).join(', ');
  })
  .join(', ');
