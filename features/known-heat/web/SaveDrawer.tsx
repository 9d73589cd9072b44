// A drawer with a form: a click outside does not close it; a failed save is shown above the form and loses no input.
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { Alert, Button, Drawer, Form, type FormInstance, Space } from 'antd';
import type { ReactNode } from 'react';
import { useKnownHeatMessages } from './messages.ts';

/** CSS pixels. */
const WIDTH = 520;
const MAP_WIDTH = 820;
/** Query key of the lists of this page. */
export const LISTS = ['known-heat'] as const;

interface Props<F> {
  readonly title: string;
  readonly form: FormInstance<F>;
  readonly initial: Partial<F>;
  /** The button's label; default: save. */
  readonly saveWord?: string;
  readonly isDangerous?: boolean;
  /** With a map, on which Esc ends the drawing and does not close the form. */
  readonly isWide?: boolean;
  readonly send: (typed: F) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SaveDrawer<F extends object>(props: Props<F>) {
  const { title, form, initial, saveWord, isDangerous = false, isWide = false, send, onClose, children } = props;
  const messages = useKnownHeatMessages();
  const sending = useSend({
    // After a refusal too: someone else was faster, and the list shows the current state.
    refetch: LISTS,
    failure: messages.failed,
    rests: true,
    onRefused: (error) => showFieldFaults(form as unknown as FormInstance, error),
  });
  const { isBusy, isResting, failed } = sending;

  const submit = (typed: F) =>
    sending.send(async () => {
      await send(typed);
      onClose();
    }, messages.done);
  return (
    <Drawer
      open
      size={isWide ? MAP_WIDTH : WIDTH}
      keyboard={!isWide}
      title={title}
      onClose={onClose}
      mask={{ closable: false }}
      extra={
        <Space>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="primary" danger={isDangerous} disabled={isResting} aria-busy={isBusy} onClick={() => form.submit()}>
            {saveWord ?? messages.save}
          </Button>
        </Space>
      }
    >
      {failed && <Alert className="known-heat-failed" type="error" showIcon role="alert" title={failed} />}
      <Form<F>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={isBusy}
        aria-label={title}
        initialValues={initial}
        onFinish={(typed) => void submit(typed)}
      >
        {children}
      </Form>
    </Drawer>
  );
}
