// A drawer with a form. A click outside does not close it, and a failed save is shown above the form.
import { CallFailed } from '@lookout/client';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSubmitRest } from '@lookout/web/shared/use-submit-rest.ts';
import { Alert, App, Button, Drawer, Form, type FormInstance, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useCameraSetupMessages } from './messages.ts';
import { fieldName } from './setup-form.ts';

/** CSS pixels. */
export const DRAWER_WIDTH = 820;

interface Props {
  readonly title: string;
  readonly isBusy: boolean;
  /** Why the last save failed, as a message. */
  readonly failure: string | null;
  readonly onSave: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

export function FormDrawer({ title, isBusy, failure, onSave, onLeave, children }: Props) {
  const messages = useCameraSetupMessages();
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

// A number field with limits.
interface FigureItemProps {
  readonly name: string | (string | number)[];
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly required?: boolean;
  readonly extra?: ReactNode;
  readonly isWhole?: boolean;
}

export function FigureItem({ name, label, min, max, step = 1, required = false, extra, isWhole = false }: FigureItemProps) {
  const { rules } = useCameraSetupMessages().camera;
  return (
    <Form.Item name={name} label={label} extra={extra} rules={required ? [{ required: true, message: rules.number }] : []}>
      <NumberInput min={min} max={max} step={step} isWhole={isWhole} />
    </Form.Item>
  );
}

// Saving a form: busy state, errors at their fields, input kept on failure. Closing with unsaved changes asks for confirmation.
interface Saving {
  readonly isBusy: boolean;
  /** Why the last save failed, as a message. */
  readonly failure: string | null;
  /** @returns whether it was saved */
  readonly save: (send: () => Promise<unknown>) => Promise<boolean>;
}

/** @param rename maps a path of the contract to the form's field where the names differ */
export function useSave(form: Pick<FormInstance, 'setFields' | 'scrollToField'>, rename: Readonly<Record<string, string>> = {}): Saving {
  const messages = useCameraSetupMessages();
  const { message } = App.useApp();
  const rest = useSubmitRest();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save: Saving['save'] = async (send) => {
    if (isBusy || !rest.begin()) return false;
    setBusy(true);
    setFailure(null);
    try {
      await send();
      void message.success(messages.saved);
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const faults = error.fields.map(({ path, message: fault }) => ({ name: fieldName(rename[path] ?? path), errors: [fault] }));
      form.setFields(faults);
      const [first] = faults;
      if (first) form.scrollToField(first.name);
      setFailure(`${messages.saveFailed}${marks().brackets(error.message)}`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy: isBusy || rest.resting, failure, save };
}

/** Asks for confirmation before unsaved input is discarded. */
export function useLeave(isChanged: () => boolean, onClose: () => void): () => void {
  const messages = useCameraSetupMessages();
  const { modal } = App.useApp();
  return () => {
    if (!isChanged()) return onClose();
    modal.confirm({
      title: messages.leaveAsk,
      content: messages.leaveHint,
      okText: messages.leave,
      cancelText: messages.stay,
      onOk: onClose,
      okButtonProps: { danger: true },
    });
  };
}
