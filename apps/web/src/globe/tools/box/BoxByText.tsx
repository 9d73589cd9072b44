// A box without a pointer: two opposite corners, typed.
import { parsePlace } from '@lookout/geo';
import type { GeoBox } from '@lookout/map';
import { Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { useToolMessages } from '../messages.ts';
import { boxOfCorners } from './box-of-corners.ts';

export function BoxByText({ onBox }: { readonly onBox: (box: GeoBox) => void }) {
  const { box: messages } = useToolMessages();
  const id = useId();
  const [texts, setTexts] = useState({ corner: '', opposite: '' });
  const [isBad, setIsBad] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [corner, opposite] = [parsePlace(texts.corner), parsePlace(texts.opposite)];
    const box = corner.ok && opposite.ok ? boxOfCorners(corner.value, opposite.value) : null;
    setIsBad(box === null);
    if (box) onBox(box);
  };
  return (
    <details className="tool-group">
      <summary>{messages.byText}</summary>
      <form className="tool-line line" noValidate onSubmit={submit}>
        {(['corner', 'opposite'] as const).map((which) => (
          <Input
            key={which}
            className="tabular"
            value={texts[which]}
            aria-label={messages[which]}
            placeholder={messages[which]}
            autoComplete="off"
            spellCheck={false}
            status={isBad ? 'error' : ''}
            aria-invalid={isBad}
            aria-describedby={isBad ? id : undefined}
            onChange={({ target }) => {
              setTexts({ ...texts, [which]: target.value });
              setIsBad(false);
            }}
          />
        ))}
        <Button htmlType="submit">{messages.take}</Button>
        {isBad && (
          <p id={id} role="alert" className="field-fault">
            {messages.badCorner}
          </p>
        )}
      </form>
    </details>
  );
}
