// /patrol, 护林员上报: made for a phone on a bad connection. Plain elements; antd and the globe are loaded only on demand.
import type { Line, Notice } from './notice.ts';
import '../shared/pieces.css';
import { isDeadSession, isLineLost } from '@lookout/client';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ErrorBoundary, RequireRight } from '../shared/ErrorBoundary.tsx';
import { otherLanguage, setLanguage, useLanguage } from '../shared/language.ts';
import { lazily } from '../shared/lazily.ts';
import { Mark } from '../shared/Mark.tsx';
import { useClient, useConnection, useRight, useServices, useSession } from '../shared/services.ts';
import { useSharedMessages } from '../shared/text/messages.ts';
import { usePageTitle } from '../shared/use-page-title.ts';
import { type Ask, AskDialog, type Question } from './AskDialog.tsx';
import { useMessages } from './messages.ts';
import { isRecalled } from './offline/stored-identity.ts';
import { PatrolRoom } from './PatrolRoom.tsx';
import { openStore } from './use-patrol-device.ts';
import './patrol.css';
import { atSite } from '../shared/site.ts';

const ChangePassword = lazily(async () => (await import('../shared/account/ChangePassword.tsx')).ChangePassword);
const AntdRoom = lazily(async () => (await import('./AntdRoom.tsx')).AntdRoom);

/** Shows the messages that the client reports for failed calls (specification §8). */
interface Screen {
  readonly error: (text: string, seconds: number) => void;
  readonly warning: (text: string) => void;
  readonly ask: (question: { text: string; confirm: string; cancel: string; onConfirm: () => void; onCancel: () => void }) => void;
}

export interface PatrolProps {
  readonly attach: (screen: Screen) => () => void;
  /** Fetches the server's time; also serves as the connection check. */
  readonly measureClock: () => Promise<void>;
}

/** 5 s by §8. */
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
  useStoredIdentity(beats);

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
    // Without the server the session cannot be ended there; `logout` still clears it on this phone.
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
      {/* Only this page can be installed as an app; React moves the element to the head. */}
      <link rel="manifest" href={atSite('/patrol.webmanifest')} />
      <PatrolHeader line={line} onChangePassword={() => setChanging(true)} onLogout={leave} />
      <LineBanner line={line} onLoginAgain={loginAgain} />
      <main className="patrol-main">
        <RequireRight right="report-as-ranger" page={messages.title}>
          <ErrorBoundary>
            {info && <PatrolRoom owner={info.userDTO.id} line={line} beats={beats} ask={ask} notify={setNotice} onWaiting={setWaiting} />}
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
      {(changing || info?.mustChangePassword) && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <AntdRoom>
              <ChangePassword onClose={() => setChanging(false)} />
            </AntdRoom>
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

/** Stores the logged-in user's info for an offline start. After such a start it loads the current info from the server. */
function useStoredIdentity(beats: number): void {
  const client = useClient();
  const { session } = useServices();
  const { info } = useSession();
  const hasAnswered = beats > 0;
  useEffect(() => {
    if (!hasAnswered || info === null) return;
    const refresh = async () => {
      if (isRecalled(info)) return session.setInfo(await client.auth.userInfo({ occasion: 'background', silent: true }));
      if (!info.storesNothing) await (await openStore()).keepIdentity(info);
    };
    // If this fails, the page works but does not open offline; the next visit tries again.
    refresh().catch(() => undefined);
  }, [hasAnswered, info, client, session]);
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

// The ranger's header: title, connection state and account menu.
interface PatrolHeaderProps {
  readonly line: Line;
  readonly onChangePassword: () => void;
  readonly onLogout: () => void;
}

function PatrolHeader({ line, onChangePassword, onLogout }: PatrolHeaderProps) {
  const messages = useMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  const { info } = useSession();
  const mayWatch = useRight('watch-alarms');
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false);
    };
    const byKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', byKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', byKey);
    };
  }, [open]);
  const chosen = (act: () => void) => () => {
    setOpen(false);
    act();
  };

  return (
    <header className="patrol-header line">
      <Mark size={26} />
      <h1>{messages.title}</h1>
      <span className="line-state line" data-state={line} role="status">
        <span className="line-dot" aria-hidden="true" />
        {messages.state[line]}
      </span>
      <div ref={menu} className="patrol-menu">
        <button type="button" className="patrol-menu-button" aria-expanded={open} aria-label={messages.menu} onClick={() => setOpen(!open)}>
          <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
            <circle cx="12" cy="8" r="4" />
            <path d="M4 21c0-4.4 3.6-7 8-7s8 2.6 8 7" />
          </svg>
        </button>
        {open && (
          <div className="patrol-menu-panel">
            <p>
              <strong>{info?.userDTO.fullName}</strong>
              <span>{info?.userDTO.gridName}</span>
            </p>
            {mayWatch && <Link to="/manage">{messages.toMonitor}</Link>}
            <button type="button" onClick={chosen(onChangePassword)}>
              {messages.changePassword}
            </button>
            <button type="button" onClick={chosen(() => setLanguage(otherLanguage(language)))}>
              {shared.common.language}
            </button>
            <button type="button" onClick={chosen(onLogout)}>
              {messages.logout}
            </button>
          </div>
        )}
      </div>
    </header>
  );
}

const BEAT_MS = 20_000;
/** Polls more often while offline, because coverage on a mountain path may be brief. */
const SEARCH_MS = 5_000;

interface LineFacts {
  readonly line: Line;
  /** How often the server has answered; each answer triggers sending of the queue. */
  readonly beats: number;
}

function useLine(measureClock: () => Promise<void>): LineFacts {
  const { callsLost } = useConnection();
  const [online, setOnline] = useState(navigator.onLine);
  const [dead, setDead] = useState(false);
  const [beats, setBeats] = useState(0);

  const beat = useCallback(async () => {
    try {
      await measureClock();
      setBeats((before) => before + 1);
    } catch (error) {
      if (isDeadSession(error)) setDead(true);
      // The interceptor has recorded a lost connection; a refusal still counts as an answer.
      else if (!isLineLost(error)) setBeats((before) => before + 1);
    }
  }, [measureClock]);

  useEffect(() => {
    const changed = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) void beat();
    };
    const seen = () => {
      if (!document.hidden) void beat();
    };
    window.addEventListener('online', changed);
    window.addEventListener('offline', changed);
    document.addEventListener('visibilitychange', seen);
    void beat();
    return () => {
      window.removeEventListener('online', changed);
      window.removeEventListener('offline', changed);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [beat]);

  useEffect(() => {
    if (dead || !online) return;
    const timer = setInterval(() => !document.hidden && void beat(), callsLost ? SEARCH_MS : BEAT_MS);
    return () => clearInterval(timer);
  }, [beat, callsLost, dead, online]);

  const line = dead ? 'dead' : !online ? 'offline' : callsLost ? 'calls' : beats === 0 ? 'connecting' : 'online';
  return { line, beats };
}
