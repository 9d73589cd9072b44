// The texts of fire danger, in both languages: one name for each level and each cause, on every page, in files and in print.
import type { Language } from '@lookout/contract';
import type { RatingPart, RatingTablePart } from '@lookout/features/danger/danger-rating.ts';
import type { FireLevel } from '@lookout/features/danger/fire-level.ts';
import type { FireDriver, FireDriving, GridFireLevel } from '@lookout/features/danger/fire-weather.ts';
import type { DangerCause } from '@lookout/features/danger/warned-level.ts';

export interface DangerTexts {
  /** The name alone. */
  readonly levels: Readonly<Record<FireLevel, string>>;
  /** The level with its number. */
  readonly numbered: Readonly<Record<FireLevel, string>>;
  /** The factor with the greatest influence. */
  readonly drivers: Readonly<Record<FireDriver, string>>;
  /** All factors that raise a day's level, in one sentence; null: none does. */
  readonly driversText: (drivers: readonly FireDriving[]) => string | null;
  /** LY/T 1172 with its index and dry spell; null: unknown for the day. */
  readonly rating: (day: Pick<GridFireLevel, 'rating' | 'drySpell'>) => string | null;
  /** The Canadian index with its level. */
  readonly index: (day: Pick<GridFireLevel, 'fwi' | 'indexLevel'>) => string;
  /** The warned level and its reasons, where it differs from the day's level; null: nothing raised it. */
  readonly warned: (day: Pick<GridFireLevel, 'level' | 'warned'>) => string | null;
  /** A part of LY/T 1172 with the value by which it was looked up, as `ratedValuesOf` returns it, and its points. */
  readonly ratingPart: (part: RatingPart, value: number, points: number) => string;
  /** The parts of its table that are unconfirmed; null: all are confirmed. */
  readonly ratingToConfirm: (parts: readonly RatingTablePart[]) => string | null;
  /** Additional facts of a day: holidays and lightning; null: none. */
  readonly beside: (day: Pick<GridFireLevel, 'holidays' | 'lightning'>) => string | null;
  /** A fuel of the FBP System with its class, rate and intensity; a fuel without a name is shown by its code. */
  readonly fuel: (fuel: GridFireLevel['fuels'][number]) => string;
  /** Name of a fuel of the FBP System, by its code. */
  readonly fuelName: (code: string) => string;
}

const LEVELS_ZH = { 1: '低', 2: '较低', 3: '较高', 4: '高', 5: '极高' } as const;
const LEVELS_EN = { 1: 'low', 2: 'fairly low', 3: 'fairly high', 4: 'high', 5: 'extreme' } as const;
const DRIVERS_ZH = { wind: '风大', humidity: '空气干燥', temperature: '气温高', drought: '久旱', rain: '无雨' } as const;
const DRIVERS_EN = { wind: 'wind', humidity: 'dry air', temperature: 'heat', drought: 'drought', rain: 'lack of rain' } as const;
const FUELS_ZH = {
  'C-3': '松林',
  'D-1': '阔叶林',
  'M-1': '混交林（无叶）',
  'M-2': '混交林（有叶）',
  'O-1a': '倒伏的草',
  'O-1b': '高草',
} as const;
const FUELS_EN = {
  'C-3': 'pine',
  'D-1': 'broadleaves',
  'M-1': 'mixed, leafless',
  'M-2': 'mixed, in leaf',
  'O-1a': 'matted grass',
  'O-1b': 'tall grass',
} as const;

const LEVEL_NUMBERS_ZH = { 1: '一级', 2: '二级', 3: '三级', 4: '四级', 5: '五级' } as const;

const awayZh = (days: number): string => (days === 0 ? '' : days < 0 ? `前${-days}日` : `后${days}日`);
const awayEn = (days: number): string =>
  days === 0 ? '' : `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days < 0 ? 'before ' : 'after '}`;
const causeZh = (cause: DangerCause): string => (cause.kind === 'holiday' ? cause.name + awayZh(cause.days) : `雷电 ${cause.strokes} 次`);
const causeEn = (cause: DangerCause): string =>
  cause.kind === 'holiday' ? awayEn(cause.days) + cause.name : `${cause.strokes} strokes of lightning`;

const TABLE_PARTS_ZH = {
  temperature: '气温',
  humidity: '湿度',
  dryDays: '连旱',
  wind: '风力',
  season: '季节',
  levels: '等级分界',
} as const;
const TABLE_PARTS_EN = {
  temperature: 'temperature',
  humidity: 'humidity',
  dryDays: 'days without rain',
  wind: 'wind',
  season: 'season',
  levels: 'limits of levels',
} as const;
const RATED_ZH: Readonly<Record<RatingPart, (value: number) => string>> = {
  temperature: (celsius) => `最高气温 ${celsius.toFixed(1)} ℃`,
  humidity: (percent) => `最小湿度 ${percent}%`,
  dryDays: (days) => `连旱 ${days} 日`,
  wind: (force) => `最大风力 ${force} 级`,
  season: (month) => `季节订正（${month}月）`,
};
const MONTHS_EN = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const RATED_EN: Readonly<Record<RatingPart, (value: number) => string>> = {
  temperature: (celsius) => `highest temperature ${celsius.toFixed(1)} °C`,
  humidity: (percent) => `lowest humidity ${percent} %`,
  dryDays: (days) => `${days} days without rain`,
  wind: (force) => `strongest wind Beaufort ${force}`,
  season: (month) => `season (${MONTHS_EN[month - 1]})`,
};
/** Points for the season are subtracted. */
const signed = (part: RatingPart, points: number): string => (part === 'season' && points > 0 ? `−${points}` : String(points));

