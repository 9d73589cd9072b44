// 移位: the fire's correct position, clicked on the map or typed. The popup is hidden during this.

import { CloseOutlined } from '@ant-design/icons';
import { formatDecimal } from '@lookout/geo';
import { useHighlight } from '@lookout/web/globe/highlight-part.ts';
import { readEntry } from '@lookout/web/globe/position-entry.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { Button, Input } from 'antd';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { NamedAlarm } from '../../../alarm/alarm.ts';
import { failureText } from '../../../alarm/parts/actions/action-failure.ts';
import { useActionMessages } from '../../../alarm/parts/actions/messages.ts';
import { useSend } from '../../../alarm/parts/actions/use-send.ts';

export interface NewPosition {
  readonly lng: number;
  readonly lat: number;
}

interface Props {
  readonly alarm: NamedAlarm;
  /** The last click on the map since the panel opened. */
  readonly clicked: NewPosition | null;
  readonly onClose: () => void;
}

const textOf = ({ lng, lat }: NewPosition) => ({ lng: formatDecimal(lng), lat: formatDecimal(lat) });

export function MovePanel({ alarm, clicked, onClose }: Props) {
  const messages = useActionMessages();
  const room = useGlobeRoom();
  const highlight = useHighlight();
  const id = useId();
  const { busy, failure, send } = useSend();
  const from = alarm.position;
  const [text, setText] = useState(textOf(from));
  const [fault, setFault] = useState<string | null>(null);
  const { move } = messages;

  useEffect(() => {
    if (clicked === null) return;
    setText(textOf(clicked));
    setFault(null);
  }, [clicked]);
  const read = readEntry(text.lng, text.lat);
  const [lng, lat] = read.ok ? [read.lng, read.lat] : [null, null];
  useEffect(() => {
    if (lng !== null && lat !== null) highlight({ lng, lat, label: move.label });
  }, [highlight, lng, lat, move.label]);
  useEffect(() => () => highlight(null), [highlight]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!read.ok) return setFault(read.fault === 'both' ? move.both : move.bad);
    const state = room.state();
    const heightMetres = state.kind === 'ready' ? state.globe.heightAt(read.lng, read.lat) : null;
    if (await send(alarm, { kind: 'move', to: { lng: read.lng, lat: read.lat }, heightMetres })) onClose();
  };
  const problem = fault ?? (failure && failureText('move', failure, messages));

  return (
    <form className="move-panel panel stack" aria-label={move.title} noValidate onSubmit={(event) => void submit(event)}>
      <header className="panel-head">
        <h2>{move.title}</h2>
        <IconButton label={messages.cancel} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <p className="second">{move.hint}</p>
      <p className="tabular second">
        {move.from}
        {marks().colon}
        {decimalText(from)}
      </p>
      <div className="move-fields stack">
        {(['lng', 'lat'] as const).map((field) => (
          <label key={field}>
            {move[field]}
            <Input
              className="tabular"
              value={text[field]}
              autoComplete="off"
              spellCheck={false}
              status={fault !== null ? 'error' : ''}
              aria-invalid={fault !== null}
              aria-describedby={problem ? id : undefined}
              onChange={(event) => {
                setText({ ...text, [field]: event.target.value });
                setFault(null);
              }}
            />
          </label>
        ))}
      </div>
      {problem && (
        <p id={id} role="alert" className="field-fault">
          {problem}
        </p>
      )}
      <div className="confirm-buttons">
        <Button type="primary" htmlType="submit" disabled={busy}>
          {busy ? messages.sending : move.ok}
        </Button>
        <Button onClick={onClose}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
