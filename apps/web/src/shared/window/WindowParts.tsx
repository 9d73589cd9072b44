// What every user-placed window has: edges to drag, the outline of its docking position, and the menu of its positions.
import { LayoutOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { createPortal } from 'react-dom';
import { IconButton } from '../IconButton.tsx';
import { useWindowMessages } from './messages.ts';
import type { PlacedWindow } from './use-window-place.ts';
import { DOCKS, edgesOf } from './window-place.ts';
import './window.css';

interface Props {
  readonly window: PlacedWindow;
}

/** Inside the window's element, as its last child. */
export const WindowEdges = ({ window }: Props) => (
  <>
    {edgesOf(window.place?.dock ?? null).map((edge) => (
      <span key={edge} className="window-edge" data-edge={edge} aria-hidden="true" {...window.edge(edge)} />
    ))}
    {window.preview && createPortal(<div className="window-preview" style={{ ...window.preview }} aria-hidden="true" />, document.body)}
  </>
);

/** A menu in the header: the same positions by keyboard. */
export function WindowMenu({ window }: Props) {
  const messages = useWindowMessages();
  const dock = window.place?.dock ?? null;
  const items = [
    ...DOCKS.map((to) => ({ key: to, label: messages[to], disabled: to === dock, onClick: () => window.dockTo(to) })),
    { key: 'float', label: messages.float, disabled: dock === null, onClick: () => window.dockTo(null) },
    { key: 'reset', label: messages.reset, disabled: window.place === null, onClick: window.reset },
  ];
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <IconButton aria-label={messages.place} title={messages.hint} icon={<LayoutOutlined />} />
    </Dropdown>
  );
}
