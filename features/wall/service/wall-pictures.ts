// Pictures on the wall (大屏), of fires in progress and new alarms. They are stored uploads. Pictures that a satellite's feed only links to
// are not shown.
import { fileUrl } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { Alarm, AlarmFacts } from '../../alarm/alarm.ts';
import type { DutyPictures } from '../../shift/service/duty-sums.ts';
import type { Store } from '../../store.ts';
import { MOST_WALL_ALARMS, type WallPicture } from '../wall.ts';

/** The ids of the uploads that an alarm names. */
const uploadsOf = (facts: AlarmFacts): readonly string[] => (facts.kind === 'satellite' || facts.kind === 'danger' ? [] : facts.pictures);

/** The first picture of the most recently observed alarm that has pictures. */
export function newestPicture(alarms: readonly Alarm[]): WallPicture | null {
  const newest = alarms
    .filter(({ facts }) => uploadsOf(facts).length > 0)
    .reduce<Alarm | null>((last, alarm) => (last === null || alarm.observedAt > last.observedAt ? alarm : last), null);
  const [upload] = newest === null ? [] : uploadsOf(newest.facts);
  return newest === null || upload === undefined ? null : { url: fileUrl(upload), observedAt: newest.observedAt };
}

/** Whether this upload is a picture of an alarm that the wall of a grid currently shows. */
export async function isOnWall(
  { store, dutyPictures }: { readonly store: Pick<Store, 'alarms'>; readonly dutyPictures: DutyPictures },
  scope: GridNo,
  uploadId: string,
  now: Date,
): Promise<boolean> {
  const isShown = ({ facts }: Alarm) => uploadsOf(facts).includes(uploadId);
  const { fires } = await dutyPictures.of(scope, now);
  return fires.some(({ alarms }) => alarms.some(isShown)) || (await store.alarms.latest(scope, MOST_WALL_ALARMS)).some(isShown);
}
