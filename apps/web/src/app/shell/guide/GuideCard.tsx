// The guide's card, next to the control it explains. It blocks nothing, takes no focus, and follows what the officer does himself.
import { isHandled } from '@lookout/features/alarm/alarm.ts';
import { alarmRecords } from '@lookout/features/alarm/parts/alarm-records.ts';
import { Button } from 'antd';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { useEscape } from '../../../shared/escape.ts';
import { useRecords, useServices, useSession } from '../../../shared/services.ts';
import { SIZES } from '../../../shared/tokens.ts';
import { useInstallation } from '../../../shared/use-installation.ts';
import { HOME } from '../../pages.ts';
import { type GuideStep, guideOf, guideStepsFor } from './guide.ts';
import { useGuideMessages } from './messages.ts';
import { type Box, placeCard } from './place-card.ts';
import './guide.css';

/** Shown in the demo, on the monitor page, to officers who have not seen it yet. */
export function FirstGuide() {
  const services = useServices();
  const guide = guideOf(services);
  const { rights } = useSession();
  const { data } = useInstallation();
  const { isOpen, at } = useStore(guide.store);
  const { pathname } = useLocation();
  const mayBegin = data?.isDemo === true && rights.has('watch-alarms');
  useEffect(() => {
    if (mayBegin) guide.begin();
  }, [guide, mayBegin]);

  const steps = guideStepsFor(rights);
  const step = steps[at];
  if (!isOpen || step === undefined || pathname !== HOME) return null;
  return (
    <>
      <SkipByEscape key={step.id} onSkip={guide.end} />
      <GuideCard step={step} at={at} count={steps.length} onGo={guide.goTo} onEnd={guide.end} />
    </>
  );
}

/** Remounted with each step, so that Esc closes the guide first, even if the officer has opened a popup since. */
function SkipByEscape({ onSkip }: { readonly onSkip: () => void }) {
  useEscape(true, onSkip);
  return null;
}

interface CardProps {
  readonly step: GuideStep;
  readonly at: number;
  readonly count: number;
  readonly onGo: (at: number) => void;
  readonly onEnd: () => void;
}

const POPUP = '.fire-popup';
/** The attribute that marks the element a step points at. */
const MARK = 'data-guided';
/** What the card must not cover besides the target and the popup, most important first. */
const KEEP_FREE = '.side-panel, .toasts, .map-controls, .tool-bar';

function GuideCard({ step, at, count, onGo, onEnd }: CardProps) {
  const messages = useGuideMessages();
  const navigate = useNavigate();
  const newest = useRecords(alarmRecords).find(({ response }) => !isHandled(response));
  const card = useRef<HTMLElement>(null);
  const title = useId();
  const isPopupOpen = usePointer(card, step);
  const isFirst = at === 0;
  const isLast = at === count - 1;

  // The officer has opened an alarm, so the next step is its popup.
  useEffect(() => {
    if (isFirst && isPopupOpen) onGo(1);
  }, [isFirst, isPopupOpen, onGo]);

  return (
    <aside ref={card} className="guide panel" aria-labelledby={title} data-step={step.id}>
      <p className="hint tabular">
        {messages.title} · {messages.progress(at + 1, count)}
      </p>
      <div aria-live="polite">
        <h2 id={title}>{messages.steps[step.id].title}</h2>
        <p>{messages.steps[step.id].text}</p>
        {!isPopupOpen && newest === undefined && <p className="second">{messages.waiting}</p>}
        {!isPopupOpen && newest !== undefined && !isFirst && <p className="second">{messages.closed}</p>}
      </div>
      <div className="guide-buttons">
        {!isPopupOpen && newest !== undefined && (
          <Button size="small" type="primary" onClick={() => void navigate(`${HOME}?alarm=${newest.id}`)}>
            {messages.openNewest}
          </Button>
        )}
        {!isFirst && (
          <Button size="small" onClick={() => onGo(at - 1)}>
            {messages.back}
          </Button>
        )}
        <Button size="small" onClick={() => (isLast ? onEnd() : onGo(at + 1))}>
          {isLast ? messages.finish : messages.next}
        </Button>
      </div>
      <button type="button" className="guide-skip" onClick={onEnd}>
        {messages.skip}
      </button>
    </aside>
  );
}

const rectOf = (element: Element | null): Box | null => element?.getBoundingClientRect() ?? null;

/**
 * Marks the element that the step points at and keeps the card next to it, whatever moves or opens.
 * @returns whether an alarm's popup is open
 */
function usePointer(card: RefObject<HTMLElement | null>, step: GuideStep): boolean {
  const [isPopupOpen, setPopupOpen] = useState(() => document.querySelector(POPUP) !== null);
  useLayoutEffect(() => {
    let marked: Element | null = null;
    let frame = 0;
    const mark = (target: Element | null) => {
      if (target === marked) return;
      marked?.removeAttribute(MARK);
      target?.setAttribute(MARK, '');
      marked = target;
    };
    const look = () => {
      frame = 0;
      const element = card.current;
      if (element === null) return;
      const popup = document.querySelector(POPUP);
      const target = step.targets.map((one) => document.querySelector(one)).find((one) => one !== null) ?? null;
      setPopupOpen(popup !== null);
      mark(target);
      const free = [target, popup, ...document.querySelectorAll(KEEP_FREE)].map(rectOf).filter((box) => box !== null);
      const room = { left: 0, top: SIZES.header, right: window.innerWidth, bottom: window.innerHeight - SIZES.tabs };
      const { left, top } = placeCard({ width: element.offsetWidth, height: element.offsetHeight }, room, rectOf(target), free);
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    const changes = new MutationObserver(soon);
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['style', 'data-side'] });
    window.addEventListener('resize', soon);
    return () => {
      changes.disconnect();
      window.removeEventListener('resize', soon);
      cancelAnimationFrame(frame);
      mark(null);
    };
  }, [card, step]);
  return isPopupOpen;
}
