// Cursor position, camera height and scale, written to the DOM directly: a moving pointer or camera must not render React.

import type { Globe, Readout } from '@lookout/map';
import { useEffect, useRef, useState } from 'react';
import { marks } from '../shared/text/marks.ts';
import { decimalText, dmsText } from '../shared/text/position-text.ts';
import { heightText, scaleBarOf } from './distance-text.ts';
import { useGlobeMessages } from './messages.ts';
import { useGlobeRoom } from './use-globe-room.ts';

type Format = 'decimal' | 'dms';

const positionText = (readout: Readout, format: Format): string => (format === 'decimal' ? decimalText(readout) : dmsText(readout));

export function Readouts({ globe }: { readonly globe: Globe }) {
  const messages = useGlobeMessages();
  const [format, setFormat] = useState<Format>('decimal');
  const cursor = useRef<HTMLSpanElement>(null);
  const ground = useRef<HTMLSpanElement>(null);
  const last = useRef<Readout | null>(null);

  useEffect(() => {
    const write = (readout: Readout | null) => {
      last.current = readout;
      if (cursor.current) cursor.current.textContent = readout ? positionText(readout, format) : '—';
      if (ground.current)
        ground.current.textContent = readout?.heightMetres == null ? '' : messages.ground(Math.round(readout.heightMetres));
    };
    write(last.current);
    return globe.attachReadout(write);
  }, [globe, format, messages]);

  return (
    <div className="readouts tabular hint line">
      <button
        type="button"
        className="readout-cursor"
        title={messages.cursorFormat}
        onClick={() => setFormat(format === 'decimal' ? 'dms' : 'decimal')}
      >
        <span className="visually-hidden">{messages.cursorFormat + marks().colon}</span>
        <span ref={cursor} className="readout-place" data-format={format} title={messages.noCursor}>
          —
        </span>
      </button>
      <span ref={ground} className="readout-ground" />
      <span className="readout-datum" title={messages.datumHint}>
        {messages.datum}
      </span>
      <Rest globe={globe} />
    </div>
  );
}

/** Figures that are known only while the camera is at rest. */
function Rest({ globe }: { readonly globe: Globe }) {
  const room = useGlobeRoom();
  const messages = useGlobeMessages();
  const height = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const length = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = ({ heightMetres, metresPerPixel }: { heightMetres: number; metresPerPixel: number }) => {
      if (height.current) height.current.textContent = heightText(heightMetres);
      const scale = scaleBarOf(metresPerPixel);
      if (length.current) length.current.textContent = scale?.label ?? '—';
      if (bar.current) bar.current.style.width = `${scale?.pixels ?? 0}px`;
    };
    write(globe.view());
    return room.onRest(write);
  }, [globe, room]);
  return (
    <>
      <span className="readout-height">
        {messages.height} <span ref={height} />
      </span>
      <span className="scale-bar">
        <span className="visually-hidden">{messages.scale} </span>
        <span ref={length} />
        <span ref={bar} className="scale-bar-line" aria-hidden="true" />
      </span>
    </>
  );
}
