// The frame of the pages before the shell: /login, /oss, /authredirect, /switch. Plain HTML without antd, so that the first page is small.
import type { ReactNode } from 'react';
import { otherLanguage, setLanguage, useLanguage } from '../../shared/language.ts';
import { Mark } from '../../shared/Mark.tsx';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useLoginMessages } from '../login/messages.ts';
import '../login/login.css';

/** @param card wraps the content; the login page's is a form */
export function EntryPage({ wide = false, card, beside, children }: EntryProps) {
  const content = (
    <>
      <Brand />
      {children}
      <Foot />
    </>
  );
  return (
    <main className="login">
      <Horizon />
      {card ? card(content) : <section className={wide ? 'login-card login-card-wide' : 'login-card'}>{content}</section>}
      {beside}
    </main>
  );
}

interface EntryProps {
  readonly wide?: boolean;
  readonly card?: (content: ReactNode) => ReactNode;
  /** A second card, next to the first where there is room. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

function Brand() {
  const messages = useLoginMessages();
  const shared = useSharedMessages();
  return (
    <div className="login-brand">
      <Mark size={44} />
      <div>
        <h1>{shared.common.systemName}</h1>
        <p>{messages.subtitle}</p>
      </div>
    </div>
  );
}

function Foot() {
  const messages = useLoginMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  return (
    <div className="login-foot hint">
      <span>{messages.duty}</span>
      <button type="button" title={shared.common.languageLabel} onClick={() => setLanguage(otherLanguage(language))}>
        <span lang={otherLanguage(language)}>{shared.common.language}</span>
      </button>
    </div>
  );
}

/** Mountain ridges as inline SVG, so that the page loads no image. */
const Horizon = () => (
  <svg className="login-horizon" viewBox="0 0 1600 500" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <path fill="#101c32" d="M0 250 140 190 260 235 400 130 560 240 690 175 830 260 990 150 1130 235 1270 170 1420 250 1600 160V500H0z" />
    <path fill="#0e1829" d="M0 330 180 270 330 325 500 235 650 330 820 265 980 340 1160 250 1330 335 1480 285 1600 320V500H0z" />
    <path fill="#0a1322" d="M0 410 210 360 420 415 640 345 860 420 1080 360 1300 425 1600 370V500H0z" />
  </svg>
);
