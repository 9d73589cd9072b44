// What a run is asked with: hours, one member or an ensemble, the model, where and when it begins, and the weather if the officer enters it.
import { MOST_SPREAD_HOURS, type NamedAlarm, plotSymbols, SPREAD_MODELS, type SpreadModel } from '@lookout/domain';
import { Button, Checkbox, DatePicker, Form, InputNumber, Segmented, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { plotRecords } from '../../../entities/plot/plot-records.ts';
import { useLanguage } from '../../../shared/language.ts';
import { useRecords } from '../../../shared/services.ts';
import { dayAndMinute, pickedTime } from '../../../shared/time-text.ts';
import { burningPlots, ignitionOf } from './ignition-plots.ts';
import { useSpreadMessages } from './messages.ts';
import type { EnteredWeather, SpreadQuestion } from './use-spread.ts';

interface Typed extends Partial<EnteredWeather> {
  readonly hours: number;
  readonly members: 1 | 100;
  readonly model: SpreadModel;
  /** Ids of plots; none: where the fire is. */
  readonly lit?: readonly string[];
  /** null: now. */
  readonly begin?: Dayjs | null;
  readonly isEntered?: boolean;
}

interface Props {
  readonly alarm: Pick<NamedAlarm, 'id' | 'incidentId'>;
  readonly busy: boolean;
  /** A run is shown. */
  readonly isAgain: boolean;
  readonly onAsk: (question: SpreadQuestion) => void;
}

const FIRST: Typed = { hours: 6, members: 1, model: 'rothermel' };
/** As the contract bounds them. */
const FIELDS = [
  ['windSpeedMetresPerSecond', 'windSpeed', 0, 113],
  ['windFromDegrees', 'windFrom', 0, 360],
  ['temperatureCelsius', 'temperature', -60, 60],
  ['humidityPercent', 'humidity', 0, 100],
] as const satisfies readonly (readonly [keyof EnteredWeather, string, number, number])[];

export function AskForm({ alarm: { id, incidentId }, busy, isAgain, onAsk }: Props) {
  const messages = useSpreadMessages();
  const language = useLanguage();
  const plots = burningPlots(useRecords(plotRecords), [id, incidentId ?? null]);
  const [form] = Form.useForm<Typed>();
  const isEntered = Form.useWatch('isEntered', form) === true;
  const ask = ({ hours, members, model, lit = [], begin, isEntered: _, ...weather }: Typed) => {
    const ignition = ignitionOf(plots.filter((plot) => lit.includes(plot.id)));
    onAsk({
      hours,
      members,
      model,
      ...(ignition && { ignition }),
      ...(begin && { begin: pickedTime(begin) }),
      // The form asks for all of them.
      weather: isEntered ? (weather as EnteredWeather) : null,
    });
  };
  return (
    <Form
      form={form}
      className="spread-ask"
      size="small"
      layout="vertical"
      requiredMark={false}
      aria-label={messages.ask}
      initialValues={FIRST}
      onFinish={ask}
    >
      <div className="line">
        <Form.Item name="hours" label={messages.hours} rules={[{ required: true, message: messages.needed }]}>
          <InputNumber min={1} max={MOST_SPREAD_HOURS} precision={0} />
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
        <Button type="primary" htmlType="submit" disabled={busy}>
          {isAgain ? messages.again : messages.start}
        </Button>
      </div>
      <div className="line">
        <Form.Item name="lit" label={messages.lit} tooltip={messages.litHint} className="spread-lit">
          <Select
            mode="multiple"
            aria-label={messages.lit}
            placeholder={messages.litByFire}
            notFoundContent={messages.nothingDrawn}
            options={plots.map(({ id: value, symbol, name, changedAt }) => ({
              value,
              label: `${name || (symbol && plotSymbols[symbol][language])} ${dayAndMinute(changedAt)}`,
            }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
        <Form.Item name="begin" label={messages.beginAt} tooltip={messages.beginHint}>
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            placeholder={messages.beginNow}
            aria-label={messages.beginAt}
            // Enter accepts the typed time and must not submit the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </Form.Item>
      </div>
      <Form.Item name="isEntered" valuePropName="checked" noStyle>
        <Checkbox>{messages.entered}</Checkbox>
      </Form.Item>
      {isEntered && (
        <>
          <p className="hint">{messages.enteredHint}</p>
          <div className="spread-entered">
            {FIELDS.map(([name, label, min, max]) => (
              <Form.Item key={name} name={name} label={messages[label]} rules={[{ required: true, message: messages.needed }]}>
                <InputNumber min={min} max={max} />
              </Form.Item>
            ))}
          </div>
        </>
      )}
    </Form>
  );
}
