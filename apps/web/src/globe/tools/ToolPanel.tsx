// The frame of a tool's panel: title, a hint for the next step, and a close button (Esc too).
import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useEscape } from '../../shared/escape.ts';
import { IconButton } from '../../shared/IconButton.tsx';
import { useToolMessages } from './messages.ts';
import { useToolStore } from './tool-store.ts';

interface Props {
  readonly title: string;
  readonly hint: string | null;
  readonly children: ReactNode;
}

export function ToolPanel({ title, hint, children }: Props) {
  const messages = useToolMessages();
  const { close } = useToolStore();
  useEscape(true, close);
  return (
    <section className="tool-panel panel" role="dialog" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <IconButton label={messages.close} icon={<CloseOutlined />} onClick={close} />
      </header>
      {hint !== null && (
        <p className="tool-hint" role="status">
          {hint}
        </p>
      )}
      <div className="tool-body stack">{children}</div>
    </section>
  );
}
