// Across the top of the room: the line is gone (within 10 s of losing it), and afterwards what was caught up.
import type { CaughtUp } from '@lookout/client';
import { useEffect } from 'react';
import { useConnection, useServices } from '../../shared/services.ts';
import { isBroken } from '../../stores/connection.ts';
import { beijing } from '../server-clock.ts';
import { useShellMessages } from './messages.ts';

const CAUGHT_UP_STAYS_MS = 30_000;

/** Nobody missed anything and nobody could have noticed: not worth a line across the room. */
const isTrifle = ({ count, from, to }: CaughtUp): boolean => count === 0 && to - from < 2_000;

export function LineBanner() {
  const messages = useShellMessages();
  const { connection } = useServices();
  const facts = useConnection();
  const report = facts.caughtUp;

  useEffect(() => {
    if (report === null) return;
    const timer = setTimeout(() => connection.caughtUp(null), CAUGHT_UP_STAYS_MS);
    return () => clearTimeout(timer);
  }, [report, connection]);

  if (isBroken(facts)) {
    const since = beijing(facts.since ?? Date.now()).time;
    const text =
      facts.line === 'dead'
        ? messages.line.bannerDead
        : facts.line === 'lost'
          ? messages.line.bannerLost(since)
          : messages.line.bannerCalls;
    return (
      <div className="line-banner note line" data-tone="bad" role="alert">
        {text}
      </div>
    );
  }
  if (report === null || isTrifle(report)) return null;
  const [from, to] = [beijing(report.from).time, beijing(report.to).time];
  return (
    <div className="line-banner note line" data-tone="good" role="status">
      {report.count > 0 ? messages.line.caughtUp(from, to, report.count) : messages.line.caughtUpNone(from, to)}
      <button type="button" onClick={() => connection.caughtUp(null)}>
        {messages.line.dismiss}
      </button>
    </div>
  );
}
