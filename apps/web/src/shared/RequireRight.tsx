// Shows its children to those who hold the right, 无权限 to everybody else (contract.md "Rights beside the menus").
import type { Capability } from '@lookout/domain';
import type { ReactNode } from 'react';
import { PlainPage } from './PlainPage.tsx';
import { useRight } from './services.ts';
import { useSharedMessages } from './text/messages.ts';

export function RequireRight(props: { readonly right: Capability | null; readonly page?: string; readonly children: ReactNode }) {
  const shared = useSharedMessages();
  if (useRight(props.right)) return props.children;
  const hint = props.page === undefined ? shared.common.noRightHere : shared.common.noRightHint(props.page);
  return <PlainPage title={shared.common.noRight} hint={hint} />;
}
