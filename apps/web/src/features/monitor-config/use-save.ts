// Saving a form: busy meanwhile, faults told at their fields, what was typed kept; closing asks when something would be lost.
import { CallFailed } from '@lookout/client';
import { App, type FormInstance } from 'antd';
import { useState } from 'react';
import { marks } from '../../shared/text/marks.ts';
import { useSubmitRest } from '../../shared/use-submit-rest.ts';
import { useMonitorConfigMessages } from './messages.ts';
import { fieldName } from './setup-form.ts';

interface Saving {
  readonly isBusy: boolean;
  /** Why the last save failed, for people. */
  readonly failure: string | null;
  /** @returns whether it was saved */
  readonly save: (send: () => Promise<unknown>) => Promise<boolean>;
}

/** @param rename the form's field of a path of the contract that has another name here */
export function useSave(form: Pick<FormInstance, 'setFields' | 'scrollToField'>, rename: Readonly<Record<string, string>> = {}): Saving {
  const messages = useMonitorConfigMessages();
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

/** Asks before what was typed is thrown away. */
export function useLeave(isChanged: () => boolean, onClose: () => void): () => void {
  const messages = useMonitorConfigMessages();
  const { modal } = App.useApp();
  return () => {
    if (!isChanged()) return onClose();
    modal.confirm({
      ...{ title: messages.leaveAsk, content: messages.leaveHint, okText: messages.leave, cancelText: messages.stay, onOk: onClose },
      okButtonProps: { danger: true },
    });
  };
}
