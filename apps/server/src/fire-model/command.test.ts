import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fireModel, USAGE } from './command.ts';
import { answerTo, type RateAnswer } from './rate.ts';

const FOOT = 0.3048;
const CHAIN_PER_HOUR = 0.33528;
const SHRUB = {
  model: 'rothermel',
  fuelModel: 'GS4',
  moisturePercent: { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 },
  windSpeedMetresPerSecond: 5 * 0.44704,
  windHeight: '20ft',
  windFromDegrees: 180,
  slopeDegrees: (Math.atan(0.3) * 180) / Math.PI,
  aspectDegrees: 180,
  canopyCoverPercent: 50,
  canopyHeightMetres: 30 * FOOT,
  crownRatio: 0.5,
};
const HILL = {
  model: 'wang',
  temperatureCelsius: 25,
  humidityPercent: 30,
  windForce: 3,
  windSpeedMetresPerSecond: 5,
  windFromDegrees: 180,
  slopeDegrees: 20,
  aspectDegrees: 180,
  fuelFactor: 1,
  directionDegrees: 0,
};

const answer = (given: object) => answerTo(JSON.stringify(given));
const rate = (given: object): RateAnswer => {
  const found = answer(given);
  return 'error' in found ? expect.fail(found.error) : found;
};
const error = (given: object | string): string => {
  const found = typeof given === 'string' ? answerTo(given) : answer(given);
  return 'error' in found ? found.error : expect.fail(JSON.stringify(found));
};
const without = (given: Readonly<Record<string, unknown>>, name: string) => ({ ...given, [name]: undefined });

describe("a line for Rothermel's model", () => {
  it('gives the results of firelab/behave', () => {
    const found = rate(SHRUB);
    expect(found.headRateMetresPerMinute / CHAIN_PER_HOUR / 8.876216).toBeCloseTo(1, 6);
    expect((found.backRateMetresPerMinute ?? 0) / CHAIN_PER_HOUR / 2.91614659).toBeCloseTo(1, 6);
    expect((found.flankRateMetresPerMinute ?? 0) / CHAIN_PER_HOUR / 5.08766627).toBeCloseTo(1, 6);
    expect((found.firelineIntensityKilowattsPerMetre ?? 0) / 2072.73045).toBeCloseTo(1, 6);
    expect(found.flameLengthMetres).toBeCloseTo(0.0775 * 2072.73045 ** 0.46, 6);
    expect(found.headingDegrees).toBeCloseTo(0, 6);
    const across = rate({ ...SHRUB, slopeDegrees: 30, aspectDegrees: 95, windFromDegrees: 45 });
    expect(across.headRateMetresPerMinute / CHAIN_PER_HOUR / 19.677584).toBeCloseTo(1, 6);
    expect(across.lengthToWidth).toBeCloseTo(1.375624, 6);
  });

  it('divides the wind at 10 m by 1.15 to get that at 20 ft, and uses midflame wind unchanged', () => {
    const ten = rate({ ...SHRUB, windHeight: '10m', windSpeedMetresPerSecond: 1.15 * SHRUB.windSpeedMetresPerSecond });
    expect(ten.headRateMetresPerMinute).toBeCloseTo(rate(SHRUB).headRateMetresPerMinute, 9);
    expect(rate({ ...SHRUB, windHeight: 'midflame' }).headRateMetresPerMinute / CHAIN_PER_HOUR / 34.011429).toBeCloseTo(1, 6);
  });

  it('requires no moisture of absent fuel classes, no canopy, no wind direction in a calm and no aspect on level terrain', () => {
    const bare = {
      model: 'rothermel',
      fuelModel: 1,
      moisturePercent: { oneHour: 6 },
      windSpeedMetresPerSecond: 0,
      windHeight: '10m',
      slopeDegrees: 0,
      aspectDegrees: null,
    };
    expect(rate(bare)).toMatchObject({ lengthToWidth: 1 });
    expect(rate({ ...bare, canopyCoverPercent: 0, canopyHeightMetres: 0, crownRatio: 0 })).toEqual(rate(bare));
  });

  it('gives a rate of 0 for fuel that does not burn', () => {
    expect(rate({ ...SHRUB, fuelModel: 'NB8' })).toMatchObject({
      headRateMetresPerMinute: 0,
      flankRateMetresPerMinute: 0,
      backRateMetresPerMinute: 0,
      firelineIntensityKilowattsPerMetre: 0,
      flameLengthMetres: 0,
    });
  });
});

