import { taskTypeNumber } from '@lookout/contract';
import { PRIORITIES, TASK_STATUSES, TASK_TYPES } from '@lookout/domain';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTasksMessages } from '../../entities/task/messages.ts';
import { GridPicker } from '../../shared/GridPicker.tsx';
import type { UrlState } from '../../shared/url-state.ts';
import { useTaskPageMessages } from './messages.ts';
import { FILTER_NAMES, isNarrowed, type TaskFilter } from './task-filter.ts';

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** Every part stands in the address, so that a link shows the same list. */
export function Filters({ url, filter }: { readonly url: UrlState; readonly filter: TaskFilter }) {
  const messages = useTaskPageMessages();
  const { statuses, types, priorities } = useTasksMessages();
  const now = dayjs();
  const presets: { label: string; value: [Dayjs, Dayjs] }[] = [
    { label: messages.presets.week, value: [now.subtract(7, 'day'), now] },
    { label: messages.presets.month, value: [now.startOf('month'), now] },
    { label: messages.presets.quarter, value: [now.subtract(3, 'month'), now] },
    { label: messages.presets.halfYear, value: [now.subtract(6, 'month'), now] },
  ];
  return (
    <div className="page-bar">
      <Input.Search
        key={url.get('text') ?? ''}
        style={{ width: 220 }}
        allowClear
        defaultValue={url.get('text') ?? ''}
        placeholder={messages.search}
        aria-label={messages.search}
        onSearch={(text) => url.set({ text: text.trim() })}
      />
      <Select
        style={{ width: 110 }}
        allowClear
        value={filter.status}
        placeholder={messages.status}
        aria-label={messages.status}
        options={TASK_STATUSES.map((value) => ({ value, label: statuses[value] }))}
        onChange={(status) => url.set({ status: status ?? null })}
      />
      <Select
        style={{ width: 150 }}
        allowClear
        value={filter.type}
        placeholder={messages.type}
        aria-label={messages.type}
        options={TASK_TYPES.map((value) => ({ value, label: types[value] }))}
        onChange={(type) => url.set({ type: type ? taskTypeNumber(type) : null })}
      />
      <Select
        style={{ width: 110 }}
        allowClear
        value={filter.priority}
        placeholder={messages.priority}
        aria-label={messages.priority}
        options={PRIORITIES.map((value) => ({ value, label: `${value} ${priorities[value]}` }))}
        onChange={(priority) => url.set({ priority: priority ?? null })}
      />
      <div style={{ width: 400 }}>
        <GridPicker value={filter.gridNo} onChange={(grid) => url.set({ grid })} />
      </div>
      <DatePicker.RangePicker
        showTime
        presets={presets}
        value={[filter.beginTime ? dayjs(filter.beginTime) : null, filter.endTime ? dayjs(filter.endTime) : null]}
        placeholder={[messages.begin, messages.end]}
        aria-label={messages.window}
        allowEmpty={[true, true]}
        onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
      />
      {isNarrowed(filter) && (
        <Button onClick={() => url.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])))}>{messages.reset}</Button>
      )}
    </div>
  );
}
