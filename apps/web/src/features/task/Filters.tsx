import { taskTypeNumber } from '@lookout/contract';
import { PRIORITIES, TASK_STATUSES, TASK_TYPES } from '@lookout/domain';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTasksWords } from '../../entities/task/words.ts';
import { GridPicker } from '../../shared/GridPicker.tsx';
import type { UrlState } from '../../shared/url-state.ts';
import { FILTER_NAMES, isNarrowed, type TaskFilter } from './task-filter.ts';
import { useTaskPageWords } from './words.ts';

const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** Every part stands in the address, so that a link shows the same list. */
export function Filters({ url, filter }: { readonly url: UrlState; readonly filter: TaskFilter }) {
  const words = useTaskPageWords();
  const { statuses, types, priorities } = useTasksWords();
  const now = dayjs();
  const presets: { label: string; value: [Dayjs, Dayjs] }[] = [
    { label: words.presets.week, value: [now.subtract(7, 'day'), now] },
    { label: words.presets.month, value: [now.startOf('month'), now] },
    { label: words.presets.quarter, value: [now.subtract(3, 'month'), now] },
    { label: words.presets.halfYear, value: [now.subtract(6, 'month'), now] },
  ];
  return (
    <div className="page-bar">
      <Input.Search
        key={url.get('text') ?? ''}
        style={{ width: 220 }}
        allowClear
        defaultValue={url.get('text') ?? ''}
        placeholder={words.search}
        aria-label={words.search}
        onSearch={(text) => url.set({ text: text.trim() })}
      />
      <Select
        style={{ width: 110 }}
        allowClear
        value={filter.status}
        placeholder={words.status}
        aria-label={words.status}
        options={TASK_STATUSES.map((value) => ({ value, label: statuses[value] }))}
        onChange={(status) => url.set({ status: status ?? null })}
      />
      <Select
        style={{ width: 150 }}
        allowClear
        value={filter.type}
        placeholder={words.type}
        aria-label={words.type}
        options={TASK_TYPES.map((value) => ({ value, label: types[value] }))}
        onChange={(type) => url.set({ type: type ? taskTypeNumber(type) : null })}
      />
      <Select
        style={{ width: 110 }}
        allowClear
        value={filter.priority}
        placeholder={words.priority}
        aria-label={words.priority}
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
        placeholder={[words.begin, words.end]}
        aria-label={words.window}
        allowEmpty={[true, true]}
        onChange={(range) => url.set({ from: range?.[0]?.format(TIME_FORMAT) ?? null, to: range?.[1]?.format(TIME_FORMAT) ?? null })}
      />
      {isNarrowed(filter) && (
        <Button onClick={() => url.set(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])))}>{words.reset}</Button>
      )}
    </div>
  );
}
