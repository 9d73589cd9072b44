// 云台操作: everything that moves a camera, beside its picture.
import { ArrowDownOutlined, ArrowLeftOutlined, ArrowRightOutlined, ArrowUpOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { PTZ_AUX_DEVICES, type PtzDirection, type PtzLensAct } from '@lookout/domain';
import { Button, InputNumber } from 'antd';
import { Fragment, type ReactNode, type RefObject, useId, useState } from 'react';
import { useEscape } from '../../../shared/escape.ts';
import { useVideoMessages } from '../messages.ts';
import { Angles } from './Angles.tsx';
import { HoldButton } from './HoldButton.tsx';
import { OperatorBar } from './OperatorBar.tsx';
import { Presets } from './Presets.tsx';
import { Tour } from './Tour.tsx';
import './steering.css';
import { useArrowKeys } from './use-arrow-keys.ts';
import { type SteeredCamera, useSteering } from './use-steering.ts';

const USUAL_STEP = 5;

/** Around the middle as they lie on the pad; null is the middle. */
const PAD: readonly (readonly [PtzDirection, ReactNode] | null)[] = [
  ['up-left', <ArrowUpOutlined key="i" rotate={-45} />],
  ['up', <ArrowUpOutlined key="i" />],
  ['up-right', <ArrowUpOutlined key="i" rotate={45} />],
  ['left', <ArrowLeftOutlined key="i" />],
  null,
  ['right', <ArrowRightOutlined key="i" />],
  ['down-left', <ArrowDownOutlined key="i" rotate={45} />],
  ['down', <ArrowDownOutlined key="i" />],
  ['down-right', <ArrowDownOutlined key="i" rotate={-45} />],
];

const LENS: readonly (readonly [name: 'zoom' | 'focus' | 'iris', less: PtzLensAct, more: PtzLensAct])[] = [
  ['zoom', 'zoom-out', 'zoom-in'],
  ['focus', 'focus-near', 'focus-far'],
  ['iris', 'iris-close', 'iris-open'],
];

interface Props {
  readonly camera: SteeredCamera;
  /** Inside of it the arrow keys steer. */
  readonly keysIn: RefObject<HTMLElement | null>;
}

export function SteeringPanel({ camera, keysIn }: Props) {
  const { steering: messages } = useVideoMessages();
  if (camera.monitorId === null)
    return (
      <section className="steering" aria-label={messages.title}>
        <p className="hint">{messages.noMonitor}</p>
      </section>
    );
  return <Panel key={camera.id} camera={camera} keysIn={keysIn} />;
}

function Panel({ camera, keysIn }: Props) {
  const { steering: messages } = useVideoMessages();
  const id = useId();
  const [step, setStep] = useState<number | null>(USUAL_STEP);
  const steering = useSteering(camera, step ?? Number.NaN);
  useArrowKeys(keysIn, steering);
  // While it moves, Esc stops it and closes nothing.
  useEscape(steering.held !== null, steering.release);
  return (
    <section className="steering" aria-label={messages.title}>
      <h3>{messages.of(camera.name)}</h3>
      <OperatorBar cameraId={camera.id} />
      <div className="steering-move">
        <fieldset className="steering-pad" aria-label={messages.pad} title={messages.pad}>
          {PAD.map((entry) =>
            entry === null ? (
              <span key="middle" className="steering-middle" data-held={steering.held !== null} />
            ) : (
              <HoldButton key={entry[0]} act={entry[0]} label={messages.directions[entry[0]]} steering={steering}>
                {entry[1]}
              </HoldButton>
            ),
          )}
        </fieldset>
        <div className="steering-step hint stack">
          <label htmlFor={id}>{messages.step}</label>
          <InputNumber id={id} size="small" value={step} onChange={setStep} status={step === null ? 'error' : ''} />
        </div>
      </div>
      <div className="steering-lens">
        {LENS.map(([name, less, more]) => (
          <Fragment key={name}>
            <HoldButton act={less} label={messages.lensActs[less]} steering={steering}>
              <MinusOutlined />
            </HoldButton>
            <span>{messages.lens[name]}</span>
            <HoldButton act={more} label={messages.lensActs[more]} steering={steering}>
              <PlusOutlined />
            </HoldButton>
          </Fragment>
        ))}
      </div>
      <Button size="small" block onClick={() => void steering.autoFocus()}>
        {messages.autoFocus}
      </Button>
      <div className="steering-aux">
        {PTZ_AUX_DEVICES.map((device) => (
          <div key={device}>
            <span>{messages.aux[device]}</span>
            {[true, false].map((isOn) => {
              const word = isOn ? messages.on : messages.off;
              return (
                <Button
                  key={word}
                  size="small"
                  aria-label={messages.auxAct(messages.aux[device], word)}
                  onClick={() => void steering.switchAux(device, isOn)}
                >
                  {word}
                </Button>
              );
            })}
          </div>
        ))}
      </div>
      <Angles cameraId={camera.id} onTurn={steering.turnTo} />
      <Presets cameraId={camera.id} />
      <Tour onTour={steering.tour} />
    </section>
  );
}
