// Replacements of content: a failed part is replaced by an error page while the rest continues to receive alarms; a page the user has no
// right to is replaced by 无权限.

import type { Right } from '@lookout/domain';
import { Component, type ReactNode } from 'react';
import { ScriptFailed } from './lazily.ts';
import { PlainPage } from './PlainPage.tsx';
import { useRight } from './services.ts';
import { useSharedMessages } from './text/messages.ts';

interface Props {
  readonly children: ReactNode;
  /** A change (e.g. of the path) renders the part again. */
  readonly resetKey?: string;
  readonly onError?: (error: unknown) => void;
  /** Wraps the error page if the failed part had a frame (a dialog). */
  readonly frame?: (page: ReactNode) => ReactNode;
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
    if (before.resetKey !== this.props.resetKey && this.state.error !== null) this.retry();
  }

  override componentWillUnmount() {
    this.forget();
  }

  /** A failed script is requested again at the next render that needs it. */
  forget() {
    if (this.state.error instanceof ScriptFailed) this.state.error.retry();
  }

  retry = () => {
    this.forget();
    this.setState({ error: null });
  };

  override render() {
    const { children, frame = (page: ReactNode) => page } = this.props;
    if (this.state.error === null) return children;
    return frame(<Broken error={this.state.error} onRetry={this.retry} />);
  }
}

function Broken({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { common } = useSharedMessages();
  const [title, hint] = error instanceof ScriptFailed ? [common.noScript, common.noScriptHint] : [common.broken, common.brokenHint];
  return (
    <PlainPage title={title} hint={hint}>
      <div>
        <button type="button" className="plain-button" onClick={onRetry}>
          {common.retry}
        </button>{' '}
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          {common.reload}
        </button>
      </div>
    </PlainPage>
  );
}

/** Shows its children to users with the right, 无权限 to others. */
export function RequireRight(props: { readonly right: Right; readonly page?: string; readonly children: ReactNode }) {
  const shared = useSharedMessages();
  if (useRight(props.right)) return props.children;
  const hint = props.page === undefined ? shared.common.noRightHere : shared.common.noRightHint(props.page);
  return <PlainPage title={shared.common.noRight} hint={hint} />;
}
