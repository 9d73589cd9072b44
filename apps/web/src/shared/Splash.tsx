import { useTranslation } from 'react-i18next';

/** Shown while a page's script or the user info is on its way. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className="plain-page" role="status">
      <p>{t('common.loading')}</p>
    </div>
  );
}
