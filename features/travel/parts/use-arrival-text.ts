// The arrival time and the route in one line: `14:32 到（约 25 分钟） · 公路 12 公里，步行 1.8 公里爬升 340 米`.
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { type Arrival, durationText } from './arrivals.ts';
import { useTravelMessages } from './messages.ts';

/** @returns the text for a person who would be sent now, or the reason why he cannot come */
export function useArrivalText(): (arrival: Pick<Arrival, 'seconds' | 'words'>) => string {
  const messages = useTravelMessages();
  const language = useLanguage();
  const now = useNow();
  return ({ seconds, words }) => {
    if (seconds === null) return `${messages.cannot}${marks().brackets(words[language])}`;
    const clock = clockText(new Date(now + seconds * 1_000), now);
    return `${messages.arrives(clock)}${marks().brackets(durationText(seconds, messages))} · ${words[language]}`;
  };
}
