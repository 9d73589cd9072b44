// The alarm's available actions in one row, rare ones in a menu. Used by the popup and the table's drawer.
import { MoreOutlined } from '@ant-design/icons';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { Button, Dropdown } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { NamedAlarm } from '../../alarm.ts';
import { failureText } from './action-failure.ts';
import type { AlarmRequest } from './alarm-requests.ts';
import { type ActionMessages, useActionMessages } from './messages.ts';
import type { ShownAction, ShownActions } from './shown-actions.ts';
import { usePendingRequests } from './use-pending-requests.ts';
import { useSend } from './use-send.ts';
import './actions.css';

interface Props {
  readonly actions: ShownActions;
  /** A request about this alarm is held and can still be undone. */
  readonly waiting: boolean;
  readonly onAction: (action: ShownAction) => void;
  /** Further buttons, before the menu. */
  readonly children?: ReactNode;
}

/** The most likely next actions are filled buttons: the judgement of an unjudged alarm, dispatch and push for a fire in progress. */
const FIRST: ReadonlySet<ShownAction> = new Set(['judge', 'push-smoke', 'renovate']);
const FIRST_OF_FIRE: ReadonlySet<ShownAction> = new Set(['dispatch', 'push']);
/** Set apart from the actions used while the fire burns. */
const APART: ShownAction = 'close';

/** Five buttons and the menu fit one line of the popup. */
const NARROW = { height: 30, paddingInline: 11 } as const;

export function ActionRow({ actions, waiting, onAction, children }: Props) {
  const messages = useActionMessages();
  const first = actions.row.includes(APART) ? FIRST_OF_FIRE : FIRST;
  return (
    <div className="popup-actions" role="toolbar" aria-label={messages.row}>
      {actions.row.map((id) => (
        <Button
          key={id}
          data-action={id}
          data-apart={id === APART || undefined}
          type={first.has(id) ? 'primary' : 'default'}
          className={first.has(id) ? 'accent-button' : 'quiet-button'}
          style={NARROW}
          disabled={waiting}
          onClick={() => onAction(id)}
        >
          {messages.actions[id]}
        </Button>
      ))}
      <span className="gap" />
      {children}
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

// 接手, 撤回推送, 退回待处理, 复燃 and 删除 are confirmed next to the buttons before they are sent.
export type InPlaceAction = Extract<ShownAction, 'take-over' | 'withdraw-push' | 'reopen' | 'rekindle' | 'delete'>;

interface InPlaceRequest {
  readonly ask: (alarm: NamedAlarm, messages: ActionMessages) => string;
  readonly ok: (messages: ActionMessages) => string;
  readonly request: (reason: string) => AlarmRequest;
  /** The reason to ask for; absent: none. */
  readonly reason?: (messages: ActionMessages) => { readonly reason: string; readonly needReason: string };
}

const IN_PLACE: Readonly<Record<InPlaceAction, InPlaceRequest>> = {
  'take-over': {
    ask: ({ response: { acknowledgement } }, messages) => messages.takeOverAsk(acknowledgement?.by ?? ''),
    ok: ({ actions }) => actions['take-over'],
    request: () => ({ kind: 'take-over' }),
  },
  'withdraw-push': {
    ask: (_alarm, { withdraw }) => withdraw.ask,
    ok: ({ withdraw }) => withdraw.ok,
    request: () => ({ kind: 'withdraw-push' }),
  },
  reopen: {
    ask: (_alarm, { reopen }) => reopen.ask,
    ok: ({ reopen }) => reopen.ok,
    request: () => ({ kind: 'reopen' }),
  },
  rekindle: {
    ask: (_alarm, { rekindle }) => rekindle.ask,
    ok: ({ rekindle }) => rekindle.ok,
    request: (reason) => ({ kind: 'rekindle', reason }),
    reason: ({ rekindle }) => rekindle,
  },
  delete: {
    ask: (_alarm, { remove }) => remove.ask,
    ok: ({ remove }) => remove.ok,
    request: (reason) => ({ kind: 'delete', reason }),
    reason: ({ remove }) => remove,
  },
};

export const isInPlace = (action: ShownAction): action is InPlaceAction => action in IN_PLACE;

interface InPlaceActionsProps {
  readonly action: InPlaceAction;
  readonly alarm: NamedAlarm;
  readonly onClose: () => void;
}

export function InPlaceActions({ action, alarm, onClose }: InPlaceActionsProps) {
  const messages = useActionMessages();
  const pendingRequests = usePendingRequests();
  const { busy, failure, send } = useSend();
  const { ask, ok, request, reason } = IN_PLACE[action];
  const asked = reason?.(messages);
  const typed = pendingRequests.draft(alarm.id, request('').kind);
  return (
    <ConfirmInPlace
      key={action}
      ask={ask(alarm, messages)}
      ok={ok(messages)}
      {...(asked && {
        reason: { label: asked.reason, needed: asked.needReason, initial: typed !== null && 'reason' in typed ? typed.reason : '' },
      })}
      busy={busy}
      failure={failure && failureText(request('').kind, failure, messages)}
      onConfirm={(reason) => void send(alarm, request(reason)).then((passed) => passed && onClose())}
      onCancel={onClose}
    />
  );
}

// A dangerous action asks for confirmation in place, with a reason where required; Esc and 取消 cancel it.
interface ConfirmInPlaceProps {
  readonly ask: string;
  readonly ok: string;
  /** The reason field and its message when empty; absent: no reason is required. */
  readonly reason?: { readonly label: string; readonly needed: string; readonly initial: string };
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

const MOST_REASON = 200;

export function ConfirmInPlace({ ask, ok, reason, busy, failure, onConfirm, onCancel }: ConfirmInPlaceProps) {
  const messages = useActionMessages();
  const id = useId();
  const first = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(reason?.initial ?? '');
  const [missing, setMissing] = useState(false);
  useEffect(() => first.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacks = reason !== undefined && text.trim() === '';
    setMissing(lacks);
    if (!lacks && !busy) onConfirm(text);
  };
  const fault = missing ? (reason?.needed ?? null) : failure;
  return (
    <form ref={first} className="confirm-in-place note stack" data-tone="bad" aria-label={ask} noValidate onSubmit={submit}>
      <p>{ask}</p>
      {reason && (
        <label>
          {reason.label}
          <TextInput
            value={text}
            most={MOST_REASON}
            status={missing ? 'error' : ''}
            aria-invalid={missing}
            aria-describedby={fault ? id : undefined}
            onChange={(event) => {
              setText(event.target.value);
              setMissing(false);
            }}
          />
        </label>
      )}
      {fault && (
        <p id={id} role="alert" className="field-fault">
          {fault}
        </p>
      )}
      <div className="confirm-buttons">
        <Button type="primary" danger htmlType="submit" disabled={busy}>
          {busy ? messages.sending : ok}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
