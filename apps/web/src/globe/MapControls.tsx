// Home, full screen, VR, zoom, north arrow, and the switch between 2D, 3D and Columbus view.
import { FullscreenExitOutlined, FullscreenOutlined, HomeOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { BaseMapSwitch } from '@lookout/features/base-map/parts/BaseMapSwitch.tsx';
import type { Globe } from '@lookout/map';
import type { MapMode } from '@lookout/region';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LayerTree } from './layers/LayerTree.tsx';
import { useGlobeMessages } from './messages.ts';
import { useGlobeRoom } from './use-globe-room.ts';

const MODES = ['2d', '3d', 'glb'] as const satisfies readonly MapMode[];

interface Tool {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly pressed?: boolean;
}

export function MapControls({ globe }: { readonly globe: Globe }) {
  const messages = useGlobeMessages();
  const fullscreen = useFullscreen();
  const [vr, setVr] = useState(false);
  const tools: readonly Tool[] = [
    { label: messages.home, icon: <HomeOutlined />, run: () => void globe.home() },
    { label: messages.zoomIn, icon: <PlusOutlined />, run: () => globe.zoomBy(0.5) },
    { label: messages.zoomOut, icon: <MinusOutlined />, run: () => globe.zoomBy(2) },
    {
      label: fullscreen.on ? messages.leaveFullscreen : messages.fullscreen,
      icon: fullscreen.on ? <FullscreenExitOutlined /> : <FullscreenOutlined />,
      run: fullscreen.toggle,
    },
    {
      label: messages.vr,
      icon: 'VR',
      pressed: vr,
      run: () => {
        globe.setVr(!vr);
        setVr(!vr);
      },
    },
  ];

  return (
    <div className="map-controls strip" role="toolbar" aria-label={messages.controls} aria-orientation="vertical">
      <NorthArrow globe={globe} />
      {tools.map(({ label, icon, run, pressed }) => (
        <button key={label} type="button" title={label} aria-label={label} aria-pressed={pressed} onClick={run}>
          {icon}
        </button>
      ))}
      <LayerTree />
    </div>
  );
}

/** Points north on the screen; rotated by style, without React. */
function NorthArrow({ globe }: { readonly globe: Globe }) {
  const room = useGlobeRoom();
  const messages = useGlobeMessages();
  const needle = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const turn = (headingDegrees: number) => {
      if (needle.current) needle.current.style.transform = `rotate(${-headingDegrees}deg)`;
    };
    turn(globe.view().headingDegrees);
    return room.onRest((view) => turn(view.headingDegrees));
  }, [globe, room]);
  return (
    <button type="button" title={messages.north} aria-label={messages.north} onClick={() => void globe.lookNorth()}>
      <svg ref={needle} width="20" height="24" viewBox="0 0 20 24" aria-hidden="true">
        <path d="M10 1 15 14H5Z" fill="var(--real)" />
        <path d="M10 23 5 14h10Z" fill="var(--second)" />
      </svg>
    </button>
  );
}

interface ModeSwitchProps {
  readonly globe: Globe;
  /** Controls that the page adds in front of the switches. */
  readonly children?: ReactNode;
}

/** Base map and map mode, at the bottom right. */
export function ModeSwitch({ globe, children }: ModeSwitchProps) {
  const room = useGlobeRoom();
  const messages = useGlobeMessages();
  const [mode, setMode] = useState<MapMode>(() => globe.mode());
  // A view restored from a link may change the mode too.
  useEffect(() => room.onRest((view) => setMode(view.mode)), [room]);
  return (
    <fieldset className="mode-switch strip">
      <legend className="visually-hidden">{messages.mode}</legend>
      {children}
      <BaseMapSwitch />
      {MODES.map((choice) => (
        <button key={choice} type="button" aria-pressed={mode === choice} onClick={() => globe.setMode(choice)}>
          {messages.modes[choice]}
        </button>
      ))}
    </fieldset>
  );
}

function useFullscreen() {
  const [on, setOn] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  // A browser may refuse full screen (embedded page, policy); nothing changes then.
  const toggle = () => void (on ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  return { on, toggle };
}
