// An alarm (火警): what a source reported, where and when, and how duty has responded so far.

import { ancestorAt, type GridBasis, type GridLevel, type GridNo, type Named, type Position, withGridName } from '@lookout/domain';
import type { MaybeDrill } from '../exercise/drill.ts';
import type { Pointing } from './pointing.ts';

/** Where an alarm comes from. The wire names are satellite, monitor, report, smoke and danger. */
export type AlarmKind = 'satellite' | 'camera' | 'report' | 'smoke' | 'danger';
export const ALARM_KINDS = ['satellite', 'camera', 'report', 'smoke', 'danger'] as const satisfies readonly AlarmKind[];

/** How the fire was found, in the order of the specification's numbers 1–5 (`findType`). */
export const FIND_TYPES = ['camera-smoke', 'camera-heat', 'satellite', 'person', 'sensor'] as const;
export type FindType = (typeof FIND_TYPES)[number];

/** The fields that only this source has. An unknown value is null and shown as —, never invented. */
export interface SatelliteFacts {
  readonly kind: 'satellite';
  /** Natural key of the detection: satellite, UTC minute and position. A repeated pixel has the same number. */
  readonly fireNo: string;
  readonly satellite: string;
  readonly instrument: string | null;
  /** Product version as in the file (6.0NRT, 2.0NRT …); `demo` in the demo world's files. */
  readonly version: string | null;
  /** Confidence as written in the file. */
  readonly confidence: string;
  /** Percent, looked up from the confidence. */
  readonly credibility: number;
  readonly brightnessKelvin: number | null;
  readonly brightness2Kelvin: number | null;
  readonly frpMegawatts: number | null;
  /** Along-scan and along-track pixel size: the footprint is an area, not a dot. */
  readonly scanKilometres: number | null;
  readonly trackKilometres: number | null;
  readonly dayNight: 'day' | 'night' | null;
  readonly areaHectares: number | null;
  readonly observationFrequency: number | null;
  readonly pixelAreaHectares: number | null;
  readonly pixelNumber: number | null;
  /** Land cover: percent of the pixel's area, 0–100 each. */
  readonly woodland: number | null;
  readonly grassland: number | null;
  readonly farmland: number | null;
  readonly otherland: number | null;
  readonly strength: number | null;
  readonly strengthLevel: number | null;
  readonly infraredImage: string | null;
  readonly visibleImage: string | null;
}

/** Fields that few satellite feeds provide. A hotspot file has none of them. */
export const NO_SATELLITE_EXTRAS = {
  areaHectares: null,
  observationFrequency: null,
  pixelNumber: null,
  woodland: null,
  grassland: null,
  farmland: null,
  otherland: null,
  strength: null,
  strengthLevel: null,
  infraredImage: null,
  visibleImage: null,
} as const satisfies Partial<SatelliteFacts>;

const FIRE_NO_KEY = 'firms:';
/** The dedupe key of a detection with this number, and its inverse. */
export const dedupeKeyOfFireNo = (fireNo: string): string => FIRE_NO_KEY + fireNo;
/** Is this the key of this number? Compared without building a string: a file has 50,000 rows. */
export const isDedupeKeyOfFireNo = (dedupeKey: string | null, fireNo: string): boolean =>
  dedupeKey?.length === FIRE_NO_KEY.length + fireNo.length && dedupeKey.startsWith(FIRE_NO_KEY) && dedupeKey.endsWith(fireNo);

export interface CameraFacts {
  readonly kind: 'camera';
  readonly deviceId: string | null;
  readonly monitoringPointId: string | null;
  /** Cameras of more than one owner have this device id, so none of them is taken as the alarm's camera. */
  readonly isDeviceAmbiguous: boolean;
  /** The mask of the camera that contains this alarm, if a machine detected it; null: none. */
  readonly maskName: string | null;
  /** Degrees clockwise as the device reports them; the camera's north correction is added when locating. */
  readonly horizontalDegrees: number | null;
  /** Degrees above the horizon, down negative. */
  readonly verticalDegrees: number | null;
  readonly maxHeat: number | null;
  /** For an alarm located by a ray: the range of distances for 0.1° of tilt, metres along the ground. */
  readonly distanceMetres: number | null;
  readonly nearMetres: number | null;
  readonly farMetres: number | null;
  readonly alarmType: string | null;
  readonly handleOpinions: string | null;
  readonly pictures: readonly string[];
  readonly videos: readonly string[];
}

/** Defaults for fields that older alarms lack. */
export const LATER_CAMERA_FACTS = { isDeviceAmbiguous: false, maskName: null } as const satisfies Partial<CameraFacts>;

