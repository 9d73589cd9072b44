// Create or change a monitoring point and its cameras.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { chosen, needed, TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { PositionInput } from '@lookout/web/shared/PositionInput.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Select } from 'antd';
import type { Camera, MonitoringPoint } from '../../camera.ts';
import { FigureItem, FormDrawer, useLeave, useSave } from './FormDrawer.tsx';
import { useCameraSetupMessages } from './messages.ts';
import { camerasLost, EMPTY_POINT, isSameChannel, newCamera, type PointFields, pointBody, pointFields, pointText } from './point-form.ts';

interface Props {
  /** null: create a new point. */
  readonly point: { readonly monitoringPoint: MonitoringPoint; readonly cameras: readonly Camera[] } | null;
  readonly onClose: () => void;
}

const RENAMED = { 'position.lng': 'position', 'position.lat': 'position', 'position.z': 'groundHeight' } as const;

export function PointDrawer({ point, onClose }: Props) {
  const messages = useCameraSetupMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const [form] = Form.useForm<PointFields>();
  const { isBusy, failure, save } = useSave(form, RENAMED);
  const { point: pointMessages } = messages;
  const initial = point === null ? EMPTY_POINT : pointFields(point.monitoringPoint, point.cameras);
  const leave = useLeave(() => pointText({ ...initial, ...form.getFieldsValue() }) !== pointText(initial), onClose);

  const send = async ({ position, ...fields }: PointFields) => {
    if (position === null) return;
    const body = pointBody(fields, position);
    const isSaved = await save(() =>
      point === null
        ? client.camera.createMonitoringPoint({ body, silent: true })
        : client.camera.updateMonitoringPoint({ params: { id: point.monitoringPoint.id }, body, silent: true }),
    );
    if (!isSaved) return;
    void queries.invalidateQueries({ queryKey: ['monitor-points'] });
    void queries.invalidateQueries({ queryKey: ['point-cameras'] });
    onClose();
  };
  const submit = (fields: PointFields) => {
    const lost = camerasLost(point?.cameras ?? [], fields.cameras);
    if (lost.length === 0) return void send(fields);
    modal.confirm({
      title: pointMessages.lostAsk(lost.length),
      content: pointMessages.lostHint(lost.map(({ name }) => name).join(marks().list)),
      okText: pointMessages.lostOk,
      okButtonProps: { danger: true },
      cancelText: messages.stay,
      onOk: () => void send(fields),
    });
  };

  return (
    <FormDrawer
      title={point === null ? pointMessages.create : pointMessages.edit(point.monitoringPoint.name)}
      isBusy={isBusy}
      failure={failure}
      onSave={() => form.submit()}
      onLeave={leave}
    >
      <Form<PointFields>
        form={form}
        layout="vertical"
        className="config-form dense-form"
        requiredMark={false}
        initialValues={initial}
        scrollToFirstError
        onFinish={submit}
      >
        <h3>{pointMessages.about}</h3>
        <div className="pair">
          <Form.Item name="name" label={pointMessages.name} rules={needed(pointMessages.rules.name)}>
            <TextInput most={64} autoComplete="off" />
          </Form.Item>
          <Form.Item name="resourceCode" label={pointMessages.code}>
            <TextInput most={64} autoComplete="off" />
          </Form.Item>
        </div>
        <Form.Item name="position" label={pointMessages.position} rules={chosen(pointMessages.rules.position)}>
          <PositionInput label={pointMessages.position} />
        </Form.Item>
        <div className="config-four pair">
          <FigureItem name="towerHeight" label={pointMessages.tower} min={0} max={1000} extra={pointMessages.towerHint} />
          <FigureItem name="groundHeight" label={pointMessages.ground} min={-500} max={9000} />
          <FigureItem name="monitorRange" label={pointMessages.range} min={0} max={100_000} />
          <FigureItem name="horizontalAngle" label={pointMessages.angle} min={-360} max={360} />
        </div>
        <div className="config-four pair">
          <Form.Item name="districtName" label={pointMessages.district}>
            <TextInput most={64} />
          </Form.Item>
          <Form.Item name="streetName" label={pointMessages.street}>
            <TextInput most={64} />
          </Form.Item>
          <Form.Item name="leaderName" label={pointMessages.leader}>
            <TextInput most={64} autoComplete="off" />
          </Form.Item>
          <Form.Item name="leaderPhone" label={pointMessages.phone}>
            <TextInput most={32} inputMode="tel" autoComplete="off" />
          </Form.Item>
        </div>
        <Form.Item name="description" label={pointMessages.description}>
          <TextArea rows={2} most={500} />
        </Form.Item>
        <h3>{pointMessages.cameras}</h3>
        <Form.List name="cameras">
          {(items, { add, remove }) => (
            <>
              {items.map(({ key, name }) => (
                <CameraItem key={key} index={name} onRemove={() => remove(name)} />
              ))}
              <Button icon={<PlusOutlined />} onClick={() => add(newCamera(items.length + 1))}>
                {pointMessages.addCamera}
              </Button>
            </>
          )}
        </Form.List>
      </Form>
    </FormDrawer>
  );
}

// One camera of a monitoring point within its form.
const optionsOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, label]) => ({ value, label }));

function CameraItem({ index, onRemove }: { readonly index: number; readonly onRemove: () => void }) {
  const messages = useCameraSetupMessages();
  const { point: pointMessages } = messages;
  const field = (name: string) => [index, name];
  return (
    <fieldset className="config-camera">
      <legend>{pointMessages.camera(index + 1)}</legend>
      <Button
        className="config-camera-remove"
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={pointMessages.removeCamera(index + 1)}
        title={pointMessages.removeCamera(index + 1)}
        onClick={onRemove}
      />
      <div className="config-four pair">
        <Form.Item
          name={field('name')}
          label={pointMessages.cameraName}
          rules={needed(pointMessages.rules.cameraName)}
          style={{ gridColumn: 'span 2' }}
        >
          <TextInput most={64} autoComplete="off" />
        </Form.Item>
        <Form.Item name={field('deviceId')} label={pointMessages.device} rules={needed(pointMessages.rules.device)}>
          <TextInput most={128} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={field('channelNum')}
          label={pointMessages.channel}
          dependencies={[['cameras', index, 'deviceId']]}
          rules={[
            ({ getFieldValue }) => ({
              validator: () =>
                isSameChannel(getFieldValue('cameras') as PointFields['cameras'], index)
                  ? Promise.reject(new Error(pointMessages.rules.sameChannel))
                  : Promise.resolve(),
            }),
          ]}
        >
          <NumberInput min={0} max={10_000} isWhole />
        </Form.Item>
        <Form.Item name={field('cameraType')} label={pointMessages.type}>
          <Select allowClear options={optionsOf(messages.types)} />
        </Form.Item>
        <Form.Item name={field('manufacturer')} label={pointMessages.vendor}>
          <Select allowClear options={optionsOf(messages.vendors)} />
        </Form.Item>
        <Form.Item name={field('towerHeight')} label={pointMessages.cameraTower}>
          <NumberInput min={0} max={1000} placeholder={pointMessages.asPoint} />
        </Form.Item>
        <Form.Item name={field('northCorrection')} label={pointMessages.north}>
          <NumberInput min={-360} max={360} step={0.1} />
        </Form.Item>
      </div>
    </fieldset>
  );
}
