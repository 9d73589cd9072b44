// A button that acts while it is held: by mouse, by touch, and by the space bar or Enter.
import type { PtzAct } from '@lookout/domain';
import { type ReactNode, useRef } from 'react';
import type { Steering } from './use-steering.ts';

interface Props {
  readonly act: PtzAct;
  readonly label: string;
  readonly steering: Pick<Steering, 'held' | 'press' | 'release'>;
  readonly children: ReactNode;
}

const isPress = (key: string): boolean => key === ' ' || key === 'Enter';

export function HoldButton({ act, label, steering, children }: Props) {
  const { held, press, release } = steering;
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
      data-held={held === act}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        down();
      }}
      onPointerUp={up}
      onPointerCancel={up}
      onLostPointerCapture={up}
      onBlur={up}
      // A long touch opens a menu in some browsers, and the finger is never seen to leave.
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
