// The corners of a mask: typed one per line, or drawn on the map.

import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { readOutline } from './filter.ts';
import { useKnownHeatMessages } from './messages.ts';
import { useOutline } from './use-outline.ts';

interface Props {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (text: string) => void;
}

export function OutlineField({ id, value = '', onChange }: Props) {
  const messages = useKnownHeatMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Input.TextArea
        {...(id !== undefined && { id })}
        rows={6}
        className="tabular"
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {isOpen ? (
        <OutlineMap text={value} {...(onChange && { onChange })} />
      ) : (
        <Button className="known-heat-draw" onClick={() => setOpen(true)}>
          {messages.openMap}
        </Button>
      )}
    </>
  );
}

function OutlineMap({ text, onChange }: { readonly text: string; readonly onChange?: (text: string) => void }) {
  const messages = useKnownHeatMessages();
  const shown = useMemo(() => {
    const read = readOutline(text);
    return 'corners' in read ? read.corners : [];
  }, [text]);
  const { isDrawing, isReady, begin, stop } = useOutline(shown, (corners) =>
    onChange?.(corners.map((corner) => decimalText(corner, 5)).join('\n')),
  );
  return (
    <>
      <div className="line known-heat-draw">
        <Button disabled={!isReady} onClick={isDrawing ? stop : begin}>
          {isDrawing ? messages.stopDrawing : messages.draw}
        </Button>
        {isDrawing && (
          <span className="hint" role="status">
            {messages.drawing}
          </span>
        )}
      </div>
      <div className="known-heat-map">
        <GlobeStage initialView={null} />
      </div>
    </>
  );
}
