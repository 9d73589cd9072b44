// The box that is searched: dragged on the map, or as much of it as one sees.
import { BorderOuterOutlined } from '@ant-design/icons';
import { formatDecimal } from '@lookout/geo';
import type { GeoBox } from '@lookout/map';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useToolState, useToolStore } from '../../globe/tools/tool-store.ts';
import { useGlobeRoom, useGlobeState } from '../../globe/use-globe-room.ts';
import { boxOfView } from './box-of-view.ts';
import { useResourceSearchMessages } from './messages.ts';

export function BoxField({ value, onChange }: { readonly value: GeoBox | null; readonly onChange: (box: GeoBox) => void }) {
  const messages = useResourceSearchMessages();
  const room = useGlobeRoom();
  const state = useGlobeState();
  const tools = useToolStore();
  // One gesture on the map at a time: a tool that is opened takes it, and draws its own box.
  const isFree = useToolState(({ open }) => open === null);
  const [wished, setWished] = useState(false);
  const isDragging = wished && isFree && state.kind === 'ready';
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    if (!isDragging || state.kind !== 'ready') return;
    const draw = state.map.mountDraw(state.globe);
    draw.set({ kind: 'box', onBox: (box) => latest.current(box), onDrop: () => setWished(false) });
    return draw.destroy;
  }, [isDragging, state]);
  useEffect(() => {
    if (value === null || !isFree || state.kind !== 'ready') return;
    const layer = state.map.mountBox(state.globe);
    layer.set(value);
    return layer.destroy;
  }, [value, isFree, state]);

  const drag = () => {
    tools.close();
    setWished(!isDragging);
  };
  const takeView = () => {
    const view = room.view();
    if (view !== null) onChange(boxOfView(view, room.element.clientWidth, room.element.clientHeight));
  };
  return (
    <div>
      <div className="tab-line line">
        <Button
          icon={<BorderOuterOutlined />}
          type={isDragging ? 'primary' : 'default'}
          aria-pressed={isDragging}
          disabled={state.kind !== 'ready'}
          onClick={drag}
        >
          {messages.drag}
        </Button>
        <Button disabled={state.kind !== 'ready'} onClick={takeView}>
          {messages.takeView}
        </Button>
      </div>
      <p className="second tabular" role="status">
        {isDragging ? messages.dragging : value === null ? messages.noBox : boxText(value)}
      </p>
    </div>
  );
}

const boxText = ({ west, south, east, north }: GeoBox): string =>
  `${formatDecimal(west, 4)}, ${formatDecimal(south, 4)} – ${formatDecimal(east, 4)}, ${formatDecimal(north, 4)}`;
