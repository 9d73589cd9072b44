// 求救: pressed for three seconds, by finger, mouse or key; a shorter press only shows a hint.

import { SECOND_MS } from '@lookout/domain';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { SOS_HOLD_MS } from '../sos.ts';
import { useOwnSosMessages } from './messages.ts';

interface Props {
  readonly disabled: boolean;
  /** A press began but ended too early. */
  readonly onPress: () => void;
  readonly onLetGo: () => void;
  readonly onLongPress: () => void;
}

export function SosButton({ disabled, onPress, onLetGo, onLongPress }: Props) {
  const messages = useOwnSosMessages();
  const timer = useRef<ReturnType<typeof setInterval> | null>(null);
  /** Remaining seconds of the press; null: not pressed. */
  const [left, setLeft] = useState<number | null>(null);

  const stop = () => {
    if (timer.current !== null) clearInterval(timer.current);
    timer.current = null;
    setLeft(null);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearInterval(timer.current);
    },
    [],
  );
  const press = () => {
    if (disabled || timer.current !== null) return;
    const until = Date.now() + SOS_HOLD_MS;
    setLeft(SOS_HOLD_MS / SECOND_MS);
    navigator.vibrate?.(60);
    onPress();
    timer.current = setInterval(() => {
      const rest = until - Date.now();
      if (rest > 0) return setLeft(Math.ceil(rest / SECOND_MS));
      stop();
      navigator.vibrate?.([200, 100, 200, 100, 200]);
      onLongPress();
    }, 100);
  };
  const letGo = () => {
    if (timer.current === null) return;
    stop();
    onLetGo();
  };
  const isHoldKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';

  return (
    <button
      type="button"
      className="sos-button"
      title={messages.hold}
      disabled={disabled}
      data-held={left !== null}
      onPointerDown={press}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onBlur={letGo}
      // A long press would otherwise open the phone's menu.
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        press();
      }}
      onKeyUp={(event) => isHoldKey(event) && letGo()}
    >
      <strong>SOS</strong> <span>{left === null ? messages.button : messages.holding(left)}</span>
    </button>
  );
}
