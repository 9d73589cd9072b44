// 返回: the time that a person who would be sent needs to return, and until when the fire leaves that route open. Requested only for people
// whom an officer views or has chosen, not for a whole list.
import type { LngLat } from '@lookout/geo';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { durationText, type LandArrival, type WayBack } from './arrivals.ts';
import { useTravelMessages } from './messages.ts';
import { useWayBack } from './use-nearest.ts';
import './travel.css';

interface Props {
  readonly goal: LngLat;
  readonly arrival: LandArrival;
}

export function BackLine({ goal, arrival }: Props) {
  const travel = useTravelMessages();
  const { data, error, refetch } = useWayBack(goal, arrival);
  const text = useBackText();
  if (data !== undefined)
    return (
      <p className="back-line tabular" data-threatened={data.seconds === null || data.cutOffAt !== null}>
        {text(data)}
      </p>
    );
  if (error === null)
    return (
      <p className="back-line hint" role="status">
        {travel.back.waiting}
      </p>
    );
  return (
    <p className="back-line hint" role="alert">
      {travel.back.failed}{' '}
      <button type="button" className="link-button" onClick={() => void refetch()}>
        {travel.retry}
      </button>
    </p>
  );
}

/** `返回约 38 分钟；16:20 后返回路线将被火切断` */
function useBackText(): (back: WayBack) => string {
  const travel = useTravelMessages();
  const language = useLanguage();
  const now = useNow();
  return ({ seconds, words, cutOffAt, isCutOffOnArrival, forecastAt }) => {
    const messages = travel.back;
    if (seconds === null) return messages.none(words[language]);
    const cutOff = (): string[] => {
      if (cutOffAt === null) return forecastAt === null ? [] : [messages.open];
      const clock = clockText(cutOffAt, now);
      if (cutOffAt.getTime() <= now) return [messages.cutOffSince(clock)];
      return [messages.cutOffAt(clock), ...(isCutOffOnArrival ? [messages.beforeArrival] : [])];
    };
    return [messages.takes(durationText(seconds, travel)), ...cutOff()].join(messages.separator);
  };
}
