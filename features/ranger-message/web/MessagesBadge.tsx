// 护林员消息, in the header of every page: the number of unread messages, and below it the messages, each with a reply field. No sound and no
// separate window.
import { MessageOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { MessageComposer } from '../parts/MessageComposer.tsx';
import { MessageLine } from '../parts/MessageLine.tsx';
import { useRangerMessageTexts } from '../parts/messages.ts';
import { useMarkRead, useMayWriteToRangers, useRangerMessages } from '../parts/ranger-message-queries.ts';
import type { RangerMessage } from '../ranger-message.ts';
import '../parts/ranger-message.css';

const MOST_SHOWN = 20;

export function MessagesBadge() {
  const texts = useRangerMessageTexts();
  const { data } = useRangerMessages({ waiting: true, most: MOST_SHOWN });
  const [isOpen, setOpen] = useState(false);
  const total = data?.total ?? 0;
  // An open list remains visible: the last reply would otherwise close it while in use.
  if (total === 0 && !isOpen) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      title={texts.badgeTitle}
      content={<Inbox list={data?.list ?? []} />}
    >
      <button type="button" className="header-button line tabular" aria-expanded={isOpen}>
        <MessageOutlined aria-hidden="true" /> <span className="cut">{texts.badge(total)}</span>
      </button>
    </Popover>
  );
}

function Inbox({ list }: { readonly list: readonly RangerMessage[] }) {
  const texts = useRangerMessageTexts();
  const mayWrite = useMayWriteToRangers();
  const markRead = useMarkRead();
  const [answered, setAnswered] = useState<string | null>(null);
  if (list.length === 0) return <p className="hint">{texts.allRead}</p>;
  return (
    <ul className="message-list message-inbox">
      {list.map((message) => (
        <li key={message.id} data-sender={message.sender}>
          <MessageLine message={message} />
          <div className="line">
            {mayWrite && (
              <>
                <Button size="small" onClick={() => setAnswered(answered === message.id ? null : message.id)}>
                  {texts.reply}
                </Button>
                <Button size="small" onClick={() => void markRead([message.id])}>
                  {texts.markRead}
                </Button>
              </>
            )}
            <Link to={`/fireStory?id=${message.fireId}`}>{texts.story}</Link>
          </div>
          {answered === message.id && (
            <MessageComposer userId={message.userId} fireId={message.fireId} onSent={() => void markRead([message.id])} />
          )}
        </li>
      ))}
    </ul>
  );
}