export interface ReportFacts {
  readonly kind: 'report';
  readonly altitudeMetres: number | null;
  /** Accuracy of the position as the phone reported it; null: not reported, or the place was chosen on a map. */
  readonly accuracyMetres: number | null;
  /** How the person located a fire seen from a distance; null: the person was at the fire, or did not state it. */
  readonly pointing: Pointing | null;
  readonly description: string | null;
  readonly comment: string | null;
  readonly reporterId: string | null;
  readonly reporterName: string | null;
  readonly reporterPhone: string | null;
  readonly pictures: readonly string[];
}

/** Defaults for fields that older reports lack. */
export const LATER_REPORT_FACTS = { accuracyMetres: null, pointing: null } as const satisfies Partial<ReportFacts>;

export interface SmokeFacts {
  readonly kind: 'smoke';
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly smokeLevel: number | null;
  readonly temperatureCelsius: number | null;
  readonly batteryPercent: number | null;
  readonly pictures: readonly string[];
}

export interface DangerFacts {
  readonly kind: 'danger';
  readonly resourceName: string;
  readonly resourceType: string | null;
  readonly dangerType: string | null;
  readonly dangerDescription: string | null;
  readonly checkStatus: 'open' | 'renovated';
  readonly renovationPictures: readonly string[];
}

export type AlarmFacts = SatelliteFacts | CameraFacts | ReportFacts | SmokeFacts | DangerFacts;
export type FactsOf<K extends AlarmKind> = Extract<AlarmFacts, { kind: K }>;

/** An observation as ingest yields it, not yet placed in the grid. */
export interface Observation<F extends AlarmFacts = AlarmFacts> {
  readonly findType: FindType;
  readonly position: Position;
  /** When the source saw it (satellite acquisition, camera detection, report time). */
  readonly observedAt: Date;
  readonly address: string | null;
  readonly facts: F;
  /** Two observations with the same key are duplicates and create one alarm. null: always new. */
  readonly dedupeKey: string | null;
}

/** The position of an alarm, with its grid and address. */
export interface AlarmLocation {
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly gridBasis: GridBasis;
  /** Grid names with distance and bearing from the nearest known place. */
  readonly formattedAddress: string;
}

/** An observation placed in the grid, ready to be stored. */
export interface LocatedObservation<F extends AlarmFacts = AlarmFacts> extends Observation<F>, AlarmLocation, MaybeDrill {}

/** An alarm as recorded, before any response. */
export interface RecordedAlarm<F extends AlarmFacts = AlarmFacts> extends Omit<LocatedObservation<F>, 'dedupeKey'> {
  readonly id: string;
  /** When it was stored here; the time filters use this one. */
  readonly arrivedAt: Date;
}

/** The current state of an alarm: its facts as now known, and duty's response. */
export interface Alarm<F extends AlarmFacts = AlarmFacts> extends RecordedAlarm<F> {
  readonly response: AlarmResponse;
  /** The fire (火情) the alarm belonged to when it was read; absent: not assigned yet, or the alarm is no sighting of a fire. */
  readonly incidentId?: string;
}

/** What a list of alarms can be sorted by. */
export const ALARM_SORTS = ['arrivedAt', 'observedAt', 'gridNo', 'kind'] as const;
export type AlarmSort = (typeof ALARM_SORTS)[number];

/** An alarm with the names of its grid and of the areas above it; null: none at that level. */
export interface NamedAlarm<F extends AlarmFacts = AlarmFacts> extends Named<Alarm<F>> {
  readonly areaNames: { readonly province: string | null; readonly prefecture: string | null; readonly county: string | null };
}

/** @param nameOf returns null for an unknown number */
export const namedAlarm = <F extends AlarmFacts>(alarm: Alarm<F>, nameOf: (no: GridNo) => string | null): NamedAlarm<F> => {
  const nameAt = (level: GridLevel): string | null => {
    const above = ancestorAt(alarm.gridNo, level);
    return above === null ? null : nameOf(above);
  };
  return {
    ...withGridName(alarm, nameOf),
    areaNames: { province: nameAt('province'), prefecture: nameAt('prefecture'), county: nameAt('county') },
  };
};

/** 示意: the county was not derived from a boundary, but from the nearest seat or from the sender. */
export const isApproximate = ({ gridBasis }: Pick<AlarmLocation, 'gridBasis'>): boolean => gridBasis !== 'boundary';

/** 屏蔽区内: a machine detected it where its camera looks at a chimney or a road. A normal alarm, except that it makes no sound. */
export const isMasked = ({ facts }: Pick<Alarm, 'facts'>): boolean => facts.kind === 'camera' && facts.maskName !== null;

