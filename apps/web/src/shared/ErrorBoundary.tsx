// What replaces content: a failed part is replaced by an error page while the rest keeps receiving alarms; a page without the right
// by 无权限.

import type { Right } from '@lookout/domain';
import { Component, type ReactNode } from 'react';
import { PlainPage } from './PlainPage.tsx';
import { useRight } from './services.ts';
import { useSharedMessages } from './text/messages.ts';

interface Props {
  readonly children: ReactNode;
  /** A change (e.g. of the path) renders the part again. */
  readonly resetKey?: string;
  readonly onError?: (error: unknown) => void;
}

export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== null) this.setState({ error: null });
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <Broken onRetry={() => this.setState({ error: null })} />;
  }
}

function Broken(props: { readonly onRetry: () => void }) {
  const shared = useSharedMessages();
  return (
    <PlainPage title={shared.common.broken} hint={shared.common.brokenHint}>
      <div>
        <button type="button" className="plain-button" onClick={props.onRetry}>
          {shared.common.retry}
        </button>{' '}
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          {shared.common.reload}
        </button>
      </div>
    </PlainPage>
  );
}

/** Shows its children to users with the right, 无权限 to others (contract.md "Rights beside the menus"). */
export function RequireRight(props: { readonly right: Right; readonly page?: string; readonly children: ReactNode }) {
  const shared = useSharedMessages();
  if (useRight(props.right)) return props.children;
  const hint = props.page === undefined ? shared.common.noRightHere : shared.common.noRightHint(props.page);
  return <PlainPage title={shared.common.noRight} hint={hint} />;
}
