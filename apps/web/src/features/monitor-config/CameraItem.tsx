// One camera of a monitoring point, as a line of its form.
import { DeleteOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import { useMonitorConfigMessages } from './messages.ts';
import { isSameChannel, type PointFields } from './point-form.ts';

const optionsOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, label]) => ({ value, label }));

export function CameraItem({ index, onRemove }: { readonly index: number; readonly onRemove: () => void }) {
  const messages = useMonitorConfigMessages();
  const { point: said } = messages;
  const field = (name: string) => [index, name];
  const required = (message: string) => [{ required: true, whitespace: true, message }];
  return (
    <fieldset className="config-camera">
      <legend>{said.camera(index + 1)}</legend>
      <Button
        className="config-camera-remove"
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={said.removeCamera(index + 1)}
        title={said.removeCamera(index + 1)}
        onClick={onRemove}
      />
      <div className="config-four pair">
        <Form.Item name={field('name')} label={said.cameraName} rules={required(said.rules.cameraName)} style={{ gridColumn: 'span 2' }}>
          <Input maxLength={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name={field('deviceId')} label={said.device} rules={required(said.rules.device)}>
          <Input maxLength={128} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={field('channelNum')}
          label={said.channel}
          dependencies={[['cameras', index, 'deviceId']]}
          rules={[
            ({ getFieldValue }) => ({
              validator: () =>
                isSameChannel(getFieldValue('cameras') as PointFields['cameras'], index)
                  ? Promise.reject(new Error(said.rules.sameChannel))
                  : Promise.resolve(),
            }),
          ]}
        >
          <InputNumber min={0} max={10_000} precision={0} />
        </Form.Item>
        <Form.Item name={field('cameraType')} label={said.type}>
          <Select allowClear options={optionsOf(messages.types)} />
        </Form.Item>
        <Form.Item name={field('manufacturer')} label={said.vendor}>
          <Select allowClear options={optionsOf(messages.vendors)} />
        </Form.Item>
        <Form.Item name={field('towerHeight')} label={said.cameraTower}>
          <InputNumber min={0} max={1000} placeholder={said.asPoint} />
        </Form.Item>
        <Form.Item name={field('northCorrection')} label={said.north}>
          <InputNumber min={-360} max={360} step={0.1} />
        </Form.Item>
      </div>
    </fieldset>
  );
}
