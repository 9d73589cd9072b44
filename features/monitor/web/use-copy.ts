import { copyToClipboard } from '@lookout/web/shared/clipboard.ts';
import { App } from 'antd';
import { useMessages } from './messages.ts';

export function useCopy(): (text: string) => void {
  const { message } = App.useApp();
  const { popup } = useMessages();
  return (text) =>
    void copyToClipboard(window, text).then((copied) =>
      copied ? message.success({ content: popup.copied(text), key: 'copy' }) : message.warning({ content: popup.copyFailed, key: 'copy' }),
    );
}
