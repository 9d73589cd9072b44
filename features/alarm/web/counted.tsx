// Filters for the alarms behind a number of the statistics, which the alarms' own call cannot select by: the danger and weather of their
// day, the type of a real fire, the camera. While any of them is in the URL, the statistics list the alarms.

import { type ReportTerms, termsIn } from '@lookout/report';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { oneOf, type UrlState } from '@lookout/web/shared/url-state.ts';
import { Tag } from 'antd';
import { type StatisticsFilter, WEATHER_CLASSES } from '../../statistics/statistics.ts';
import { type AlarmKind, REAL_FIRE_TYPES, type Verdict } from '../alarm.ts';
import { useMessages } from './messages.ts';

/** The parameter names in the URL. */
export const COUNTED_NAMES = ['type', 'level', 'weather', 'device'] as const;
type CountedName = (typeof COUNTED_NAMES)[number];

const LEVELS = [1, 2, 3, 4, 5] as const;
const UNKNOWN = 'unknown';

const known = <T extends string | number>(values: readonly T[], text: string | null): T | null | undefined =>
  text === UNKNOWN ? null : (oneOf(values, text) ?? undefined);

type Counted = Pick<StatisticsFilter, 'realFireType' | 'dangerLevel' | 'weather' | 'deviceId'>;

const readCounted = ({ get }: Pick<UrlState, 'get'>): Counted => ({
  realFireType: known(REAL_FIRE_TYPES, get('type')),
  dangerLevel: known(LEVELS, get('level')),
  weather: known(WEATHER_CLASSES, get('weather')),
  deviceId: get('device') ?? undefined,
});

/** The filter for the statistics' call; null: none of these filters is in the URL. */
export function countedFilter(
  url: Pick<UrlState, 'get'>,
  { kind, verdict }: { readonly kind: AlarmKind | null; readonly verdict: Verdict | null },
): StatisticsFilter | null {
  const counted = readCounted(url);
  if (Object.values(counted).every((value) => value === undefined)) return null;
  return { ...counted, kind: kind ?? undefined, verdict: verdict ?? undefined };
}

/** The filters of the table as tags. Each can be removed. */
export function CountedTags({ url }: { readonly url: UrlState }) {
  const messages = useMessages();
  const terms = termsIn(useLanguage());
  const counted = readCounted(url);
  const texts: Readonly<Record<CountedName, string | null>> = {
    type: textOf(counted.realFireType, terms.fireTypes, terms.noType, terms.columns.fireType),
    level: textOf(counted.dangerLevel, terms.levels, terms.unknown, terms.columns.level),
    weather: textOf(counted.weather, terms.weathers, terms.unknown, terms.columns.weather),
    device: counted.deviceId === undefined ? null : messages.fires.named(terms.columns.camera, counted.deviceId),
  };
  return COUNTED_NAMES.map(
    (name) =>
      texts[name] && (
        <Tag key={name} closable={{ 'aria-label': messages.fires.remove(texts[name]) }} onClose={() => url.set({ [name]: null })}>
          {texts[name]}
        </Tag>
      ),
  );
}

function textOf<T extends string | number>(
  value: T | null | undefined,
  names: Readonly<Record<T, string>>,
  unknown: string,
  column: ReportTerms['columns'][keyof ReportTerms['columns']],
): string | null {
  if (value === undefined) return null;
  return `${column}: ${value === null ? unknown : names[value]}`;
}
