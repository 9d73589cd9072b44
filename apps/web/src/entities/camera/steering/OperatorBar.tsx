// 操作权: who has the camera, and how it changes hands.
import { Button } from 'antd';
import { useSession } from '../../../shared/services.ts';
import { useVideoWords } from '../words.ts';
import { useOperator } from './use-operator.ts';

export function OperatorBar({ cameraId }: { readonly cameraId: string }) {
  const { operator: words } = useVideoWords().steering;
  const { info } = useSession();
  const { state, act } = useOperator(cameraId);
  const { data, isError } = state;
  if (!data) return <p className="operator-bar hint line">{isError ? words.unknown : ' '}</p>;
  const { holder, isMine, askedBy } = data;
  const haveAsked = !isMine && askedBy !== null && askedBy === info?.userDTO.fullName;
  return (
    <div className="operator-bar line" data-state={isMine ? 'mine' : holder === null ? 'free' : 'other'} role="status">
      <span>{isMine ? words.mine : holder === null ? words.free : words.other(holder)}</span>
      {holder === null && (
        <Button size="small" onClick={() => void act('take')}>
          {words.take}
        </Button>
      )}
      {isMine && askedBy !== null && <strong>{words.askedBy(askedBy)}</strong>}
      {isMine && askedBy !== null && (
        <Button size="small" type="primary" onClick={() => void act('give')}>
          {words.give}
        </Button>
      )}
      {isMine && (
        <Button size="small" onClick={() => void act('release')}>
          {words.release}
        </Button>
      )}
      {holder !== null && !isMine && !haveAsked && (
        <Button size="small" onClick={() => void act('ask')}>
          {words.ask}
        </Button>
      )}
      {haveAsked && <span className="hint">{words.asked}</span>}
    </div>
  );
}
