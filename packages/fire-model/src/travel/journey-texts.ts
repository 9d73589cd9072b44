// The text of a journey, in both languages: why a person is first to arrive, or why they cannot come.
import type { NoJourney } from '@lookout/features/task/task-journey.ts';
import type { Journey } from './travel.ts';

export const JOURNEY_LANGUAGES = ['zh', 'en'] as const;
export type JourneyLanguage = (typeof JOURNEY_LANGUAGES)[number];

interface Texts {
  road(kilometres: string): string;
  foot(kilometres: string, climbMetres: number): string;
  flight(kilometres: string): string;
  readonly here: string;
  readonly avoidsFire: string;
  readonly endsAtFire: string;
  readonly separator: string;
  readonly whyNot: Readonly<Record<NoJourney, string>>;
}

const texts: Readonly<Record<JourneyLanguage, Texts>> = {
  zh: {
    road: (kilometres) => `公路 ${kilometres} 公里`,
    foot: (kilometres, climb) => `步行 ${kilometres} 公里${climb > 0 ? `爬升 ${climb} 米` : ''}`,
    flight: (kilometres) => `飞行 ${kilometres} 公里`,
    here: '就在现场',
    avoidsFire: '绕开火场',
    endsAtFire: '至届时的火场边缘',
    separator: '，',
    whyNot: {
      'outside-ground': '不在已有地面数据的范围内',
      'no-landing-point': '没有降落点',
      'no-road-near': '附近没有可通行的道路',
      island: '所在道路与火场一侧的道路不相连',
      'closed-by-fire': '道路将被火封闭',
      'too-far': '在限定时间内到不了',
    },
  },
  en: {
    road: (kilometres) => `${kilometres} km by road`,
    foot: (kilometres, climb) => `${kilometres} km on foot${climb > 0 ? `, climbing ${climb} m` : ''}`,
    flight: (kilometres) => `${kilometres} km by air`,
    here: 'on the spot',
    avoidsFire: 'around the fire',
    endsAtFire: 'to the edge of the fire by then',
    separator: ', ',
    whyNot: {
      'outside-ground': 'outside the ground that is known',
      'no-landing-point': 'no landing point',
      'no-road-near': 'no road near that can be driven',
      island: 'on roads that are not joined to those at the fire',
      'closed-by-fire': 'the fire closes the way',
      'too-far': 'not within the time allowed',
    },
  },
};

/** Whole kilometres from 10 km on, else tenths. */
const kilometresOf = (metres: number): string =>
  metres >= 9_950 ? `${Math.round(metres / 1000)}` : `${Number((metres / 1000).toFixed(1))}`;
/** Shorter parts are omitted, m. */
const NAMED_METRES = 50;
/** Climbs from this value on are given, in tens of metres. */
const NAMED_CLIMB_METRES = 20;

/** 「公路 12 公里，步行 1.8 公里爬升 340 米」 */
export function journeyText(journey: Journey, language: JourneyLanguage): string {
  const { road, foot, flight, here, avoidsFire, endsAtFire, separator } = texts[language];
  const climb = journey.climbMetres < NAMED_CLIMB_METRES ? 0 : Math.round(journey.climbMetres / 10) * 10;
  const parts = [
    ...(journey.flightMetres >= NAMED_METRES ? [flight(kilometresOf(journey.flightMetres))] : []),
    ...(journey.roadMetres >= NAMED_METRES ? [road(kilometresOf(journey.roadMetres))] : []),
    ...(journey.footMetres >= NAMED_METRES ? [foot(kilometresOf(journey.footMetres), climb)] : []),
  ];
  return [
    ...(parts.length === 0 ? [here] : parts),
    ...(journey.avoidsFire ? [avoidsFire] : []),
    ...(journey.endsAtFire ? [endsAtFire] : []),
  ].join(separator);
}

export const noJourneyText = (why: NoJourney, language: JourneyLanguage): string => texts[language].whyNot[why];
