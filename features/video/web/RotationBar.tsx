// 轮巡 above the wall: which cameras are shown in turn and for how long, and its controls while it is active.
import { CaretRightOutlined, PauseOutlined, RetweetOutlined, StepForwardOutlined } from '@ant-design/icons';
import { Button, Form, Modal, Select, TreeSelect } from 'antd';
import { useEffect, useState } from 'react';
import type { CheckedCamera } from '../../camera/camera.ts';
import { channelName } from '../../camera/parts/cameras.ts';
import { treeOf } from './camera-tree.ts';
import { useLiveVideoMessages } from './messages.ts';
import { advanced, DWELLS, type Dwell, type Rotation, roundsOf } from './rotation.ts';

interface Props {
  readonly rotation: Rotation;
  readonly change: (change: (rotation: Rotation) => Rotation) => void;
  readonly cameras: readonly CheckedCamera[];
  /** Number of cameras shown in turn now: those of the group that are online. */
  readonly count: number;
  readonly tiles: number;
}

const TICK_MS = 1_000;

export function RotationBar({ rotation, change, cameras, count, tiles }: Props) {
  const { rotation: messages } = useLiveVideoMessages();
  const [isChoosing, setChoosing] = useState(false);
  const next = () => change((before) => advanced(before, count, tiles));
  const round = roundsOf(count, rotation.at, tiles);
  const skipped = rotation.cameraIds.length - count;
  return (
    <div className="rotation-bar line" role="toolbar" aria-label={messages.title}>
      <Button size="small" icon={<RetweetOutlined aria-hidden="true" />} onClick={() => setChoosing(true)}>
        {messages.title}
      </Button>
      {rotation.state !== 'off' && (
        <>
          <span className="hint tabular" role="status">
            {messages.round(round.number, round.count)}
            {skipped > 0 && ` · ${messages.skipped(skipped)}`}
          </span>
          {rotation.state === 'running' && round.count > 1 && <Countdown key={rotation.at} seconds={rotation.dwell} />}
          <Button
            size="small"
            icon={rotation.state === 'running' ? <PauseOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
            onClick={() => change((before) => ({ ...before, state: before.state === 'running' ? 'paused' : 'running' }))}
          >
            {rotation.state === 'running' ? messages.pause : messages.goOn}
          </Button>
          <Button size="small" icon={<StepForwardOutlined aria-hidden="true" />} disabled={round.count < 2} onClick={next}>
            {messages.next}
          </Button>
          <Button size="small" onClick={() => change((before) => ({ ...before, state: 'off' }))}>
            {messages.end}
          </Button>
        </>
      )}
      {isChoosing && (
        <RotationDialog
          rotation={rotation}
          cameras={cameras}
          onClose={() => setChoosing(false)}
          onStart={(cameraIds, dwell) => {
            change(() => ({ cameraIds, dwell, state: 'running', at: 0 }));
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}

function Countdown({ seconds }: { readonly seconds: number }) {
  const { rotation: messages } = useLiveVideoMessages();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  // Hidden from screen readers, which would otherwise announce the change every second.
  return (
    <span className="hint tabular" aria-hidden="true">
      {messages.left(left)}
    </span>
  );
}

interface DialogProps extends Pick<Props, 'rotation' | 'cameras'> {
  readonly onClose: () => void;
  readonly onStart: (cameraIds: readonly string[], dwell: Dwell) => void;
}

interface Fields {
  readonly cameraIds: readonly string[];
  readonly dwell: Dwell;
}

function RotationDialog({ rotation, cameras, onClose, onStart }: DialogProps) {
  const { rotation: messages } = useLiveVideoMessages();
  const [form] = Form.useForm<Fields>();
  const known = new Set(cameras.map(({ id }) => id));
  const treeData = treeOf(cameras, '', 'all').map((grid) => ({
    value: grid.key,
    title: grid.name,
    children: grid.points.map((point) => ({
      value: point.key,
      title: point.name,
      children: point.cameras.map((camera) => ({ value: camera.id, title: channelName(camera) })),
    })),
  }));
  return (
    <Modal open centered title={messages.title} okText={messages.start} cancelText={messages.cancel} onOk={form.submit} onCancel={onClose}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ cameraIds: rotation.cameraIds.filter((id) => known.has(id)), dwell: rotation.dwell }}
        onFinish={({ cameraIds, dwell }) => onStart(cameraIds, dwell)}
      >
        <Form.Item name="cameraIds" label={messages.group} rules={[{ required: true, message: messages.needGroup }]}>
          <TreeSelect
            treeCheckable
            showSearch={{ treeNodeFilterProp: 'title' }}
            allowClear
            maxTagCount="responsive"
            placeholder={messages.choose}
            treeData={treeData}
          />
        </Form.Item>
        <Form.Item name="dwell" label={messages.dwell}>
          <Select options={DWELLS.map((seconds) => ({ value: seconds, label: messages.seconds(seconds) }))} />
        </Form.Item>
      </Form>
      <p className="hint">{messages.hint}</p>
    </Modal>
  );
}
