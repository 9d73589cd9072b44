// 云台操作: the controls that move a camera, next to its picture.
import {
  ArrowDownOutlined,
  ArrowLeftOutlined,
  ArrowRightOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  MinusOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { PTZ_AUX_DEVICES, type PtzAct, type PtzDirection, type PtzLensAct } from '@lookout/domain';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { App, Button, Popconfirm, Skeleton } from 'antd';
import { Fragment, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { CameraDirection } from '../../camera.ts';
import { positionKey } from '../cameras.ts';
import { useVideoMessages } from '../messages.ts';
import '../camera.css';
import { CallFailed } from '@lookout/client';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useSession } from '@lookout/web/shared/services.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useArrowKeys } from './hold.ts';
import { type SteeredCamera, type Steering, useOperator, useSteering } from './use-steering.ts';

const USUAL_STEP = 5;

/** In the order of the 3 × 3 pad; null is its centre. */
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
  /** The arrow keys steer while the focus is inside this element. */
  readonly keysIn: RefObject<HTMLElement | null>;
  /** Called when a button is pressed or released. */
  readonly onPressed: (isPressed: boolean) => void;
}

export function SteeringPanel(props: Props) {
  const { camera } = props;
  const { steering: messages } = useVideoMessages();
  if (camera.monitoringPointId === null)
    return (
      <section className="steering" aria-label={messages.title}>
        <p className="hint">{messages.noMonitor}</p>
      </section>
    );
  return <Panel key={camera.id} {...props} />;
}

function Panel({ camera, keysIn, onPressed }: Props) {
  const { steering: messages } = useVideoMessages();
  const id = useId();
  const [step, setStep] = useState<number | null>(USUAL_STEP);
  const steering = useSteering(camera, step ?? Number.NaN, onPressed);
  useArrowKeys(keysIn, steering);
  // While the camera moves, Esc stops it instead of closing something.
  useEscape(steering.pressed !== null, steering.release);
  return (
    <section className="steering" aria-label={messages.title}>
      <h3>{messages.of(camera.name)}</h3>
      <OperatorBar cameraId={camera.id} />
      <div className="steering-move">
        <fieldset className="steering-pad" aria-label={messages.pad} title={messages.pad}>
          {PAD.map((entry) =>
            entry === null ? (
              <span key="middle" className="steering-middle" data-held={steering.pressed !== null} />
            ) : (
              <HoldButton key={entry[0]} act={entry[0]} label={messages.directions[entry[0]]} steering={steering}>
                {entry[1]}
              </HoldButton>
            ),
          )}
        </fieldset>
        <div className="steering-step hint stack">
          <label htmlFor={id}>{messages.step}</label>
          {/* §5: an invalid step shows its warning when it is used. */}
          <NumberInput id={id} size="small" hasRule value={step} onChange={setStep} status={step === null ? 'error' : ''} />
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
              const text = isOn ? messages.on : messages.off;
              return (
                <Button
                  key={text}
                  size="small"
                  aria-label={messages.auxAct(messages.aux[device], text)}
                  onClick={() => void steering.switchAux(device, isOn)}
                >
                  {text}
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

/** 操作权: who controls the camera, and how control is handed over. */
function OperatorBar({ cameraId }: { readonly cameraId: string }) {
  const { operator: messages } = useVideoMessages().steering;
  const { info } = useSession();
  const { state, act } = useOperator(cameraId);
  const { data, isError } = state;
  if (!data) return <p className="operator-bar hint line">{isError ? messages.unknown : ' '}</p>;
  const { holder, isMine, askedBy } = data;
  const hasRequested = !isMine && askedBy !== null && askedBy === info?.userDTO.fullName;
  return (
    <div className="operator-bar line" data-state={isMine ? 'mine' : holder === null ? 'free' : 'other'} role="status">
      <span>{isMine ? messages.mine : holder === null ? messages.free : messages.other(holder)}</span>
      {holder === null && (
        <Button size="small" onClick={() => void act('take')}>
          {messages.take}
        </Button>
      )}
      {isMine && askedBy !== null && <strong>{messages.requestedBy(askedBy)}</strong>}
      {isMine && askedBy !== null && (
        <Button size="small" type="primary" onClick={() => void act('give')}>
          {messages.give}
        </Button>
      )}
      {isMine && (
        <Button size="small" onClick={() => void act('release')}>
          {messages.release}
        </Button>
      )}
      {holder !== null && !isMine && !hasRequested && (
        <Button size="small" onClick={() => void act('ask')}>
          {messages.request}
        </Button>
      )}
      {hasRequested && <span className="hint">{messages.requested}</span>}
    </div>
  );
}

/** A button that acts while it is pressed: by mouse, touch, space bar or Enter. */
interface HoldButtonProps {
  readonly act: PtzAct;
  readonly label: string;
  readonly steering: Pick<Steering, 'pressed' | 'press' | 'release'>;
  readonly children: ReactNode;
}

const isPress = (key: string): boolean => key === ' ' || key === 'Enter';

function HoldButton({ act, label, steering, children }: HoldButtonProps) {
  const { pressed, press, release } = steering;
  const isDown = useRef(false);
  const down = () => {
    isDown.current = true;
    press(act);
  };
  const up = () => {
    if (!isDown.current) return;
    isDown.current = false;
    release();
  };
  return (
    <button
      type="button"
      className="hold-button"
      aria-label={label}
      title={label}
      data-held={pressed === act}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        down();
      }}
      onPointerUp={up}
      onPointerCancel={up}
      onLostPointerCapture={up}
      onBlur={up}
      // A long touch opens a menu in some browsers and swallows the pointer-up.
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isPress(event.key)) return;
        event.preventDefault();
        if (!event.repeat) down();
      }}
      onKeyUp={(event) => {
        if (isPress(event.key)) up();
      }}
    >
      {children}
    </button>
  );
}

