// What can be done about the alarm, in one row; the rare ones behind a menu.
import { CopyOutlined, EnvironmentOutlined, MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { IconButton } from '../../../shared/IconButton.tsx';
import { useMessages } from '../messages.ts';
import { useAnswerMessages } from './messages.ts';
import type { ShownAction, ShownActions } from './shown-actions.ts';

interface Props {
  readonly actions: ShownActions;
  /** A request about this alarm still waits to be sent. */
  readonly waiting: boolean;
  readonly onAction: (action: ShownAction) => void;
  readonly onFly: () => void;
  readonly onCopy: () => void;
}

/** The one to do next is filled; the eye finds it without reading. */
const FIRST: ReadonlySet<ShownAction> = new Set(['judge', 'push-smoke', 'renovate', 'close']);

/** Five of them and the rare ones fit one line of the popup. */
const NARROW = { height: 30, paddingInline: 11 } as const;

export function ActionRow({ actions, waiting, onAction, onFly, onCopy }: Props) {
  const messages = useAnswerMessages();
  const { popup } = useMessages();
  return (
    <div className="popup-actions" role="toolbar" aria-label={messages.row}>
      {actions.row.map((id) => (
        <Button
          key={id}
          type={FIRST.has(id) ? 'primary' : 'default'}
          className={FIRST.has(id) ? 'accent-button' : 'quiet-button'}
          style={NARROW}
          disabled={waiting}
          onClick={() => onAction(id)}
        >
          {messages.actions[id]}
        </Button>
      ))}
      <span className="gap" />
      <IconButton label={popup.fly} icon={<EnvironmentOutlined />} onClick={onFly} />
      <IconButton label={popup.copy} icon={<CopyOutlined />} onClick={onCopy} />
      {actions.menu.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: actions.menu.map((id) => ({ key: id, label: messages.actions[id], danger: id === 'delete' })),
            onClick: ({ key }) => onAction(key as ShownAction),
          }}
        >
          <IconButton label={messages.more} icon={<MoreOutlined />} disabled={waiting} />
        </Dropdown>
      )}
    </div>
  );
}
