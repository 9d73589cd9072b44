// Date, weekday, time and greeting: written into the page once a second without rendering React.
import { useEffect, useRef } from 'react';
import { useServices, useSession } from '../../shared/services.ts';
import { beijing, daypartOf } from '../server-clock.ts';
import { useShellMessages } from './messages.ts';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

export function Clock() {
  const messages = useShellMessages();
  const { now, session } = useServices();
  const { info } = useSession();
  const name = info?.userDTO.fullName ?? session.stored('fullName') ?? '';
  const time = useRef<HTMLTimeElement>(null);
  const date = useRef<HTMLSpanElement>(null);
  const greeting = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const write = (element: HTMLElement | null, text: string) => {
      if (element && element.textContent !== text) element.textContent = text;
    };
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const instant = now();
      const here = beijing(instant);
      write(time.current, here.time);
      write(date.current, `${here.date} ${messages.header.weekdays[WEEKDAYS[here.weekday] ?? 0]}`);
      write(greeting.current, messages.header.greeting(messages.header.greetings[daypartOf(here.hour)], name));
      // To the next full second of the server's clock, so that no second is shown twice or skipped.
      timer = setTimeout(tick, 1000 - (instant % 1000) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, [now, messages, name]);

  return (
    <>
      <div className="clock tabular">
        <span ref={date} className="clock-date" />
        <time ref={time} className="clock-time" />
      </div>
      <span ref={greeting} className="clock-greeting cut" />
    </>
  );
}
