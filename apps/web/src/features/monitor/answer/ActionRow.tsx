// What can be done about the alarm, in one row; the rare acts behind a menu.
import { CopyOutlined, EnvironmentOutlined, MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { IconButton } from '../../../shared/IconButton.tsx';
import { useWords } from '../words.ts';
import type { ActionId, Offer } from './offer.ts';
import { useAnswerWords } from './words.ts';

interface Props {
  readonly offer: Offer;
  /** An act of this alarm still waits to be sent. */
  readonly waiting: boolean;
  readonly onAct: (id: ActionId) => void;
  readonly onFly: () => void;
  readonly onCopy: () => void;
}

/** The one to do next is filled; the eye finds it without reading. */
const FIRST: ReadonlySet<ActionId> = new Set(['judge', 'push-smoke', 'handle', 'close']);

/** Five of them and the rare ones fit one line of the popup. */
const NARROW = { height: 30, paddingInline: 11 } as const;

export function ActionRow({ offer, waiting, onAct, onFly, onCopy }: Props) {
  const words = useAnswerWords();
  const { popup } = useWords();
  return (
    <div className="popup-actions" role="toolbar" aria-label={words.row}>
      {offer.row.map((id) => (
        <Button
          key={id}
          type={FIRST.has(id) ? 'primary' : 'default'}
          className={FIRST.has(id) ? 'accent-button' : 'quiet-button'}
          style={NARROW}
          disabled={waiting}
          onClick={() => onAct(id)}
        >
          {words.actions[id]}
        </Button>
      ))}
      <span className="gap" />
      <IconButton label={popup.fly} icon={<EnvironmentOutlined />} onClick={onFly} />
      <IconButton label={popup.copy} icon={<CopyOutlined />} onClick={onCopy} />
      {offer.menu.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: offer.menu.map((id) => ({ key: id, label: words.actions[id], danger: id === 'delete' })),
            onClick: ({ key }) => onAct(key as ActionId),
          }}
        >
          <IconButton label={words.more} icon={<MoreOutlined />} disabled={waiting} />
        </Dropdown>
      )}
    </div>
  );
}
