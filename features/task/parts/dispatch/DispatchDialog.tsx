// 任务派遣: rangers sent to a fire or a position. A failure keeps the input. Of two simultaneous dispatches, the second is refused and shows
// the first.

import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText, dmsText } from '@lookout/web/shared/text/position-text.ts';
import { Modal } from 'antd';
import { addressOf, type DispatchTarget, positionOf } from './dispatch-form.ts';
import { useDispatchMessages } from './messages.ts';
import { useDispatchForm } from './use-dispatch-form.tsx';

interface Props {
  readonly target: DispatchTarget;
  /** The rangers selected initially. */
  readonly members?: readonly string[];
  readonly onClose: () => void;
}

export function DispatchDialog({ target, members, onClose }: Props) {
  const messages = useDispatchMessages();
  const { body, foot, failure, leave } = useDispatchForm(target, onClose, members);
  const position = positionOf(target);
  const address = addressOf(target);
  return (
    <Modal
      open
      centered
      className="dispatch"
      title={target.kind === 'more' ? messages.moreTitle : messages.title}
      width={1000}
      onCancel={leave}
      mask={{ closable: false }}
      footer={foot}
    >
      <p className="dispatch-place tabular">
        {address !== null && <strong>{address}</strong>} {decimalText(position)}
        {marks().brackets(dmsText(position))}
      </p>
      {body}
      {failure}
    </Modal>
  );
}
