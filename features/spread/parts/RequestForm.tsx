// The form that requests a run: hours, one member or an ensemble, the model, where and when the fire starts, and the weather if the officer
// enters it.

import { formatTime } from '@lookout/contract';
import { DAY_MS, type Named } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useNow, useRecords, useServices } from '@lookout/web/shared/services.ts';
import { dayAndMinute, pickedTime } from '@lookout/web/shared/time-text.ts';
import { Button, Checkbox, DatePicker, Form, Segmented, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { plotRecords } from '../../plot/parts/plot-records.ts';
import type { Plot } from '../../plot/plot.ts';
import { plotSymbols } from '../../plot/plot-symbol.ts';
import { MOST_SPREAD_HOURS, SPREAD_BEGIN_DAYS, SPREAD_MODELS, type SpreadModel } from '../spread-inputs.ts';
import { beginOf, burningPlots, ignitionOf, type PartFault, type PartTimes, partFaultOf } from './ignition-plots.ts';
import { type SpreadMessages, useSpreadMessages } from './messages.ts';
import { type ForecastRequest, useFireWeather } from './use-spread.ts';
import { WeatherEditor } from './WeatherEditor.tsx';
import { enteredOf, NOTHING_TYPED, rowsOf } from './weather-draft.ts';

interface Typed {
  readonly hours: number;
  readonly members: 1 | 100;
  readonly model: SpreadModel;
  /** Ids of the plots that the fire starts from; empty: the fire's position. */
  readonly plotIds?: readonly string[];
  /** The ignition time of each plot; null: the start of the run. */
  readonly times?: Readonly<Record<string, Dayjs | null>>;
  /** null: now. */
  readonly begin?: Dayjs | null;
}

interface Props {
  readonly alarm: Pick<NamedAlarm, 'id' | 'incidentId'>;
  readonly busy: boolean;
  /** True if a run is shown already. */
  readonly isAgain: boolean;
  readonly onRequest: (request: ForecastRequest) => void;
}

const FIRST: Typed = { hours: 6, members: 1, model: 'rothermel' };
const NONE: readonly string[] = [];

const timeOf = (reading: Dayjs | null | undefined): Date | null => (reading ? pickedTime(reading) : null);
const partTimesOf = ({ hours, begin, plotIds = NONE, times }: Partial<Typed>, nowMs: number): PartTimes => ({
  beginMs: timeOf(begin)?.getTime() ?? null,
  nowMs,
  hours: hours ?? 0,
  times: plotIds.map((id) => timeOf(times?.[id])?.getTime() ?? null),
});

export function RequestForm({ alarm: { id, incidentId }, busy, isAgain, onRequest }: Props) {
  const messages = useSpreadMessages();
  const { now } = useServices();
  const minute = useNow();
  const plots = burningPlots(useRecords(plotRecords), [id, incidentId ?? null]);
  const labelOf = usePlotLabel();
  const [form] = Form.useForm<Typed>();
  const typed = Form.useWatch([], form) ?? FIRST;
  const [isEntered, setEntered] = useState(false);
  const [draft, setDraft] = useState(NOTHING_TYPED);
  /** The number of attempts to submit the current input. */
  const [tries, setTries] = useState(0);
  const entry = useRef<HTMLDivElement>(null);
  // The invalid field may be out of view, so it receives the focus.
  useEffect(() => {
    if (tries > 0) entry.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const service = useFireWeather(id, isEntered);
  const rowsAt = (values: Partial<Typed>, nowMs: number) =>
    rowsOf(draft, service.data ?? null, beginOf(partTimesOf(values, nowMs)), values.hours ?? 0);
  const reset = () => {
    setDraft(NOTHING_TYPED);
    setTries(0);
    void service.refetch();
  };

  const submit = (values: Typed) => {
    const { hours, members, model, plotIds = NONE, times, begin } = values;
    const entered = isEntered ? enteredOf(rowsAt(values, now()), draft) : null;
    setTries(isEntered ? tries + 1 : 0);
    if (isEntered && entered === null) return;
    const ignition = ignitionOf(
      plots.filter((plot) => plotIds.includes(plot.id)).map((plot) => ({ ...plot, time: timeOf(times?.[plot.id]) })),
    );
    onRequest({
      hours,
      members,
      model,
      ...(ignition && { ignition }),
      ...(begin && { begin: pickedTime(begin) }),
      weather: entered?.hours ?? null,
      ...(entered && model !== 'wang' && Object.keys(entered.moisture).length > 0 && { moisturePercent: entered.moisture }),
    });
  };
  return (
    <Form
      form={form}
      className="spread-request"
      size="small"
      layout="vertical"
      requiredMark={false}
      aria-label={messages.request}
      initialValues={FIRST}
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={submit}
    >
      <div className="line">
        <Form.Item name="hours" label={messages.hours} rules={[{ required: true, message: messages.needed }]}>
          <NumberInput min={1} max={MOST_SPREAD_HOURS} isWhole />
        </Form.Item>
        <Form.Item name="members" label={messages.members} tooltip={messages.membersHint}>
          <Segmented
            options={([1, 100] as const).map((value) => ({ value, label: messages.memberChoices[value] }))}
            aria-label={messages.members}
          />
        </Form.Item>
        <Form.Item name="model" label={messages.model} tooltip={messages.modelHint}>
          <Segmented options={SPREAD_MODELS.map((value) => ({ value, label: messages.models[value] }))} aria-label={messages.model} />
        </Form.Item>
        <Button type="primary" htmlType="submit" disabled={busy || (isEntered && service.isPending)}>
          {isAgain ? messages.again : messages.start}
        </Button>
      </div>
      <div className="line">
        <Form.Item name="plotIds" label={messages.ignitionPlots} tooltip={messages.ignitionHint} className="spread-ignition">
          <Select
            mode="multiple"
            aria-label={messages.ignitionPlots}
            placeholder={messages.ignitionByFire[typed.members ?? FIRST.members]}
            notFoundContent={messages.nothingDrawn}
            options={plots.map((plot) => ({ value: plot.id, label: labelOf(plot) }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
        <Form.Item
          name="begin"
          label={messages.beginAt}
          tooltip={messages.beginHint}
          rules={[
            {
              validator: (_, reading: Dayjs | null) => {
                const time = timeOf(reading);
                const isFar = time !== null && Math.abs(time.getTime() - now()) > SPREAD_BEGIN_DAYS * DAY_MS;
                return isFar ? Promise.reject(new Error(messages.beginFar(SPREAD_BEGIN_DAYS))) : Promise.resolve();
              },
            },
          ]}
        >
          <MinutePicker label={messages.beginAt} placeholder={messages.beginNow} />
        </Form.Item>
      </div>
      {plots
        .filter((plot) => typed.plotIds?.includes(plot.id))
        .map((plot) => (
          <Form.Item
            key={plot.id}
            name={['times', plot.id]}
            label={messages.ignitionTimeOf(labelOf(plot))}
            layout="horizontal"
            className="spread-part"
            dependencies={['begin', 'hours', 'plotIds']}
            rules={[
              {
                validator: (_, reading: Dayjs | null) => {
                  const time = timeOf(reading);
                  const fault = time && partFaultOf(time.getTime(), partTimesOf(form.getFieldsValue(), now()));
                  return fault ? Promise.reject(new Error(partFaultText(fault, messages))) : Promise.resolve();
                },
              },
            ]}
          >
            <MinutePicker label={messages.ignitionTimeOf(labelOf(plot))} placeholder={messages.beginAt} />
          </Form.Item>
        ))}
      <Checkbox checked={isEntered} onChange={({ target }) => setEntered(target.checked)}>
        {messages.entered}
      </Checkbox>
      {isEntered && (
        <div ref={entry}>
          <WeatherEditor
            draft={draft}
            rows={rowsAt(typed, minute)}
            service={service}
            isTried={tries > 0}
            hasMoisture={typed.model !== 'wang'}
            onChange={setDraft}
            onReset={reset}
          />
        </div>
      )}
    </Form>
  );
}

interface MinuteProps {
  readonly label: string;
  readonly placeholder: string;
  /** Set by the form. */
  readonly id?: string;
  readonly value?: Dayjs | null;
  readonly onChange?: (reading: Dayjs | null) => void;
}

const MinutePicker = ({ label, ...props }: MinuteProps) => (
  <DatePicker
    {...props}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    aria-label={label}
    // Enter accepts the typed time and must not submit the form.
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  />
);

function usePlotLabel() {
  const language = useLanguage();
  return ({ symbol, name, changedAt }: Named<Plot>): string =>
    `${name || (symbol && plotSymbols[symbol][language])} ${dayAndMinute(changedAt)}`;
}

const partFaultText = (fault: PartFault, { ignitionOutside, noneAtFirst }: SpreadMessages): string =>
  fault.kind === 'outside' ? ignitionOutside(formatTime(fault.from).slice(5, 16), formatTime(fault.to).slice(5, 16)) : noneAtFirst;
