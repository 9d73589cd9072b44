// Filters above a table, each in the URL, so that a copied link shows the same rows.
import { ClearOutlined } from '@ant-design/icons';
import type { GridNo } from '@lookout/domain';
import { Button, DatePicker, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { SearchInput } from '../fields/TextInput.tsx';
import { GridPicker, usePickedGrid } from '../GridPicker.tsx';
import { IconButton } from '../IconButton.tsx';
import { TIME_FORMAT } from '../time-text.ts';
import { cleared, type UrlState, windowOf } from '../url-state.ts';
import { useTableMessages } from './messages.ts';

interface TextFilterProps {
  readonly url: UrlState;
  readonly name?: string;
  readonly label: string;
  /** CSS pixels. */
  readonly width: number;
}

/** Free text to search for. */
export function TextFilter({ url, name = 'text', label, width }: TextFilterProps) {
  const current = url.get(name) ?? '';
  return (
    <SearchInput
      // The field holds what is being typed; another value in the URL replaces it.
      key={current}
      style={{ width }}
      allowClear
      most={64}
      defaultValue={current}
      placeholder={label}
      aria-label={label}
      onSearch={(text) => url.set({ [name]: text.trim() })}
    />
  );
}

interface ChoiceFilterProps<T extends string | number> {
  readonly url: UrlState;
  readonly name: string;
  /** Absent: the value in the URL, if it is among the options. */
  readonly value?: T | null;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly label: string;
  /** Shown while nothing is chosen; absent: the label. */
  readonly placeholder?: string;
  /** CSS pixels. */
  readonly width: number;
  readonly isSearchable?: boolean;
}

/** The options of a choice: the values with their labels, in the order of the values. */
export const choices = <T extends string | number>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

const inUrl = <T extends string | number>(text: string | null, options: ChoiceFilterProps<T>['options']): T | null =>
  options.find(({ value }) => String(value) === text)?.value ?? null;

/** A filter for one of several values, or none. */
export function ChoiceFilter<T extends string | number>(props: ChoiceFilterProps<T>) {
  const { url, name, options, value = inUrl(url.get(name), options), label, placeholder = label, width, isSearchable = false } = props;
  return (
    <Select<T>
      style={{ width }}
      allowClear
      value={value}
      placeholder={placeholder}
      aria-label={label}
      showSearch={isSearchable && { optionFilterProp: 'label' }}
      options={[...options]}
      onChange={(next: T | undefined) => url.set({ [name]: next ?? null })}
    />
  );
}

/** The grid that the list is queried for: the one that `GridFilter` shows. */
export const useGridFilter = (url: Pick<UrlState, 'get'>): GridNo | null => usePickedGrid(url.get('grid'));

export function GridFilter({ url }: { readonly url: UrlState }) {
  return (
    <div className="grid-filter" style={{ width: 400 }}>
      <GridPicker value={useGridFilter(url)} onChange={(grid) => url.set({ grid })} />
    </div>
  );
}

interface WindowFilterProps {
  readonly url: UrlState;
  readonly labels: { readonly window: string; readonly begin: string; readonly end: string };
  /** What the preset windows cover: whole days, or the time until now. */
  readonly covers: 'whole days' | 'until now';
}

/** A filter by time, as `from` and `to`, open at either end. */
export function WindowFilter({ url, labels, covers }: WindowFilterProps) {
  const { presets } = useTableMessages();
  const { beginTime, endTime } = windowOf(url);
  const now = dayjs();
  const since = (begin: Dayjs): [Dayjs, Dayjs] => (covers === 'whole days' ? [begin.startOf('day'), now.endOf('day')] : [begin, now]);
  return (
    <DatePicker.RangePicker
      style={{ width: 380 }}
      showTime
      allowEmpty={[true, true]}
      aria-label={labels.window}
      placeholder={[labels.begin, labels.end]}
      value={[beginTime === null ? null : dayjs(beginTime), endTime === null ? null : dayjs(endTime)]}
      presets={[
        { label: presets.week, value: since(now.subtract(7, 'day')) },
        { label: presets.month, value: since(now.startOf('month')) },
        { label: presets.quarter, value: since(now.subtract(3, 'month')) },
        { label: presets.halfYear, value: since(now.subtract(6, 'month')) },
      ]}
      onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
    />
  );
}

interface ResetFiltersProps {
  readonly url: UrlState;
  /** The names of the filters in the URL. */
  readonly names: readonly string[];
  readonly label: string;
  /** For narrow spaces: an icon, with the label as its accessible name. */
  readonly isIcon?: boolean;
}

export function ResetFilters({ url, names, label, isIcon = false }: ResetFiltersProps) {
  const reset = () => url.set(cleared(names));
  return isIcon ? <IconButton label={label} icon={<ClearOutlined />} onClick={reset} /> : <Button onClick={reset}>{label}</Button>;
}

interface NoRowsProps {
  readonly isNarrowed?: boolean;
  readonly messages: {
    readonly empty: string;
    readonly emptyHint: string;
    /** Shown if filters leave no rows; absent: the same text serves both cases. */
    readonly noneFound?: string;
    readonly noneFoundHint?: string;
  };
}

/**
 * Why a table is empty, and what to do next: either there is no data yet, or the filters leave no rows. The table itself shows the picture.
 */
export function NoRows({ isNarrowed = false, messages }: NoRowsProps) {
  const { empty, emptyHint, noneFound = empty, noneFoundHint = emptyHint } = messages;
  const [title, hint] = isNarrowed ? [noneFound, noneFoundHint] : [empty, emptyHint];
  return (
    <>
      <div>{title}</div>
      <div className="hint">{hint}</div>
    </>
  );
}
