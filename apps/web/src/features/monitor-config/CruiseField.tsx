// The round a camera makes: presets in order, and how long it stays at each.
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { CruiseStop, Preset } from '@lookout/domain';
import { Button, Form, InputNumber } from 'antd';
import { nextStop } from './setup-form.ts';
import { useMonitorConfigWords } from './words.ts';

const MOST_STOPS = 64;

/** @param presets of the camera; null: not known */
export function CruiseField({ presets }: { readonly presets: readonly Preset[] | null }) {
  const { camera: words } = useMonitorConfigWords();
  const form = Form.useFormInstance();
  const cruise = (Form.useWatch('cruise', form) ?? []) as readonly Partial<CruiseStop>[];
  const required = [{ required: true, message: words.rules.number }];
  const next = () =>
    nextStop(
      form.getFieldValue('cruise') as CruiseStop[],
      (presets ?? []).map(({ number }) => number),
    );
  const nameOf = (index: number): string => {
    const number = cruise[index]?.preset;
    if (presets === null || number === undefined || number === null) return '';
    return presets.find((preset) => preset.number === number)?.name ?? words.unnamed;
  };
  return (
    <section aria-label={words.cruise}>
      <h3>{words.cruise}</h3>
      <p className="config-note hint">{words.cruiseHint}</p>
      <Form.List name="cruise">
        {(items, { add, remove, move }) => (
          <>
            {items.length === 0 && <p className="config-none">{words.noCruise}</p>}
            {items.map(({ key, name: index }) => (
              <div key={key} className="config-stop">
                <span className="config-stop-number tabular cut">{index + 1}</span>
                <Form.Item name={[index, 'preset']} label={words.preset} rules={required}>
                  <InputNumber min={1} max={255} precision={0} />
                </Form.Item>
                <span className="config-stop-name cut" title={nameOf(index)}>
                  {nameOf(index)}
                </span>
                <Form.Item name={[index, 'seconds']} label={words.seconds} rules={required}>
                  <InputNumber min={1} max={3_600} precision={0} />
                </Form.Item>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  aria-label={words.up(index + 1)}
                  title={words.up(index + 1)}
                  onClick={() => move(index, index - 1)}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined />}
                  disabled={index === items.length - 1}
                  aria-label={words.down(index + 1)}
                  title={words.down(index + 1)}
                  onClick={() => move(index, index + 1)}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={words.removeStop(index + 1)}
                  title={words.removeStop(index + 1)}
                  onClick={() => remove(index)}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} disabled={items.length >= MOST_STOPS} onClick={() => add(next())}>
              {words.addStop}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}
