// Window, grid and filters above a report, each in the URL.

import { termsIn } from '@lookout/report';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { ChoiceFilter, GridFilter, ResetFilters } from '@lookout/web/shared/table/filters.tsx';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { ALARM_KINDS, REAL_FIRE_TYPES } from '../../alarm/alarm.ts';
import { STATISTICS_WINDOWS, WEATHER_CLASSES } from '../statistics.ts';
import { useStatisticsMessages } from './messages.ts';
import { PeriodPicker } from './PeriodPicker.tsx';
import { FILTER_NAMES, readPeriod } from './question.ts';

export function WindowChips({ url }: { readonly url: UrlState }) {
  const messages = useStatisticsMessages();
  const terms = termsIn(useLanguage());
  const period = readPeriod(url);
  return (
    <PeriodPicker
      url={url}
      name="window"
      label={messages.windows}
      windows={STATISTICS_WINDOWS}
      textOf={(window) => terms.windows[window]}
      chosen={'window' in period ? period.window : period}
    />
  );
}

const UNKNOWN = 'unknown';

export function Narrowing({ url }: { readonly url: UrlState }) {
  const messages = useStatisticsMessages();
  const terms = termsIn(useLanguage());
  const choice = (
    name: string,
    label: string,
    placeholder: string,
    width: number,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => <ChoiceFilter url={url} name={name} label={label} placeholder={placeholder} width={width} options={options} />;
  const unknown = (label: string) => ({ value: UNKNOWN, label });
  return (
    <>
      <GridFilter url={url} />
      {choice(
        'kind',
        terms.columns.kind,
        messages.anyKind,
        130,
        ALARM_KINDS.map((value) => ({ value, label: terms.kinds[value] })),
      )}
      {choice('type', terms.columns.fireType, messages.anyType, 150, [
        ...REAL_FIRE_TYPES.map((value) => ({ value, label: terms.fireTypes[value] })),
        unknown(terms.noType),
      ])}
      {choice('level', terms.columns.level, messages.anyLevel, 160, [
        ...([1, 2, 3, 4, 5] as const).map((value) => ({ value: String(value), label: terms.levels[value] })),
        unknown(terms.unknown),
      ])}
      {choice('weather', terms.columns.weather, messages.anyWeather, 130, [
        ...WEATHER_CLASSES.map((value) => ({ value, label: terms.weathers[value] })),
        unknown(terms.unknown),
      ])}
      <ResetFilters url={url} names={FILTER_NAMES} label={messages.reset} />
    </>
  );
}
