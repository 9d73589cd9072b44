// A colleague saved first: what they saved, and whether to take it or to save over it. The typed input remains until then.
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** What the colleague saved. */
  readonly children: ReactNode;
  readonly take: string;
  readonly keep: string;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

export function Revised({ title, children, take, keep, onTake, onKeep }: Props) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={title}
      description={
        <>
          <p>{children}</p>
          <Button size="small" onClick={onTake}>
            {take}
          </Button>{' '}
          <Button size="small" onClick={onKeep}>
            {keep}
          </Button>
        </>
      }
    />
  );
}
