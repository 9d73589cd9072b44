// A window of time with the usual presets, in the URL as `from` and `to`.
import { formatTime, parseTime } from '@lookout/contract';
import { DatePicker, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { UrlState } from '../../shared/url-state.ts';
import { useMessages } from './messages.ts';

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** An unreadable time in the URL is no filter. */
const validTime = (value: string | null): string | null => {
  const at = value === null ? null : parseTime(value);
  return at === null ? null : formatTime(at);
};

/** The window in the form that calls expect. */
export const windowOf = (url: UrlState) => ({ beginTime: validTime(url.get('from')), endTime: validTime(url.get('to')) });

export function WindowPicker({ url }: { readonly url: UrlState }) {
  const messages = useMessages();
  const { beginTime, endTime } = windowOf(url);
  const now = dayjs();
  const since = (begin: Dayjs): [Dayjs, Dayjs] => [begin.startOf('day'), now.endOf('day')];
  return (
    <DatePicker.RangePicker
      style={{ width: 380 }}
      showTime
      allowEmpty={[true, true]}
      aria-label={messages.window}
      placeholder={[messages.begin, messages.end]}
      value={[beginTime ? dayjs(beginTime) : null, endTime ? dayjs(endTime) : null]}
      presets={[
        { label: messages.presets.week, value: since(now.subtract(7, 'day')) },
        { label: messages.presets.month, value: since(now.startOf('month')) },
        { label: messages.presets.quarter, value: since(now.subtract(3, 'month')) },
        { label: messages.presets.halfYear, value: since(now.subtract(6, 'month')) },
      ]}
      onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
    />
  );
}

// Free text to search for, in the URL as `text`.
export function TextFilter({ url, label }: { readonly url: UrlState; readonly label: string }) {
  const current = url.get('text') ?? '';
  return (
    <Input.Search
      key={current}
      style={{ width: 220 }}
      allowClear
      defaultValue={current}
      placeholder={label}
      aria-label={label}
      onSearch={(text) => url.set({ text: text.trim() })}
    />
  );
}
