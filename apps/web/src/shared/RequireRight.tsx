// Shows its children to those who hold the right, 无权限 to everybody else (contract.md "Rights beside the menus").
import type { RightCode } from '@lookout/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainPage } from './PlainPage.tsx';
import { useRight } from './services.ts';

export function RequireRight(props: { readonly right: RightCode | null; readonly page?: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  if (useRight(props.right)) return props.children;
  const hint = props.page === undefined ? t('common.noRightHere') : t('common.noRightHint', { page: props.page });
  return <PlainPage title={t('common.noRight')} hint={hint} />;
}