// The response: the stage it has reached, who has acknowledged it, and whether it was pushed to the superior.

export type Verdict = 'unjudged' | 'false' | 'real';

/** The eight kinds of a real fire, in the order of the specification's numbers 1–8 (§4). */
export const REAL_FIRE_TYPES = ['farm', 'domestic', 'garbage', 'folk-custom', 'construction', 'smoking', 'forest', 'grassland'] as const;
export type RealFireType = (typeof REAL_FIRE_TYPES)[number];

/** How a fire in progress ended: 已扑灭, 自行熄灭, 核实非火情, 已移交, 其他 (explained in the note). */
export const CLOSE_OUTCOMES = ['extinguished', 'burnt-out', 'no-fire', 'handed-over', 'other'] as const;
export type CloseOutcome = (typeof CLOSE_OUTCOMES)[number];

/** The verdicts a judgement can have. */
export type JudgedVerdict = Exclude<Verdict, 'unjudged'>;

export interface Judgement {
  readonly verdict: JudgedVerdict;
  readonly note: string | null;
  /** Only for a real fire. */
  readonly realFireType: RealFireType | null;
}

/** A judgement that replaces the current one. */
export interface Correction extends Judgement {
  readonly reason: string;
}

/** The current judgement. `by` is a full name, here and below. */
export interface CurrentJudgement extends Judgement {
  readonly at: Date;
  readonly by: string;
}

/**
 * 火情归并: the name under which an alarm is judged automatically when it takes over the verdict of the fire it joins, where its grid's
 * settings allow this. The name is stored and read by officers whatever language a desk shows, so it is always Chinese.
 */
export const INCIDENT_KEEPER_NAME = '火情归并';

/** Whether the verdict was taken over from a fire in progress, so that no person has judged this alarm. */
export const isInherited = ({ by }: Pick<CurrentJudgement, 'by'>): boolean => by === INCIDENT_KEEPER_NAME;

export interface Closure {
  readonly at: Date;
  readonly by: string;
  readonly outcome: CloseOutcome;
  readonly note: string | null;
}

/** The alarm leaves the queue without a judgement. */
export interface Handling {
  readonly note: string | null;
  /** A danger was removed. */
  readonly isRenovated: boolean;
}

/** 复燃: a closed fire burns again. */
export interface Rekindling {
  readonly reason: string;
}

/** Who acknowledged the alarm. */
export interface Acknowledgement {
  readonly at: Date;
  readonly by: string;
  readonly accountId: string;
}

/** The current push, to the superior of `fromGridNo`. */
export interface Push {
  readonly at: Date;
  readonly note: string | null;
  readonly fromGridNo: GridNo;
}

/**
 * How far duty has come.
 * `open`: in the queue. `handled`: out of the queue without a judgement (people were sent, a danger was put right, a smoke alarm pushed on).
 * `dismissed`: judged false. `in-progress`: judged real and still burning. `closed`: the fire is over.
 */
export type AlarmStage =
  | { readonly stage: 'open' }
  | { readonly stage: 'handled' }
  | { readonly stage: 'dismissed'; readonly judgement: CurrentJudgement }
  | { readonly stage: 'in-progress'; readonly judgement: CurrentJudgement }
  | { readonly stage: 'closed'; readonly judgement: CurrentJudgement; readonly closure: Closure };

export type AlarmResponse = AlarmStage & {
  readonly acknowledgement: Acknowledgement | null;
  readonly push: Push | null;
};

export const UNANSWERED: AlarmResponse = { stage: 'open', acknowledgement: null, push: null };

export const judgementOf = (stage: AlarmStage): CurrentJudgement | null => ('judgement' in stage ? stage.judgement : null);

export const verdictOf = (stage: AlarmStage): Verdict => judgementOf(stage)?.verdict ?? 'unjudged';

export const closureOf = (stage: AlarmStage): Closure | null => (stage.stage === 'closed' ? stage.closure : null);

/** Out of the queue: no desk shows its marker any more. */
export const isHandled = ({ stage }: AlarmStage): boolean => stage !== 'open';

/** Whether a person has judged the alarm. A verdict taken over from its fire does not count. */
export const isJudgedByPerson = (stage: AlarmStage): boolean => {
  const judgement = judgementOf(stage);
  return judgement !== null && !isInherited(judgement);
};

/** A fire in progress: judged real and not closed yet. */
export const isInProgress = ({ stage }: AlarmStage): boolean => stage === 'in-progress';
