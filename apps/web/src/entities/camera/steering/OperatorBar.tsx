// 操作权: who has the camera, and how it changes hands.
import { Button } from 'antd';
import { useSession } from '../../../shared/services.ts';
import { useVideoMessages } from '../messages.ts';
import { useOperator } from './use-operator.ts';

export function OperatorBar({ cameraId }: { readonly cameraId: string }) {
  const { operator: messages } = useVideoMessages().steering;
  const { info } = useSession();
  const { state, act } = useOperator(cameraId);
  const { data, isError } = state;
  if (!data) return <p className="operator-bar hint line">{isError ? messages.unknown : ' '}</p>;
  const { holder, isMine, askedBy } = data;
  const haveAsked = !isMine && askedBy !== null && askedBy === info?.userDTO.fullName;
  return (
    <div className="operator-bar line" data-state={isMine ? 'mine' : holder === null ? 'free' : 'other'} role="status">
      <span>{isMine ? messages.mine : holder === null ? messages.free : messages.other(holder)}</span>
      {holder === null && (
        <Button size="small" onClick={() => void act('take')}>
          {messages.take}
        </Button>
      )}
      {isMine && askedBy !== null && <strong>{messages.askedBy(askedBy)}</strong>}
      {isMine && askedBy !== null && (
        <Button size="small" type="primary" onClick={() => void act('give')}>
          {messages.give}
        </Button>
      )}
      {isMine && (
        <Button size="small" onClick={() => void act('release')}>
          {messages.release}
        </Button>
      )}
      {holder !== null && !isMine && !haveAsked && (
        <Button size="small" onClick={() => void act('ask')}>
          {messages.ask}
        </Button>
      )}
      {haveAsked && <span className="hint">{messages.asked}</span>}
    </div>
  );
}
