// 转到指定角度, as the camera reports its angles.
import type { CameraDirection } from '@lookout/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Button, InputNumber } from 'antd';
import { useId, useState } from 'react';
import { useVideoMessages } from '../messages.ts';

interface Props {
  readonly cameraId: string;
  readonly onTurn: (horizontal: number, vertical: number) => Promise<void>;
}

export function Angles({ cameraId, onTurn }: Props) {
  const { angles: messages } = useVideoMessages().steering;
  const queries = useQueryClient();
  const id = useId();
  const [horizontal, setHorizontal] = useState<number | null>(null);
  const [vertical, setVertical] = useState<number | null>(null);
  const [isBad, setBad] = useState(false);
  const turn = () => {
    const isReady = horizontal !== null && vertical !== null;
    setBad(!isReady);
    if (isReady) void onTurn(horizontal, vertical);
  };
  const fill = () => {
    const now = queries.getQueryData<CameraDirection>(['camera-position', cameraId]);
    if (!now) return;
    setBad(false);
    setHorizontal(Math.round(now.horizontalDegrees * 10) / 10);
    setVertical(Math.round(now.verticalDegrees * 10) / 10);
  };
  return (
    <fieldset className="steering-angles">
      <legend>{messages.title}</legend>
      <label htmlFor={`${id}h`}>{messages.horizontal}</label>
      <InputNumber
        id={`${id}h`}
        size="small"
        min={0}
        max={360}
        step={1}
        suffix="°"
        value={horizontal}
        onChange={setHorizontal}
        onPressEnter={turn}
      />
      <label htmlFor={`${id}v`}>{messages.vertical}</label>
      <InputNumber
        id={`${id}v`}
        size="small"
        min={-90}
        max={90}
        step={1}
        suffix="°"
        value={vertical}
        onChange={setVertical}
        onPressEnter={turn}
      />
      <Button size="small" onClick={fill}>
        {messages.fill}
      </Button>
      <Button size="small" type="primary" onClick={turn}>
        {messages.go}
      </Button>
      {isBad && (
        <p className="steering-fault" role="alert">
          {messages.bad}
        </p>
      )}
    </fieldset>
  );
}
