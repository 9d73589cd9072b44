// Time chips, a free range and the sources: what the queue and the map show.
import { formatTime, parseTime } from '@lookout/contract';
import { ALARM_KINDS, type AlarmKind } from '@lookout/domain';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { Chip } from '../../shared/IconButton.tsx';
import { TIME_CHIPS, toggleSource } from './filter.ts';
import { useMessages } from './messages.ts';
import { SourceIcon } from './SourceIcon.tsx';
import { useDesk, useDeskState } from './use-desk.ts';

const FORMAT = 'YYYY-MM-DD HH:mm:ss';
// The picker thinks in the machine's own zone; what it shows is meant as Beijing time, wherever the desk stands.
const toPicker = (instant: number | null): Dayjs | null => (instant === null ? null : dayjs(formatTime(new Date(instant))));
const fromPicker = (picked: Dayjs | null | undefined): number | null =>
  picked ? (parseTime(picked.format(FORMAT))?.getTime() ?? null) : null;

export function FilterBar({ bySource }: { readonly bySource: Readonly<Record<AlarmKind, number>> }) {
  const messages = useMessages();
  const desk = useDesk();
  const filter = useDeskState((state) => state.filter);
  const { window, sources } = filter;
  const [picking, setPicking] = useState(window.kind === 'range');

  return (
    <div className="filter-bar stack">
      <fieldset>
        <legend className="visually-hidden">{messages.filter.time}</legend>
        {TIME_CHIPS.map(({ id }) => (
          <Chip
            key={id}
            pressed={window.kind === 'chip' && window.id === id}
            onClick={() => {
              setPicking(false);
              desk.setFilter({ ...filter, window: { kind: 'chip', id } });
            }}
          >
            {messages.chips[id]}
          </Chip>
        ))}
        <Chip pressed={window.kind === 'range'} aria-expanded={picking} onClick={() => setPicking(!picking)}>
          {messages.filter.range}
        </Chip>
      </fieldset>
      {picking && (
        <DatePicker.RangePicker
          size="small"
          showTime={{ format: 'HH:mm' }}
          format="MM-DD HH:mm"
          allowEmpty={[true, true]}
          value={window.kind === 'range' ? [toPicker(window.from), toPicker(window.to)] : null}
          placeholder={[messages.filter.from, messages.filter.to]}
          aria-label={messages.filter.rangeTitle}
          onChange={(picked) => {
            const [from, to] = [fromPicker(picked?.[0]), fromPicker(picked?.[1])];
            const next = from === null && to === null ? ({ kind: 'chip', id: 'all' } as const) : ({ kind: 'range', from, to } as const);
            desk.setFilter({ ...filter, window: next });
          }}
        />
      )}
      <fieldset>
        <legend className="visually-hidden">{messages.filter.source}</legend>
        {ALARM_KINDS.map((kind) => (
          <Chip key={kind} pressed={sources.has(kind)} onClick={() => desk.setFilter({ ...filter, sources: toggleSource(sources, kind) })}>
            <SourceIcon kind={kind} size={12} />
            {messages.alarm.kinds[kind]} <span className="tabular">{bySource[kind]}</span>
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
