// A list of sectors of a camera's view: masks, or where it may turn. Angles as the camera reports them.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber } from 'antd';
import { useMonitorConfigMessages } from './messages.ts';
import { NEW_SECTOR } from './setup-form.ts';

interface Props {
  readonly name: 'masks' | 'ranges';
  readonly most: number;
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly addWord: string;
}

const ANGLES = [
  ['fromHorizontal', 360],
  ['toHorizontal', 360],
  ['fromVertical', 90],
  ['toVertical', 90],
] as const;

export function SectorsField({ name, most, title, hint, none, addWord }: Props) {
  const { sector, rules } = useMonitorConfigMessages().camera;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="config-note hint">{hint}</p>
      <Form.List name={name}>
        {(items, { add, remove }) => (
          <>
            {items.length === 0 && <p className="config-none">{none}</p>}
            {items.map(({ key, name: index }) => (
              <div key={key} className="config-sector">
                <Form.Item
                  name={[index, 'name']}
                  label={sector.name}
                  rules={[{ required: true, whitespace: true, message: rules.sectorName }]}
                >
                  <Input maxLength={32} autoComplete="off" />
                </Form.Item>
                {ANGLES.map(([angle, limit]) => (
                  <Form.Item key={angle} name={[index, angle]} label={sector[angle]} rules={[{ required: true, message: rules.number }]}>
                    <InputNumber min={-limit} max={limit} suffix="°" />
                  </Form.Item>
                ))}
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={sector.remove(`${title} ${index + 1}`)}
                  title={sector.remove(`${title} ${index + 1}`)}
                  onClick={() => remove(index)}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} disabled={items.length >= most} onClick={() => add(NEW_SECTOR)}>
              {addWord}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}
