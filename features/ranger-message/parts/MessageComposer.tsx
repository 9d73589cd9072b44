// A message to a ranger about a fire. After a failure the text remains, and a retry does not send it twice.
import { CallFailed, isLineLost } from '@lookout/client';
import { characterCount } from '@lookout/domain';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { newUuid } from '@lookout/web/shared/new-key.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { ReadyTexts } from '@lookout/web/shared/text/ReadyTexts.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { MOST_MESSAGE_CHARACTERS } from '../ranger-message.ts';
import { useRangerMessageTexts } from './messages.ts';
import './ranger-message.css';

interface Props {
  readonly userId: string;
  /** null: a fire has to be chosen first. */
  readonly fireId: string | null;
  readonly onSent?: () => void;
}

export function MessageComposer({ userId, fireId, onSent }: Props) {
  const messages = useRangerMessageTexts();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [content, setContent] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The last text sent: sending the same text again repeats the same message. */
  const sent = useRef<{ readonly id: string; readonly text: string } | null>(null);

  const send = async () => {
    const text = content.trim();
    if (fireId === null) return setFault(messages.needFire);
    if (text === '') return setFault(messages.needContent);
    if (characterCount(text) > MOST_MESSAGE_CHARACTERS || isBusy) return;
    setFault(null);
    setBusy(true);
    const key = `${userId} ${fireId} ${text}`;
    if (sent.current?.text !== key) sent.current = { id: newUuid(), text: key };
    try {
      await client.rangerMessage.sendRangerMessage({ body: { id: sent.current.id, userId, fireId, content: text }, silent: true });
      sent.current = null;
      setContent('');
      void message.success(messages.done);
      void queries.invalidateQueries({ queryKey: ['ranger-messages'] });
      onSent?.();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFault(isLineLost(error) ? messages.noAnswer : messages.notSent(error.fields[0]?.message ?? error.message));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="message-composer">
      <ReadyTexts kind="desk-message" label={messages.ready} disabled={isBusy} onAdd={setContent} />
      <TextArea
        rows={2}
        most={MOST_MESSAGE_CHARACTERS}
        showCount
        aria-label={messages.content}
        placeholder={messages.placeholder}
        value={content}
        disabled={isBusy}
        onChange={({ target }) => {
          setContent(target.value);
          setFault(null);
        }}
      />
      {fault !== null && (
        <p role="alert" className="message-fault">
          {fault}
        </p>
      )}
      <Button type="primary" size="small" loading={isBusy} onClick={() => void send()}>
        {isBusy ? messages.sending : messages.send}
      </Button>
    </div>
  );
}
