// A list that could not be loaded says why and offers another try; 403 says 无权限.
import { CallFailed } from '@lookout/client';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';

const FORBIDDEN = 403;

export function LoadFailed(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const { error } = props;
  const forbidden = error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === FORBIDDEN;
  const reason = error instanceof CallFailed && error.outcome.kind === 'error' ? error.message : t('line.calls');
  return (
    <Alert
      type={forbidden ? 'warning' : 'error'}
      showIcon
      title={forbidden ? t('common.noRight') : t('common.loadFailed')}
      description={forbidden ? t('common.noRightHere') : reason}
      action={forbidden ? undefined : <Button onClick={props.onRetry}>{t('common.retry')}</Button>}
    />
  );
}
