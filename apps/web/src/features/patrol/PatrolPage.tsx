// /patrol, 护林员上报: made for a phone on a bad line. Plain elements; no antd and no globe until somebody asks for them.
import '../../shared/pieces.css';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { ErrorBoundary, RequireRight } from '../../shared/ErrorBoundary.tsx';
import { useServices, useSession } from '../../shared/services.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import { type Ask, AskDialog, type Question } from './AskDialog.tsx';
import { PatrolHeader } from './PatrolHeader.tsx';
import { PatrolRoom } from './PatrolRoom.tsx';
import './patrol.css';
import { useMessages } from './messages.ts';
import { useLine } from './use-line.ts';

const ChangePassword = lazy(async () => ({ default: (await import('../../shared/account/ChangePassword.tsx')).ChangePassword }));
const AntdRoom = lazy(async () => ({ default: (await import('./AntdRoom.tsx')).AntdRoom }));

/** What the interceptor of §8 draws with. */
interface Screen {
  readonly error: (text: string, seconds: number) => void;
  readonly warning: (text: string) => void;
  readonly ask: (question: { text: string; confirm: string; cancel: string; onConfirm: () => void; onCancel: () => void }) => void;
}

export interface PatrolProps {
  readonly attach: (screen: Screen) => () => void;
  /** Asks the server for the time: the page's pulse. */
  readonly measureClock: () => Promise<void>;
}

export interface Notice {
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

/** §8 names 5 s. */
const NOTICE_MS = 5_000;

export function PatrolPage({ attach, measureClock }: PatrolProps) {
  const messages = useMessages();
  const { logout, session } = useServices();
  const { info } = useSession();
  const { line, beats } = useLine(measureClock);
  const [question, setQuestion] = useState<Question | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [changing, setChanging] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const ask: Ask = setQuestion;

  usePageTitle(messages.title);
  useEffect(
    () =>
      attach({
        error: (text) => setNotice({ text, tone: 'bad' }),
        warning: (text) => setNotice({ text, tone: 'bad' }),
        ask: ({ text, confirm, cancel, onConfirm, onCancel }) =>
          setQuestion({ text, yes: confirm, no: cancel, onYes: onConfirm, onNo: onCancel }),
      }),
    [attach],
  );
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  const leave = () => {
    // An unreachable server cannot end the session; this phone forgets it all the same, and `logout` sees to that.
    const out = () => void logout().catch(() => setNotice({ text: messages.callsBanner, tone: 'bad' }));
    if (waiting === 0) return out();
    ask({ text: messages.logoutAsk(waiting), yes: messages.logout, no: messages.cancel, onYes: out });
  };
  const loginAgain = useCallback(() => {
    session.end();
    location.reload();
  }, [session]);

  return (
    <div className="patrol">
      <PatrolHeader line={line} onChangePassword={() => setChanging(true)} onLogout={leave} />
      <LineBanner line={line} onLoginAgain={loginAgain} />
      <main className="patrol-main">
        <RequireRight right="report-as-ranger" page={messages.title}>
          <ErrorBoundary>
            {info && <PatrolRoom owner={info.userDTO.id} line={line} beats={beats} ask={ask} tell={setNotice} onWaiting={setWaiting} />}
          </ErrorBoundary>
        </RequireRight>
      </main>
      <div className="patrol-notices" role="status">
        {notice && (
          <p className="patrol-notice note" data-tone={notice.tone}>
            {notice.text}
          </p>
        )}
      </div>
      {question && <AskDialog key={question.text} question={question} onClose={() => setQuestion(null)} />}
      {changing && (
        <Suspense fallback={null}>
          <AntdRoom>
            <ChangePassword onClose={() => setChanging(false)} />
          </AntdRoom>
        </Suspense>
      )}
    </div>
  );
}

function LineBanner({ line, onLoginAgain }: { readonly line: string; readonly onLoginAgain: () => void }) {
  const messages = useMessages();
  if (line !== 'offline' && line !== 'calls' && line !== 'dead') return null;
  const text = { offline: messages.offlineBanner, calls: messages.callsBanner, dead: messages.deadBanner }[line];
  return (
    <div className="patrol-banner note line" data-tone="bad" role="alert">
      <span>{text}</span>
      {line === 'dead' && (
        <button type="button" className="plain-button" onClick={onLoginAgain}>
          {messages.loginAgain}
        </button>
      )}
    </div>
  );
}
