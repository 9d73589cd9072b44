// The tour a camera makes: presets in order, and how long it stays at each.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Preset, TourStop } from '@lookout/domain';
import { Button, Form, InputNumber } from 'antd';
import { useMonitorConfigMessages } from './messages.ts';
import { nextStop } from './setup-form.ts';

const MOST_STOPS = 64;

/** @param presets of the camera; null: not known */
export function TourField({ presets }: { readonly presets: readonly Preset[] | null }) {
  const { camera: messages } = useMonitorConfigMessages();
  const form = Form.useFormInstance();
  const tour = (Form.useWatch('tour', form) ?? []) as readonly Partial<TourStop>[];
  const required = [{ required: true, message: messages.rules.number }];
  const next = () =>
    nextStop(
      form.getFieldValue('tour') as TourStop[],
      (presets ?? []).map(({ number }) => number),
    );
  const nameOf = (index: number): string => {
    const number = tour[index]?.preset;
    if (presets === null || number === undefined || number === null) return '';
    return presets.find((preset) => preset.number === number)?.name ?? messages.unnamed;
  };
  return (
    <section aria-label={messages.tour}>
      <h3>{messages.tour}</h3>
      <p className="config-note hint">{messages.tourHint}</p>
      <Form.List name="tour">
        {(items, { add, remove, move }) => (
          <>
            {items.length === 0 && <p className="config-none">{messages.noTour}</p>}
            {items.map(({ key, name: index }) => (
              <div key={key} className="config-stop">
                <span className="config-stop-number tabular cut">{index + 1}</span>
                <Form.Item name={[index, 'preset']} label={messages.preset} rules={required}>
                  <InputNumber min={1} max={255} precision={0} />
                </Form.Item>
                <span className="config-stop-name cut" title={nameOf(index)}>
                  {nameOf(index)}
                </span>
                <Form.Item name={[index, 'seconds']} label={messages.seconds} rules={required}>
                  <InputNumber min={1} max={3_600} precision={0} />
                </Form.Item>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  aria-label={messages.up(index + 1)}
                  title={messages.up(index + 1)}
                  onClick={() => move(index, index - 1)}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined />}
                  disabled={index === items.length - 1}
                  aria-label={messages.down(index + 1)}
                  title={messages.down(index + 1)}
                  onClick={() => move(index, index + 1)}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={messages.removeStop(index + 1)}
                  title={messages.removeStop(index + 1)}
                  onClick={() => remove(index)}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} disabled={items.length >= MOST_STOPS} onClick={() => add(next())}>
              {messages.addStop}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}
