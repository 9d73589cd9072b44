// What the interceptor of §8 draws with: antd's message for what passes by, its confirm for a dead session.
import { App } from 'antd';
import { useEffect } from 'react';
import type { Presenter } from '../present.ts';

/** §8 names 5 s for errors; a warning stays as long. */
const WARNING_SECONDS = 5;

export function OutcomeScreen(props: { readonly presenter: Presenter }) {
  const { message, modal } = App.useApp();
  const { presenter } = props;
  useEffect(
    () =>
      presenter.attach({
        error: (text, seconds) => void message.error({ content: text, duration: seconds, key: text }),
        warning: (text) => void message.warning({ content: text, duration: WARNING_SECONDS, key: text }),
        ask: ({ text, confirm, cancel, onConfirm, onCancel }) =>
          void modal.confirm({ title: text, okText: confirm, cancelText: cancel, onOk: onConfirm, onCancel, keyboard: true }),
      }),
    [presenter, message, modal],
  );
  return null;
}