const isDeciding = ({ levels }: FireDriving): boolean => levels > 0;
const named = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? code;

/** 全国森林火险天气等级 (LY/T 1172): the names of the five levels. */
export const dangerTexts: Readonly<Record<Language, DangerTexts>> = {
  zh: {
    levels: LEVELS_ZH,
    numbered: { 1: '一级（低）', 2: '二级（较低）', 3: '三级（较高）', 4: '四级（高）', 5: '五级（极高）' },
    drivers: DRIVERS_ZH,
    driversText(drivers) {
      const deciding = drivers.filter(isDeciding).map(({ driver, levels }) => `${DRIVERS_ZH[driver]}（无此低${levels}级）`);
      const others = drivers.filter((one) => !isDeciding(one)).map(({ driver }) => DRIVERS_ZH[driver]);
      if (deciding.length === 0) return others.length === 0 ? null : `对 FWI 有影响：${others.join('、')}；去掉任一项其等级不变`;
      return `撑高 FWI 等级的：${deciding.join('、')}${others.length === 0 ? '' : `；另有影响：${others.join('、')}`}`;
    },
    rating: ({ rating, drySpell }) =>
      rating &&
      `LY/T 1172：${LEVELS_ZH[rating.level]}（${rating.level}级），HTZ ${rating.htz}${rating.isAtLeast ? ' 以上' : ''}，连旱${drySpell?.days ?? 0}日${rating.isAtLeast ? '以上' : ''}`,
    index: ({ fwi, indexLevel }) => `FWI ${fwi.toFixed(1)}（${indexLevel}级）`,
    warned: ({ level, warned }) =>
      warned.raisedBy.length === 0
        ? null
        : `预警等级：${LEVEL_NUMBERS_ZH[level]} → ${LEVEL_NUMBERS_ZH[warned.level]}（${LEVELS_ZH[warned.level]}），${warned.raisedBy.map(causeZh).join('、')}`,
    ratingPart: (part, value, points) => `${RATED_ZH[part](value)}，${signed(part, points)} 分`,
    ratingToConfirm: (parts) => (parts.length === 0 ? null : `计分表待核对：${parts.map((part) => TABLE_PARTS_ZH[part]).join('、')}`),
    beside({ holidays, lightning }) {
      const circumstances = [...holidays, ...(lightning === null || lightning === 0 ? [] : [`雷电 ${lightning} 次`])];
      return circumstances.length === 0 ? null : circumstances.join('，');
    },
    fuelName: (code) => named(FUELS_ZH, code),
    fuel: ({ fuel, intensityClass, rateMetresPerMinute, intensityKilowattsPerMetre }) =>
      `${named(FUELS_ZH, fuel)} ${intensityClass}级：${rateMetresPerMinute.toFixed(1)} m/min，${Math.round(intensityKilowattsPerMetre)} kW/m`,
  },
  en: {
    levels: LEVELS_EN,
    numbered: { 1: '1 (low)', 2: '2 (fairly low)', 3: '3 (fairly high)', 4: '4 (high)', 5: '5 (extreme)' },
    drivers: DRIVERS_EN,
    driversText(drivers) {
      const deciding = drivers.filter(isDeciding).map(({ driver, levels }) => `${DRIVERS_EN[driver]} (${levels} lower without it)`);
      const others = drivers.filter((one) => !isDeciding(one)).map(({ driver }) => DRIVERS_EN[driver]);
      if (deciding.length === 0)
        return others.length === 0 ? null : `Has an effect on the FWI: ${others.join(', ')}; its level would stand without any one`;
      return `Holds the FWI’s level up: ${deciding.join(', ')}${others.length === 0 ? '' : `; also has an effect: ${others.join(', ')}`}`;
    },
    rating: ({ rating, drySpell }) =>
      rating &&
      `LY/T 1172: level ${rating.level} (${LEVELS_EN[rating.level]}), HTZ ${rating.isAtLeast ? 'at least ' : ''}${rating.htz}, ${rating.isAtLeast ? 'at least ' : ''}${drySpell?.days ?? 0} days without rain`,
    index: ({ fwi, indexLevel }) => `FWI ${fwi.toFixed(1)} (level ${indexLevel})`,
    warned: ({ level, warned }) =>
      warned.raisedBy.length === 0
        ? null
        : `Warned level: ${level} → ${warned.level} (${LEVELS_EN[warned.level]}), ${warned.raisedBy.map(causeEn).join(', ')}`,
    ratingPart: (part, value, points) => `${RATED_EN[part](value)}: ${signed(part, points)}`,
    ratingToConfirm: (parts) =>
      parts.length === 0 ? null : `to be confirmed in the table: ${parts.map((part) => TABLE_PARTS_EN[part]).join(', ')}`,
    beside({ holidays, lightning }) {
      const circumstances = [...holidays, ...(lightning === null || lightning === 0 ? [] : [`${lightning} strokes of lightning`])];
      return circumstances.length === 0 ? null : circumstances.join(', ');
    },
    fuelName: (code) => named(FUELS_EN, code),
    fuel: ({ fuel, intensityClass, rateMetresPerMinute, intensityKilowattsPerMetre }) =>
      `${named(FUELS_EN, fuel)}: class ${intensityClass}, ${rateMetresPerMinute.toFixed(1)} m/min, ${Math.round(intensityKilowattsPerMetre)} kW/m`,
  },
};
