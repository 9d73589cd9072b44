// A drawer with a form: a click outside does not close it; a failed save is shown above the form and loses no input.
import type { CallFailed } from '@lookout/client';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Drawer, Form, type FormInstance, Space } from 'antd';
import { type ReactNode, useState } from 'react';
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
  const { message } = App.useApp();
  const queries = useQueryClient();
  const rest = useSubmitRest();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  const submit = async (typed: F) => {
    if (isBusy || !rest.begin()) return;
    setBusy(true);
    setFailed(null);
    try {
      await send(typed);
      void message.success(messages.done);
      onClose();
    } catch (error) {
      showFieldFaults(form as unknown as FormInstance, error);
      setFailed(`${messages.failed}${marks().brackets((error as CallFailed).message)}`);
    } finally {
      setBusy(false);
      // Also after a refusal: someone else was faster, and the list shows the current state.
      void queries.invalidateQueries({ queryKey: LISTS });
    }
  };
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
          <Button type="primary" danger={isDangerous} disabled={isBusy || rest.resting} aria-busy={isBusy} onClick={() => form.submit()}>
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
