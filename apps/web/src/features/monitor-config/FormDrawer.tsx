// A drawer with a form in it: what is typed is not lost by a press beside it, and a failed save is told above what was typed.
import { Alert, Button, Drawer, Space } from 'antd';
import type { ReactNode } from 'react';
import { useMonitorConfigMessages } from './messages.ts';

/** CSS pixels. */
export const DRAWER_WIDTH = 820;

interface Props {
  readonly title: string;
  readonly isBusy: boolean;
  /** Why the last save failed, for people. */
  readonly failure: string | null;
  readonly onSave: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

export function FormDrawer({ title, isBusy, failure, onSave, onLeave, children }: Props) {
  const messages = useMonitorConfigMessages();
  return (
    <Drawer
      open
      size={DRAWER_WIDTH}
      title={title}
      onClose={onLeave}
      mask={{ closable: false }}
      extra={
        <Space>
          <Button onClick={onLeave}>{messages.cancel}</Button>
          <Button type="primary" disabled={isBusy} aria-busy={isBusy} onClick={onSave}>
            {isBusy ? messages.saving : messages.save}
          </Button>
        </Space>
      }
    >
      {failure && <Alert type="error" showIcon title={failure} role="alert" className="config-failure" />}
      {children}
    </Drawer>
  );
}