describe("a line for Wang's model", () => {
  it('gives the rate in the direction that the line asks for', () => {
    expect(rate(HILL)).toMatchObject({ headingDegrees: 0, lengthToWidth: null, flameLengthMetres: null });
    expect(rate(HILL).headRateMetresPerMinute).toBeCloseTo(9.065, 3);
    expect(rate({ ...HILL, aspectDegrees: 0 }).headRateMetresPerMinute).toBeCloseTo(1.109, 3);
    expect(rate({ ...HILL, fuelFactor: 1.8 }).headRateMetresPerMinute).toBeCloseTo(16.317, 3);
    expect(rate({ ...HILL, slopeDegrees: 0, directionDegrees: 180 }).headRateMetresPerMinute).toBeCloseTo(0.533, 3);
  });
});

describe('a bad line', () => {
  it.each([
    ['an unknown model', { ...SHRUB, model: 'farsite' }, 'model：须为 rothermel、wang 之一'],
    ['no model', without(SHRUB, 'model'), 'model：缺少'],
    ['an unknown fuel', { ...SHRUB, fuelModel: 'GS9' }, 'fuelModel：没有这个可燃物模型。有 1–13, NB1, NB2, NB3, NB8, NB9, GR1–GR9'],
    ['a wind of 200 m/s', { ...SHRUB, windSpeedMetresPerSecond: 200 }, 'windSpeedMetresPerSecond：须在 0 与 113 之间，而不是 200'],
    ['a wind without direction', without(SHRUB, 'windFromDegrees'), 'windFromDegrees：缺少'],
    ['a slope without aspect', without(SHRUB, 'aspectDegrees'), 'aspectDegrees：缺少'],
    ['a wind of an unknown height', { ...SHRUB, windHeight: '2m' }, 'windHeight：须为 midflame、20ft、10m 之一'],
    ['a number as text', { ...SHRUB, slopeDegrees: '30' }, 'slopeDegrees：须为数，而不是 "30"'],
    ['moisture that is missing', { ...SHRUB, moisturePercent: { oneHour: 6 } }, 'moisturePercent.tenHour：缺少'],
    ['moisture that is no object', { ...SHRUB, moisturePercent: 6 }, 'moisturePercent：须为对象'],
    ['a canopy without height', without(SHRUB, 'canopyHeightMetres'), 'canopyHeightMetres：缺少'],
    ['a canopy without cover', without(SHRUB, 'canopyCoverPercent'), 'canopyCoverPercent：缺少'],
    ['a crown ratio in percent', { ...SHRUB, crownRatio: 50 }, 'crownRatio：须在 0 与 1 之间'],
    ['no direction for Wang', without(HILL, 'directionDegrees'), 'directionDegrees：缺少'],
    ['humidity above 100 %', { ...HILL, humidityPercent: 101 }, 'humidityPercent：须在 0 与 100 之间'],
  ])('with %s gets an error that names the field and the reason', (_, given, start) => {
    expect(error(given).startsWith(start), error(given)).toBe(true);
    // The English follows in brackets and names the same field.
    expect(error(given)).toContain(` (${start.slice(0, start.indexOf('：'))}: `);
  });

  it.each([
    ['{', '这一行不是 JSON (the line is not JSON'],
    ['[]', '这一行须是一个 JSON 对象 (the line must be a JSON object)'],
    ['', '空行 (the line is empty)'],
  ])('%s', (line, start) => {
    expect(error(line).startsWith(start)).toBe(true);
  });
});

describe('npm run fire-model', () => {
  const run = async (args: readonly string[], input: string) => {
    const output = new PassThrough();
    const printed: string[] = [];
    const code = await fireModel(args, { input: Readable.from([input]), output, print: (line) => printed.push(line) });
    output.end();
    return { code, printed, lines: (await text(output)).split('\n').filter(Boolean) };
  };

  it('rate answers the lines in order, and continues after a bad one', async () => {
    const { code, lines } = await run(['rate'], `${JSON.stringify(HILL)}\r\n{"model":\n\n${JSON.stringify(SHRUB)}`);
    expect(code).toBe(0);
    expect(lines.map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
      'headRateMetresPerMinute',
      'error',
      'error',
      'headRateMetresPerMinute',
    ]);
  });

  it('gives no output for empty input', async () => {
    expect(await run(['rate'], '')).toEqual({ code: 0, printed: [], lines: [] });
  });

  it('an unknown subcommand prints the usage', async () => {
    expect(await run(['burn'], '{}')).toEqual({ code: 2, printed: [USAGE], lines: [] });
    expect(await run([], '')).toMatchObject({ code: 2 });
    expect(await run(['--help'], '')).toMatchObject({ code: 0, printed: [USAGE] });
  });
});