/** 转到指定角度, in the angles the camera reports. */
interface AnglesProps {
  readonly cameraId: string;
  readonly onTurn: (horizontal: number, vertical: number) => Promise<void>;
}

function Angles({ cameraId, onTurn }: AnglesProps) {
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
    const now = queries.getQueryData<CameraDirection>(positionKey(cameraId));
    if (!now) return;
    setBad(false);
    setHorizontal(Math.round(now.horizontalDegrees * 10) / 10);
    setVertical(Math.round(now.verticalDegrees * 10) / 10);
  };
  return (
    <fieldset className="steering-angles">
      <legend>{messages.title}</legend>
      <label htmlFor={`${id}h`}>{messages.horizontal}</label>
      <NumberInput
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
      <NumberInput
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

/** 预置位 stored in the camera itself: go to one, save the current direction, delete after a confirmation. */
const MOST_CHARACTERS = 32;

function Presets({ cameraId }: { readonly cameraId: string }) {
  const { presets: messages } = useVideoMessages().steering;
  const client = useClient();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const queryKey = ['camera-presets', cameraId];
  const presets = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.camera.presets({ query: { cameraId }, occasion: 'background', silent: true, signal }),
  });
  /** Failures are already shown by the interceptor. The typed text is kept. */
  const doing = async (call: Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await call;
    } catch (error) {
      if (error instanceof CallFailed) return false;
      throw error;
    }
    void message.success(done);
    return true;
  };
  const save = async () => {
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted === '') return;
    if (!(await doing(client.camera.setPreset({ body: { cameraId, name: wanted } }), messages.setDone(wanted)))) return;
    setName('');
    await queries.invalidateQueries({ queryKey });
  };
  const remove = async (number: number) => {
    await doing(client.camera.removePreset({ body: { cameraId, number } }), messages.removed);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <section className="steering-presets stack" aria-label={messages.title}>
      <h4>{messages.title}</h4>
      {presets.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {presets.isError && <LoadFailed error={presets.error} onRetry={() => void presets.refetch()} />}
      {presets.data?.length === 0 && <p className="hint">{messages.empty}</p>}
      <ul>
        {presets.data?.map((preset) => (
          <li key={preset.number}>
            <span className="tabular hint">{preset.number}</span>
            <span className="row-name cut" title={preset.name}>
              {preset.name}
            </span>
            <Button
              size="small"
              aria-label={messages.goTo(preset.name)}
              onClick={() =>
                void doing(client.camera.gotoPreset({ body: { cameraId, number: preset.number } }), messages.going(preset.name))
              }
            >
              {messages.go}
            </Button>
            <Popconfirm
              title={messages.removeAsk(preset.name)}
              okText={messages.remove}
              okButtonProps={{ danger: true }}
              overlayStyle={{ maxWidth: 280 }}
              onConfirm={() => remove(preset.number)}
            >
              <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={messages.removeOf(preset.name)} />
            </Popconfirm>
          </li>
        ))}
      </ul>
      <div className="steering-preset-new">
        <TextInput
          size="small"
          value={name}
          most={MOST_CHARACTERS}
          placeholder={messages.name}
          aria-label={messages.name}
          status={isMissing ? 'error' : ''}
          onChange={({ target }) => {
            setName(target.value);
            setMissing(false);
          }}
          onPressEnter={() => void save()}
        />
        <Button size="small" onClick={() => void save()}>
          {messages.set}
        </Button>
      </div>
      {isMissing && (
        <p className="steering-fault" role="alert">
          {messages.needName}
        </p>
      )}
    </section>
  );
}

/** 巡航: the tour configured in 摄像头设置. */
function Tour({ onTour }: { readonly onTour: Steering['tour'] }) {
  const { tour: messages } = useVideoMessages().steering;
  const { message } = App.useApp();
  const acts = [
    ['StartService', messages.service, messages.serviceDone],
    ['StartCruise', messages.start, messages.startDone],
    ['PauseCruise', messages.pause, messages.pauseDone],
  ] as const;
  return (
    <section className="steering-tour stack" aria-label={messages.title}>
      <h4>{messages.title}</h4>
      {acts.map(([controlType, label, done]) => (
        <Button
          key={controlType}
          size="small"
          block
          onClick={async () => {
            if (await onTour(controlType)) void message.success(done);
          }}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}
