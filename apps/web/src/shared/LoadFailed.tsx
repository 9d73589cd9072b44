// Why a list could not be loaded, with a retry; 无权限 for a 403.
import { CallFailed, isLineLost } from '@lookout/client';
import { Alert, Button } from 'antd';
import { useSharedMessages } from './text/messages.ts';

const FORBIDDEN = 403;

export function LoadFailed(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const shared = useSharedMessages();
  const { error } = props;
  const forbidden = error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === FORBIDDEN;
  const reason = error instanceof CallFailed && !isLineLost(error) ? error.message : shared.common.noAnswer;
  return (
    <Alert
      type={forbidden ? 'warning' : 'error'}
      showIcon
      title={forbidden ? shared.common.noRight : shared.common.loadFailed}
      description={forbidden ? shared.common.noRightHere : reason}
      action={forbidden ? undefined : <Button onClick={props.onRetry}>{shared.common.retry}</Button>}
    />
  );
}
