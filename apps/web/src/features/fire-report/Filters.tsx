import { BURNING_PURPOSES, BURNING_STATES } from '@lookout/domain';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useBurningMessages } from '../../entities/burning/messages.ts';
import { GridPicker } from '../../shared/GridPicker.tsx';
import type { UrlState } from '../../shared/url-state.ts';
import { type BurningFilter, FILTER_NAMES, isNarrowed } from './filter.ts';
import { useFireReportMessages } from './messages.ts';

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** Every part stands in the address, so that a link shows the same list. */
export function Filters({ url, filter }: { readonly url: UrlState; readonly filter: BurningFilter }) {
  const messages = useFireReportMessages();
  const { purposes, states } = useBurningMessages();
  const now = dayjs();
  const since = (begin: Dayjs): [Dayjs, Dayjs] => [begin.startOf('day'), now.endOf('day')];
  const presets = [
    { label: messages.presets.week, value: since(now.subtract(7, 'day')) },
    { label: messages.presets.month, value: since(now.startOf('month')) },
    { label: messages.presets.quarter, value: since(now.subtract(3, 'month')) },
    { label: messages.presets.halfYear, value: since(now.subtract(6, 'month')) },
  ];
  return (
    <search className="page-bar">
      <Input.Search
        key={filter.applicant ?? ''}
        style={{ width: 200 }}
        allowClear
        defaultValue={filter.applicant ?? ''}
        placeholder={messages.applicant}
        aria-label={messages.applicant}
        onSearch={(text) => url.set({ text: text.trim() })}
      />
      <Select
        style={{ width: 130 }}
        allowClear
        value={filter.state}
        placeholder={messages.anyState}
        aria-label={messages.anyState}
        options={BURNING_STATES.map((value) => ({ value, label: states[value] }))}
        onChange={(state) => url.set({ state: state ?? null })}
      />
      <Select
        style={{ width: 130 }}
        allowClear
        value={filter.purpose}
        placeholder={messages.anyPurpose}
        aria-label={messages.anyPurpose}
        options={BURNING_PURPOSES.map((value) => ({ value, label: purposes[value] }))}
        onChange={(purpose) => url.set({ purpose: purpose ?? null })}
      />
      <div style={{ width: 400 }}>
        <GridPicker value={filter.gridNo} onChange={(grid) => url.set({ grid })} />
      </div>
      <DatePicker.RangePicker
        showTime
        presets={presets}
        allowEmpty={[true, true]}
        aria-label={messages.window}
        placeholder={[messages.begin, messages.end]}
        value={[filter.beginTime ? dayjs(filter.beginTime) : null, filter.endTime ? dayjs(filter.endTime) : null]}
        onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
      />
      {isNarrowed(filter) && (
        <Button onClick={() => url.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])))}>{messages.reset}</Button>
      )}
    </search>
  );
}
