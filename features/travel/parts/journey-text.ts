// The expected arrival of a person under way, as text. Pure functions.

import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { latestStraight, type TaskJourney } from '../../task/task-journey.ts';
import type { JourneyMessages } from './messages.ts';

/** A pace that differs less than this from the plan is not shown. */
const AS_PLANNED = 0.1;
/** A position older than this is shown with its time. */
const OLD_POSITION_MS = 120_000;

interface Texts {
  readonly messages: JourneyMessages;
  /** Puts additional information in brackets. */
  readonly brackets: (text: string) => string;
}

type JourneyFacts = Pick<TaskJourney, 'state' | 'arrivesAt' | 'leftMetres' | 'pace' | 'positionAt' | 'plan'>;

/** `预计 16:12 到（还有 3.4 公里，比计划慢 20 %） · 绕开火场` @param now epoch milliseconds */
export function journeyText(journey: JourneyFacts, now: number, { messages, brackets }: Texts): string {
  const { state, arrivesAt, leftMetres, pace, positionAt, plan } = journey;
  const clock = arrivesAt && clockText(arrivesAt, now);
  const distance = leftMetres === null ? null : distanceText(leftMetres, messages.units);
  const left = distance === null ? [] : [state === 'straight' ? messages.leftStraight(distance) : messages.left(distance)];
  const beside = (parts: readonly string[]): string => (parts.length === 0 ? '' : brackets(parts.join(messages.separator)));
  const main = (): string => {
    switch (state) {
      case 'arrived':
        return messages.arrived(clock);
      case 'standing':
        return `${messages.standing(clock)}${beside(left)}`;
      case 'off-route':
        return messages.offRoute;
      case 'under-way':
        return clock === null ? messages.unknown : `${messages.expected(clock)}${beside([...left, ...paceText(pace, messages)])}`;
      case 'straight': {
        const latest = latestStraight(journey);
        const doubt = brackets(messages.straightDoubt(plan?.why == null ? null : messages.why[plan.why]));
        return `${[...left, messages.straight(clock, latest && clockText(latest, now))].join(messages.separator)}${doubt}`;
      }
      case 'unknown':
        if (plan?.why != null) return `${messages.unknown}${brackets(messages.noWay(messages.why[plan.why]))}`;
        return positionAt === null ? messages.noPosition : messages.unknown;
    }
  };
  const isOld = positionAt !== null && now - positionAt.getTime() > OLD_POSITION_MS && state !== 'arrived';
  return [
    main(),
    ...(plan?.reason === 'off-route' && state !== 'off-route' && state !== 'arrived' ? [messages.planned] : []),
    ...(plan?.avoidsFire === true && state !== 'arrived' ? [messages.avoidsFire] : []),
    ...(isOld ? [messages.positionAt(clockText(positionAt, now))] : []),
  ].join(' · ');
}

function paceText(pace: number | null, messages: JourneyMessages): string[] {
  if (pace === null || Math.abs(pace - 1) < AS_PLANNED) return [];
  const percent = Math.round(Math.abs(pace - 1) * 100);
  return [pace < 1 ? messages.slower(percent) : messages.faster(percent)];
}
