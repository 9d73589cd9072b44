// The period of a page's numbers, in the URL: one of its windows, or a free one by both ends.

import { TIME_FORMAT } from '@lookout/web/shared/time-text.ts';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useStatisticsMessages } from './messages.ts';

interface Props<W extends number> {
  readonly url: UrlState;
  /** The name of the window in the URL. */
  readonly name: string;
  readonly label: string;
  readonly windows: readonly W[];
  readonly textOf: (window: W) => string;
  readonly chosen: W | { readonly beginTime: string; readonly endTime: string };
}

export function PeriodPicker<W extends number>({ url, name, label, windows, textOf, chosen }: Props<W>) {
  const messages = useStatisticsMessages();
  return (
    <div className="statistics-windows line">
      <fieldset aria-label={label}>
        {windows.map((window) => (
          <Button
            key={window}
            size="small"
            type={window === chosen ? 'primary' : 'default'}
            aria-pressed={window === chosen}
            onClick={() => url.set({ [name]: window, from: null, to: null })}
          >
            {textOf(window)}
          </Button>
        ))}
      </fieldset>
      <DatePicker.RangePicker
        size="small"
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        aria-label={messages.free}
        placeholder={[messages.begin, messages.end]}
        value={typeof chosen === 'number' ? null : [dayjs(chosen.beginTime), dayjs(chosen.endTime)]}
        onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
      />
    </div>
  );
}
