// What can be done about the alarm, in one row; the rare acts behind a menu.
import { CopyOutlined, EnvironmentOutlined, MoreOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
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

export function ActionRow({ offer, waiting, onAct, onFly, onCopy }: Props) {
  const words = useAnswerWords();
  const { popup } = useWords();
  return (
    <div className="popup-actions" role="toolbar" aria-label={words.row}>
      {offer.row.map((id) => (
        <button
          key={id}
          type="button"
          className={FIRST.has(id) ? 'accent-button' : 'quiet-button'}
          disabled={waiting}
          onClick={() => onAct(id)}
        >
          {words.actions[id]}
        </button>
      ))}
      <span className="head-gap" />
      <button type="button" className="icon-button" aria-label={popup.fly} title={popup.fly} onClick={onFly}>
        <EnvironmentOutlined />
      </button>
      <button type="button" className="icon-button" aria-label={popup.copy} title={popup.copy} onClick={onCopy}>
        <CopyOutlined />
      </button>
      {offer.menu.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: offer.menu.map((id) => ({ key: id, label: words.actions[id], danger: id === 'delete' })),
            onClick: ({ key }) => onAct(key as ActionId),
          }}
        >
          <button type="button" className="icon-button" disabled={waiting} aria-label={words.more} title={words.more}>
            <MoreOutlined />
          </button>
        </Dropdown>
      )}
    </div>
  );
}
